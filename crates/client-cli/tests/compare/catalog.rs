//! A small catalog as an import brings it: six sections, and products with ids from 90000 on, with several sections,
//! trailing blanks, numbers that an address has to escape, and missing data among them.

use serde_json::{Value, json};

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

/// Sections by their ids, with those above them and their names.
const SECTIONS: [(i64, Option<i64>, &str); 6] = [
    (100_001, None, "Equipment"),
    (100_002, Some(100_001), "Pumps"),
    (100_003, Some(100_001), "Valves <&>"),
    (100_004, None, "i18n::spare.parts"),
    (100_005, Some(100_004), "Seals"),
    (100_006, Some(100_004), "Nothing yet"),
];

fn stock_number(id: i64) -> String {
    let index = id - 90_000;
    if index % 9 == 0 { format!("A/{index}+C 3%") } else { format!("P-{index:05}") }
}

/// The id of a section in its own tree.
fn hierarchy_id(section: i64) -> i64 {
    section - 100_000
}

impl Catalog {
    /// The lines of `catalog import`.
    pub(crate) fn lines(&self) -> String {
        let field = |id: i64, uid: &str| json!({"id": id, "uid": uid, "name": format!("i18n::{uid}"), "ord": id, "dataType": "relation", "isMultiple": true});
        let group = json!({"id": 10, "uid": "main", "name": "Main", "ord": 1, "fields": [field(100, "power"), field(101, "color")]});
        let warehouses = ["a", "b"].map(|id| json!({"type": "warehouse", "id": id, "name": id}));
        let sections = SECTIONS.iter().filter(|(id, ..)| self.has_empty_section || *id != 100_006);
        let lines = [json!({"type": "productType", "id": 1, "name": "Any", "groups": [group]})].into_iter();
        let lines = lines.chain(warehouses).chain(sections.map(|(id, above, name)| section(*id, *above, name)));
        joined(lines.chain(self.products.iter().map(|id| self.product(*id))))
    }

    /// The lines of `catalog import-resources`.
    pub(crate) fn links(&self) -> String {
        let linked = self.products.iter().filter(|id| *id % 6 == 0);
        joined(linked.map(|id| {
            let link = json!({"title": "Manual", "url": format!("https://cdn.example/{id}.pdf")});
            json!({"stockNumber": stock_number(*id), "documentation": [link], "software": []})
        }))
    }

    fn sections_of(&self, id: i64) -> Vec<i64> {
        let index = id - 90_000;
        let moved = self.moved.iter().find(|(moved, _)| *moved == id).map(|(_, sections)| sections.clone());
        let leaf = [100_002, 100_003, 100_005][usize::try_from(index % 3).unwrap()];
        let also = (index % 5 == 0).then_some(if leaf == 100_005 { 100_002 } else { 100_005 });
        let sections = moved.unwrap_or_else(|| std::iter::once(leaf).chain(also).collect());
        sections.into_iter().map(hierarchy_id).collect()
    }

    fn product(&self, id: i64) -> Value {
        let index = id - 90_000;
        let every = |step: i64| index % step == 0;
        let photo = |number: i64| format!("https://cdn.example/{index}-{number}.jpg");
        let photos = [2, 1, 3].into_iter().filter(|_| every(3)).map(|number| json!({"url": photo(number)}));
        let power = (index % 5 != 1).then(|| json!({"fieldId": 100, "value": format!("{index} kW")}));
        let colors = ["red", "blue"].into_iter().filter(|_| every(4));
        let colors = colors.map(|color| json!({"fieldId": 101, "value": color}));
        let vendor = [None, Some("Acme"), Some("Acme\u{a0}"), Some("Zeta & Söhne")][usize::try_from(id % 4).unwrap()];
        let filter = json!({
            "fieldId": 100, "uid": "power", "value": format!("{} kW", id % 3), "key": (id % 3).to_string(), "sections": [2],
        });
        let price = if every(11) { "0".to_owned() } else { format!("{}.25", 100 * index) };
        let stock = [("a", index % 4), ("b", index % 3)].into_iter().filter(|_| index % 6 != 5);
        let option = json!({"uid": "m5", "name": "5 kW", "default": true, "retail": "9", "levels": {"Опт": "9"}});
        let group = json!({"uid": "motor", "name": "Motor", "required": true, "options": [option]});
        json!({
            "type": "product", "sourceId": id, "stockNumber": stock_number(id), "isActive": true, "typeId": 1,
            "name": format!("Product {index:05}"), "fullName": format!("Product {index} in full"),
            "url": (!every(8)).then(|| format!("https://storefront.example/products/p-{index}/")),
            "vendor": vendor.map(|name| json!({"id": format!("v{}", id % 4), "name": name})),
            "sections": self.sections_of(id),
            "preview": every(2).then(|| photo(0)),
            "photos": photos.collect::<Value>(),
            "description": if index % 4 == 3 { String::new() } else { format!("<p>Насос {index}</p>") },
            "features": power.into_iter().chain(colors).collect::<Value>(),
            "filterValues": if id % 2 == 0 { json!([filter]) } else { json!([]) },
            "configurator": (id % 10 == 1).then(|| json!({"groups": [group]})),
            "offer": {
                "retail": price, "levels": {"Опт": price}, "shipping": index % 5,
                "stock": stock.map(|(id, quantity)| json!({"warehouseId": id, "quantity": quantity})).collect::<Value>(),
            },
        })
    }
}

fn section(id: i64, above: Option<i64>, name: &str) -> Value {
    let filter = json!({
        "uid": "power", "name": "i18n::power", "groupName": "Main", "groupIds": [10], "fieldIds": [100], "typeIds": [1],
        "dataType": "relation", "isMultiple": false, "mainFilter": false, "hidden": false,
    });
    json!({
        "type": "section", "sourceId": id, "hierarchyId": hierarchy_id(id), "parentHierarchyId": above.map(hierarchy_id),
        "name": name, "url": format!("https://storefront.example/{id}/"), "isActive": true, "sortOrder": id,
        "filters": if id == 100_002 { json!([filter]) } else { json!([]) },
    })
}

fn joined(lines: impl Iterator<Item = Value>) -> String {
    lines.map(|line| format!("{line}\n")).collect()
}
