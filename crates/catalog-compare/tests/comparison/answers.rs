//! v1 as the stand-in answers it, from its model alone.

use crate::model::{Model, PUMPS, Product};
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// A request that has been taken apart.
pub(crate) struct Asked {
    pub(crate) path: Vec<String>,
    pub(crate) query: Vec<(String, String)>,
}

/// `{status, data, error, message}` of a success.
pub(crate) fn success(data: Value, message: &str) -> Value {
    let mut body = json!({"status": true, "error": {}, "message": message});
    body["data"] = data;
    body
}

/// `{status, data, error, message}` of a refusal.
pub(crate) fn refusal(code: u16, name: &str) -> Value {
    json!({"status": false, "data": {}, "error": {"code": code, "name": name, "message": "Нет"}, "message": ""})
}

impl Asked {
    /// Takes the target of a request apart.
    pub(crate) fn read(target: &str) -> Self {
        let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        Self {
            path: path.trim_matches('/').split('/').map(decoded).collect(),
            query: pairs.map(|(key, value)| (decoded(key), decoded(value))).collect(),
        }
    }

    fn list(&self, name: &str) -> Vec<String> {
        let values = self.query.iter().filter(|(key, _)| key == name).flat_map(|(_, value)| value.split(','));
        values.map(str::to_owned).collect()
    }

    fn number(&self, name: &str) -> Option<usize> {
        self.list(name).first()?.parse().ok()
    }
}

impl Model {
    /// The answer to a request with a valid token.
    pub(crate) fn answer(&self, asked: &Asked) -> Value {
        let path: Vec<&str> = asked.path.iter().map(String::as_str).collect();
        let with_documents = asked.list("include_documentation").iter().any(|text| text == "1" || text == "true");
        let shapes = (
            &|product: &Product| self.item(product, with_documents) as Value,
            &|product: &Product| json!({"id": product.id, "stockNumber": product.stock_number, "documentation": documents(product)}),
            &availability as &dyn Fn(&Product) -> Value,
        );
        match path[..] {
            ["auth", "check"] => success(
                json!({"id": 77, "login": "old-login", "email": "old@storefront.example", "isActive": true,
                    "priceLevel": "Опт", "role": "user", "createdAt": "2001-01-01", "password_hint": "cat"}),
                "",
            ),
            ["api", "v1", "get", "catalog"] => success(self.tree(None), ""),
            ["api", "v1", "get", "vendors", "for", ids] => self.vendors(&self.found(ids)),
            ["api", "v1", "get", "section-meta", ids] => self.meta(&self.found(ids)),
            ["api", "v1", "get", "items"] => self.by_id(asked, &shapes.0),
            ["api", "v1", "get", "items", "by-stock"] => self.by_stock(asked, &shapes.0),
            ["api", "v1", "get", "items", "from"] => self.from(asked, &shapes.0),
            ["api", "v1", "get", "items", "documentation"] => self.by_id(asked, &shapes.1),
            ["api", "v1", "get", "items", "documentation", "by-stock"] => self.by_stock(asked, &shapes.1),
            ["api", "v1", "get", "items", "documentation", "from"] => self.from(asked, &shapes.1),
            ["api", "v1", "get", "items", "availability", "by-stock"] => self.by_stock(asked, shapes.2),
            ["api", "v1", "get", "items", "availability", "from"] => self.from(asked, shapes.2),
            ["api", "v1", "get", "item", id] => self.single(id, &shapes.0),
            ["api", "v1", "get", "item", id, "availability"] => self.single(id, shapes.2),
            ["api", "v1", "get", "item", id, "documentation"] => match self.product(id) {
                Some(product) => success(documents(product), ""),
                None => success(json!([]), "Товар не найден"),
            },
            ["api", "v1", "get", "item", id, "configurator"] => match self.product(id).and_then(configurator) {
                Some(configurator) => success(configurator, ""),
                None => success(json!({}), "Нет конфигуратора"),
            },
            _ => refusal(404, "NotFoundError"),
        }
    }

    fn product(&self, id: &str) -> Option<&Product> {
        self.products.iter().find(|product| product.id.to_string() == id)
    }

    fn single(&self, id: &str, shape: &dyn Fn(&Product) -> Value) -> Value {
        match self.product(id) {
            Some(product) => success(shape(product), ""),
            None => success(json!({}), "Товар не найден"),
        }
    }

    fn by_id(&self, asked: &Asked, shape: &dyn Fn(&Product) -> Value) -> Value {
        success(asked.list("id_list").iter().filter_map(|id| self.product(id)).map(shape).collect(), "")
    }

    fn by_stock(&self, asked: &Asked, shape: &dyn Fn(&Product) -> Value) -> Value {
        let find = |number: &String| self.products.iter().find(|product| product.stock_number == *number);
        success(asked.list("stock_list").iter().filter_map(find).map(shape).collect(), "")
    }

    fn from(&self, asked: &Asked, shape: &dyn Fn(&Product) -> Value) -> Value {
        let sections = self.found(&asked.list("id_list").join(","));
        if sections.is_empty() {
            return success(json!([]), "Раздел не найден");
        }
        let products = self.below(&sections).into_iter().skip(asked.number("offset").unwrap_or_default());
        success(products.take(asked.number("limit").unwrap_or(usize::MAX)).map(shape).collect(), "")
    }

    /// The sections of a list that exist.
    fn found(&self, ids: &str) -> Vec<i64> {
        let ids = ids.split(',').filter_map(|id| id.parse().ok());
        ids.filter(|id| self.sections.iter().any(|section| section.id == *id)).collect()
    }

    /// The products of sections and of everything below them.
    fn below(&self, sections: &[i64]) -> Vec<&Product> {
        let is_within = |id: i64| {
            let mut at = Some(id);
            while let Some(id) = at {
                if sections.contains(&id) {
                    return true;
                }
                at = self.sections.iter().find(|section| section.id == id).and_then(|section| section.parent);
            }
            false
        };
        self.products.iter().filter(|product| product.sections.iter().any(|id| is_within(*id))).collect()
    }

    fn tree(&self, parent: Option<i64>) -> Value {
        let nodes = self.sections.iter().filter(|section| section.parent == parent).map(|section| {
            let mut node = json!({"id": section.id, "name": section.name});
            let below = self.tree(Some(section.id));
            if below != json!([]) {
                node["subSections"] = below;
            }
            node
        });
        nodes.collect()
    }

    fn vendors(&self, sections: &[i64]) -> Value {
        if sections.is_empty() {
            return success(json!([]), "Раздел не найден");
        }
        let names: BTreeSet<_> = self.below(sections).iter().filter_map(|product| product.vendor.clone()).collect();
        success(json!(names), "")
    }

    fn meta(&self, sections: &[i64]) -> Value {
        let Some(first) = sections.iter().min().and_then(|id| self.sections.iter().find(|section| section.id == *id))
        else {
            return success(json!({}), "Раздел не найден");
        };
        let products = self.below(sections);
        let is_empty = products.is_empty();
        let types = json!([{"id": 5, "name": "i18n::pump", "productsCount": products.len()}]);
        let group = json!([{"id": 3, "uid": "main", "name": "i18n::main", "ord": 1, "typeId": 5,
            "objectTypeName": "i18n::pump", "fields": [17, 18]}]);
        let field = |id: i64, uid: &str, name: &str, data_type: &str| {
            json!({"id": id, "uid": uid, "name": name, "groupId": 3, "groupName": "i18n::main", "groupOrd": 1,
                "ord": id - 16, "typeId": 5, "objectTypeName": "i18n::pump", "inFilter": id == 17, "inSearch": false,
                "dataType": data_type, "isMultiple": id == 18, "guideId": null, "mainFilter": false, "hidden": false,
                "baseProperty": false, "analog": false})
        };
        let fields = json!({"17": field(17, "power", &self.power_name, "relation"), "18": field(18, "color", "Color", "string")});
        success(
            json!({
                "section": {"id": first.id, "hierarchyId": first.id - 87_000, "name": first.name,
                    "url": format!("/catalog/{}/", first.id)},
                "productTypes": if is_empty { json!([]) } else { types },
                "featureSchema": {
                    "groups": if is_empty { json!([]) } else { group },
                    "fields": if is_empty { json!({}) } else { fields },
                },
                "filters": self.filters(sections, &products),
                "filterValuesSource": (first.id == PUMPS).then_some(&self.filter_index),
            }),
            "",
        )
    }

    fn filters(&self, sections: &[i64], products: &[&Product]) -> Value {
        if !sections.contains(&PUMPS) {
            return json!([]);
        }
        let count = |value: i64| {
            let counted = products.iter().filter(|product| product.filter_value == Some(value));
            counted.filter(|product| product.sections.contains(&PUMPS)).count()
        };
        let values = (0..3).map(|value| (value, count(value))).filter(|(_, count)| *count > 0).map(
            |(value, count)| json!({"value": format!("{value} kW"), "key": format!("{value}-kw"), "count": count}),
        );
        json!([{"uid": "power", "name": self.filter_name, "groupName": "Main", "groupIds": [3], "fieldIds": [17],
            "typeIds": [5], "dataType": "relation", "isMultiple": false, "mainFilter": true, "hidden": false,
            "values": values.collect::<Vec<_>>()}])
    }

    fn item(&self, product: &Product, with_documents: bool) -> Value {
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

fn availability(product: &Product) -> Value {
    json!({"id": product.id, "stockNumber": product.stock_number, "price": price(product), "currency": "USD",
        "inStock": in_stock(product), "shipping": product.shipping, "warehouses": warehouses(product)})
}

fn documents(product: &Product) -> Value {
    let links = product.documents.iter();
    links
        .map(|(title, url)| {
            json!({"title": title, "description": null, "url": url, "fileType": null, "sizeBytes": null, "size": null})
        })
        .collect()
}

fn configurator(product: &Product) -> Option<Value> {
    let price = if product.is_hidden { "0" } else { product.option_price.as_deref()? };
    product.option_price.as_ref()?;
    Some(json!({"groups": [{"uid": "motor", "name": "Motor", "required": true, "options": [
        {"uid": "m5", "name": "5 kW", "stockNumber": "MTR-5", "default": true, "price": price}]}]}))
}
