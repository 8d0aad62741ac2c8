//! v1 as the stand-in serves it, from its model alone.

use crate::model::{Model, PUMPS, Product};
use crate::shapes::{availability, configurator, documents};
use percent_encoding::percent_decode_str;
use serde_json::{Value, json};
use std::collections::BTreeSet;

pub(crate) struct Target {
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

impl Target {
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
    /// The response to a request with a valid token.
    pub(crate) fn respond(&self, target: &Target) -> Value {
        let path: Vec<&str> = target.path.iter().map(String::as_str).collect();
        let with_documents = target.list("include_documentation").iter().any(|text| text == "1" || text == "true");
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
            ["api", "v1", "get", "items"] => self.by_id(target, &shapes.0),
            ["api", "v1", "get", "items", "by-stock"] => self.by_stock(target, &shapes.0),
            ["api", "v1", "get", "items", "from"] => self.from(target, &shapes.0),
            ["api", "v1", "get", "items", "documentation"] => self.by_id(target, &shapes.1),
            ["api", "v1", "get", "items", "documentation", "by-stock"] => self.by_stock(target, &shapes.1),
            ["api", "v1", "get", "items", "documentation", "from"] => self.from(target, &shapes.1),
            ["api", "v1", "get", "items", "availability", "by-stock"] => self.by_stock(target, shapes.2),
            ["api", "v1", "get", "items", "availability", "from"] => self.from(target, shapes.2),
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

    fn by_id(&self, target: &Target, shape: &dyn Fn(&Product) -> Value) -> Value {
        success(target.list("id_list").iter().filter_map(|id| self.product(id)).map(shape).collect(), "")
    }

    fn by_stock(&self, target: &Target, shape: &dyn Fn(&Product) -> Value) -> Value {
        let find = |number: &String| self.products.iter().find(|product| product.stock_number == *number);
        success(target.list("stock_list").iter().filter_map(find).map(shape).collect(), "")
    }

    fn from(&self, target: &Target, shape: &dyn Fn(&Product) -> Value) -> Value {
        let sections = self.found(&target.list("id_list").join(","));
        if sections.is_empty() {
            return success(json!([]), "Раздел не найден");
        }
        let products = self.below(&sections).into_iter().skip(target.number("offset").unwrap_or_default());
        success(products.take(target.number("limit").unwrap_or(usize::MAX)).map(shape).collect(), "")
    }

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
}
