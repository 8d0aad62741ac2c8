//! The catalog as another account sees it.

use crate::browser::Browser;
use crate::test_portal::{TestPortal, login, profile};
use catalog_domain::accounts::{AccountProfile, AccountStatus};
use catalog_domain::ports::AccountEventKind;
use catalog_domain::pricing::{PriceLevel, Role};
use catalog_domain::values::AccountId;

const BANNER: &str = "You are viewing the catalog as <bdi>wholesale@shop.example</bdi>, price level <bdi>Опт</bdi>.";

fn add_wholesale(portal: &TestPortal) -> i64 {
    portal.insert(AccountProfile { price_level: PriceLevel::new("Опт"), ..profile("wholesale") }, true)
}

#[actix_web::test]
async fn an_administrator_sees_each_page_of_the_catalog_as_the_account_does_until_it_ends() {
    for portal in TestPortal::administered_on_all() {
        let wholesale = add_wholesale(&portal);
        let mut admin = Browser::of(&portal, "admin").await;
        let path = format!("/portal/admin/accounts/{wholesale}");
        let begun = admin.fill_in(&path, &format!("{path}/see"), &[]).await;
        assert_eq!((begun.status, begun.header("location")), (303, "/portal/catalog"));
        let mut person = Browser::of(&portal, "wholesale").await;
        for (page, has_prices) in [
            ("/portal/catalog", false),
            ("/portal/catalog/sections/1?sort=price", true),
            ("/portal/products/P-1", false),
            // The field on top of every page shows this one while typing.
            ("/portal/search?q=P", true),
            ("/portal/search?q=product+P-1999", false),
            ("/portal/changes/1", false),
        ] {
            let (seen, own) = (admin.get(page).await, person.get(page).await);
            assert!(seen.has(BANNER), "{page}: {}", seen.body);
            assert_eq!(seen.has("Your price (<bdi>Опт</bdi>), USD"), has_prices, "{page}: {}", seen.body);
            assert!(!seen.main().contains("data-label=\"Price levels"), "{page}");
            let without_banner = seen.main().split("</form>\n").skip(1).collect::<Vec<_>>().join("</form>\n");
            let own = own.main().split_once('\n').unwrap().1;
            assert_eq!(without_banner, own, "{page}");
        }
        let list = "/portal/catalog/sections/1/price-list.csv?columns=personal";
        assert_eq!(admin.get(list).await.body, person.get(list).await.body);
        let json = "/portal/products/P-1/json";
        assert_eq!(
            admin.get(json).await.between("<code>", "</code>"),
            person.get(json).await.between("<code>", "</code>")
        );
        // Nobody else is signed in.
        admin.get("/portal/account").await.shows(&[&login("admin")]);
        assert_eq!(admin.get("/portal/admin/accounts").await.status, 200, "the role is one's own");
        let event = portal.store.account_events(AccountId(wholesale)).unwrap();
        assert!(
            event
                .iter()
                .any(|event| matches!(&event.kind, AccountEventKind::Changed(change) if &*change.field == "seen_as"))
        );
        admin.get(&path).await.shows(&["Catalog viewed as this account"]);
        let ended = admin.fill_in("/portal/catalog", "/portal/admin/seeing/end", &[]).await;
        assert_eq!((ended.status, ended.header("location")), (303, "/portal/admin/accounts"));
        let page = admin.get("/portal/products/P-1").await;
        page.hides(&["You are viewing the catalog as"]);
    }
}

#[actix_web::test]
async fn no_link_with_ones_own_prices_is_made_while_seeing_as_another_account() {
    let portal = TestPortal::administered();
    let path = format!("/portal/admin/accounts/{}", add_wholesale(&portal));
    let mut admin = Browser::of(&portal, "admin").await;
    let page = "/portal/catalog/sections/1/price-list";
    admin.get(page).await.shows(&["Create the link"]);
    admin.fill_in(&path, &format!("{path}/see"), &[]).await;
    admin.get(page).await.hides(&["Create the link", "for the link"]);
    let refused = admin.submit(page, &[("name", "a"), ("days", "1")]).await;
    assert_eq!(refused.status, 403);
    refused.shows(&["a link would give your own prices"]);
    assert!(portal.store.keys_of(portal.account("admin").id).unwrap().is_empty());
}

#[actix_web::test]
async fn nobody_but_an_administrator_sees_as_another_account() {
    let portal = TestPortal::administered();
    let wholesale = add_wholesale(&portal);
    let mut buyer = Browser::of(&portal, "buyer").await;
    let own = buyer.get("/portal/products/P-1").await;
    buyer.cookies.insert("catalog-seen-as".into(), wholesale.to_string());
    assert_eq!(buyer.get("/portal/products/P-1").await.main(), own.main());
    let waiting = portal.add("waiting", Role::User, AccountStatus::Pending, false);
    let mut admin = Browser::of(&portal, "admin").await;
    admin.get("/portal").await;
    for (id, status) in [(waiting, 400), (99, 404)] {
        assert_eq!(admin.submit(&format!("/portal/admin/accounts/{id}/see"), &[]).await.status, status);
    }
    for cookie in ["99", "x", ""] {
        admin.cookies.insert("catalog-seen-as".into(), cookie.into());
        assert!(!admin.get("/portal/catalog").await.has("You are viewing the catalog as"), "{cookie:?}");
    }
}

#[actix_web::test]
async fn nothing_is_seen_as_an_account_that_is_not_active_any_more() {
    for portal in TestPortal::administered_on_all() {
        let wholesale = add_wholesale(&portal);
        let (mut admin, mut other) = (Browser::of(&portal, "admin").await, Browser::of(&portal, "admin").await);
        let path = format!("/portal/admin/accounts/{wholesale}");
        admin.fill_in(&path, &format!("{path}/see"), &[]).await;
        for change in ["disable", "erase"] {
            other.get(&path).await;
            assert_eq!(other.submit(&format!("{path}/{change}"), &[]).await.status, 303, "{change}");
            for page in ["/portal/catalog", "/portal/products/P-1", "/portal/search?q=P", "/portal/catalog/json"] {
                let refused = admin.get(page).await;
                assert_eq!(refused.status, 403, "{change} {page}");
                refused.shows(&["Only active accounts can see the catalog.", "Return to your own view"]);
            }
            assert_eq!(admin.get("/portal/admin/accounts").await.status, 200, "{change}");
            assert_eq!(other.submit(&format!("{path}/see"), &[]).await.status, 400, "{change}");
            other.get(&path).await.hides(&["View the catalog as this account"]);
        }
        admin.get("/portal").await;
        assert_eq!(admin.submit("/portal/admin/seeing/end", &[]).await.status, 303);
        assert_eq!(admin.get("/portal/catalog").await.status, 200);
    }
}
