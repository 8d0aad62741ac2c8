//! What openapi-generator makes for Rust, against a real server: a login, a page, a product, changes, an error.

use catalog_api::apis::configuration::Configuration;
use catalog_api::apis::{Error, authorization_api, changes_api, products_api};
use catalog_api::models::TokenRequest;
use std::env::var;
use std::process::Command;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let section = var("CATALOG_SECTION")?;
    let mut client = Configuration { base_path: var("CATALOG_BASE_URL")?, ..Configuration::default() };
    let request = TokenRequest::new(var("CATALOG_LOGIN")?, var("CATALOG_PASSWORD")?);
    client.bearer_access_token = Some(authorization_api::issue_token(&client, request).await?.data.token);

    // Every parameter has its place: the one that is true is `available`, and 5 is `page_size`.
    let page = products_api::list_section_products(
        &client,
        &section,
        None,
        None,
        None,
        Some(true),
        None,
        None,
        None,
        None,
        None,
        Some(5),
        None,
        None,
        None,
    );
    let page = page.await?.data;
    let total = page.meta.pagination.total;
    assert!(page.items.len() == 5 && total > 5, "{page:?}");
    let number = &page.items[0].stock_number;
    let product = products_api::get_product(&client, number, None, None, None).await?.data;
    assert_eq!(&product.stock_number, number);

    let cursor = page.meta.changes_cursor;
    assert!(Command::new("../change-demo").arg("160").status()?.success());
    let feed = changes_api::list_product_changes(&client, &section, Some(&cursor), None, None, Some(30), None, None);
    let feed = feed.await?.data;
    assert!(!feed.items.is_empty());
    // With a blank for the `T`: the generator writes it.
    let since = Some((chrono::Utc::now() - chrono::TimeDelta::hours(1)).fixed_offset());
    let recent = changes_api::list_product_changes(&client, &section, None, since, Some(500), None, None, None);
    let recent = recent.await?.data;
    assert!(!recent.items.is_empty());
    let summary = changes_api::summarize_product_changes(&client, &section, Some(&cursor), None, None).await?.data;
    assert!(summary.total > 0);

    match products_api::get_product(&client, "no/such+product", None, None, None).await {
        Err(Error::ResponseError(refusal)) => {
            assert_eq!(refusal.status.as_u16(), 404);
            assert!(refusal.content.contains("ProductNotFoundError"), "{}", refusal.content);
            assert!(
                !format!("{:?}", refusal.entity).contains("UnknownValue"),
                "the error is typed: {:?}",
                refusal.entity
            );
        }
        other => panic!("a product that does not exist: {other:?}"),
    }
    println!("openapi-generator for Rust: {total} available products, {} changes", feed.items.len());
    Ok(())
}
