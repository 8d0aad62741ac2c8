//! Reads generated lines as strictly as the import format requires, and fails the test at the first error.

use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// The content of a store after the import of the lines.
#[derive(Debug, Clone, Default)]
pub(super) struct State {
    pub(super) types: HashMap<u64, Value>,
    pub(super) groups: HashSet<u64>,
    pub(super) fields: HashMap<u64, Field>,
    pub(super) warehouses: HashSet<String>,
    pub(super) sections: HashMap<u64, Value>,
    pub(super) products: HashMap<String, Value>,
}

/// A field and the type that it belongs to.
#[derive(Debug, Clone)]
pub(super) struct Field {
    pub(super) type_id: u64,
    pub(super) record: Value,
}

const FIELD: &str = "id uid name ord role dataType inFilter inSearch isMultiple mainFilter hidden baseProperty analog";
const FILTER: &str = "uid name groupName groupIds fieldIds typeIds dataType isMultiple mainFilter hidden";
const SECTION: &str = "type hierarchyId sourceId parentHierarchyId name url isActive";
const PRODUCT: &str = "type sourceId stockNumber name fullName url isActive typeId sections";
const PRODUCT_OPTIONAL: &str = "vendor primarySection preview photos description seo features filterValues \
    contentUpdatedAt commercialUpdatedAt configurator offer";
const OFFER_OPTIONAL: &str = "hidePrices retail levels sale specialPrice stock shipping commercialUpdatedAt";

impl State {
    /// The state after a catalog.
    pub(super) fn of_catalog(text: &str) -> Self {
        let mut state = Self::default();
        state.import(text);
        state
    }

    pub(super) fn import(&mut self, text: &str) -> Vec<Value> {
        assert!(text.is_empty() || text.ends_with('\n'));
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let mut identities = HashSet::new();
        for line in &lines {
            let kind = line["type"].as_str().unwrap();
            assert!(identities.insert(self.take(kind, line)), "twice: {line}");
        }
        self.resolve();
        lines
    }

    /// The number of sections from the root to this one.
    pub(super) fn depth(&self, id: u64) -> usize {
        let parent_of = |id: &u64| self.sections[id]["parentHierarchyId"].as_u64();
        let depth = std::iter::successors(Some(id), parent_of).take(100).count();
        assert!(depth < 100, "the parents of {id} loop");
        depth
    }

    fn take(&mut self, kind: &str, line: &Value) -> String {
        let stock_number = || line["stockNumber"].as_str().unwrap().to_owned();
        match kind {
            "productType" => self.take_type(line),
            "warehouse" => {
                has_fields(line, "type id name", "");
                self.warehouses.insert(line["id"].as_str().unwrap().to_owned());
                return format!("warehouse {}", line["id"]);
            }
            "section" => {
                has_fields(line, SECTION, "isService sortOrder filterIndex filters");
                self.sections.insert(line["hierarchyId"].as_u64().unwrap(), line.clone());
                return format!("section {}", line["hierarchyId"]);
            }
            "product" => {
                has_fields(line, PRODUCT, PRODUCT_OPTIONAL);
                self.products.insert(stock_number(), line.clone());
            }
            "offer" => {
                has_fields(line, "type stockNumber", OFFER_OPTIONAL);
                let product = self.products.get_mut(&stock_number()).expect("an offer is for a known product");
                let mut offer = line.clone();
                offer.as_object_mut().unwrap().retain(|name, _| name != "type" && name != "stockNumber");
                product["offer"] = offer;
            }
            "deleted" => {
                has_fields(line, "type stockNumber", "");
                let product = self.products.get_mut(&stock_number()).expect("what is deleted is known");
                product["isActive"] = false.into();
            }
            other => panic!("{other} is no kind of record"),
        }
        line.get("id").map_or_else(stock_number, |id| format!("{kind} {id}"))
    }

    fn take_type(&mut self, line: &Value) {
        has_fields(line, "type id name groups", "");
        let type_id = line["id"].as_u64().unwrap();
        for group in line["groups"].as_array().unwrap() {
            has_fields(group, "id uid name ord role fields", "");
            assert!(self.groups.insert(group["id"].as_u64().unwrap()), "{group}");
            for record in group["fields"].as_array().unwrap() {
                has_fields(record, FIELD, "guideId");
                let field = Field { type_id, record: record.clone() };
                assert!(self.fields.insert(record["id"].as_u64().unwrap(), field).is_none(), "{record}");
            }
        }
        self.types.insert(type_id, line.clone());
    }

    /// Follows every reference.
    fn resolve(&self) {
        assert_distinct(self.sections.values());
        assert_distinct(self.products.values());
        for (id, section) in &self.sections {
            self.depth(*id);
            for filter in section["filters"].as_array().unwrap() {
                self.check_filter(filter);
            }
        }
        self.products.values().for_each(|product| self.check_product(product));
    }

    fn check_filter(&self, filter: &Value) {
        has_fields(filter, FILTER, "");
        let field = &self.fields[&filter["fieldIds"][0].as_u64().unwrap()];
        assert_eq!((&filter["uid"], &filter["dataType"]), (&field.record["uid"], &field.record["dataType"]));
        assert_eq!(filter["typeIds"][0], field.type_id);
        assert!(self.groups.contains(&filter["groupIds"][0].as_u64().unwrap()), "{filter}");
        assert_eq!(field.record["inFilter"], true, "{filter}");
    }

    fn check_product(&self, product: &Value) {
        let stock_number = product["stockNumber"].as_str().unwrap();
        assert!((1..=64).contains(&stock_number.chars().count()));
        assert!(!stock_number.contains(char::is_control));
        let type_id = product["typeId"].as_u64().unwrap();
        assert!(self.types.contains_key(&type_id));
        let sections = self.check_sections(&product["sections"]);
        assert!(product.get("primarySection").is_none_or(|primary| sections.contains(&primary.as_u64().unwrap())));
        assert!(product.get("vendor").is_none_or(|vendor| {
            has_fields(vendor, "id name", "");
            vendor["id"] != "unknown" && !vendor["name"].as_str().unwrap().trim().is_empty()
        }));
        for feature in product["features"].as_array().unwrap() {
            has_fields(feature, "fieldId value", "");
            assert_eq!(self.fields[&feature["fieldId"].as_u64().unwrap()].type_id, type_id, "{stock_number}");
        }
        for value in product["filterValues"].as_array().unwrap() {
            self.check_filter_value(value, type_id);
        }
        if let Some(configurator) = product.get("configurator") {
            self.check_configurator(configurator);
        }
        // A changed product keeps its stored offer, which this state does not model.
        if let Some(offer) = product.get("offer") {
            has_fields(offer, "", OFFER_OPTIONAL);
            self.check_offer(offer);
        }
    }

    /// Known sections, each once.
    fn check_sections(&self, list: &Value) -> HashSet<u64> {
        let list: Vec<u64> = list.as_array().unwrap().iter().map(|id| id.as_u64().unwrap()).collect();
        assert!(list.iter().all(|id| self.sections.contains_key(id)), "{list:?}");
        let set: HashSet<u64> = list.iter().copied().collect();
        assert_eq!(set.len(), list.len(), "{list:?}");
        set
    }

    fn check_filter_value(&self, value: &Value, type_id: u64) {
        has_fields(value, "fieldId uid value key sections", "");
        let field = &self.fields[&value["fieldId"].as_u64().unwrap()];
        assert_eq!((field.type_id, &field.record["uid"]), (type_id, &value["uid"]), "{value}");
        assert!(!value["key"].as_str().unwrap().is_empty(), "{value}");
        let sections = self.check_sections(&value["sections"]);
        let has_filter = |id: &u64| {
            let section = &self.sections[id];
            let filters = section["filters"].as_array().unwrap();
            section["isService"] == true || filters.iter().any(|filter| filter["uid"] == value["uid"])
        };
        assert!(!sections.is_empty() && sections.iter().all(has_filter), "{value}");
    }

    fn check_configurator(&self, configurator: &Value) {
        has_fields(configurator, "groups priceData", "");
        for group in configurator["groups"].as_array().unwrap() {
            has_fields(group, "uid name required options", "");
            for option in group["options"].as_array().unwrap() {
                has_fields(option, "uid name levels", "stockNumber default retail");
                let known = |number: &Value| self.products.contains_key(number.as_str().unwrap());
                assert!(option.get("stockNumber").is_none_or(known), "{option}");
                check_prices(option);
            }
        }
    }

    fn check_offer(&self, offer: &Value) {
        check_prices(offer);
        let mut warehouses = HashSet::new();
        for stock in offer["stock"].as_array().unwrap() {
            has_fields(stock, "warehouseId quantity", "");
            let warehouse = stock["warehouseId"].as_str().unwrap();
            assert!(self.warehouses.contains(warehouse) && warehouses.insert(warehouse), "{offer}");
            assert!(stock["quantity"].is_i64(), "{offer}");
        }
    }
}

/// The price of a product or option as a number; 0 for 'no price'.
pub(super) fn amount(price: &Value) -> f64 {
    match price {
        Value::Null => 0.0,
        Value::Number(number) => number.as_f64().unwrap(),
        Value::String(text) if text.is_empty() => 0.0,
        Value::String(text) => text.parse().unwrap(),
        other => panic!("{other} is no price"),
    }
}

fn check_prices(priced: &Value) {
    let levels = priced["levels"].as_object().unwrap();
    assert!(!levels.contains_key("Розн"), "{priced}");
    for price in levels.values().chain([&priced["retail"], &priced["specialPrice"]]) {
        let decimals = price.as_str().and_then(|text| text.split_once('.')).map_or(0, |(_, decimals)| decimals.len());
        assert!((0.0..1e11).contains(&amount(price)) && decimals <= 4, "{priced}");
    }
}

fn assert_distinct<'a>(records: impl Iterator<Item = &'a Value>) {
    let mut source_ids = HashSet::new();
    for record in records {
        assert!(source_ids.insert(record["sourceId"].as_u64().unwrap()), "{record}");
    }
}

/// An object with all of `required`, perhaps some of `optional`, and nothing else.
fn has_fields(object: &Value, required: &str, optional: &str) {
    let names: HashSet<&str> = object.as_object().unwrap().keys().map(String::as_str).collect();
    let known: HashSet<&str> = required.split_whitespace().chain(optional.split_whitespace()).collect();
    assert!(names.is_subset(&known), "unknown {:?} in {object}", names.difference(&known));
    assert!(required.split_whitespace().all(|name| names.contains(name)), "incomplete {object}");
}
