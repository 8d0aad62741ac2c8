//! The combined content of all accepted inputs. It is independent of the service's results.

use catalog_generator::Random;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The last record of everything, amended by later ones.
#[derive(Debug, Clone, Default)]
pub(crate) struct SourceState {
    pub(crate) types: BTreeMap<i64, Value>,
    pub(crate) warehouses: BTreeMap<String, Value>,
    /// By hierarchy id. One that was deleted or left out is not active.
    pub(crate) sections: BTreeMap<i64, Value>,
    /// By stock number, each with the last offer. One that was deleted or left out is not active.
    pub(crate) products: BTreeMap<String, Value>,
    /// By stock number: the last record of links.
    pub(crate) resources: BTreeMap<String, Value>,
    /// Products whose offer is from another record than their own.
    separate_offers: BTreeSet<String>,
    /// Products that lost their source id to another one: their last record would take it back.
    dispossessed: BTreeSet<String>,
}

pub(crate) fn text<'a>(record: &'a Value, field: &str) -> &'a str {
    record[field].as_str().unwrap_or_default()
}

impl SourceState {
    pub(crate) fn apply(&mut self, full: bool, records: &[Value]) {
        if full {
            self.sections
                .values_mut()
                .chain(self.products.values_mut())
                .for_each(|record| record["isActive"] = json!(false));
        }
        for record in records {
            let (stock_number, section) = (text(record, "stockNumber"), record["hierarchyId"].as_i64());
            match text(record, "type") {
                "productType" => drop(self.types.insert(record["id"].as_i64().unwrap(), record.clone())),
                "warehouse" => drop(self.warehouses.insert(text(record, "id").to_owned(), record.clone())),
                "section" => drop(self.sections.insert(section.unwrap(), record.clone())),
                "product" => self.apply_product(stock_number, record),
                "offer" => self.apply_offer(stock_number, record),
                _ => match section {
                    Some(section) => self.sections.get_mut(&section).unwrap()["isActive"] = json!(false),
                    None => self.products.get_mut(stock_number).unwrap()["isActive"] = json!(false),
                },
            }
        }
        let stated: BTreeMap<i64, &str> = records
            .iter()
            .filter(|record| text(record, "type") == "product")
            .map(|record| (record["sourceId"].as_i64().unwrap(), text(record, "stockNumber")))
            .collect();
        for (stock_number, product) in &mut self.products {
            let holder = stated.get(&product["sourceId"].as_i64().unwrap());
            if holder.is_some_and(|holder| holder != stock_number) {
                product["isActive"] = json!(false);
                self.dispossessed.insert(stock_number.clone());
            }
        }
    }

    fn apply_product(&mut self, stock_number: &str, record: &Value) {
        let mut record = record.clone();
        if record.get("offer").is_some() {
            self.separate_offers.remove(stock_number);
        } else if let Some(offer) = self.products.get(stock_number).and_then(|stored| stored.get("offer")) {
            record["offer"] = offer.clone();
            self.separate_offers.insert(stock_number.to_owned());
        }
        self.dispossessed.remove(stock_number);
        self.products.insert(stock_number.to_owned(), record);
    }

    fn apply_offer(&mut self, stock_number: &str, record: &Value) {
        let mut offer = record.clone();
        let fields = offer.as_object_mut().unwrap();
        fields.remove("type");
        fields.remove("stockNumber");
        self.products.get_mut(stock_number).unwrap()["offer"] = offer;
        self.separate_offers.insert(stock_number.to_owned());
    }

    pub(crate) fn apply_resources(&mut self, records: &[Value]) {
        let known = records.iter().filter(|record| self.products.contains_key(text(record, "stockNumber")));
        self.resources.extend(known.map(|record| (text(record, "stockNumber").to_owned(), record.clone())));
    }

    /// All records again, as an import of that mode without any change. Inactive ones are left out, deleted again, or
    /// stated as inactive.
    pub(crate) fn again(&self, full: bool, random: &mut Random) -> Vec<Value> {
        let mut records: Vec<Value> = self.types.values().chain(self.warehouses.values()).cloned().collect();
        for (id, section) in &self.sections {
            let deleted = json!({"type": "deleted", "hierarchyId": id});
            records.extend(repeated(section, deleted, full, random));
        }
        for (stock_number, product) in &self.products {
            let deleted = json!({"type": "deleted", "stockNumber": stock_number});
            let mut product = product.clone();
            if self.separate_offers.contains(stock_number) {
                product.as_object_mut().unwrap().remove("offer");
            }
            if !self.dispossessed.contains(stock_number) {
                records.extend(repeated(&product, deleted, full, random));
            } else if random.chance(50) {
                records.push(deleted);
            }
        }
        records
    }

    pub(crate) fn public_fields(&self) -> BTreeSet<i64> {
        let groups = self.types.values().flat_map(|kind| kind["groups"].as_array().unwrap());
        let fields =
            groups.flat_map(|group| group["fields"].as_array().unwrap().iter().map(move |field| (group, field)));
        let is_public = |group: &Value, field: &Value| {
            let is_feature = text(field, "role") == "feature" && text(group, "role") == "feature";
            is_feature || text(field, "role") == "warranty"
        };
        fields
            .filter(|(group, field)| is_public(group, field))
            .map(|(_, field)| field["id"].as_i64().unwrap())
            .collect()
    }
}

/// A section or product again. A delta may leave out some of the active ones.
fn repeated(record: &Value, deleted: Value, full: bool, random: &mut Random) -> Option<Value> {
    let is_active = record["isActive"].as_bool().unwrap();
    match random.number(0..3) {
        0 if !full || !is_active => None,
        1 if !is_active => Some(deleted),
        _ => Some(record.clone()),
    }
}
