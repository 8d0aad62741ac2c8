//! What people do in the portal, from the first page to the last.

use crate::browser::{Browser, Kind};
use crate::end_to_end::support::{BUYER, PASSWORD, offer};
use crate::site::{ADMINISTRATOR, Site, sign_in};
use crate::web_driver::ENTER;
use serde_json::json;

const NEW_PASSWORD: &str = "a password of my own";

/// Requests access as `email`, has it approved, sets a password and gets a token, which opens the catalog.
fn get_access(site: &Site, browser: &Browser, email: &str) {
    browser.visit("/");
    browser.follow("Request access");
    browser.expect_heading("Request access");
    for (label, text) in [("E-mail", email), ("Name", "Ann"), ("Company", "Parts Ltd"), ("Comment", "We sell pumps.")] {
        browser.fill(label, text);
    }
    browser.press("Send request");
    browser.expect_heading("Your request was received");

    sign_in(browser, ADMINISTRATOR, PASSWORD);
    browser.expect_heading("Overview");
    browser.follow_in_menu("Requests");
    browser.expect("We sell pumps.");
    browser.choose("Price level", "Опт");
    browser.press("Approve");
    let link = browser.field("Invitation link").get("property/value").unwrap();
    let link = link.as_str().unwrap();
    browser.expect("Mail: not mailed");
    browser.press("Sign out");
    browser.expect_heading("Product catalog");

    browser.visit(link);
    browser.fill("New password", NEW_PASSWORD);
    browser.fill("Repeat password", NEW_PASSWORD);
    browser.press("Set password");
    browser.expect_heading("Sign in");
    browser.visit(link);
    browser.expect_heading("This link is no longer valid");

    sign_in(browser, email, NEW_PASSWORD);
    browser.expect_heading("Overview");
    browser.expect("Parts Ltd");
    browser.find("//summary[normalize-space(.)='For programs']").click();
    browser.press("Get an access token");
    let token = browser.find("//*[@id='token']").text();
    assert_eq!(site.status_of("/api/v2/catalog/tree", &token), 200);

    browser.follow("Catalog");
    browser.follow("Pumps");
    browser.follow("PMP 1");
    browser.expect("1,799.00");
    browser.expect("Acme");
}

#[test]
fn a_person_gets_from_a_request_to_the_catalog() {
    let site = Site::start();
    let Some(browser) = site.open(Kind::Desktop) else { return };
    get_access(&site, &browser, "ann@parts.example");
}

#[test]
fn a_person_without_javascript_gets_from_a_request_to_the_catalog() {
    let site = Site::start();
    let Some(browser) = site.open(Kind::WithoutScript) else { return };
    get_access(&site, &browser, "ann@parts.example");
}

#[test]
fn a_forged_form_changes_nothing() {
    let site = Site::start();
    let Some(browser) = site.open(Kind::Desktop) else { return };
    sign_in(&browser, BUYER, PASSWORD);
    browser.expect_heading("Overview");
    // Of another site.
    browser
        .visit(&format!(
            "data:text/html,<form method=post action='{}/portal/account'><input name=present value='{PASSWORD}'>\
         <input name=password value='{NEW_PASSWORD}'><input name=repeated value='{NEW_PASSWORD}'><button>Go</button></form>",
            site.origin()
        ));
    browser.press("Go");
    browser.find("//h1");
    // Of this site, and of another session.
    browser.visit("/portal/account");
    browser.run("document.querySelectorAll('[name=form_token]').forEach(field => field.value = 'x')");
    browser.fill("Current password", PASSWORD);
    browser.fill("New password", NEW_PASSWORD);
    browser.fill("Repeat password", NEW_PASSWORD);
    browser.press("Change password");
    browser.expect_heading("The form is no longer valid");
    browser.delete_cookies();
    sign_in(&browser, BUYER, PASSWORD);
    browser.expect_heading("Overview");
}

#[test]
fn a_double_click_sends_a_form_once() {
    let site = Site::start();
    let Some(browser) = site.open(Kind::Desktop) else { return };
    sign_in(&browser, BUYER, PASSWORD);
    browser.expect_heading("Overview");
    browser.visit("/portal/keys");
    browser.fill("Name", "twice");
    // Whatever the browser makes of two requests, the page decides that there is one.
    browser.run(
        "window.decisions = []; addEventListener('submit', event => { \
             decisions.push(!event.defaultPrevented); event.preventDefault(); })",
    );
    browser.find("//button[normalize-space(.)='Create a key']").double_click();
    assert_eq!(browser.run("return decisions"), json!([true, false]));
    browser.run("dispatchEvent(new PageTransitionEvent('pageshow'))");
    browser.find("//button[normalize-space(.)='Create a key']").click();
    assert_eq!(browser.run("return decisions"), json!([true, false, true]), "after leaving the page and going back");
    browser.visit("/portal/keys");
    browser.fill("Name", "twice");
    browser.find("//button[normalize-space(.)='Create a key']").double_click();
    browser.find("//*[@id='key']");
    assert_eq!(browser.run("return document.querySelectorAll('th[scope=row]').length"), json!(1));
}

#[test]
fn a_search_finds_while_typing_and_without_javascript_by_a_form() {
    for kind in [Kind::Desktop, Kind::WithoutScript] {
        let site = Site::start();
        let Some(browser) = site.open(kind) else { return };
        sign_in(&browser, BUYER, PASSWORD);
        browser.expect_heading("Overview");
        browser.tab_to("Find products");
        browser.type_keys("pmp");
        if kind == Kind::Desktop {
            browser.find("//bdi[mark='PMP']");
        }
        browser.type_keys(" 001");
        if kind == Kind::WithoutScript {
            browser.type_keys(ENTER);
        }
        browser.find("//tbody//a[contains(@href,'/portal/products/PMP-001')]");
        browser.find("//bdi[mark[1]='PMP' and mark[2]='001']");
        assert_eq!(browser.path(), "/portal/search", "the address can be sent to others");
        browser.run("history.back()");
        browser.expect_heading("Overview");
    }
}

#[test]
fn a_search_that_fails_while_typing_says_so_instead_of_what_was_found_before() {
    let site = Site::start();
    let Some(browser) = site.open(Kind::Desktop) else { return };
    sign_in(&browser, BUYER, PASSWORD);
    browser.expect_heading("Overview");
    browser.tab_to("Find products");
    for without_answer in [false, true] {
        browser.type_keys("pmp");
        browser.find("//bdi[mark='PMP']");
        if without_answer {
            browser.go_offline();
            browser.type_keys(" 001");
            browser.expect("The server does not answer");
        } else {
            browser.type_keys(" b c d e f g h i j k");
            browser.expect("must have at most 10 words");
        }
        assert!(!browser.text().contains("PMP"), "{}", browser.text());
        browser.run("document.activeElement.value = ''");
    }
}

#[test]
fn the_keyboard_alone_requests_access_and_signs_in() {
    let site = Site::start();
    let Some(browser) = site.open(Kind::Desktop) else { return };
    browser.visit("/");
    browser.tab_to("Request access");
    browser.type_keys(ENTER);
    browser.expect_heading("Request access");
    for (label, text) in [("E-mail", "ann@parts.example"), ("Name", "Ann"), ("Company", "Parts Ltd")] {
        browser.tab_to(label);
        browser.type_keys(text);
    }
    browser.tab_to("Send request");
    browser.type_keys(ENTER);
    browser.expect_heading("Your request was received");

    browser.visit("/portal/sign-in");
    browser.tab_to("E-mail");
    browser.type_keys(BUYER);
    browser.tab_to("Password");
    browser.type_keys(PASSWORD);
    browser.type_keys(ENTER);
    browser.expect_heading("Overview");
    browser.tab_to("Sign out");
    browser.type_keys(ENTER);
    browser.find("//a[normalize-space(.)='Request access']");
    browser.visit("/portal");
    browser.expect_heading("Sign in");
}

#[test]
fn a_page_that_follows_late_is_waited_for() {
    let site = Site::start();
    let Some(browser) = site.open(Kind::Desktop) else { return };
    browser.visit("/portal/sign-in");
    browser.fill("E-mail", BUYER);
    browser.fill("Password", PASSWORD);
    let send_late = "document.querySelector('form[method=post]').addEventListener('submit', event => { \
                     event.preventDefault(); setTimeout(() => event.target.submit(), 500) })";
    browser.run(send_late);
    browser.press("Sign in");
    assert_eq!(browser.path(), "/portal");
}

#[test]
fn a_dropped_file_is_tried_and_imported_unless_another_import_came_between() {
    let site = Site::start();
    for kind in [Kind::Desktop, Kind::WithoutScript] {
        let Some(browser) = site.open(kind) else { return };
        sign_in(&browser, ADMINISTRATOR, PASSWORD);
        browser.expect_heading("Overview");
        let price = if kind == Kind::Desktop { "5000" } else { "12000" };
        let file = site.file("offer.ndjson", &offer(price));
        browser.follow_in_menu("Imports");
        if kind == Kind::Desktop {
            browser.drop_file("form[data-upload]", "offer.ndjson", &offer(price));
        } else {
            browser.field("File").send_keys(&file);
        }
        browser.press("Start the dry run");
        ended(&browser, "The dry run is complete");
        browser.expect(price);
        if kind == Kind::Desktop {
            assert_eq!(browser.findings(), Vec::<String>::new());
        }
        site.import(&offer(&format!("{price}.5")));
        browser.press("Import this file");
        ended(&browser, "another import changed the catalog in between");
        browser.press("Repeat the dry run");
        ended(&browser, "The dry run is complete");
        browser.press("Import this file");
        ended(&browser, "The import is complete");
    }
}

#[test]
fn an_upload_says_how_far_it_is_and_can_be_stopped() {
    let site = Site::start();
    let Some(browser) = site.open(Kind::Desktop) else { return };
    sign_in(&browser, ADMINISTRATOR, PASSWORD);
    browser.expect_heading("Overview");
    browser.follow_in_menu("Imports");
    let file = site.file("large.ndjson", &"\n".repeat(3 << 20));
    browser.field("File").send_keys(&file);
    browser.throttle_uploads(256 << 10);
    let click = |label: &str| browser.find(&format!("//button[normalize-space(.)='{label}']")).click();
    click("Start the dry run");
    browser.expect(" of 3.0 MiB, 0.");
    click("Stop the upload");
    browser.expect("The upload was stopped. Nothing was stored.");
    assert!(!browser.text().contains("Stop the upload"));
}

/// Waits for the end of an import: without scripts, the page is asked for again.
fn ended(browser: &Browser, text: &str) {
    browser.expect_heading_of(&["Import of offer.ndjson", "Dry run of offer.ndjson"]);
    loop {
        if browser.text().contains(text) {
            return;
        }
        let path = browser.path();
        let shown = browser.text();
        assert!(["waiting", "running", text].iter().any(|state| shown.contains(state)), "{shown}");
        browser.visit(&path);
    }
}
