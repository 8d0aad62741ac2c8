//! The walk through the catalogs of two systems by v1: everything that their trees lead to.

use crate::compare::compare_responses;
use crate::error::CompareError;
use crate::journal::{Entry, FirstPass, PlannedSection};
use crate::list_walk::ListWalk;
use crate::options::CompareOptions;
use crate::plan::{
    ProductList, Sample, account_requests, planned_sections, product_lists, sample_requests, section_requests,
};
use crate::request::Request;
use crate::route::{Route, Shape};
use crate::source::{Response, Systems, get_both};
use crate::walk::{Findings, Pair, Session, key};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};

/// The steps, in the order of the report: the first letters of the keys of their units.
const ACCOUNT: char = 'a';
const TREE: char = 'b';
const SECTIONS: char = 'c';
const LISTS: char = 'd';
const SAMPLE: char = 'e';

impl Pair for Systems<'_> {
    fn compare(&self, request: &Request) -> Result<Findings, CompareError> {
        let (old, new) = get_both(self, request)?;
        Ok(findings(request, &old, &new))
    }
}

fn findings(request: &Request, old: &Response, new: &Response) -> Findings {
    let compared = compare_responses(request, old, new);
    let done = FirstPass {
        compared: [(request.route.pattern().to_owned(), compared.count)].into(),
        products: products_of(request, old).or_else(|| products_of(request, new)),
        section: request.section(),
        ..FirstPass::default()
    };
    Findings { done, differences: compared.differences }
}

impl Session<'_> {
    /// Walks the catalog: its sections, or those wanted, and a sample of products one by one.
    pub(crate) fn walk_catalog(&self, options: &CompareOptions) -> Result<(), CompareError> {
        let CompareOptions { sections: wanted, sample, new, .. } = options;
        let has_passwords = !new.password.is_empty();
        self.request_all("comparing accounts and errors", ACCOUNT, account_requests(has_passwords))?;
        let sections = match self.journal.sections() {
            Some(sections) => sections,
            None => self.compare_trees(wanted)?,
        };
        self.request_all("comparing sections", SECTIONS, section_requests(&sections))?;
        self.walk_lists(&product_lists(&sections), *sample)?;
        let mut sampled = Sample::new(*sample);
        self.journal.each_first_pass(|_, done| done.sample.iter().for_each(|product| sampled.add(product.clone())));
        self.request_all("comparing single products", SAMPLE, sample_requests(&sampled.into_products()))
    }

    /// Compares the trees, and plans by their sections.
    fn compare_trees(&self, wanted: &[i64]) -> Result<Vec<PlannedSection>, CompareError> {
        let request = Request::by_path(Route::Catalog, "");
        let (old, new) = get_both(&self.systems, &request)?;
        for (system, response) in [("old", &old), ("new", &new)] {
            if !response.is_success() {
                let reason = format!("the tree is refused with {}", response.code());
                return Err(CompareError::Refused { system, reason });
            }
        }
        let sections = planned_sections(old.data(), new.data(), wanted)?;
        self.finish(&key(TREE, 0), &request, findings(&request, &old, &new))?;
        self.journal.write(&Entry::Sections(sections.clone()))?;
        Ok(sections)
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
                self.write_checked(&key, pages, page.announced)?;
                pages += 1;
                self.workers.observer.did(page.products);
                self.workers.check()?;
            }
            self.journal.write(&Entry::First { key, done: walk.finish() })
        })
    }
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
