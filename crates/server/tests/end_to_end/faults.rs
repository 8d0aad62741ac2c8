//! Failures of the store behind a server. It continues with what it can, refuses the rest quickly, and recovers by
//! itself.

use crate::support::{Sandbox, assert_refused_for_now, offer, until};
use catalog_testkit::postgres::{StopMode, TempCluster};

const QUICK: [&str; 4] = ["--refresh-interval-ms", "50", "--feed-settle-ms", "500"];

/// Requests a part of a product, which only the store has. A response may be cached for the next request of the same
/// part.
fn part_of_product(part: &str) -> String {
    format!("/api/v2/products/PMP-001?include={part}")
}

#[test]
fn a_server_whose_store_goes_down_serves_what_it_has_and_heals_when_the_store_is_back() {
    let Some(postgres) = TempCluster::start_new() else { return };
    let sandbox = Sandbox::over(&postgres.url()).filled();
    let server = sandbox.serve(&QUICK);
    let token = server.token();
    let cursor = server.cursor(&token);
    let feed = format!("/api/v2/catalog/sections/1042/product-changes?cursor={cursor}");
    for (imports, (how, price, part)) in
        [(StopMode::Stop, 2_500, "seo"), (StopMode::Kill, 2_600, "features")].into_iter().enumerate()
    {
        server.until_ready();
        postgres.end(how);
        server.until_status("/health/ready", "", 503);
        let summary = feed.replace("product-changes", "product-changes/summary");
        let served = ["/api/v2/catalog/tree", "/api/v2/products/PMP-001", "/auth/v2/check", "/health/live"];
        for target in served.into_iter().chain([feed.as_str(), &summary]) {
            assert_eq!(server.get(target, &token).status, 200, "{how:?}: {target}");
        }
        let page = server.get(&feed, &token).json();
        assert_eq!(page["data"]["items"].as_array().unwrap().len(), imports, "{how:?}: {page}");
        assert_refused_for_now(&server.get(&part_of_product(part), &token));
        assert_refused_for_now(&server.log_in());
        sandbox.run(&["user", "list"]).assert_refused(&["DATABASE_URL"]);
        postgres.start();
        server.until_ready();
        sandbox.must_import(&offer(&price.to_string()));
        until("the new price", || {
            let product = server.get("/api/v2/products/PMP-001", &token).json();
            (product["data"]["pricing"]["retail"]["value"] == price).then_some(())
        });
        until("the event", || {
            let page = server.get(&feed, &token).json();
            (page["data"]["items"].as_array()?.len() > imports).then_some(())
        });
        server.until_status(&part_of_product(part), &token, 200);
        server.token();
    }
}
