//! The pictures of the README and of `docs/portal.md`, made by hand:
//! `cargo test --workspace --test browser -- --ignored`.

use crate::browser::{Browser, Kind};
use crate::documentation::{administrator, block, start_demo};
use crate::end_to_end::support::Sandbox;
use crate::site::{request_access, sign_in};
use std::path::Path;

#[test]
#[ignore = "it writes the pictures of the documentation"]
fn pictures_of_the_main_pages_are_written_for_the_documentation() {
    let sandbox = Sandbox::new();
    let (server, lines) = start_demo(&sandbox);
    let Some(browser) = Browser::open(&format!("http://{}", server.address), Kind::Desktop) else { return };
    request_access(&server, "ann@parts.example");
    browser.visit("/docs/");
    browser.find(&block("Products", "get_product"));
    browser.run("document.querySelector('#operations-tag-Sections').scrollIntoView()");
    save(&browser, "openapi");
    let (email, password) = administrator(&lines);
    sign_in(&browser, email, password);
    browser.expect_heading("Overview");
    for (name, path) in [
        ("portal-overview", "/portal"),
        ("portal-section", "/portal/catalog/sections/1000?available=true&pageSize=20"),
        ("portal-requests", "/portal/admin/requests"),
    ] {
        browser.visit(path);
        save(&browser, name);
    }
}

/// Writes what the window shows, once its photos are there.
fn save(browser: &Browser, name: &str) {
    let are_loaded = "return [...document.images].every(image => \
                      image.complete || image.getBoundingClientRect().top > innerHeight)";
    while browser.run(are_loaded) != true {}
    let picture = browser.screenshot();
    assert!(picture.len() < 150 * 1024, "{name} has {} bytes", picture.len());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/images");
    std::fs::write(folder.join(format!("{name}.png")), picture).unwrap();
}
