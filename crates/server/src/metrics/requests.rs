//! Counts requests by route and status, and their durations.

use actix_web::http::{Method, StatusCode};
use catalog_app::Histogram;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::Registry;
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::time::Duration;

/// The label for every path without a route.
const NO_ROUTE: &str = "none";

#[derive(Debug, Clone, Default)]
pub(crate) struct RequestMetrics {
    counts: Family<Labels, Counter>,
    durations: Family<Route, Histogram>,
    v1_refusals: Family<Refusal, Counter>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Route {
    route: Cow<'static, str>,
    method: &'static str,
}

/// A refusal that goes out with the status 200.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Refusal {
    route: Cow<'static, str>,
    code: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Labels {
    #[prometheus(flatten)]
    route: Route,
    status: u16,
}

/// Where one worker thread counts. It remembers its counters, because looking one up among those of all threads takes a
/// lock.
#[derive(Debug)]
pub(crate) struct WorkerMetrics {
    all: RequestMetrics,
    known: RefCell<HashMap<Labels, (Counter, Histogram)>>,
}

impl RequestMetrics {
    /// Puts both families on the page of `registry`.
    pub(super) fn register(&self, registry: &mut Registry) {
        let help = "Requests answered, by the pattern of the route, method and status";
        registry.register("catalog_http_requests", help, self.counts.clone());
        let help = "Refusals of v1, which have status 200, by the pattern of the route and the code in the body";
        registry.register("catalog_v1_refusals", help, self.v1_refusals.clone());
        let help = "Time until the head of the response was ready, by the pattern of the route";
        registry.register("catalog_http_request_duration_seconds", help, self.durations.clone());
    }
}

impl WorkerMetrics {
    /// Counts towards `all`.
    pub(crate) fn new(all: RequestMetrics) -> Self {
        Self { all, known: RefCell::default() }
    }

    /// Counts a refusal that goes out with another status than its `code`.
    pub(crate) fn count_refusal(&self, pattern: Option<String>, code: u16) {
        let route = pattern.map_or(NO_ROUTE.into(), Cow::Owned);
        self.all.v1_refusals.get_or_create(&Refusal { route, code }).inc();
    }

    /// Counts a finished request. `pattern` is `None` when no route matched.
    pub(crate) fn observe(&self, method: &Method, pattern: Option<String>, status: StatusCode, duration: Duration) {
        let route = Route { route: pattern.map_or(NO_ROUTE.into(), Cow::Owned), method: method_name(method) };
        let mut known = self.known.borrow_mut();
        let entry = known.entry(Labels { route, status: status.as_u16() });
        let (count, durations) = entry.or_insert_with_key(|labels| {
            let durations = self.all.durations.get_or_create_owned(&labels.route);
            (self.all.counts.get_or_create_owned(labels), durations)
        });
        count.inc();
        durations.observe(duration);
    }
}

/// Clients may make up methods; labels must be bounded.
fn method_name(method: &Method) -> &'static str {
    let known = ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"];
    known.into_iter().find(|name| *name == method.as_str()).unwrap_or("other")
}

#[cfg(test)]
mod tests {
    use super::*;
    use prometheus_client::encoding::text;

    #[test]
    fn requests_are_counted_by_pattern_method_and_status_and_not_by_client_input() {
        let (mut registry, metrics) = (Registry::default(), RequestMetrics::default());
        metrics.register(&mut registry);
        let workers = [WorkerMetrics::new(metrics.clone()), WorkerMetrics::new(metrics)];
        let made_up = Method::from_bytes(b"FLY").unwrap();
        for (worker, method, pattern, status) in [
            (0, &Method::GET, Some("/a/{id}"), StatusCode::OK),
            (1, &Method::GET, Some("/a/{id}"), StatusCode::OK),
            (0, &Method::GET, Some("/a/{id}"), StatusCode::NOT_FOUND),
            (1, &made_up, None, StatusCode::NOT_FOUND),
        ] {
            workers[worker].observe(method, pattern.map(str::to_owned), status, Duration::from_millis(1));
        }
        workers[0].count_refusal(Some("/v1/{id}".to_owned()), 401);
        let mut page = String::new();
        text::encode(&mut page, &registry).unwrap();
        for line in [
            r#"catalog_http_requests_total{route="/a/{id}",method="GET",status="200"} 2"#,
            r#"catalog_http_requests_total{route="/a/{id}",method="GET",status="404"} 1"#,
            r#"catalog_http_requests_total{route="none",method="other",status="404"} 1"#,
            r#"catalog_v1_refusals_total{route="/v1/{id}",code="401"} 1"#,
            r#"catalog_http_request_duration_seconds_count{route="/a/{id}",method="GET"} 3"#,
        ] {
            assert!(page.contains(line), "{line}\n{page}");
        }
    }
}
