//! The client alone against a real server.

use crate::world::World;
use catalog_client::{CatalogClient, ListPart, ProductQuery, TokenRoute};
use std::thread;

#[test]
fn the_client_reads_a_real_server() {
    let world = World::make(2);
    let client = world.client(TokenRoute::V2);
    let sections = client.sections().unwrap();
    let root = sections.iter().find(|section| section.parent_section_id.is_none()).unwrap();
    let query = ProductQuery { page_size: Some(50), include: vec![ListPart::Warehouses], ..ProductQuery::default() };
    let products: Vec<_> = client.products(&root.id, &query).map(Result::unwrap).collect();
    assert_eq!(products.len() as u64, root.product_count);
    assert!(products.iter().all(|product| {
        let stocks = product.warehouses.iter().flatten().map(|warehouse| warehouse.quantity);
        stocks.sum::<i64>() == product.availability.in_stock
    }));

    let numbers = products.iter().map(|product| &*product.stock_number).chain(["no, such", "NO-SUCH"]);
    let batch = client.products_by_number(numbers, &[ListPart::Warehouses]).unwrap();
    assert_eq!((batch.found.len(), batch.missing.len()), (products.len(), 2));
    let of_list = |name: &str| products.iter().find(|product| product.stock_number == name).unwrap().json();
    assert!(batch.found.iter().all(|product| product.json() == of_list(&product.stock_number)));
    assert!(client.product("no, such", &[]).unwrap_err().is_named("ProductNotFoundError"));

    let first = client.get_if_changed(CatalogClient::SECTIONS, None).unwrap().unwrap();
    assert!(client.get_if_changed(CatalogClient::SECTIONS, first.etag()).unwrap().is_none());

    let cursor = client.page(&root.id, &query, 1).unwrap().meta.changes_cursor;
    thread::scope(|scope| {
        let waiting = scope.spawn(|| client.changes(&root.id, &cursor, 100, 30, &[]).unwrap());
        world.import_another();
        assert!(!waiting.join().unwrap().items.is_empty());
    });

    let old = world.client(TokenRoute::V1);
    let tree = old.get("/api/v1/get/catalog").unwrap();
    assert!(tree.is_success());
    assert!(tree.json().unwrap()["data"].as_array().is_some_and(|roots| !roots.is_empty()));
    let refused = old.get("/api/v1/get/items?id_list=x").unwrap();
    assert_eq!((refused.status, refused.is_success()), (200, false));
}
