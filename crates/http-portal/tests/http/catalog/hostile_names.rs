//! Names that come from the source are text, whatever is in them.

use super::client::page;
use catalog_domain::catalog::CatalogFacts;
use catalog_domain::products::{NamedTexts, Product, ProductTexts, Vendor};
use catalog_domain::sections::Section;
use catalog_index::Catalog;
use catalog_testkit::app::TestApp;
use catalog_testkit::builders::storefront;
use catalog_testkit::usual::{Fixture, usual_facts};
use std::sync::Arc;

/// A script, the end of an attribute, and characters that reverse the text after them.
const HOSTILE: &str = "<script>alert(1)</script>\"'>\u{202e}&<bdi>";

#[actix_web::test]
async fn hostile_names_are_shown_as_text() {
    let name = format!("{HOSTILE}{}", "W".repeat(10_000));
    let CatalogFacts { mut sections, mut products, .. } = usual_facts();
    sections.iter_mut().for_each(|section| *section = Arc::new(renamed(section, &name)));
    products.iter_mut().for_each(|product| *product = Arc::new(hostile(product, &name)));
    let catalog = Catalog::build(CatalogFacts { sections, products, ..usual_facts() }, storefront());
    let fixture = Fixture::with(|app| TestApp { catalog, ..app });
    for path in [
        "/portal/catalog",
        "/portal/catalog/sections/100",
        "/portal/catalog/sections/100?vendor=%3Cscript%3E&filter=%3Cscript%3E:%22%3E",
        "/portal/products/P-1",
        "/portal/products/P-1/json",
        "/portal/catalog/sections/100/json",
        "/portal/changes/100",
    ] {
        let response = page(&fixture, "admin", path).await;
        assert_eq!(response.status, 200, "{path}");
        response.hides(&["<script>"]);
        response.shows(&["&#60;script&#62;alert(1)"]);
        response.hides(&["\"'>"]);
        response.hides(&["=\"javascript:"]);
    }
}

fn renamed(section: &Section, name: &str) -> Section {
    let mut filters = section.filters.clone();
    filters.iter_mut().for_each(|filter| filter.name = name.into());
    Section { name: name.into(), filters, ..section.clone() }
}

fn hostile(product: &Product, name: &str) -> Product {
    let texts = NamedTexts {
        stock_number: product.stock_number(),
        name,
        full_name: name,
        url: None,
        preview: Some("javascript:alert(1)"),
    };
    let vendor = Some(Arc::new(Vendor { id: "<script>".into(), name: name.into() }));
    Product { texts: ProductTexts::from(texts), vendor, ..product.clone() }
}
