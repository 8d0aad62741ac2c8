//! The page about the usage of v1.

use crate::browser::Browser;
use crate::test_portal::TestPortal;
use catalog_domain::accounts::AccountStatus;
use catalog_domain::ports::{V1Caller, V1Usage};
use catalog_domain::pricing::Role;
use catalog_domain::values::AccountId;
use catalog_testkit::builders::NOON;

fn usage(caller: V1Caller, route: &str, requests: u64, second: i64) -> V1Usage {
    V1Usage { caller, route: route.into(), requests, last_used_at: NOON.plus_seconds(second) }
}

#[actix_web::test]
async fn callers_of_v1_are_listed_with_their_routes_the_latest_first() {
    for portal in TestPortal::administered_on_all() {
        let mut admin = Browser::of(&portal, "admin").await;
        admin.get("/portal/admin/v1").await.shows(&["No requests to v1 yet."]);
        let buyer = V1Caller::Account(portal.account("buyer").id);
        let usages = [
            usage(buyer, "/api/v1/get/items", 1_200, 3_600),
            usage(buyer, "/api/v1/get/<i>", 7, 60),
            usage(V1Caller::Account(AccountId(99)), "/api/v1/get/items", 1, 7_200),
            usage(V1Caller::Nobody, "/api/v1/get/catalog", 1, 0),
            usage(V1Caller::Others, "/api/v1/get/catalog", 1, -60),
        ];
        portal.store.add_v1_usage(&usages).unwrap();
        let page = admin.get("/portal/admin/v1").await;
        page.shows(&["4 clients, most recent first."]);
        let rows: Vec<&str> = page.body.split("<tr>").skip(2).collect();
        let shown = [
            &["account 99, deleted", "14:00 UTC"][..],
            &["<bdi>buyer@shop.example</bdi>", "Company of buyer", "1,207", "13:00 UTC", "12:01 UTC"],
            &["without a valid token or password"],
            &["other accounts"],
        ];
        assert_eq!(rows.len(), shown.len());
        for (row, texts) in rows.iter().zip(shown) {
            texts.iter().for_each(|text| assert!(row.contains(text), "{text}: {row}"));
        }
        let most_used = rows[1].find("/api/v1/get/items").unwrap();
        assert!(most_used < rows[1].find("/api/v1/get/&#60;i").unwrap(), "{}", rows[1]);
    }
}

#[actix_web::test]
async fn many_callers_of_v1_have_pages() {
    let portal = TestPortal::administered();
    let first = portal.add("caller-0", Role::User, AccountStatus::Active, false);
    for number in 1..30 {
        portal.add(&format!("caller-{number}"), Role::User, AccountStatus::Active, false);
    }
    let usages: Vec<V1Usage> =
        (0..30).map(|number| usage(V1Caller::Account(AccountId(first + number)), "/a", 1, -number)).collect();
    portal.store.add_v1_usage(&usages).unwrap();
    let mut admin = Browser::of(&portal, "admin").await;
    let second = admin.get("/portal/admin/v1?page=2").await;
    assert_eq!(second.body.matches("data-label=\"Account\"").count(), 5);
    second.shows(&["caller-25@", "caller-29@"]);
    second.hides(&["caller-24@"]);
    assert_eq!(admin.get("/portal/admin/v1?page=0").await.status, 400);
}
