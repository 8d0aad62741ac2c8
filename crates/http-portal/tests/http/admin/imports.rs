//! The page of imports.

use crate::test_portal::TestPortal;
use catalog_domain::ports::{ImportKind, ImportSummary, ImportWarning};
use catalog_testkit::ImportRun;
use catalog_testkit::builders::{NOON, import_summary};

#[actix_web::test]
async fn the_warnings_of_an_import_are_shown_with_their_products() {
    for portal in TestPortal::administered_on_all() {
        let mut admin = portal.signed_in("admin").await;
        let warning = ImportWarning { text: "<i>cheap</i>".into(), products: vec!["P/1 a".into(), "<b>".into()] };
        let summary = ImportSummary { warning_texts: vec![warning], warnings: 3, ..import_summary(ImportKind::Full) };
        let run = ImportRun { at: NOON.plus_seconds(1), summary, ..ImportRun::default() };
        let revision = run.commit(&*portal.store).unwrap().0;
        let path = format!("/portal/admin/imports/{revision}");
        assert!(admin.get("/portal/admin/imports").await.has(&format!("href=\"{path}\">3</a>")));
        let page = admin.get(&path).await;
        assert_eq!(page.status, 200);
        for text in
            ["/portal/admin/look?item=P%2F1%20a\"><bdi>P/1 a</bdi>", "cheap", "2 without a recorded text", "ann@shop"]
        {
            assert!(page.has(text), "{text}: {}", page.body);
        }
        assert!(!page.has("<i>"), "{}", page.body);
        assert!(!page.has("<b>"), "{}", page.body);
    }
}

#[actix_web::test]
async fn the_charts_of_one_import_show_its_values() {
    let portal = TestPortal::administered();
    let page = portal.signed_in("admin").await.get("/portal/admin/imports").await;
    assert_eq!(page.body.matches("<circle class=\"chart-bar\"").count(), 2, "{}", page.body);
    assert!(page.has("public products after this import."), "{}", page.body);
    assert!(page.has("events in this import."), "{}", page.body);
}

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
        assert!(page.has(">102</th>"));
        assert!(page.has(">3</th>"));
        assert!(!page.has(">2</th>"));
        assert!(page.has("10 content, 11 commercial, 12 removed"));
        assert!(!page.has("<i>"), "names are shown as texts");
        assert_eq!(page.body.matches("<svg class=\"chart\"").count(), 2);
        assert_eq!(page.body.matches("role=\"img\" aria-label=\"").count(), 2);
        assert!(page.has("From 16 public products after the first of these imports to 16 after the last."));
        assert!(page.has("3300 events in 100 imports, at most 33 in one."));
    }
}
