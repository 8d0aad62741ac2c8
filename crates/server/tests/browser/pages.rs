//! What holds for every page.

use crate::browser::{Browser, Kind};
use crate::end_to_end::support::PASSWORD;
use crate::site::{ADMINISTRATOR, Site, sign_in};
use serde_json::json;

const PUBLIC: [&str; 6] = [
    "/",
    "/download/",
    "/portal/register",
    "/portal/sign-in",
    "/portal/password/forgotten",
    "/portal/password?invitation=unknown",
];

/// The pages for an administrator, who sees all of them.
const SIGNED_IN: [&str; 21] = [
    "/portal",
    "/portal/catalog",
    "/portal/catalog/sections/1042",
    "/portal/search",
    "/portal/search?q=pump&available=true",
    "/portal/catalog/sections/1042?sort=unknown",
    "/portal/products/PMP-001",
    "/portal/changes/1042",
    "/portal/account",
    "/portal/help",
    "/portal/help/contract",
    "/portal/help/for-buyers",
    "/portal/help/for-administrators",
    "/portal/admin/requests",
    "/portal/admin/accounts",
    "/portal/admin/accounts/1",
    "/portal/admin/imports",
    "/portal/admin/look",
    "/portal/admin/readers",
    "/portal/admin/v1",
    "/portal/admin/status",
];

fn findings(language: &str) -> Vec<String> {
    let site = Site::start();
    let Some(browser) = site.open(Kind::Desktop) else { return Vec::new() };
    site.request_access("ann@parts.example");
    let mut findings = Vec::new();
    browser.visit("/");
    browser.read_in(language);
    for (index, path) in PUBLIC.into_iter().chain(SIGNED_IN).enumerate() {
        if index == PUBLIC.len() {
            browser.read_in("en");
            sign_in(&browser, ADMINISTRATOR, PASSWORD);
            browser.expect_heading("Overview");
            browser.read_in(language);
        }
        browser.visit(path);
        assert_eq!(browser.path(), path.split('?').next().unwrap(), "no such page");
        // A page that is missing has a heading, too.
        browser.find("//h1[.!='Not found' and .!='Не найдено']");
        browser.find(&format!("//html[@lang='{language}']"));
        findings.extend(browser.findings().into_iter().map(|finding| format!("{path}: {finding}")));
    }
    findings
}

#[test]
fn the_accessibility_checker_finds_what_is_wrong() {
    let Some(browser) = Browser::open("", Kind::Desktop) else { return };
    browser.visit("data:text/html,<html lang=en><title>A page</title><main><h1>A page</h1><img src=a><input></main>");
    let findings = browser.findings();
    assert!(findings.iter().any(|finding| finding.starts_with("image-alt: ")), "{findings:?}");
    assert!(findings.iter().any(|finding| finding.starts_with("label: ")), "{findings:?}");
}

#[test]
fn no_page_has_serious_findings_of_the_accessibility_checker() {
    for language in ["en", "ru"] {
        let findings = findings(language);
        assert!(findings.is_empty(), "{language}: {}", findings.join("\n"));
    }
}

/// The width of the window and of what is in it, where they differ.
fn too_wide(browser: &Browser) -> Vec<String> {
    let widths = browser.run("const page = document.documentElement; return [page.clientWidth, page.scrollWidth]");
    if widths[0] == widths[1] { Vec::new() } else { vec![widths.to_string()] }
}

#[test]
fn no_word_is_wider_than_its_place() {
    let site = Site::start();
    let (name, stock_number) = ("W".repeat(2_000), "Щ".repeat(64));
    let url = format!("https://storefront.example/products/{}/", "w".repeat(1_000));
    let section = json!({"type": "section", "hierarchyId": 1043, "sourceId": 88122, "parentHierarchyId": 1042,
        "name": "Электрогидрораспределители", "url": "https://storefront.example/catalog/e/", "isActive": true});
    let product = json!({"type": "product", "sourceId": 90003, "stockNumber": stock_number, "name": name,
        "fullName": name, "url": url, "isActive": true, "typeId": 5, "sections": [1043]});
    site.import(&format!("{section}\n{product}\n"));
    for kind in [Kind::Desktop, Kind::Phone] {
        let Some(browser) = site.open(kind) else { return };
        sign_in(&browser, ADMINISTRATOR, PASSWORD);
        browser.expect_heading("Overview");
        for language in ["en", "ru"] {
            browser.read_in(language);
            for path in [
                "/portal/catalog".to_owned(),
                "/portal/catalog/sections/1043".to_owned(),
                "/portal/catalog/sections/1043/price-list".to_owned(),
                format!("/portal/search?q={stock_number}"),
                format!("/portal/products/{stock_number}"),
                "/portal/changes/1043".to_owned(),
            ] {
                browser.visit(&path);
                browser.find("//h1[.!='Not found' and .!='Не найдено']");
                assert_eq!(too_wide(&browser), Vec::<String>::new(), "{kind:?} {language} {path}");
            }
        }
    }
}
