//! Price lists on the portal: the file of a page's list, and links for programs.

use crate::browser::Browser;
use crate::test_portal::TestPortal;
use actix_web::test::TestRequest;

const SECTION: &str = "/portal/catalog/sections/1/price-list";

#[actix_web::test]
async fn a_page_gives_its_list_as_a_file_in_the_language_of_the_person() {
    for portal in TestPortal::all() {
        let mut browser = Browser::of(&portal, "user").await;
        for (path, name) in [
            (
                format!("{SECTION}.csv?page=2&available=&columns=stockNumber"),
                "Section%201%20%D0%A0%D0%BE%D0%B7%D0%BD%20DAY.csv",
            ),
            (format!("{SECTION}.xlsx?scope=direct"), "Section%201%20%D0%A0%D0%BE%D0%B7%D0%BD%20DAY.xlsx"),
            ("/portal/search/price-list.csv?q=a&pageSize=10".to_owned(), "a%20%D0%A0%D0%BE%D0%B7%D0%BD%20DAY.csv"),
        ] {
            let file = browser.get(&path).await;
            assert_eq!(file.status, 200, "{path}: {}", file.body);
            // The day is between both.
            let (of, format) = name.split_once("DAY").unwrap();
            let sent = file.header("content-disposition");
            assert!(
                sent.starts_with(&format!("attachment; filename*=UTF-8''{of}20")) && sent.ends_with(format),
                "{sent}"
            );
            assert_eq!((file.header("cache-control"), file.header("etag")), ("no-store", ""));
        }
        // The one that spreadsheets do not change comes first.
        for page in ["/portal/catalog/sections/1", SECTION] {
            let page = browser.get(page).await.body;
            let at = |end: &str| page.find(&format!("{SECTION}{end}\"")).unwrap_or_else(|| panic!("{end}: {page}"));
            assert!(at(".xlsx") < at(".csv"));
        }
        let english = browser.get(&format!("{SECTION}.csv?columns=stockNumber")).await;
        assert_eq!(english.body, "stockNumber\r\nP-1\r\n");
        let request = TestRequest::get().uri(&format!("{SECTION}.csv?columns=stockNumber"));
        let russian = browser.send(request.insert_header(("Accept-Language", "ru"))).await;
        assert_eq!(russian.body, "\u{feff}Артикул\r\nP-1\r\n");
        let filtered = browser.get(&format!("{SECTION}?q=a&available=true")).await;
        filtered.shows(&["In stock", "class=\"chip\""]);
        // Without a text there is no search.
        browser.get("/portal/search/price-list?q=a&section=1").await.hides(&["class=\"chip\""]);
        let chosen = browser.get(&format!("{SECTION}?available=true&columns=inStock&columns=stockNumber")).await;
        chosen.shows(&["name=\"available\" value=\"true\"", "Columns: In stock, Stock number"]);
        let is_checked = |name: &str| chosen.has(&format!("value=\"{name}\" checked>"));
        assert_eq!(["inStock", "stockNumber", "retail"].map(is_checked), [true, true, false], "{}", chosen.body);
        for (path, status) in [
            (format!("{SECTION}?columns=price"), 400),
            (format!("{SECTION}.csv?vendor="), 400),
            (format!("{SECTION}?sort=cheapest"), 400),
            (SECTION.replace('1', "9") + ".csv", 404),
            (SECTION.replace('1', "9"), 404),
            (format!("{SECTION}.pdf"), 404),
        ] {
            let page = browser.get(&path).await;
            assert_eq!(page.status, status, "{path}");
            assert!(page.header("content-type").starts_with("text/html"), "{path}");
        }
        let stranger = Browser::new(&portal).get(&format!("{SECTION}.csv")).await;
        assert_eq!(stranger.status, 303, "somebody who is not signed in");
    }
}

#[actix_web::test]
async fn a_link_is_made_shown_once_used_by_a_program_and_revoked() {
    for portal in TestPortal::all() {
        let mut browser = Browser::of(&portal, "user").await;
        let page = format!("{SECTION}?available=false&page=2&columns=stockNumber&columns=retail");
        let fields = [("name", "Магазин"), ("days", "20"), ("format", "csv"), ("language", "ru")];
        let made = browser.fill_in(&page, &page, &fields).await;
        assert_eq!(made.status, 200, "{}", made.body);
        let link = made.between("<code id=\"link\">", "</code>").unwrap().to_owned();
        let path = link.strip_prefix("http://localhost:8080").unwrap_or(&link).to_owned();
        let path = path[path.find("/price-lists/").unwrap()..].to_owned();
        let program = async || Browser::new(&portal).send(TestRequest::get().uri(&path)).await;
        let file = program().await;
        assert_eq!(file.status, 200, "{}", file.body);
        assert!(file.body.starts_with("\u{feff}Артикул;Розничная цена\r\n"), "{}", file.body);
        let made = portal.store.keys_of(portal.account("user").id).unwrap();
        let address = made[0].address.as_deref().unwrap();
        assert!(address.ends_with("?available=false&columns=stockNumber,retail&locale=ru"), "{address}");
        let keys = browser.get("/portal/keys").await;
        keys.shows(&["Магазин", "download of one price list"]);
        // It is shown once.
        keys.hides(&[&path[30..]]);
        keys.shows(&["<bdi>Section 1</bdi></a>, CSV, <bdi>available=false</bdi>"]);
        let id = path.split('_').nth(1).unwrap();
        let revoked = browser.fill_in("/portal/keys", &format!("/portal/keys/{id}/revoke"), &[]).await;
        assert_eq!(revoked.status, 303);
        assert_eq!(program().await.status, 401);
    }
}

#[actix_web::test]
async fn a_link_that_cannot_be_made_says_why() {
    let portal = TestPortal::new();
    let mut browser = Browser::of(&portal, "user").await;
    let long = format!("{SECTION}?vendor={}", "a".repeat(2_000));
    for (page, days, problem) in [(SECTION, "0", "Enter a number from 1 to 3,650"), (&long, "1", "too many filters")] {
        let refused = browser.fill_in(page, page, &[("name", "a"), ("days", days)]).await;
        assert_eq!(refused.status, 422);
        refused.shows(&[problem]);
    }
    browser.get("/portal/keys").await.shows(&["You have no keys."]);
}
