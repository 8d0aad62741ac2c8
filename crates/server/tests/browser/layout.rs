//! Every page on a desk and on a telephone: no word is broken inside, and nothing is cut. Both shipped languages are
//! checked, and a pseudo language whose words are longer than those of most.

use crate::browser::{Browser, Kind};
use crate::end_to_end::support::{BUYER, PASSWORD};
use crate::pages::{catalog_pages, show_all};
use crate::site::{ADMINISTRATOR, Site, sign_in};

/// Says what is laid out badly on the page.
const LAYOUT: &str = include_str!("layout.js");
/// Puts the page into the pseudo language.
const PSEUDO: &str = include_str!("pseudo.js");

/// What is laid out badly on the page, in words that begin with `whence`.
fn findings(browser: &Browser, whence: &str) -> Vec<String> {
    let found = browser.run(LAYOUT);
    found.as_array().unwrap().iter().map(|text| format!("{whence}: {}", text.as_str().unwrap())).collect()
}

#[test]
fn broken_words_and_cut_boxes_are_found() {
    let Some(browser) = Browser::open("", Kind::Phone) else { return };
    let style = "<style>div{width:3ch;overflow:hidden;font:16px monospace}</style>";
    browser.visit(&format!(
        "data:text/html,<meta name=viewport content=width=device-width>{style}<main>\
             <div style=overflow-wrap:anywhere>broken</div><div style=white-space:nowrap>a b c d</div></main>"
    ));
    let found = browser.run(LAYOUT).to_string();
    assert!(found.contains("broken: broken in"), "{found}");
    assert!(found.contains("of "), "{found}");
    assert!(found.contains("a b c d"), "{found}");
}

#[test]
fn the_longest_figures_of_a_product_do_not_widen_the_page_of_a_telephone() {
    let site = Site::start();
    let offer = r#"{"type": "offer", "stockNumber": "PMP-001", "retail": "99999999999.9999",
        "levels": {"Опт": "99999999999.9998"}, "stock": [{"warehouseId": "main", "quantity": 9223372036854775807}]}"#;
    site.import(&offer.replace('\n', ""));
    let Some(browser) = site.open(Kind::Phone) else { return };
    sign_in(&browser, ADMINISTRATOR, PASSWORD);
    browser.expect_heading("Overview");
    browser.visit("/portal/products/PMP-001");
    browser.expect("9,223,372,036,854,775,807");
    assert_eq!(findings(&browser, "")[..], [] as [String; 0]);
}

#[test]
fn the_pseudo_language_has_longer_texts_and_the_same_data() {
    let Some(browser) = Browser::open("", Kind::Phone) else { return };
    browser.visit("data:text/html,<p>Sign in as <bdi>Anna</bdi> to <code>serve</code></p>");
    assert_eq!(browser.run(PSEUDO), "Síígn íín áás Anna tóó serve");
}

#[test]
fn no_word_is_broken_and_nothing_is_cut_on_a_desk_or_a_telephone() {
    let site = Site::start_with_generated_catalog();
    site.request_access("anna-katharina.oberhofer@nordwest-maschinenbau.example");
    let mut found = Vec::new();
    for kind in [Kind::Desktop, Kind::Phone] {
        let Some(browser) = site.open(kind) else { return };
        show_all(&browser, |language, path| {
            found.extend(findings(&browser, &format!("{kind:?} {language} {path}")));
            if kind == Kind::Desktop && path == "/portal" {
                let height = browser.run("return document.querySelector('.site-header').offsetHeight");
                assert!(height.as_u64().unwrap() < 70, "the navigation has one line in {language}: {height}");
            }
            if language == "en" {
                browser.run(PSEUDO);
                found.extend(findings(&browser, &format!("{kind:?} pseudo {path}")));
            }
        });
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn nothing_of_the_pages_of_a_buyer_is_broken_or_cut_on_a_desk_or_a_telephone() {
    let site = Site::start_with_generated_catalog();
    let mut browsers = Vec::new();
    for kind in [Kind::Desktop, Kind::Phone] {
        let Some(browser) = site.open(kind) else { return };
        sign_in(&browser, BUYER, PASSWORD);
        browser.expect_heading("Overview");
        browsers.push((kind, browser));
    }
    site.import_changes();
    let mut found = Vec::new();
    for (kind, browser) in browsers {
        let [section, changes, ..] = catalog_pages(&browser);
        let list = format!("{section}/price-list?available=true");
        for language in ["ru", "en"] {
            browser.switch_to(language);
            for path in ["/portal", &changes, &list] {
                browser.visit(path);
                let rows = "return document.querySelectorAll('main tbody tr').length";
                assert!(path == list || browser.run(rows).as_u64() > Some(0), "{path} has changes");
                found.extend(findings(&browser, &format!("{kind:?} {language} {path}")));
                browser.run("document.querySelectorAll('details').forEach(each => { each.open = true; })");
                found.extend(findings(&browser, &format!("{kind:?} {language} {path}, opened")));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
