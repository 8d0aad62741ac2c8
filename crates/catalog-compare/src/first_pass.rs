//! The first pass: everything is requested once. What differs by a rule of the contract is written down; what seems to
//! differ otherwise is left for the second pass.

use crate::compare::compare_responses;
use crate::difference::Difference;
use crate::error::CompareError;
use crate::journal::{Checked, Entry, FirstPass, Journal, PlannedSection, Suspect};
use crate::list_walk::ListWalk;
use crate::plan::{
    ProductList, Sample, account_requests, planned_sections, product_lists, sample_requests, section_requests,
};
use crate::request::Request;
use crate::route::{Route, Shape};
use crate::source::{Response, Systems, get_both};
use crate::workers::Workers;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};

/// The steps, in the order of the report: the first letters of the keys of their units.
const ACCOUNT: char = 'a';
const TREE: char = 'b';
const SECTIONS: char = 'c';
const LISTS: char = 'd';
const SAMPLE: char = 'e';
pub(crate) const REPLAY: char = 'r';

#[derive(Clone, Copy)]
pub(crate) struct Session<'a> {
    pub(crate) systems: Systems<'a>,
    pub(crate) journal: &'a Journal,
    pub(crate) workers: Workers<'a>,
}

/// The key of a unit.
pub(crate) fn key(step: char, index: u64) -> String {
    format!("{step}{index:012}")
}

impl Session<'_> {
    /// Walks the catalog: the sections `wanted`, or all, and `sample` products one by one.
    ///
    /// # Errors
    /// When a system cannot be compared, or the run is stopped.
    pub(crate) fn walk_catalog(&self, wanted: &[i64], sample: usize) -> Result<(), CompareError> {
        self.request_all("comparing accounts and errors", ACCOUNT, account_requests())?;
        let sections = match self.journal.sections() {
            Some(sections) => sections,
            None => self.compare_trees(wanted)?,
        };
        self.request_all("comparing sections", SECTIONS, section_requests(&sections))?;
        self.walk_lists(&product_lists(&sections), sample)?;
        let mut sampled = Sample::new(sample);
        self.journal.each_first_pass(|_, done| done.sample.iter().for_each(|product| sampled.add(product.clone())));
        self.request_all("comparing single products", SAMPLE, sample_requests(&sampled.into_products()))
    }

    /// Compares the trees, and plans by their sections.
    fn compare_trees(&self, wanted: &[i64]) -> Result<Vec<PlannedSection>, CompareError> {
        let request = Request::by_path(Route::Catalog, "");
        let (old, new) = get_both(&self.systems, &request, &request)?;
        for (system, response) in [("old", &old), ("new", &new)] {
            if !response.is_success() {
                let reason = format!("the tree is refused with {}", response.code());
                return Err(CompareError::Refused { system, reason });
            }
        }
        let sections = planned_sections(old.data(), new.data(), wanted)?;
        self.finish_request(&key(TREE, 0), &request, &old, &new)?;
        self.journal.write(&Entry::Sections(sections.clone()))?;
        Ok(sections)
    }

    fn request_all(&self, name: &str, step: char, requests: Vec<Request>) -> Result<(), CompareError> {
        self.workers.observer.begins(name, Some(requests.len() as u64));
        self.workers.run((0..).zip(requests), |(index, request)| {
            let key = key(step, index);
            if self.journal.first_pass(&key).is_none() {
                let (old, new) = get_both(&self.systems, &request, &request)?;
                self.finish_request(&key, &request, &old, &new)?;
            }
            self.workers.observer.did(1);
            Ok(())
        })
    }

    fn finish_request(&self, key: &str, request: &Request, old: &Response, new: &Response) -> Result<(), CompareError> {
        let compared = compare_responses(request, old, new);
        let (announced, open) = split(compared.differences);
        let done = FirstPass {
            compared: [(request.route.pattern().to_owned(), compared.count)].into(),
            suspects: if open.is_empty() { Vec::new() } else { vec![Suspect::Request(request.clone())] },
            products: products_of(request, old).or_else(|| products_of(request, new)),
            section: request.section(),
            ..FirstPass::default()
        };
        self.write_announced(key, 0, announced)?;
        self.journal.write(&Entry::First { key: key.to_owned(), done })
    }

    /// Writes down differences that need no second look.
    pub(crate) fn write_announced(
        &self,
        key: &str,
        part: u64,
        differences: Vec<Difference>,
    ) -> Result<(), CompareError> {
        if differences.is_empty() {
            return Ok(());
        }
        self.journal.write(&Entry::Checked(Checked { key: key.to_owned(), part, differences }))
    }

    fn walk_lists(&self, lists: &[ProductList], sample: usize) -> Result<(), CompareError> {
        let mut products = HashMap::new();
        self.journal.each_first_pass(|_, done| {
            if let (Some(count), Some(section)) = (done.products, done.section) {
                products.insert(section, count);
            }
        });
        let expected = |list: &ProductList| products.get(&list.section.id).copied();
        let total = lists.iter().map(expected).reduce(add).flatten();
        self.workers.observer.begins("comparing products", total);
        self.workers.run((0..).zip(lists), |(index, list)| {
            let key = key(LISTS, index);
            if let Some(done) = self.journal.first_pass(&key) {
                self.workers.observer.did(done.compared.values().sum());
                return Ok(());
            }
            let mut walk = ListWalk::new(&self.systems, list, sample);
            let mut pages = 0;
            while let Some(page) = walk.next_page()? {
                self.write_announced(&key, pages, page.announced)?;
                pages += 1;
                self.workers.observer.did(page.products);
                self.workers.check()?;
            }
            self.journal.write(&Entry::First { key, done: walk.finish() })
        })
    }
}

pub(crate) fn split(differences: Vec<Difference>) -> (Vec<Difference>, Vec<Difference>) {
    differences.into_iter().partition(|difference| difference.allowed.is_some())
}

/// How many products a section has, as its meta says.
fn products_of(request: &Request, response: &Response) -> Option<u64> {
    if request.route.shape() != Shape::SectionMeta {
        return None;
    }
    let types = response.data()?.get("productTypes")?.as_array()?;
    let counts = types.iter().map(|kind| kind.get("productsCount").and_then(Value::as_u64));
    counts.reduce(add)?
}

/// A system's numbers are its own: sums end at the largest number. Unknown with one that is unknown.
fn add(sum: Option<u64>, count: Option<u64>) -> Option<u64> {
    Some(sum?.saturating_add(count?))
}

/// The lists by the keys of their units.
pub(crate) fn list_keys(lists: Vec<ProductList>) -> BTreeMap<String, ProductList> {
    (0..).zip(lists).map(|(index, list)| (key(LISTS, index), list)).collect()
}
