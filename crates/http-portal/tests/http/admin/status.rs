//! The page about the server.

use crate::test_portal::TestPortal;

#[actix_web::test]
async fn what_the_server_reports_is_shown_as_text() {
    let portal = TestPortal::administered();
    let mut admin = portal.signed_in("admin").await;
    let page = admin.get("/portal/admin/status").await;
    assert!(page.has("<dt>Revision</dt><dd><bdi>7</bdi></dd>"), "{}", page.body);
    assert!(page.has("badge-bad"), "{}", page.body);
    assert!(!page.has("<no>"), "{}", page.body);
}
