//! Whether a file of a mirror shows what the lists show.

use catalog_client::{CatalogClient, ListPart, ProductQuery};
use diesel::prelude::*;
use diesel::sql_types::Text;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

#[derive(QueryableByName)]
struct Stored {
    #[diesel(sql_type = Text)]
    section_id: String,
    #[diesel(sql_type = Text)]
    stock_number: String,
    #[diesel(sql_type = Text)]
    body: String,
}

type Products = BTreeMap<String, Value>;

pub(crate) fn listed(client: &CatalogClient, section: &str, include: &[ListPart]) -> Products {
    let query = ProductQuery { include: include.to_vec(), ..ProductQuery::default() };
    let products = client.products(section, &query).map(Result::unwrap);
    products.map(|product| (product.stock_number.clone(), shown(product.json()))).collect()
}

/// What every copy has of a product: names of sections are stored elsewhere, and versions are for verification.
pub(crate) fn shown(body: &str) -> Value {
    let mut body: Value = serde_json::from_str(body).unwrap();
    let fields = body.as_object_mut().unwrap();
    fields.remove("version");
    for section in fields.get_mut("sections").and_then(Value::as_array_mut).into_iter().flatten() {
        section.as_object_mut().unwrap().retain(|name, _| name == "id" || name == "isPrimary");
    }
    body
}

pub(crate) fn compare_with_lists(client: &CatalogClient, file: &Path) {
    let mut connection = SqliteConnection::establish(file.to_str().unwrap()).unwrap();
    let rows = "SELECT section_id, stock_number, body FROM mirrored_products JOIN products USING (stock_number)";
    let mut copies: BTreeMap<String, Products> = BTreeMap::new();
    for Stored { section_id, stock_number, body } in diesel::sql_query(rows).load(&mut connection).unwrap() {
        copies.entry(section_id).or_default().insert(stock_number, shown(&body));
    }
    assert!(!copies.is_empty(), "{}", file.display());
    for (section, copy) in copies {
        let has_parts = copy.values().next().is_some_and(|product| product.get("sections").is_some());
        let parts = [ListPart::Sections, ListPart::Warehouses];
        let listed = listed(client, &section, if has_parts { &parts } else { &[] });
        assert!(copy == listed, "{}, section {section}: {} products, {}", file.display(), copy.len(), listed.len());
    }
}
