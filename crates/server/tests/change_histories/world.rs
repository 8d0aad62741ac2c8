//! The small world that histories begin with: two product types with fields of every role, three warehouses, eight
//! sections in three trees and on two hosts, and some products. Records are JSON values, except that `levels` is a list
//! of pairs, whose order counts.

use crate::product_edits::edit_product;
use crate::times::second_of_run;
use catalog_generator::Random;
use serde_json::{Value, json};

pub(crate) const STOREFRONT: &str = "storefront.example";
/// Stock numbers of the products that histories begin with: with capitals, spaces, letters and symbols of every kind.
pub(crate) const STOCK_NUMBERS: [&str; 8] = ["P-1", "P-10", "P-2", "p-3", "П 4", "P/5", "P+6%", "Z"];
pub(crate) const WAREHOUSES: [&str; 3] = ["main", "north", "zero"];
/// The sections that histories begin with. Later ones have higher ids.
pub(crate) const SECTIONS: [i64; 8] = [1, 2, 3, 4, 5, 6, 7, 8];

fn field(id: i64, role: &str) -> Value {
    json!({"id": id, "uid": format!("f{}", id % 10), "name": format!("Field {id}"), "ord": id % 4, "role": role,
        "dataType": "string", "inFilter": true})
}

fn group(id: i64, role: &str, fields: &[Value]) -> Value {
    json!({"id": id, "uid": format!("g{id}"), "name": format!("i18n::Group {id}"), "ord": 9 - id, "role": role, "fields": fields})
}

/// The product types: 5 with the fields 51 to 55, 6 with 61 to 64.
fn product_types() -> [Value; 2] {
    let pump = [
        group(1, "feature", &[field(51, "feature"), field(52, "service"), field(53, "facetAlias")]),
        group(2, "service", &[field(54, "warranty"), field(55, "feature")]),
    ];
    let motor = [
        group(3, "feature", &[field(61, "feature"), field(62, "price")]),
        group(4, "commercial", &[field(63, "warranty"), field(64, "seo")]),
    ];
    [
        json!({"type": "productType", "id": 5, "name": "Pump", "groups": pump}),
        json!({"type": "productType", "id": 6, "name": "Motor", "groups": motor}),
    ]
}

pub(crate) fn fields_of(product_type: i64) -> Vec<i64> {
    if product_type == 5 { (51..=55).collect() } else { (61..=64).collect() }
}

pub(crate) fn warehouse(id: &str, name: &str) -> Value {
    json!({"type": "warehouse", "id": id, "name": name})
}

pub(crate) fn section(id: i64, parent: Option<i64>) -> Value {
    json!({"type": "section", "hierarchyId": id, "sourceId": 1_000 + id, "parentHierarchyId": parent, "name": format!("S{id}"),
        "url": format!("https://{STOREFRONT}/s/{id}/"), "isActive": true})
}

pub(crate) fn bare_product(stock_number: &str, source_id: i64, sections: &[i64]) -> Value {
    json!({"type": "product", "sourceId": source_id, "stockNumber": stock_number, "name": "Pump", "fullName": "Pump, full",
        "url": null, "isActive": true, "typeId": 5, "sections": sections})
}

/// All records of the first run.
pub(crate) fn first_records(random: &mut Random) -> Vec<Value> {
    let mut records = product_types().to_vec();
    records.extend(WAREHOUSES.map(|id| warehouse(id, id)));
    // 1 > 2 > 3; 4 > 5 > 6, of which 5 is on another host; 7 > 8, of which 7 is a service section.
    let parents = [None, Some(1), Some(2), None, Some(4), Some(5), None, Some(7)];
    let mut sections: Vec<Value> = SECTIONS.into_iter().zip(parents).map(|(id, parent)| section(id, parent)).collect();
    sections[4]["url"] = json!("https://other.example/s/5/");
    sections[6]["isService"] = json!(true);
    records.extend(sections);
    for (at, stock_number) in (1..).zip(STOCK_NUMBERS) {
        let links = [vec![random.choose(&SECTIONS[..6])], random.some_of(&SECTIONS, 2)].concat();
        let mut product = bare_product(stock_number, 9_000 + at, &links);
        for _ in 0..random.number(2..12) {
            edit_product(&mut product, random, &SECTIONS, second_of_run(0));
        }
        if random.chance(80) {
            product["isActive"] = json!(true);
        }
        records.push(product);
    }
    records
}

pub(crate) fn line(record: &Value) -> String {
    match record {
        Value::Object(fields) => {
            let fields = fields.iter().map(|(name, value)| match value {
                Value::Array(pairs) if name == "levels" => {
                    let pairs: Vec<String> = pairs.iter().map(|pair| format!("{}:{}", pair[0], pair[1])).collect();
                    format!("\"levels\":{{{}}}", pairs.join(","))
                }
                value => format!("{}:{}", json!(name), line(value)),
            });
            format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(line).collect::<Vec<_>>().join(",")),
        value => value.to_string(),
    }
}
