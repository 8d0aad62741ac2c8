//! A client's whole copy: every product with every part, for every viewer, and the tree of sections.

use crate::service::{Service, VIEWERS};
use crate::source_state::text;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Every part of a product but the configurator, which needs permission.
const PARTS: &str = "description,media,features,seo,filterValues,sections,warehouses,documentation,software,version";

#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Responses {
    /// The products of each of [`VIEWERS`], by stock number.
    pub(crate) products: Vec<BTreeMap<String, Value>>,
    pub(crate) sections: BTreeMap<i64, Option<i64>>,
}

impl Responses {
    pub(crate) async fn read(service: &Service, stock_numbers: impl Iterator<Item = &String>) -> Self {
        let encoded: Vec<String> =
            stock_numbers.map(|number| utf8_percent_encode(number, NON_ALPHANUMERIC).to_string()).collect();
        if encoded.is_empty() {
            return Self::default();
        }
        let path =
            |configurator| format!("/api/v2/products?stockNumbers={}&include={PARTS}{configurator}", encoded.join(","));
        let mut requests: Vec<(usize, String)> = vec![(0, "/api/v2/catalog/sections".to_owned())];
        requests.extend(VIEWERS.iter().enumerate().map(|(viewer, (_, role, .., has_access))| {
            let may_configure = *has_access || *role == catalog_domain::pricing::Role::Administrator;
            (viewer, path(if may_configure { ",configurator" } else { "" }))
        }));
        let mut responses = service.request(&requests).await.into_iter();
        let sections = items(responses.next().unwrap())
            .into_iter()
            .map(|section| (id(&section["id"]).unwrap(), id(&section["parentSectionId"])));
        let sections = sections.collect();
        let by_stock_number = |response| -> BTreeMap<String, Value> {
            items(response).into_iter().map(|item| (text(&item, "stockNumber").to_owned(), item)).collect()
        };
        Self { sections, products: responses.map(by_stock_number).collect() }
    }

    /// The product as the viewers see it; empty when it is not public.
    pub(crate) fn product(&self, stock_number: &str) -> Vec<&Value> {
        self.products.iter().filter_map(|products| products.get(stock_number)).collect()
    }

    /// The public sections that the product is linked to, in the order of the source.
    pub(crate) fn linked(&self, stock_number: &str) -> Vec<i64> {
        let product = self.product(stock_number);
        let sections = product.first().and_then(|product| product["sections"].as_array());
        sections.into_iter().flatten().map(|section| id(&section["id"]).unwrap()).collect()
    }

    pub(crate) fn holders(&self, stock_number: &str) -> BTreeSet<i64> {
        let linked = self.linked(stock_number);
        let up = |section: &i64| self.sections.get(section).copied().flatten();
        linked.into_iter().flat_map(|section| std::iter::successors(Some(section), up)).collect()
    }

    /// The products of the section's subtree: versions by stock number.
    pub(crate) fn versions(&self, section: i64) -> BTreeMap<String, i64> {
        let all = self.products.first().into_iter().flatten();
        let held = all.filter(|(stock_number, _)| self.holders(stock_number).contains(&section));
        held.map(|(stock_number, product)| (stock_number.clone(), product["version"].as_i64().unwrap())).collect()
    }

    pub(crate) fn levels(&self) -> BTreeSet<String> {
        let product = self.products.first().and_then(|products| products.values().next());
        let levels = product.and_then(|product| product["pricing"]["levels"].as_array());
        levels.into_iter().flatten().map(|level| text(level, "level").to_owned()).collect()
    }
}

fn items(mut response: Value) -> Vec<Value> {
    let Value::Array(items) = response["items"].take() else { panic!("no list: {response}") };
    items
}

fn id(value: &Value) -> Option<i64> {
    value.as_str().map(|id| id.parse().unwrap())
}
