//! v1 and v2 of one server as the sides of a comparison: every product and every section by both interfaces.
//!
//! - [`plan`]: the sections of both, which of them belong together, and which products only v1 shows.
//! - [`products`], [`lists`], [`sections`]: what must agree, unit by unit.
//! - [`subject`]: how it is compared, and the differences that the contract explains.

mod client;
mod filters;
mod lists;
mod plan;
mod products;
mod sections;
mod subject;
mod vendors;

use crate::difference::split;
use crate::error::CompareError;
use crate::journal::{Entry, FirstPass, Journal};
use crate::request::{Access, Request};
use crate::route::Route;
use crate::source::{Source, Systems};
use crate::walk::{Findings, Pair, Session, key};
use crate::workers::Workers;
use client::{Client, UnitError};
use plan::Plan;
pub(crate) use subject::V1_V2_RULES;
use vendors::VendorNames;

/// Products of v1 that are read at a time: as many as one request to v2 names.
const PRODUCT_PAGE: u64 = 100;

/// Compares the interfaces of a server.
pub(crate) fn compare_interfaces(
    server: &dyn Source,
    journal: &Journal,
    workers: Workers<'_>,
) -> Result<(), CompareError> {
    let client = Client(server);
    let plan = Plan::read(client, &workers)?;
    // What changed while the trees were read is no difference.
    let plan = if split(plan.differences.clone()).1.is_empty() { plan } else { Plan::read(client, &workers)? };
    let pair = Interfaces { client, vendor_names: VendorNames::new(client, &plan), plan };
    let session = Session { systems: Systems { old: server, new: server }, pair: &pair, journal, workers };
    if journal.sections().is_none() {
        let sections = pair.plan.pairs.iter().map(|pair| pair.v1.clone());
        let compared = [(Route::V2Sections.pattern().to_owned(), pair.plan.v1_sections)].into();
        session.write_checked(&key('a', 0), 0, pair.plan.differences.clone())?;
        journal.write(&Entry::First { key: key('a', 0), done: FirstPass { compared, ..FirstPass::default() } })?;
        journal.write(&Entry::Sections(sections.collect()))?;
    }
    session.request_all("comparing products and sections", 'b', pair.units())?;
    session.check_differences(&[].into())
}

struct Interfaces<'a> {
    client: Client<'a>,
    vendor_names: VendorNames<'a>,
    plan: Plan,
}

impl Interfaces<'_> {
    /// Pages of the products of topmost sections of v1, and sections that both interfaces show. Each is requested of v1
    /// as its request says, and of v2 by what v1 responds.
    fn units(&self) -> Vec<Request> {
        let unit = |route, target| Request { route, target, access: Access::Token };
        let pages = self.plan.roots.iter().flat_map(|(root, products)| {
            let list = format!("/api/v1/get/items/from?id_list={root}&include_documentation=true&limit={PRODUCT_PAGE}");
            let offsets = (0..products.div_ceil(PRODUCT_PAGE)).map(|page| page * PRODUCT_PAGE);
            offsets.map(move |offset| unit(Route::V2Product, format!("{list}&offset={offset}")))
        });
        let section = |v1| unit(Route::V2Section, format!("/api/v1/get/section-meta/{v1}"));
        pages.chain(self.plan.pairs.iter().map(|pair| section(pair.v1.id))).collect()
    }
}

impl Pair for Interfaces<'_> {
    fn compare(&self, request: &Request) -> Result<Findings, CompareError> {
        let pair = request.section().and_then(|id| self.plan.pairs.iter().find(|pair| pair.v1.id == id));
        let found = match pair {
            Some(pair) => self.compare_section(pair),
            None => self.compare_products(&request.target),
        };
        match found {
            Ok(findings) => Ok(findings),
            Err(UnitError::Refused { target, code }) => Ok(subject::refused(&target, code)),
            Err(UnitError::Compare(error)) => Err(error),
        }
    }
}
