//! One product by both interfaces.

use super::Interfaces;
use super::client::UnitError;
use super::subject::{ComparedSubject, STOREFRONT, VENDOR_NAMES};
use crate::compare::{item_stock_number, text};
use crate::difference::{Kind, Label};
use crate::journal::FirstPass;
use crate::route::Route;
use crate::walk::Findings;
use serde_json::{Map, Value, json};
use std::collections::HashMap;

impl Interfaces<'_> {
    /// Compares a page of the products of a topmost section of v1.
    pub(super) fn compare_products(&self, page: &str) -> Result<Findings, UnitError> {
        let items = self.client.data(page.to_owned())?;
        let items: Vec<(String, &Value)> =
            items.as_array().into_iter().flatten().filter_map(|item| Some((item_stock_number(item)?, item))).collect();
        let numbers: Vec<&str> = items.iter().map(|(number, _)| number.as_str()).collect();
        let products = self.client.products_of_v2(&numbers)?;
        let products: HashMap<&str, &Value> =
            products.iter().filter_map(|product| Some((product["stockNumber"].as_str()?, product))).collect();
        let pattern = Route::V2Product.pattern();
        let compared = [(pattern.to_owned(), items.len() as u64)].into();
        let mut differences = Vec::new();
        for (number, item) in &items {
            let mut subject = ComparedSubject::new(pattern, format!("product {number}"));
            (subject.subject.product, subject.subject.label) = (item["id"].as_i64(), Label::of_item(item));
            match products.get(number.as_str()) {
                Some(product) => self.compare_product(&mut subject, item, product)?,
                None => {
                    let rule = self.plan.in_hidden_sections.contains(number).then_some(STOREFRONT);
                    subject.differ("", Some(&number.as_str().into()), None, Kind::Missing, rule);
                }
            }
            differences.append(&mut subject.differences);
        }
        Ok(Findings { done: FirstPass { compared, ..FirstPass::default() }, differences })
    }

    fn compare_product(&self, subject: &mut ComparedSubject, item: &Value, product: &Value) -> Result<(), UnitError> {
        let wrapped = |name: &str| item[name].get("value");
        subject.same("id", wrapped("stockNumber"), Some(&product["id"]));
        subject.same("name", item.get("name"), Some(&product["name"]));
        subject.same("fullName", wrapped("fullName"), Some(&product["fullName"]));
        subject.same("url.path", item.get("url"), Some(&product["url"]["path"]));
        subject.same("description", wrapped("description"), Some(&product["description"]));
        subject.same("media.preview", wrapped("previewPhoto"), Some(&product["media"]["preview"]));
        let photos = product["media"]["photos"].as_array().into_iter().flatten().map(|photo| photo["url"].clone());
        subject.same("media.photos", wrapped("photos"), Some(&photos.collect()));
        subject.same_number("pricing", Kind::Price, wrapped("price"), Some(&effective_price(&product["pricing"])));
        let availability = &product["availability"];
        subject.same_number("availability.inStock", Kind::Stock, wrapped("inStock"), Some(&availability["inStock"]));
        subject.same_number("availability.shipping", Kind::Stock, wrapped("shipping"), Some(&availability["shipping"]));
        subject.same("warehouses", wrapped("warehouses"), Some(&product["warehouses"]));
        let quantities = product["warehouses"].as_array().into_iter().flatten();
        let sum: i64 = quantities.filter_map(|warehouse| warehouse["quantity"].as_i64()).sum();
        subject.same_number("warehouses", Kind::Stock, Some(&sum.into()), Some(&availability["inStock"]));
        subject.same("features", Some(&features_of_v1(&item["features"])), Some(&features_of_v2(&product["features"])));
        subject.same("documentation", item.get("documentation"), Some(&product["documentation"]));
        self.compare_vendor(subject, wrapped("vendor"), &product["vendor"])
    }

    fn compare_vendor(
        &self,
        subject: &mut ComparedSubject,
        raw: Option<&Value>,
        vendor: &Value,
    ) -> Result<(), UnitError> {
        let own = raw.and_then(Value::as_str).map(str::trim).filter(|name| !name.is_empty()).unwrap_or("unknown");
        let (id, shown) = (vendor["id"].as_str().unwrap_or_default(), vendor["name"].as_str().unwrap_or_default());
        if own != shown {
            let names_it = self.vendor_names.of(id)?.as_deref() == Some(shown);
            let rule = names_it.then_some(VENDOR_NAMES);
            subject.differ("vendor.name", Some(&own.into()), Some(&shown.into()), Kind::Value, rule);
        }
        Ok(())
    }
}

/// The one price that v1 shows, from v2's prices (`docs/contract.md#v1-prices`).
pub(super) fn effective_price(pricing: &Value) -> Value {
    if pricing["onRequest"] == Value::Bool(true) {
        return 0.into();
    }
    let sale = if pricing["sale"]["active"] == Value::Bool(true) { &pricing["sale"]["value"] } else { &Value::Null };
    let prices = [sale, &pricing["personal"]["value"], &pricing["retail"]["value"]];
    prices.into_iter().find(|price| !price.is_null()).cloned().unwrap_or_else(|| 0.into())
}

/// Names and values by the uid of the field.
fn features_of_v1(wrappers: &Value) -> Value {
    let wrappers = wrappers.as_object().into_iter().flatten();
    let features = wrappers.map(|(uid, wrapper)| {
        let values = match &wrapper["value"] {
            Value::Array(values) => values.clone(),
            value => vec![value.clone()],
        };
        let feature = json!({"fieldId": wrapper["field_id"], "name": wrapper["name"], "values": values});
        (uid.clone(), feature)
    });
    Value::Object(features.collect::<Map<String, Value>>())
}

/// The same; a field has the id and the name of its first value.
fn features_of_v2(groups: &Value) -> Value {
    let mut features = Map::new();
    let items = groups.as_array().into_iter().flatten().filter_map(|group| group["items"].as_array()).flatten();
    for item in items {
        let first = || json!({"fieldId": item["fieldId"], "name": item["name"], "values": []});
        let feature = features.entry(text(&item["uid"]).unwrap_or_default()).or_insert_with(first);
        if let Some(values) = feature["values"].as_array_mut() {
            values.push(item["value"].clone());
        }
    }
    Value::Object(features)
}
