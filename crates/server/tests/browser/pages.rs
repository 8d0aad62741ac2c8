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
const SIGNED_IN: [&str; 22] = [
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

fn findings(kind: Kind, language: &str, check: impl Fn(&Browser) -> Vec<String>) -> Vec<String> {
    let site = Site::start();
    let Some(browser) = site.open(kind) else { return Vec::new() };
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
        findings.extend(check(&browser).into_iter().map(|finding| format!("{path}: {finding}")));
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
        let findings = findings(Kind::Desktop, language, Browser::findings);
        assert!(findings.is_empty(), "{language}: {}", findings.join("\n"));
    }
}

#[test]
fn no_page_scrolls_sideways_on_a_telephone() {
    let too_wide = |browser: &Browser| {
        let script = "const wide = document.documentElement; return [wide.clientWidth, wide.scrollWidth]";
        let widths = browser.run(script);
        if widths == serde_json::json!([360, 360]) { Vec::new() } else { vec![widths.to_string()] }
    };
    let findings = findings(Kind::Phone, "en", too_wide);
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}
