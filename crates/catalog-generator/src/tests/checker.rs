//! What a store has after generated lines. Whether an import takes them is tested with the import.

use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// The content of a store after the import of the lines.
#[derive(Debug, Clone, Default)]
pub(super) struct State {
    pub(super) types: HashMap<u64, Value>,
    pub(super) fields: HashMap<u64, Value>,
    pub(super) warehouses: HashSet<String>,
    pub(super) sections: HashMap<u64, Value>,
    pub(super) products: HashMap<String, Value>,
}

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
        lines.iter().for_each(|line| self.take(line));
        self.products.values().for_each(|product| self.check_filter_values(product));
        lines
    }

    /// The number of sections from the root to this one.
    pub(super) fn depth(&self, id: u64) -> usize {
        let parent_of = |id: &u64| self.sections[id]["parentHierarchyId"].as_u64();
        std::iter::successors(Some(id), parent_of).count()
    }

    fn take(&mut self, line: &Value) {
        let number = |name: &str| line[name].as_u64().unwrap();
        let stock_number = || line["stockNumber"].as_str().unwrap().to_owned();
        match line["type"].as_str().unwrap() {
            "productType" => {
                let groups = line["groups"].as_array().unwrap().iter();
                let fields = groups.flat_map(|group| group["fields"].as_array().unwrap());
                self.fields.extend(fields.map(|field| (field["id"].as_u64().unwrap(), field.clone())));
                self.types.insert(number("id"), line.clone());
            }
            "warehouse" => drop(self.warehouses.insert(line["id"].as_str().unwrap().to_owned())),
            "section" => drop(self.sections.insert(number("hierarchyId"), line.clone())),
            "product" => drop(self.products.insert(stock_number(), line.clone())),
            "offer" => {
                let mut offer = line.clone();
                offer.as_object_mut().unwrap().retain(|name, _| name != "type" && name != "stockNumber");
                self.products.get_mut(&stock_number()).unwrap()["offer"] = offer;
            }
            "deleted" => self.products.get_mut(&stock_number()).unwrap()["isActive"] = false.into(),
            other => panic!("{other} is no kind of record"),
        }
    }

    /// What an import need not refuse: a value that no filter of its sections shows, or of another name than its field.
    fn check_filter_values(&self, product: &Value) {
        for value in product["filterValues"].as_array().unwrap() {
            assert_eq!(self.fields[&value["fieldId"].as_u64().unwrap()]["uid"], value["uid"], "{value}");
            let has_filter = |id: &Value| {
                let section = &self.sections[&id.as_u64().unwrap()];
                let filters = section["filters"].as_array().unwrap();
                section["isService"] == true || filters.iter().any(|filter| filter["uid"] == value["uid"])
            };
            let sections = value["sections"].as_array().unwrap();
            assert!(!sections.is_empty() && sections.iter().all(has_filter), "{value}");
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
