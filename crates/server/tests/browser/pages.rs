//! What holds for every page.

use crate::browser::{Browser, Kind};
use crate::end_to_end::support::PASSWORD;
use crate::site::{ADMINISTRATOR, Site, sign_in};

const PUBLIC: [&str; 6] = [
    "/",
    "/download/",
    "/portal/register",
    "/portal/sign-in",
    "/portal/password/forgotten",
    "/portal/password?invitation=unknown",
];

/// The pages for an administrator, who sees all of them.
const SIGNED_IN: [&str; 20] = [
    "/portal",
    "/portal/catalog",
    "/portal/catalog?stockNumber=unknown",
    "/portal/catalog/sections/1042",
    "/portal/search",
    "/portal/search?q=pump&available=true",
    "/portal/catalog/sections/1042?sort=unknown",
    "/portal/products/PMP-001",
    "/portal/changes/1042",
    "/portal/account",
    "/portal/help",
    "/portal/help/contract",
    "/portal/admin/requests",
    "/portal/admin/accounts",
    "/portal/admin/accounts/1",
    "/portal/admin/imports",
    "/portal/admin/look",
    "/portal/admin/readers",
    "/portal/admin/v1",
    "/portal/admin/status",
];

async fn findings(kind: Kind, language: &str, check: impl AsyncFn(&Browser) -> Vec<String>) -> Vec<String> {
    let site = Site::start();
    let Some(browser) = site.open(kind).await else { return Vec::new() };
    site.request_access("ann@parts.example");
    let mut findings = Vec::new();
    browser.visit("/").await;
    browser.read_in(language).await;
    for (index, path) in PUBLIC.into_iter().chain(SIGNED_IN).enumerate() {
        if index == PUBLIC.len() {
            browser.read_in("en").await;
            sign_in(&browser, ADMINISTRATOR, PASSWORD).await;
            browser.expect_heading("Overview").await;
            browser.read_in(language).await;
        }
        browser.visit(path).await;
        assert_eq!(browser.path().await, path.split('?').next().unwrap(), "no such page");
        // A page that is missing has a heading, too.
        browser.find("//h1[.!='Not found' and .!='Не найдено']").await;
        browser.find(&format!("//html[@lang='{language}']")).await;
        findings.extend(check(&browser).await.into_iter().map(|finding| format!("{path}: {finding}")));
    }
    findings
}

#[actix_web::test]
async fn the_accessibility_checker_finds_what_is_wrong() {
    let Some(browser) = Browser::open("", Kind::Desktop).await else { return };
    browser
        .visit("data:text/html,<html lang=en><title>A page</title><main><h1>A page</h1><img src=a><input></main>")
        .await;
    let findings = browser.findings().await;
    assert!(findings.iter().any(|finding| finding.starts_with("image-alt: ")), "{findings:?}");
    assert!(findings.iter().any(|finding| finding.starts_with("label: ")), "{findings:?}");
}

#[actix_web::test]
async fn no_page_has_serious_findings_of_the_accessibility_checker() {
    for language in ["en", "ru"] {
        let findings = findings(Kind::Desktop, language, async |browser| browser.findings().await).await;
        assert!(findings.is_empty(), "{language}: {}", findings.join("\n"));
    }
}

#[actix_web::test]
async fn no_page_scrolls_sideways_on_a_telephone() {
    let too_wide = async |browser: &Browser| {
        let script = "const wide = document.documentElement; return [wide.clientWidth, wide.scrollWidth]";
        let widths = browser.run(script).await;
        if widths == serde_json::json!([360, 360]) { Vec::new() } else { vec![widths.to_string()] }
    };
    let findings = findings(Kind::Phone, "en", too_wide).await;
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}
