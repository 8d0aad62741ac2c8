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

/// The pages for an administrator, who sees all of them, but for those of the catalog.
const SIGNED_IN: [&str; 19] = [
    "/portal",
    "/portal/catalog",
    "/portal/search",
    "/portal/search?q=pump&available=true",
    "/portal/account",
    "/portal/keys",
    "/portal/help",
    "/portal/help/contract",
    "/portal/help/for-buyers",
    "/portal/help/for-administrators",
    "/portal/admin/requests",
    "/portal/admin/accounts",
    "/portal/admin/accounts/1",
    "/portal/admin/imports",
    "/portal/admin/imports/1",
    "/portal/admin/look",
    "/portal/admin/readers",
    "/portal/admin/v1",
    "/portal/admin/status",
];

/// Shows a visitor the public pages and an administrator the others, in both languages. `look` gets the language and
/// the path of each.
pub(crate) fn show_all(browser: &Browser, mut look: impl FnMut(&str, &str)) {
    for language in ["en", "ru"] {
        browser.visit("/");
        browser.delete_cookies();
        browser.read_in(language);
        PUBLIC.iter().for_each(|path| show(browser, language, path, &mut look));
        browser.read_in("en");
        sign_in(browser, ADMINISTRATOR, PASSWORD);
        browser.expect_heading("Overview");
        let catalog = catalog_pages(browser);
        browser.read_in(language);
        SIGNED_IN.iter().for_each(|path| show(browser, language, path, &mut look));
        catalog.iter().for_each(|path| show(browser, language, path, &mut look));
    }
}

fn show(browser: &Browser, language: &str, path: &str, look: &mut impl FnMut(&str, &str)) {
    browser.visit(path);
    assert_eq!(browser.path(), path.split('?').next().unwrap(), "no such page");
    // A page that is missing has a heading, too.
    browser.find("//h1[.!='Not found' and .!='Не найдено']");
    browser.find(&format!("//html[@lang='{language}']"));
    look(language, path);
}

/// The pages of a section, its changes, a product, why that is shown, and a section in an order that there is not.
pub(crate) fn catalog_pages(browser: &Browser) -> [String; 5] {
    browser.visit("/portal/catalog");
    let section = link(browser, "main a[href*='/sections/']");
    browser.visit(&section);
    let product = link(browser, "table.products tbody a");
    let number = product.rsplit('/').next().unwrap_or_default();
    let (changes, look) = (section.replace("catalog/sections", "changes"), format!("/portal/admin/look?item={number}"));
    let unsorted = format!("{section}?sort=unknown");
    [section, changes, product, look, unsorted]
}

fn link(browser: &Browser, selector: &str) -> String {
    let script = format!("return document.querySelector({}).getAttribute('href')", json!(selector));
    browser.run(&script).as_str().unwrap().to_owned()
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
    let site = Site::start();
    let Some(browser) = site.open(Kind::Desktop) else { return };
    site.request_access("ann@parts.example");
    let mut found = Vec::new();
    show_all(&browser, |language, path| {
        found.extend(browser.findings().into_iter().map(|finding| format!("{language} {path}: {finding}")));
    });
    assert!(found.is_empty(), "{}", found.join("\n"));
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
                let widths = "const page = document.documentElement; return [page.clientWidth, page.scrollWidth]";
                let widths = browser.run(widths);
                assert_eq!(widths[0], widths[1], "{kind:?} {language} {path}");
            }
        }
    }
}
