//! The page about the server.

use crate::browser::Browser;
use crate::test_portal::TestPortal;

#[actix_web::test]
async fn what_the_server_reports_is_shown_as_text() {
    let portal = TestPortal::administered();
    let mut admin = Browser::of(&portal, "admin").await;
    let page = admin.get("/portal/admin/status").await;
    page.shows(&["<dt>Revision</dt><dd><bdi>7</bdi></dd>", "badge-bad"]);
    page.hides(&["<no>"]);
}
