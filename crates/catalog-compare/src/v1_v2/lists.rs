//! The products of a section in the lists of both interfaces.

use super::Interfaces;
use super::client::UnitError;
use super::plan::SectionPair;
use super::products::effective_price;
use super::subject::{ComparedSubject, STOREFRONT};
use crate::compare::{item_stock_number, text};
use crate::difference::Kind;
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};

pub(super) struct V1Product {
    pub(super) id: Option<i64>,
    pub(super) stock_number: String,
    price: String,
    in_stock: Option<i64>,
    shipping: Option<i64>,
    pub(super) is_available: bool,
}

pub(super) struct V2Product {
    pub(super) stock_number: String,
    price: String,
    in_stock: Option<i64>,
    shipping: Option<i64>,
    pub(super) vendor_id: String,
    pub(super) vendor_name: String,
}

pub(super) struct Lists {
    pub(super) v1: Vec<V1Product>,
    pub(super) v2: Vec<V2Product>,
    pub(super) total: Value,
    /// Stock numbers that are in v1's list only, and in a section that v2 does not show.
    pub(super) hidden: HashSet<String>,
}

impl Interfaces<'_> {
    /// Reads the lists of a section, and compares what they have, in which order, and at which price and stock.
    pub(super) fn compare_lists(&self, subject: &mut ComparedSubject, pair: &SectionPair) -> Result<Lists, UnitError> {
        let mut v1 = Vec::new();
        let list = format!("/api/v1/get/items/availability/from?id_list={}", pair.v1.id);
        self.client.each_of_v1(&list, |item| v1.extend(V1Product::read(item)))?;
        let mut v2 = Vec::new();
        let total = self.client.each_of_v2(&pair.v2, |product| v2.extend(V2Product::read(product)))?;
        let mut lists = Lists { v1, v2, total, hidden: HashSet::new() };
        self.compare_membership(subject, pair, &mut lists);
        let by_number: HashMap<&str, &V1Product> =
            lists.v1.iter().map(|product| (product.stock_number.as_str(), product)).collect();
        for product in &lists.v2 {
            if let Some(same) = by_number.get(product.stock_number.as_str()) {
                subject.of_product(same.id, &same.stock_number, |subject| compare_product(subject, same, product));
            }
        }
        Ok(lists)
    }

    fn compare_membership(&self, subject: &mut ComparedSubject, pair: &SectionPair, lists: &mut Lists) {
        let in_v1: HashSet<&str> = lists.v1.iter().map(|product| product.stock_number.as_str()).collect();
        let in_v2: HashSet<&str> = lists.v2.iter().map(|product| product.stock_number.as_str()).collect();
        for (count, unique, version) in [(lists.v1.len(), in_v1.len(), "v1"), (lists.v2.len(), in_v2.len(), "v2")] {
            subject.same_count(&format!("products that {version} lists twice"), count - unique, None);
        }
        let mut hidden = HashSet::new();
        for product in lists.v1.iter().filter(|product| !in_v2.contains(product.stock_number.as_str())) {
            if !pair.is_whole && self.plan.in_hidden_sections.contains(&product.stock_number) {
                hidden.insert(product.stock_number.clone());
            } else {
                let number = product.stock_number.as_str();
                subject.of_product(product.id, number, |subject| {
                    subject.differ(&format!("products[{number}]"), Some(&number.into()), None, Kind::Missing, None);
                });
            }
        }
        for product in lists.v2.iter().filter(|product| !in_v1.contains(product.stock_number.as_str())) {
            let number = product.stock_number.as_str();
            subject.differ(&format!("products[{number}]"), None, Some(&number.into()), Kind::Extra, None);
        }
        if !hidden.is_empty() {
            let counts = (Value::from(lists.v1.len()), Value::from(lists.v2.len()));
            subject.differ("products", Some(&counts.0), Some(&counts.1), Kind::Missing, Some(STOREFRONT));
        }
        let common_of_v1 =
            lists.v1.iter().map(|product| &product.stock_number).filter(|number| in_v2.contains(number.as_str()));
        let common_of_v2 =
            lists.v2.iter().map(|product| &product.stock_number).filter(|number| in_v1.contains(number.as_str()));
        if let Some((v1, v2)) = common_of_v1.zip(common_of_v2).find(|(v1, v2)| v1 != v2) {
            subject.differ("products", Some(&json!(v1)), Some(&json!(v2)), Kind::Order, None);
        }
        lists.hidden = hidden;
    }
}

fn compare_product(subject: &mut ComparedSubject, v1: &V1Product, v2: &V2Product) {
    let path = |field: &str| format!("products[{}].{field}", v2.stock_number);
    let number = |number: Option<i64>| Value::from(number.unwrap_or_default());
    if v1.price != v2.price {
        let prices = (json!(v1.price), json!(v2.price));
        subject.same_number(&path("pricing"), Kind::Price, Some(&prices.0), Some(&prices.1));
    }
    for (field, v1, v2) in [("inStock", v1.in_stock, v2.in_stock), ("shipping", v1.shipping, v2.shipping)] {
        if v1 != v2 {
            subject.same_number(&path(field), Kind::Stock, Some(&number(v1)), Some(&number(v2)));
        }
    }
}

impl V1Product {
    fn read(item: &Value) -> Option<Self> {
        let mut warehouses = item["warehouses"].as_array().into_iter().flatten();
        Some(Self {
            id: item["id"].as_i64(),
            stock_number: item_stock_number(item)?,
            price: text(&item["price"]).unwrap_or_default(),
            in_stock: item["inStock"].as_i64(),
            shipping: item["shipping"].as_i64(),
            is_available: warehouses.any(|warehouse| warehouse["quantity"].as_i64() > Some(0)),
        })
    }
}

impl V2Product {
    fn read(product: &Value) -> Option<Self> {
        let vendor = &product["vendor"];
        Some(Self {
            stock_number: product["stockNumber"].as_str()?.to_owned(),
            price: text(&effective_price(&product["pricing"])).unwrap_or_default(),
            in_stock: product["availability"]["inStock"].as_i64(),
            shipping: product["availability"]["shipping"].as_i64(),
            vendor_id: vendor["id"].as_str()?.to_owned(),
            vendor_name: vendor["name"].as_str()?.to_owned(),
        })
    }
}
