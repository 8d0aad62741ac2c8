//! The page about the API usage by account.

use crate::browser::{Browser, with_token};
use crate::test_portal::TestPortal;
use catalog_testkit::app::token_of;

#[actix_web::test]
async fn an_administrator_reads_who_reads_what_and_how_far_behind_that_is() {
    for portal in TestPortal::administered_on_all() {
        let mut admin = Browser::of(&portal, "admin").await;
        admin.get("/portal/admin/readers").await.shows(&["No API requests yet."]);
        let token = token_of(&portal.account("buyer"), portal.state.app.now());
        let mut program = Browser::new(&portal);
        let changes = "/api/v2/catalog/sections/1/product-changes";
        let first = program.send(with_token(&format!("{changes}?since=2026-01-30"), &token)).await;
        let cursor = first.between("\"checkpoint\":\"", "\"").unwrap().to_owned();
        portal.clock.advance(60);
        let polled = program.send(with_token(&format!("{changes}?cursor={cursor}"), &token)).await;
        assert_eq!(polled.status, 200, "{}", polled.body);
        assert_eq!(program.send(with_token(&format!("{changes}?cursor=x"), &token)).await.status, 400);
        let page = admin.get("/portal/admin/readers").await;
        page.shows(&[
            "<bdi>buyer@shop.example</bdi>",
            "Company of buyer",
            "12:01 UTC",
            "data-label=\"Requests\">3</td>",
            "<a href=\"/portal/changes/1\"><bdi>Section 1</bdi></a>: up to date, polled <time",
        ]);
        // Pages of the portal are no API usage.
        page.hides(&["admin@shop.example</bdi></a>"]);
    }
}
