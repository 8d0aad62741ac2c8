//! What people do in the portal, from the first page to the last.

use crate::browser::{Browser, Kind};
use crate::end_to_end::support::{BUYER, PASSWORD, offer};
use crate::site::{ADMINISTRATOR, Site, sign_in};
use fantoccini::key::Key;

const NEW_PASSWORD: &str = "a password of my own";

/// Requests access as `email`, has it approved, sets a password and gets a token, which opens the catalog.
async fn get_access(site: &Site, browser: &Browser, email: &str) {
    browser.visit("/").await;
    browser.follow("Request access").await;
    browser.expect_heading("Request access").await;
    for (label, text) in [("E-mail", email), ("Name", "Ann"), ("Company", "Parts Ltd"), ("Comment", "We sell pumps.")] {
        browser.fill(label, text).await;
    }
    browser.press("Send request").await;
    browser.expect_heading("Your request was received").await;

    sign_in(browser, ADMINISTRATOR, PASSWORD).await;
    browser.expect_heading("Overview").await;
    browser.follow_in_menu("Requests").await;
    browser.expect("We sell pumps.").await;
    browser.choose("Price level", "Опт").await;
    browser.press("Approve").await;
    let link = browser.field("Invitation link").await.prop("value").await.unwrap().unwrap();
    browser.expect("Mail: not mailed").await;
    browser.press("Sign out").await;
    browser.expect_heading("Product catalog").await;

    browser.visit(&link).await;
    browser.fill("New password", NEW_PASSWORD).await;
    browser.fill("Repeat password", NEW_PASSWORD).await;
    browser.press("Set password").await;
    browser.expect_heading("Sign in").await;
    browser.visit(&link).await;
    browser.expect_heading("This link is no longer valid").await;

    sign_in(browser, email, NEW_PASSWORD).await;
    browser.expect_heading("Overview").await;
    browser.expect("Parts Ltd").await;
    browser.press("Get an access token").await;
    let token = browser.find("//*[@id='token']").await.text().await.unwrap();
    assert_eq!(site.status_of("/api/v2/catalog/tree", &token), 200);

    browser.follow("Catalog").await;
    browser.follow("Pumps").await;
    browser.follow("PMP 1").await;
    browser.expect("1,799.00").await;
    browser.expect("Acme").await;
}

#[actix_web::test]
async fn a_person_gets_from_a_request_to_the_catalog() {
    let site = Site::start();
    let Some(browser) = site.open(Kind::Desktop).await else { return };
    get_access(&site, &browser, "ann@parts.example").await;
}

#[actix_web::test]
async fn a_person_without_javascript_gets_from_a_request_to_the_catalog() {
    let site = Site::start();
    let Some(browser) = site.open(Kind::WithoutScript).await else { return };
    get_access(&site, &browser, "ann@parts.example").await;
}

#[actix_web::test]
async fn an_administrator_decides_and_looks_after_accounts() {
    let site = Site::start();
    let Some(browser) = site.open(Kind::Desktop).await else { return };
    site.request_access("spam@parts.example");
    sign_in(&browser, ADMINISTRATOR, PASSWORD).await;
    browser.follow_in_menu("Requests").await;
    browser.expect("spam@parts.example").await;
    browser.press("Decline").await;
    browser.expect("No access requests are waiting.").await;

    browser.follow_in_menu("Accounts").await;
    browser.fill("Search", "buyer").await;
    browser.press("Show").await;
    browser.expect("1 account").await;
    browser.follow(BUYER).await;
    browser.choose("Role", "admin").await;
    browser.press("Save").await;
    browser.press("Disable").await;
    browser.expect("disabled").await;
    browser.press("Enable").await;
    browser.expect("No invitation was created").await;
    browser.follow("The account").await;
    browser.press("New invitation").await;
    browser.field("Invitation link").await;

    for (link, shows) in [("Imports", "Revision"), ("Status", "Version")] {
        browser.follow_in_menu(link).await;
        browser.expect(shows).await;
    }
}

#[actix_web::test]
async fn a_disabled_account_is_signed_out_and_cannot_sign_in() {
    let site = Site::start();
    let Some(browser) = site.open(Kind::Desktop).await else { return };
    sign_in(&browser, BUYER, PASSWORD).await;
    browser.expect_heading("Overview").await;
    site.disable(BUYER);
    browser.visit("/portal").await;
    browser.expect_heading("Sign in").await;
    sign_in(&browser, BUYER, "a wrong password").await;
    browser.expect("Wrong e-mail or password").await;
    sign_in(&browser, BUYER, PASSWORD).await;
    browser.expect("Your access is disabled").await;
}

#[actix_web::test]
async fn a_forged_form_changes_nothing() {
    let site = Site::start();
    let Some(browser) = site.open(Kind::Desktop).await else { return };
    sign_in(&browser, BUYER, PASSWORD).await;
    browser.expect_heading("Overview").await;
    // Of another site.
    browser
        .visit(&format!(
            "data:text/html,<form method=post action='{}/portal/account'><input name=present value='{PASSWORD}'>\
         <input name=password value='{NEW_PASSWORD}'><input name=repeated value='{NEW_PASSWORD}'><button>Go</button></form>",
            site.origin()
        ))
        .await;
    browser.press("Go").await;
    browser.find("//h1").await;
    // Of this site, and of another session.
    browser.visit("/portal/account").await;
    browser.run("document.querySelectorAll('[name=form_token]').forEach(field => field.value = 'x')").await;
    browser.fill("Current password", PASSWORD).await;
    browser.fill("New password", NEW_PASSWORD).await;
    browser.fill("Repeat password", NEW_PASSWORD).await;
    browser.press("Change password").await;
    browser.expect_heading("The form is no longer valid").await;
    browser.delete_cookies().await;
    sign_in(&browser, BUYER, PASSWORD).await;
    browser.expect_heading("Overview").await;
}

#[actix_web::test]
async fn a_search_finds_while_typing_and_without_javascript_by_a_form() {
    for kind in [Kind::Desktop, Kind::WithoutScript] {
        let site = Site::start();
        let Some(browser) = site.open(kind).await else { return };
        sign_in(&browser, BUYER, PASSWORD).await;
        browser.expect_heading("Overview").await;
        browser.tab_to("Find products").await;
        browser.type_keys("pmp 001").await;
        if kind == Kind::WithoutScript {
            browser.type_keys(&Key::Enter.to_string()).await;
        }
        browser.find("//tbody//a[contains(@href,'/portal/products/PMP-001')]").await;
        browser.find("//bdi[mark[1]='PMP' and mark[2]='001']").await;
        assert_eq!(browser.path().await, "/portal/search", "the address can be sent to others");
    }
}

#[actix_web::test]
async fn the_keyboard_alone_requests_access_and_signs_in() {
    let site = Site::start();
    let Some(browser) = site.open(Kind::Desktop).await else { return };
    browser.visit("/").await;
    browser.tab_to("Request access").await;
    browser.type_keys(&Key::Enter.to_string()).await;
    browser.expect_heading("Request access").await;
    for (label, text) in [("E-mail", "ann@parts.example"), ("Name", "Ann"), ("Company", "Parts Ltd")] {
        browser.tab_to(label).await;
        browser.type_keys(text).await;
    }
    browser.tab_to("Send request").await;
    browser.type_keys(&Key::Enter.to_string()).await;
    browser.expect_heading("Your request was received").await;

    browser.visit("/portal/sign-in").await;
    browser.tab_to("E-mail").await;
    browser.type_keys(BUYER).await;
    browser.tab_to("Password").await;
    browser.type_keys(PASSWORD).await;
    browser.type_keys(&Key::Enter.to_string()).await;
    browser.expect_heading("Overview").await;
    browser.tab_to("Sign out").await;
    browser.type_keys(&Key::Enter.to_string()).await;
    browser.find("//a[normalize-space(.)='Request access']").await;
    browser.visit("/portal").await;
    browser.expect_heading("Sign in").await;
}

#[actix_web::test]
async fn a_page_that_follows_late_is_waited_for() {
    let site = Site::start();
    let Some(browser) = site.open(Kind::Desktop).await else { return };
    browser.visit("/portal/sign-in").await;
    browser.fill("E-mail", BUYER).await;
    browser.fill("Password", PASSWORD).await;
    let send_late = "document.querySelector('form[method=post]').addEventListener('submit', event => { \
                     event.preventDefault(); setTimeout(() => event.target.submit(), 500) })";
    browser.run(send_late).await;
    browser.press("Sign in").await;
    assert_eq!(browser.path().await, "/portal");
}

#[actix_web::test]
async fn a_dropped_file_is_tried_and_imported_unless_another_import_came_between() {
    let site = Site::start();
    for kind in [Kind::Desktop, Kind::WithoutScript] {
        let Some(browser) = site.open(kind).await else { return };
        sign_in(&browser, ADMINISTRATOR, PASSWORD).await;
        browser.expect_heading("Overview").await;
        let price = if kind == Kind::Desktop { "5000" } else { "12000" };
        let file = site.file("offer.ndjson", &offer(price));
        browser.follow_in_menu("Imports").await;
        if kind == Kind::Desktop {
            browser.drop_file("form[data-upload]", "offer.ndjson", &offer(price)).await;
        } else {
            browser.field("File").await.send_keys(&file).await.unwrap();
        }
        browser.press("Start the dry run").await;
        ended(&browser, "The dry run is complete").await;
        browser.expect(price).await;
        if kind == Kind::Desktop {
            assert_eq!(browser.findings().await, Vec::<String>::new());
        }
        site.import(&offer(&format!("{price}.5")));
        browser.press("Import this file").await;
        ended(&browser, "another import changed the catalog in between").await;
        browser.press("Repeat the dry run").await;
        ended(&browser, "The dry run is complete").await;
        browser.press("Import this file").await;
        ended(&browser, "The import is complete").await;
    }
}

/// Waits for the end of an import: without scripts, the page is asked for again.
async fn ended(browser: &Browser, text: &str) {
    browser.expect_heading_of(&["Import", "Dry run of an import"]).await;
    loop {
        if browser.text().await.contains(text) {
            return;
        }
        let path = browser.path().await;
        let shown = browser.text().await;
        assert!(["waiting", "running", text].iter().any(|state| shown.contains(state)), "{shown}");
        browser.visit(&path).await;
    }
}
