//! `--metrics-bind`: a server's metrics, on a separate address, and their use in alerts and dashboards.

use crate::support::{BUYER, CATALOG, Metrics, Sandbox, get_at, offer, until};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const ALERTS: &str = include_str!("../../../../docs/deployment/alerts.yml");
pub(crate) const DASHBOARD: &str = include_str!("../../../../docs/deployment/grafana-dashboard.json");
const MANUAL: &str = include_str!("../../../../docs/troubleshooting.md");

/// Families that only a server with a standby has.
const OF_A_STANDBY: [&str; 2] = ["catalog_standby_in_use", "catalog_large_reads_total"];

/// With a settle time, how many events are held back would depend on how long ago the import was.
const STEADY: [&str; 4] = ["--log", "off", "--feed-settle-ms", "0"];

/// A store whose last import changed the price of one product.
fn prepared(sandbox: Sandbox) -> Sandbox {
    sandbox.must_import(CATALOG);
    sandbox.must_import(&offer("2500"));
    sandbox.add_buyer();
    sandbox
}

#[test]
fn metrics_count_requests_by_route_pattern_and_report_the_refresh() {
    for sandbox in Sandbox::on_every_engine().into_iter().map(prepared) {
        let (server, metrics) = Metrics::serve(&sandbox, &STEADY);
        let token = server.token();
        for stock_number in ["PMP-001", "PMP-001", "PMP-404"] {
            server.get(&format!("/api/v2/products/{stock_number}"), &token);
        }
        server.get("/secret-looking/path", &token);
        let wrong = json!({"login": BUYER, "password": "a wrong one"});
        assert_eq!(server.post("/auth/token", &wrong).status, 401);
        let page = metrics.page();
        for line in [
            r#"catalog_http_requests_total{route="/api/v2/products/{stockNumber}",method="GET",status="200"} 2"#,
            r#"catalog_http_requests_total{route="/api/v2/products/{stockNumber}",method="GET",status="404"} 1"#,
            r#"catalog_http_requests_total{route="none",method="GET",status="404"} 1"#,
            r#"catalog_http_request_duration_seconds_count{route="/auth/token",method="POST"} 2"#,
            r#"catalog_audit_events_total{event="login_refused",reason="wrong_password"} 1"#,
            "catalog_revision 2",
            "catalog_products 2",
            "catalog_sections 2",
            r#"catalog_last_import_events{change="content"} 0"#,
            r#"catalog_last_import_events{change="commercial"} 1"#,
            r#"catalog_last_import_events{change="removed"} 0"#,
            "catalog_ready 1",
            "catalog_refresh_failures_total 0",
            "catalog_load_duration_seconds_count 1",
            "catalog_feed_events_held_back 0",
            "catalog_background_work 0",
            "catalog_background_work_limit 512",
            "catalog_background_work_refused_total 0",
            "catalog_store_connection_failures_total 0",
        ] {
            assert!(page.lines().any(|printed| printed == line), "{line}\n{page}");
        }
        assert!(page.ends_with("# EOF\n"), "{page}");
        assert!(metrics.value(r#"catalog_store_connections{state="limit"}"#) >= 8.0, "{page}");
        for secret in ["secret-looking", "PMP-", "buyer@", &token] {
            assert!(!page.contains(secret), "{secret}\n{page}");
        }
    }
}

#[test]
fn metrics_show_the_program_its_process_and_how_its_cache_does() {
    let sandbox = prepared(Sandbox::new());
    let (server, metrics) = Metrics::serve(&sandbox, &STEADY);
    let token = server.token();
    let cache = |result: &str| metrics.value(&format!(r#"catalog_response_cache_lookups_total{{result="{result}"}}"#));
    server.get("/api/v2/catalog/tree", &token);
    let (hits, misses) = (cache("hit"), cache("miss"));
    assert!(misses > 0.0);
    server.get("/api/v2/catalog/tree", &token);
    assert_eq!((cache("hit"), cache("miss")), (hits + 1.0, misses));
    assert!(metrics.value("catalog_response_cache_entries") >= 1.0);
    let bytes = metrics.value("catalog_response_cache_bytes");
    assert!(bytes > 0.0);
    assert!(bytes <= metrics.value("catalog_response_cache_bytes_limit"));
    assert!(metrics.page().contains(concat!(
        "catalog_build_info{version=\"",
        env!("CARGO_PKG_VERSION"),
        "\",commit=\""
    )));
    let [resident, files] = ["process_resident_memory_bytes", "process_open_fds"].map(|name| metrics.value(name));
    assert!((1e6..1e12).contains(&resident), "{resident}");
    let kinds =
        ["own", "mapped"].map(|kind| metrics.value(&format!("catalog_resident_memory_bytes{{kind=\"{kind}\"}}")));
    assert!(kinds.iter().all(|bytes| (1e6..=resident * 2.0).contains(bytes)), "{kinds:?} of {resident}");
    assert!(files >= 4.0, "{files}");
    assert!(files <= metrics.value("process_max_fds"), "{files}");
    assert!(metrics.value("process_virtual_memory_bytes") >= resident);
    assert!(metrics.value("process_cpu_seconds_total") >= 0.0);
    assert!(metrics.value("process_start_time_seconds") > metrics.value("catalog_committed_timestamp_seconds") - 1.0);
}

#[test]
fn imports_over_http_are_counted_by_their_end() {
    for sandbox in Sandbox::on_every_engine() {
        sandbox.add_administrator("admin@shop.example");
        let bearer = format!("Bearer {}", sandbox.add_import_key("admin@shop.example"));
        let (server, metrics) = Metrics::serve(&sandbox, &STEADY);
        for lines in [CATALOG, "{}"] {
            let headers = [("authorization", &*bearer), ("content-type", "application/x-ndjson")];
            assert_eq!(server.request("POST", "/api/v2/imports?mode=full", &headers, lines).status, 202);
        }
        for line in [
            r#"catalog_imports_total{state="done"} 1"#,
            r#"catalog_imports_total{state="rejected"} 1"#,
            r#"catalog_imports_total{state="failed"} 0"#,
            "catalog_import_duration_seconds_count 2",
            "catalog_imports_waiting 0",
        ] {
            until(line, || metrics.page().lines().any(|printed| printed == line).then_some(()));
        }
    }
}

#[test]
fn metrics_are_served_nowhere_else() {
    let sandbox = Sandbox::new();
    let (server, metrics) = Metrics::serve(&sandbox, &STEADY);
    assert_eq!(server.request("GET", "/metrics", &[], "").status, 404);
    assert_eq!(get_at(metrics.address(), "/health/live").status, 404);
}

fn families(page: &str) -> Vec<(&str, &str)> {
    page.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split_once(' ')).collect()
}

fn names(text: &str) -> BTreeSet<&str> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    words
        .filter(|word| (word.starts_with("catalog_") || word.starts_with("process_")) && !word.ends_with('_'))
        .collect()
}

/// The queries of a dashboard.
pub(crate) fn expressions(value: &Value) -> Vec<&str> {
    match value {
        Value::Object(fields) => {
            let own = fields.get("expr").and_then(Value::as_str);
            own.into_iter().chain(fields.values().flat_map(expressions)).collect()
        }
        Value::Array(items) => items.iter().flat_map(expressions).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn the_dashboard_the_alerts_and_the_manual_name_the_metrics_that_there_are() {
    let sandbox = prepared(Sandbox::new());
    let (server, metrics) = Metrics::serve(&sandbox, &STEADY);
    server.token();
    assert_eq!(server.get("/api/v1/get/catalog", "no token").status, 200);
    let page = metrics.page();
    let mut known: BTreeSet<String> = OF_A_STANDBY.into_iter().map(str::to_owned).collect();
    for (name, kind) in families(&page) {
        let suffixes: &[&str] = match kind {
            "histogram" => &["", "_bucket", "_sum", "_count"],
            "counter" => &["_total"],
            "info" => &["_info"],
            _ => &[""],
        };
        known.extend(suffixes.iter().map(|suffix| format!("{name}{suffix}")));
        assert!(MANUAL.contains(&format!("`{name}{}`", suffixes[0])), "{name} is not in the manual");
    }
    let dashboard: Value = serde_json::from_str(DASHBOARD).unwrap();
    let shown = expressions(&dashboard);
    assert!(shown.len() > 15, "{shown:?}");
    for (place, text) in [("the dashboard", shown.join("\n")), ("the alerts", ALERTS.to_owned())] {
        let unknown: Vec<_> = names(&text).into_iter().filter(|name| !known.contains(*name)).collect();
        assert_eq!(unknown, Vec::<&str>::new(), "named by {place}");
    }
    let manual = MANUAL.split("## Metrics").nth(1).unwrap();
    let unknown: Vec<_> = names(manual).into_iter().filter(|name| !known.contains(*name)).collect();
    assert_eq!(unknown, Vec::<&str>::new(), "named by the manual");
}

#[test]
fn every_alert_says_what_it_means_and_what_to_do() {
    let described: Vec<&str> = ALERTS.split("- alert: ").skip(1).collect();
    assert!(described.len() > 5, "{described:?}");
    for alert in described {
        let text = alert.split_once("description: \"").map_or("", |(_, text)| text.lines().next().unwrap());
        assert!(text.matches(". ").count() >= 1 && text.ends_with(".\""), "{alert}");
    }
}
