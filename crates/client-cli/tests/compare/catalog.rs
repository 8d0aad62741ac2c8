//! A small catalog as v1 shows it: six sections, and products with ids from 90000 on, with hidden prices, several
//! sections, trailing blanks, an id in several forms and missing data among them.

use serde_json::{Map, Value, json};

pub(crate) struct Catalog {
    pub(crate) products: Vec<i64>,
    /// Sections of products that are not in those of their number.
    pub(crate) moved: Vec<(i64, Vec<i64>)>,
    pub(crate) has_empty_section: bool,
}

/// Products by their number, without some.
pub(crate) fn usual_without(count: i64, absent: &[i64]) -> Catalog {
    let products = (90_000..90_000 + count).filter(|id| !absent.contains(id)).collect();
    Catalog { products, moved: Vec::new(), has_empty_section: true }
}

pub(crate) fn usual(count: i64) -> Catalog {
    usual_without(count, &[])
}

fn wrapper(uid: &str, field_id: i64, value: impl Into<Value>) -> Value {
    json!({"name": format!("i18n::{uid}"), "value": value.into(), "field_id": field_id, "uid": uid})
}

fn stock_number(id: i64) -> String {
    let index = id - 90_000;
    if index % 9 == 0 { format!("A/{index}+C 3%") } else { format!("P-{index:05}") }
}

fn links(id: i64) -> Value {
    if id % 6 == 0 { json!([{"title": "Manual", "url": format!("https://cdn.example/{id}.pdf")}]) } else { json!([]) }
}

fn warehouses(index: i64) -> Vec<Value> {
    let quantities = [("a", index % 4), ("b", index % 3)].into_iter().filter(|_| index % 6 != 5);
    quantities.map(|(id, quantity)| json!({"id": id, "name": id, "quantity": quantity})).collect()
}

impl Catalog {
    pub(crate) fn tree(&self) -> Value {
        let section = |id: i64, name: &str| json!({"id": id, "name": name});
        let empty = self.has_empty_section.then(|| section(100_006, "Nothing yet"));
        let spare: Vec<Value> = [section(100_005, "Seals")].into_iter().chain(empty).collect();
        let equipment = [section(100_002, "Pumps"), section(100_003, "Valves <&>")];
        json!([
            {"id": 100_001, "name": "Equipment", "subSections": equipment},
            {"id": 100_004, "name": "i18n::spare.parts", "subSections": spare},
        ])
    }

    /// The products of sections and of those below them.
    pub(crate) fn listed(&self, sections: &[i64]) -> Vec<i64> {
        let leaves = |id: i64| {
            let index = id - 90_000;
            let moved = self.moved.iter().find(|(moved, _)| *moved == id).map(|(_, sections)| sections.clone());
            let leaf = [100_002, 100_003, 100_005][usize::try_from(index % 3).unwrap()];
            let also = (index % 5 == 0).then_some(if leaf == 100_005 { 100_002 } else { 100_005 });
            moved.unwrap_or_else(|| std::iter::once(leaf).chain(also).collect())
        };
        let is_in = |leaf: i64| {
            let parent = if leaf < 100_004 { 100_001 } else { 100_004 };
            sections.contains(&leaf) || sections.contains(&parent)
        };
        self.products.iter().copied().filter(|id| leaves(*id).into_iter().any(is_in)).collect()
    }

    pub(crate) fn vendors(&self, sections: &[i64]) -> Value {
        let mut names: Vec<&str> = self.listed(sections).into_iter().filter_map(vendor).collect();
        names.sort_unstable();
        names.dedup();
        json!(names)
    }

    pub(crate) fn meta(&self, sections: &[i64]) -> Value {
        let listed = self.listed(sections);
        let count = |rest: i64| listed.iter().filter(|id| *id % 2 == 0 && *id % 3 == rest).count();
        let values =
            (0..3).map(|rest| json!({"value": format!("{rest} kW"), "key": rest.to_string(), "count": count(rest)}));
        let values: Vec<Value> = values.filter(|value| value["count"] != 0).collect();
        let has_filters = sections.contains(&100_002);
        let filters =
            if has_filters { json!([{"uid": "power", "name": "i18n::power", "values": values}]) } else { json!([]) };
        let types = if listed.is_empty() { json!([]) } else { json!([{"id": 1, "productsCount": listed.len()}]) };
        json!({
            "section": {"id": sections[0], "name": format!("Section {}", sections[0]), "hierarchyId": sections[0] - 100_000},
            "productTypes": types, "filters": filters, "featureSchema": {"fields": {"100": {"name": "i18n::power"}}},
        })
    }

    pub(crate) fn has(&self, id: i64) -> bool {
        self.products.contains(&id)
    }

    pub(crate) fn by_stock(&self, number: &str) -> Option<i64> {
        self.products.iter().copied().find(|id| stock_number(*id) == number)
    }
}

fn vendor(id: i64) -> Option<&'static str> {
    [None, Some("Acme"), Some("Acme\u{a0}"), Some("Zeta & Söhne")][usize::try_from(id % 4).unwrap()]
}

fn price(index: i64) -> String {
    if index % 11 == 0 { "0".to_owned() } else { format!("{}.25", 100 * index) }
}

/// A product with all its properties.
pub(crate) fn item(id: i64, with_links: bool) -> Value {
    let index = id - 90_000;
    let every = |step: i64| index % step == 0;
    let mut features = Map::new();
    if index % 5 != 1 {
        features.insert("power".into(), wrapper("power", 100, format!("{index} kW")));
    }
    if every(4) {
        features.insert("color".into(), wrapper("color", 101, json!(["red", "blue"])));
    }
    let photo = |number: i64| format!("https://cdn.example/{index}-{number}.jpg");
    let optional = [
        (!every(8), "url", json!(format!("/products/p-{index}/"))),
        (vendor(id).is_some(), "vendor", wrapper("vendor", -3, vendor(id))),
        (every(2), "previewPhoto", wrapper("previewPhoto", -5, photo(0))),
        (every(3), "photos", wrapper("photos", -6, json!([photo(2), photo(1), photo(3)]))),
        (index % 4 != 3, "description", wrapper("description", -4, format!("<p>Насос {index}</p>"))),
        (!warehouses(index).is_empty(), "warehouses", wrapper("warehouses", -9, warehouses(index))),
        (!features.is_empty(), "features", features.into()),
        (with_links && id % 6 == 0, "documentation", links(id)),
    ];
    let mut item = json!({
        "id": id, "name": format!("Product {index:05}"), "stockNumber": wrapper("stockNumber", -1, stock_number(id)),
        "fullName": wrapper("fullName", -2, format!("Product {index} in full")), "price": wrapper("price", -7, price(index)),
        "inStock": wrapper("inStock", -8, (index % 7).to_string()), "shipping": wrapper("shipping", -10, index % 5),
    });
    for (_, name, value) in optional.into_iter().filter(|(is_there, ..)| *is_there) {
        item[name] = value;
    }
    item
}

pub(crate) fn availability(id: i64) -> Value {
    let index = id - 90_000;
    json!({
        "id": id, "stockNumber": stock_number(id), "price": price(index), "inStock": index % 7, "shipping": index % 5,
        "warehouses": warehouses(index),
    })
}

pub(crate) fn documentation(id: i64) -> Value {
    json!({"id": id, "stockNumber": stock_number(id), "documentation": links(id)})
}

/// The links of a single product.
pub(crate) fn single_documentation(id: i64) -> Value {
    links(id)
}

pub(crate) fn configurator(id: i64) -> Option<Value> {
    let option = json!({"uid": "m5", "name": "5 kW", "default": true, "price": 9});
    (id % 10 == 1)
        .then(|| json!({"groups": [{"uid": "motor", "name": "Motor", "required": true, "options": [option]}]}))
}
