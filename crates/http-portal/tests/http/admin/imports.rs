//! The page of imports.

use crate::test_portal::TestPortal;
use catalog_domain::ports::{ImportKind, ImportSummary};
use catalog_testkit::ImportRun;
use catalog_testkit::builders::{NOON, import_summary};

#[actix_web::test]
async fn the_last_hundred_imports_are_listed_with_charts() {
    for portal in TestPortal::administered_on_all() {
        let mut admin = portal.signed_in("admin").await;
        for number in 1..=101 {
            let hostile = format!("<i>\u{202e}{number}");
            let summary = ImportSummary {
                by: hostile.clone().into(),
                files: vec![hostile.into()],
                ..import_summary(ImportKind::Full)
            };
            let run = ImportRun { at: NOON.plus_seconds(number * 3_600), summary, ..ImportRun::default() };
            run.commit(&*portal.store).unwrap();
        }
        let page = admin.get("/portal/admin/imports").await;
        assert_eq!(page.status, 200);
        assert_eq!(page.body.matches("<th scope=\"row\"").count(), 100);
        assert!(page.has(">102</th>") && page.has(">3</th>") && !page.has(">2</th>"));
        assert!(page.has("10 content, 11 commercial, 12 removed"));
        assert!(!page.has("<i>"), "names are shown as texts");
        assert_eq!(page.body.matches("<svg class=\"chart\"").count(), 2);
        assert_eq!(page.body.matches("role=\"img\" aria-label=\"").count(), 2);
        assert!(page.has("From 16 public products after the first of these imports to 16 after the last."));
        assert!(page.has("3300 events in 100 imports, at most 33 in one."));
    }
}
