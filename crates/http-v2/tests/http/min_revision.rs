//! Responses that must not be older than a revision.

use crate::changes::FEED;
use crate::client::{TestRequest, by, exchange, get, reads, send};
use actix_web::http::Method;
use catalog_domain::catalog::CatalogFacts;
use catalog_domain::values::CatalogRevision;
use catalog_index::Catalog;
use catalog_testkit::DocumentedOperation;
use catalog_testkit::usual::{Fixture, usual_facts};
use futures_util::future::{join, join_all};

/// A request of each operation that reads the catalog.
fn paths() -> impl Iterator<Item = String> {
    let takes_one =
        |operation: &DocumentedOperation<'_>| operation.parameters("query").any(|(name, _)| name == "minRevision");
    reads().filter(move |(operation, _)| takes_one(operation)).map(|(_, target)| target)
}

/// Requests whose response is another one than a whole 200.
const MISSING: [&str; 4] = [
    "/api/v2/products/NONE",
    "/api/v2/catalog/sections/999",
    "/api/v2/catalog/sections/999/product-snapshot",
    "/api/v2/catalog/sections/999/product-changes?since=2026-01-01",
];

fn demand(path: &str, revision: impl std::fmt::Display) -> String {
    format!("{path}{}minRevision={revision}", if path.contains('?') { '&' } else { '?' })
}

async fn until_waiting(fixture: &Fixture, count: u64) {
    while fixture.service.app.catalog.revision_waits() != count {
        tokio::task::yield_now().await;
    }
}

fn serve(fixture: &Fixture, revision: i64) {
    let facts = CatalogFacts { revision: CatalogRevision(revision), ..usual_facts() };
    let storefront = fixture.service.app.catalog.current().storefront().clone();
    fixture.service.app.catalog.shared().replace(Catalog::build(facts, storefront));
}

#[test]
fn every_operation_that_shows_a_revision_takes_one_but_links() {
    for operation in DocumentedOperation::all(&http_v2::openapi()) {
        let takes_one = operation.parameters("query").any(|(name, _)| name == "minRevision");
        let shows_one = operation.has_header("Catalog-Revision") && operation.path != "/price-lists/{link}";
        assert_eq!(takes_one, shows_one, "{} {}", operation.method, operation.path);
    }
    assert!(paths().count() >= 16);
}

#[actix_web::test]
async fn a_server_that_has_the_revision_responds_as_it_does_without_the_parameter() {
    for fixture in Fixture::all() {
        let revision = fixture.revision();
        for path in paths().chain(MISSING.map(String::from)) {
            let plain = get(&fixture, "wholesaler", &path).await;
            assert_eq!(plain.header("Catalog-Revision"), revision, "{path}");
            for demanded in ["1", &*revision] {
                let response = get(&fixture, "wholesaler", &demand(&path, demanded)).await;
                let shown = (response.status, response.header("Catalog-Revision"));
                assert_eq!(shown, (plain.status, &*revision), "{path}");
                assert_eq!(response.find_header("ETag"), plain.find_header("ETag"), "{path}");
                // Seals of cursors may differ from time to time.
                assert!(response.body.len() == plain.body.len(), "{path}");
            }
        }
    }
}

#[actix_web::test]
async fn a_server_that_stays_behind_responds_with_503_before_any_404_304_or_empty_wait() {
    let fixture = Fixture::new();
    let revision: i64 = fixture.revision().parse().unwrap();
    let ask = |path: &str, method: Method| {
        let path = demand(path, revision + 1);
        let request = by(&fixture, "wholesaler", &path).method(method.clone()).insert_header(("If-None-Match", "*"));
        let fixture = &fixture;
        async move { (send(fixture, request).await, path, method) }
    };
    let all =
        paths().chain(MISSING.map(String::from)).flat_map(|path| [ask(&path, Method::GET), ask(&path, Method::HEAD)]);
    let waiting = ask(&format!("{FEED}?cursor=none&wait=30"), Method::GET);
    for (response, path, method) in join_all(all.chain([waiting])).await {
        assert_eq!((response.status, response.header("Retry-After")), (503, "1"), "{method} {path}");
        if method == Method::GET {
            assert_eq!(response.error_name(), "ServiceUnavailableError", "{path}");
        }
    }
    assert_eq!(fixture.service.app.catalog.revision_waits(), 0);
}

#[actix_web::test]
async fn a_request_that_waits_gets_the_catalog_that_it_waits_for_as_soon_as_it_is_swapped_in() {
    for path in ["/api/v2/catalog/tree", "/api/v2/products/P-1", "/api/v2/catalog/sections/100/price-list.csv"] {
        let fixture = Fixture::new();
        let before = get(&fixture, "wholesaler", path).await;
        let next: i64 = fixture.revision().parse::<i64>().unwrap() + 1;
        let swap = async {
            until_waiting(&fixture, 1).await;
            serve(&fixture, next);
        };
        let (response, ()) = join(get(&fixture, "wholesaler", &demand(path, next)), swap).await;
        assert_eq!((response.status, response.header("Catalog-Revision")), (200, &*next.to_string()), "{path}");
        assert_ne!(response.header("ETag"), before.header("ETag"), "{path}");
    }
}

#[actix_web::test]
async fn a_request_that_nobody_may_send_or_that_is_wrong_is_refused_without_waiting() {
    let fixture = Fixture::new();
    let far = i64::MAX;
    let anonymous = exchange(&fixture, TestRequest::get().uri(&demand("/api/v2/catalog/tree", far))).await.2;
    assert_eq!(anonymous.status, 401);
    // What every number may not be is tried on every route (`parameters.rs`).
    for (user, path) in [
        ("wholesaler", "/api/v2/catalog/tree?minRevision=0"),
        ("wholesaler", "/api/v2/catalog/tree?minRevision=9223372036854775808"),
        ("wholesaler", "/auth/v2/check?minRevision=1"),
        ("admin", "/api/v2/imports?minRevision=1"),
        ("admin", "/auth/admin/users?minRevision=1"),
    ] {
        let response = get(&fixture, user, path).await;
        assert_eq!((response.status, response.wrong_parameters()), (400, vec!["minRevision".to_owned()]), "{path}");
    }
    let both = get(&fixture, "wholesaler", &demand("/api/v2/catalog/tree?depth=0", far)).await;
    assert_eq!((both.status, both.wrong_parameters()), (400, vec!["depth".to_owned()]));
}
