//! One section by both interfaces: its fields, its counters against its lists, its vendors and filters.

use super::Interfaces;
use super::client::UnitError;
use super::lists::Lists;
use super::plan::{SectionPair, products_of};
use super::subject::ComparedSubject;
use crate::difference::Kind;
use crate::journal::FirstPass;
use crate::route::Route;
use crate::walk::Findings;
use catalog_client::percent_encode;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};

impl Interfaces<'_> {
    pub(super) fn compare_section(&self, pair: &SectionPair) -> Result<Findings, UnitError> {
        let path = format!("/api/v2/catalog/sections/{}", percent_encode(&pair.v2));
        let meta = self.client.data(format!("/api/v1/get/section-meta/{}", pair.v1.id))?;
        let section = self.client.data(format!("{path}?include=vendors,filters"))?;
        let direct = self.client.data(format!("{path}/products?scope=direct&pageSize=1"))?;
        let pattern = Route::V2Section.pattern();
        let mut subject = ComparedSubject::new(pattern, format!("section {}", pair.v2));
        subject.subject.section = Some(pair.v1.id);
        let own = &meta["section"];
        subject.same("id", Some(&json!(own["hierarchyId"].to_string())), Some(&section["id"]));
        subject.same("name", own.get("name"), Some(&section["name"]));
        subject.same("url.path", own.get("url"), Some(&section["url"]["path"]));
        subject.same("parentSectionId", Some(&json!(pair.parent)), Some(&section["parentSectionId"]));
        let children: Vec<&str> = self
            .plan
            .pairs
            .iter()
            .filter(|other| other.parent.as_ref() == Some(&pair.v2))
            .map(|other| other.v2.as_str())
            .collect();
        subject.same(
            "childSectionIds",
            Some(&sorted(json!(children))),
            Some(&sorted(section["childSectionIds"].clone())),
        );
        subject.same("hasChildren", Some(&json!(!children.is_empty())), Some(&section["hasChildren"]));
        let lists = self.compare_lists(&mut subject, pair)?;
        subject.same_number(
            "productTypes",
            Kind::Value,
            Some(&products_of(&meta).into()),
            Some(&lists.v1.len().into()),
        );
        compare_counters(&mut subject, &section, &lists, &direct["meta"]["pagination"]["total"]);
        self.compare_vendors(&mut subject, pair, &section, &lists)?;
        super::filters::compare_filters(&mut subject, &meta["filters"], &section["filters"], !lists.hidden.is_empty());
        let members =
            if pair.v1.is_leaf { lists.v1.iter().filter_map(|product| product.id).collect() } else { Vec::new() };
        let compared = [(pattern.to_owned(), 1), (format!("{pattern}/products"), lists.v2.len() as u64)].into();
        let done = FirstPass { compared, section: Some(pair.v1.id), members, ..FirstPass::default() };
        Ok(Findings { done, differences: subject.differences })
    }
}

/// The ids in one order: v1 has no order of them.
fn sorted(mut ids: Value) -> Value {
    if let Some(ids) = ids.as_array_mut() {
        ids.sort_by_key(ToString::to_string);
    }
    ids
}

/// Counters are those of the lists; what is available is known from the warehouses of v1.
fn compare_counters(subject: &mut ComparedSubject, section: &Value, lists: &Lists, direct: &Value) {
    let available: HashMap<&str, bool> =
        lists.v1.iter().map(|product| (product.stock_number.as_str(), product.is_available)).collect();
    let is_available = |number: &str| available.get(number).copied().unwrap_or_default();
    subject.same_count("productCount", lists.v2.len(), Some(&section["productCount"]));
    subject.same_count("pagination.total", lists.v2.len(), Some(&lists.total));
    let count = lists.v2.iter().filter(|product| is_available(&product.stock_number)).count();
    subject.same_count("availableProductCount", count, Some(&section["availableProductCount"]));
    subject.same_number("directProductCount", Kind::Value, Some(direct), Some(&section["directProductCount"]));
    let mut vendors: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for product in &lists.v2 {
        let counts = vendors.entry(&product.vendor_id).or_default();
        *counts = (counts.0 + 1, counts.1 + usize::from(is_available(&product.stock_number)));
    }
    let shown = section["vendors"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut shown: BTreeMap<&str, &Value> =
        shown.iter().filter_map(|vendor| Some((vendor["id"].as_str()?, vendor))).collect();
    for (id, (products, available)) in vendors {
        let vendor = shown.remove(id).unwrap_or(&Value::Null);
        subject.same_count(&format!("vendors[{id}].productCount"), products, Some(&vendor["productCount"]));
        let path = format!("vendors[{id}].availableProductCount");
        subject.same_count(&path, available, Some(&vendor["availableProductCount"]));
    }
    for (id, vendor) in shown {
        subject.differ(&format!("vendors[{id}]"), None, Some(vendor), Kind::Extra, None);
    }
}
