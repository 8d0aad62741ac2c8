//! The pictures of `docs/portal.md`, made by hand: `cargo test -p server --test browser -- --ignored`.

use crate::browser::Kind;
use crate::end_to_end::support::PASSWORD;
use crate::site::{ADMINISTRATOR, Site, sign_in};
use std::path::Path;

#[actix_web::test]
#[ignore = "it writes the pictures of the documentation"]
async fn pictures_of_the_main_pages_are_written_for_the_documentation() {
    let site = Site::start_with_generated_catalog();
    let Some(browser) = site.open(Kind::Desktop).await else { return };
    site.request_access("ann@parts.example");
    sign_in(&browser, ADMINISTRATOR, PASSWORD).await;
    browser.expect_heading("Overview").await;
    browser.visit("/portal/catalog").await;
    let section =
        browser.run("return document.querySelector('main a[href*=\"/sections/\"]').getAttribute('href')").await;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/images");
    for (name, path) in
        [("overview", "/portal"), ("section", section.as_str().unwrap()), ("requests", "/portal/admin/requests")]
    {
        browser.visit(path).await;
        let picture = browser.screenshot().await;
        assert!(picture.len() < 150 * 1024, "{name} has {} bytes", picture.len());
        std::fs::write(folder.join(format!("portal-{name}.png")), picture).unwrap();
    }
}
