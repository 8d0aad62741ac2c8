//! Products as the stand-in shows them.

use crate::model::{Model, Product};
use serde_json::{Map, Value, json};

impl Model {
    pub(crate) fn item(&self, product: &Product, with_documents: bool) -> Value {
        let mut item = Map::new();
        let mut wrap = |id: i64, uid: &str, name: &str, value: Value| {
            // Like a system that has grown: what is empty is there all the same.
            item.insert(uid.to_owned(), json!({"name": name, "value": value, "field_id": id, "uid": uid}));
        };
        wrap(101, "stockNumber", "Stock number", json!(product.stock_number));
        wrap(102, "fullName", "Full name", json!(format!("{} in full", product.name)));
        wrap(103, "vendor", "Vendor", json!(product.vendor));
        wrap(104, "description", "Description", json!(product.description));
        wrap(105, "previewPhoto", "Preview photo", json!(product.preview.clone().unwrap_or_default()));
        wrap(106, "photos", "Photos", json!(product.photos));
        wrap(107, "price", "Price", json!(price(product)));
        wrap(108, "inStock", "In stock", json!(in_stock(product).to_string()));
        wrap(109, "shipping", "Shipping", json!(product.shipping));
        wrap(110, "warehouses", "Warehouses", warehouses(product));
        item.insert("id".to_owned(), json!(product.id));
        item.insert("name".to_owned(), json!(product.name));
        item.insert("url".to_owned(), json!(product.url.clone().unwrap_or_default()));
        let mut features = Map::new();
        if let Some(power) = &product.power {
            let power = json!({"name": self.power_name, "value": power, "field_id": 17, "uid": "power"});
            features.insert("power".to_owned(), power);
        }
        if !product.colors.is_empty() {
            let colors = json!({"name": "Color", "value": product.colors, "field_id": 18, "uid": "color"});
            features.insert("color".to_owned(), colors);
        }
        item.insert("features".to_owned(), Value::Object(features));
        if with_documents {
            item.insert("documentation".to_owned(), documents(product));
        }
        Value::Object(item)
    }
}

fn in_stock(product: &Product) -> i64 {
    product.stock.iter().map(|(_, quantity)| quantity).sum()
}

fn warehouses(product: &Product) -> Value {
    let stock = product.stock.iter();
    stock.map(|(id, quantity)| json!({"id": id, "name": format!("Warehouse {id}"), "quantity": quantity})).collect()
}

/// The one price of v1, written with trailing zeros as the old system does.
fn price(product: &Product) -> String {
    let price = match (&product.sale, &product.level) {
        _ if product.is_hidden => return "0".to_owned(),
        (Some(sale), _) => sale,
        (None, Some(level)) => level,
        (None, None) => &product.retail,
    };
    if price.contains('.') { format!("{price}0") } else { price.clone() }
}

pub(crate) fn availability(product: &Product) -> Value {
    json!({"id": product.id, "stockNumber": product.stock_number, "price": price(product), "currency": "USD",
        "inStock": in_stock(product), "shipping": product.shipping, "warehouses": warehouses(product)})
}

pub(crate) fn documents(product: &Product) -> Value {
    let links = product.documents.iter();
    links
        .map(|(title, url)| {
            json!({"title": title, "description": null, "url": url, "fileType": null, "sizeBytes": null, "size": null})
        })
        .collect()
}

pub(crate) fn configurator(product: &Product) -> Option<Value> {
    let price = if product.is_hidden { "0" } else { product.option_price.as_deref()? };
    product.option_price.as_ref()?;
    Some(json!({"groups": [{"uid": "motor", "name": "Motor", "required": true, "options": [
        {"uid": "m5", "name": "5 kW", "stockNumber": "MTR-5", "default": true, "price": price}]}]}))
}
