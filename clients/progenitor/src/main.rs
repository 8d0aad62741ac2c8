//! What progenitor makes, against a real server: a login, a page, a product, changes, an error.

progenitor::generate_api!(spec = "../../openapi/v2-3.0.json", interface = Builder);

use reqwest::header::{AUTHORIZATION, HeaderMap};
use std::env::var;
use std::process::Command;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (base, section) = (var("CATALOG_BASE_URL")?, var("CATALOG_SECTION")?);
    let request = types::TokenRequest::builder().login(var("CATALOG_LOGIN")?).password(var("CATALOG_PASSWORD")?);
    let token = Client::new(&base).issue_token().body(request).send().await?.into_inner().data.token;
    let headers = HeaderMap::from_iter([(AUTHORIZATION, format!("Bearer {token}").parse()?)]);
    let client = Client::new_with_client(&base, reqwest::Client::builder().default_headers(headers).build()?);

    let page = client
        .list_section_products()
        .id(section.as_str())
        .available(true)
        .page_size(5)
        .send()
        .await?
        .into_inner()
        .data;
    let total = page.meta.pagination.total;
    assert!(page.items.len() == 5 && total > 5, "{page:?}");
    let number = &page.items[0].stock_number;
    let product = client.get_product().stock_number(number.as_str()).send().await?.into_inner().data;
    assert_eq!(&product.stock_number, number);

    let cursor = page.meta.changes_cursor;
    assert!(Command::new("../change-demo").arg("170").status()?.success());
    let feed =
        client.list_product_changes().id(section.as_str()).cursor(&cursor).wait(30).send().await?.into_inner().data;
    assert!(!feed.items.is_empty());
    let since = chrono::Utc::now() - chrono::TimeDelta::hours(1);
    let recent =
        client.list_product_changes().id(section.as_str()).since(since).limit(500).send().await?.into_inner().data;
    assert!(!recent.items.is_empty());
    let summary =
        client.summarize_product_changes().id(section.as_str()).cursor(&cursor).send().await?.into_inner().data;
    assert!(summary.total > 0);

    match client.get_product().stock_number("no/such+product").send().await {
        Err(Error::ErrorResponse(refusal)) => {
            assert_eq!(refusal.status().as_u16(), 404);
            assert_eq!(refusal.into_inner().error.name.to_string(), "ProductNotFoundError");
        }
        other => panic!("a product that does not exist: {other:?}"),
    }
    println!("progenitor: {total} available products, {} changes", feed.items.len());
    Ok(())
}
