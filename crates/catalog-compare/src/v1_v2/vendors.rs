//! Names of vendors: v1 shows those of its products, v2 one for each vendor.

use super::Interfaces;
use super::client::{Client, UnitError};
use super::lists::Lists;
use super::plan::{Plan, SectionPair};
use super::subject::{ComparedSubject, STOREFRONT, VENDOR_NAMES};
use crate::compare::item_stock_number;
use crate::difference::Kind;
use catalog_client::{percent_encode, stock_number_lists};
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, PoisonError};

/// The names that v2 must show, looked up when they are in question.
pub(super) struct VendorNames<'a> {
    client: Client<'a>,
    roots: Vec<String>,
    v1_roots: Vec<i64>,
    known: Mutex<HashMap<String, Option<String>>>,
}

impl<'a> VendorNames<'a> {
    pub(super) fn new(client: Client<'a>, plan: &Plan) -> Self {
        let v1_roots = plan.roots.iter().map(|(root, _)| *root).collect();
        Self { client, roots: plan.v2_roots.clone(), v1_roots, known: Mutex::default() }
    }

    /// The name of a vendor: that which v1 has for the public product with the smallest stock number.
    pub(super) fn of(&self, id: &str) -> Result<Option<String>, UnitError> {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(name) = known().get(id) {
            return Ok(name.clone());
        }
        let mut first: Option<String> = None;
        for root in &self.roots {
            let list = format!("/api/v2/catalog/sections/{}/products", percent_encode(root));
            let page = self.client.data(format!("{list}?vendor={}&sort=stockNumber&pageSize=1", percent_encode(id)))?;
            let number = page["items"][0]["stockNumber"].as_str().map(str::to_owned);
            first = [first, number].into_iter().flatten().min();
        }
        let Some(number) = first else { return Ok(None) };
        let name = self.of_product(&number)?;
        known().insert(id.to_owned(), name.clone());
        Ok(name)
    }
}

impl VendorNames<'_> {
    /// The name that v1 has for the vendor of a product. One whose stock number a comma-separated list would change is
    /// looked for in the lists of sections.
    fn of_product(&self, number: &str) -> Result<Option<String>, UnitError> {
        if let [list] = stock_number_lists([number]).0.as_slice() {
            let items = self.client.data(format!("/api/v1/get/items/by-stock?stock_list={list}"))?;
            return Ok(vendor_of_v1(&items[0]).map(str::to_owned));
        }
        let mut name = None;
        for root in &self.v1_roots {
            self.client.each_of_v1(&format!("/api/v1/get/items/from?id_list={root}"), |item| {
                if item_stock_number(item).as_deref() == Some(number) {
                    name = vendor_of_v1(item).map(str::to_owned);
                }
            })?;
        }
        Ok(name)
    }
}

/// The vendor's name in an item of v1, as v2 trims it.
fn vendor_of_v1(item: &Value) -> Option<&str> {
    item["vendor"]["value"].as_str().map(str::trim).filter(|name| !name.is_empty())
}

impl Interfaces<'_> {
    /// Compares the names of the vendors of a section.
    pub(super) fn compare_vendors(
        &self,
        subject: &mut ComparedSubject,
        pair: &SectionPair,
        section: &Value,
        lists: &Lists,
    ) -> Result<(), UnitError> {
        let v1 = self.client.data(format!("/api/v1/get/vendors/for/{}", pair.v1.id))?;
        let v1: BTreeSet<&str> =
            v1.as_array().into_iter().flatten().filter_map(|name| Some(name.as_str()?.trim())).collect();
        let shown = section["vendors"].as_array().into_iter().flatten().filter_map(|vendor| vendor["name"].as_str());
        let v2: BTreeSet<&str> = shown.filter(|name| *name != "unknown").collect();
        if v1 == v2 {
            return Ok(());
        }
        let mut own: HashMap<String, String> = HashMap::new();
        let list = format!("/api/v1/get/items/from?id_list={}", pair.v1.id);
        self.client.each_of_v1(&list, |item| {
            own.extend(item_stock_number(item).zip(vendor_of_v1(item).map(str::to_owned)));
        })?;
        let shown: HashMap<&str, &str> =
            lists.v2.iter().map(|product| (product.stock_number.as_str(), product.vendor_name.as_str())).collect();
        for name in v1.difference(&v2) {
            let products = own.iter().filter(|(_, own)| own == name).map(|(number, _)| number.as_str());
            let (hidden, public): (Vec<&str>, Vec<&str>) = products.partition(|number| lists.hidden.contains(*number));
            let has_another_name = |number: &&str| shown.get(number).is_some_and(|shown| shown != name);
            let rule = match (public.is_empty(), hidden.is_empty()) {
                (false, _) if public.iter().all(has_another_name) => Some(VENDOR_NAMES),
                (true, false) => Some(STOREFRONT),
                _ => None,
            };
            subject.differ("vendors", Some(&json!(name)), None, Kind::Missing, rule);
        }
        for name in v2.difference(&v1) {
            let is_of_another =
                |(number, shown): (&&str, &&str)| shown == name && own.get(*number).is_some_and(|own| own != shown);
            let rule = shown.iter().any(is_of_another).then_some(VENDOR_NAMES);
            subject.differ("vendors", None, Some(&json!(name)), Kind::Extra, rule);
        }
        Ok(())
    }
}
