//! Counts requests by route and status, and how long they took.

use super::histogram::Histogram;
use super::text_page::{Labels, TextPage};
use actix_web::http::{Method, StatusCode};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

/// What stands for every path that no route has.
const NO_ROUTE: &str = "none";

/// The requests so far.
#[derive(Debug, Default)]
pub(crate) struct RequestMetrics {
    /// Routes are few, so looking for one is cheap, and after the first request of each nobody waits for another.
    routes: RwLock<BTreeMap<Route, RouteMetrics>>,
}

/// A route: its pattern and a method that it has.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Route {
    pattern: String,
    method: &'static str,
}

#[derive(Debug, Default)]
struct RouteMetrics {
    durations: Histogram,
    statuses: RwLock<BTreeMap<u16, AtomicU64>>,
}

impl RequestMetrics {
    /// Counts a request that was answered. `pattern` is `None` when no route matched.
    pub(crate) fn observe(&self, method: &Method, pattern: Option<String>, status: StatusCode, duration: Duration) {
        let pattern = pattern.unwrap_or_else(|| NO_ROUTE.to_owned());
        let route = Route { pattern, method: method_name(method) };
        let known = self.routes.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(metrics) = known.get(&route) {
            return metrics.observe(status, duration);
        }
        drop(known);
        let mut routes = self.routes.write().unwrap_or_else(PoisonError::into_inner);
        routes.entry(route).or_default().observe(status, duration);
    }

    /// Writes both families.
    pub(super) fn write(&self, page: &mut TextPage) {
        let routes = self.routes.read().unwrap_or_else(PoisonError::into_inner);
        let name = "catalog_http_requests_total";
        page.family(name, "counter", "Requests answered, by the pattern of the route, method and status.");
        for (route, metrics) in routes.iter() {
            for (status, count) in metrics.statuses.read().unwrap_or_else(PoisonError::into_inner).iter() {
                let labels = route.labels().and("status", &status.to_string());
                page.sample(name, &labels, count.load(Ordering::Relaxed));
            }
        }
        let name = "catalog_http_request_duration_seconds";
        page.family(name, "histogram", "Time until the head of the answer was ready, by the pattern of the route.");
        for (route, metrics) in routes.iter() {
            metrics.durations.write(page, name, &route.labels());
        }
    }
}

impl Route {
    fn labels(&self) -> Labels<'static> {
        Labels::default().and("route", &self.pattern).and("method", self.method)
    }
}

impl RouteMetrics {
    fn observe(&self, status: StatusCode, duration: Duration) {
        self.durations.observe(duration);
        let known = self.statuses.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = known.get(&status.as_u16()) {
            count.fetch_add(1, Ordering::Relaxed);
            return;
        }
        drop(known);
        let mut statuses = self.statuses.write().unwrap_or_else(PoisonError::into_inner);
        statuses.entry(status.as_u16()).or_default().fetch_add(1, Ordering::Relaxed);
    }
}

/// Clients may make up methods; labels must not follow them.
fn method_name(method: &Method) -> &'static str {
    let known = ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"];
    known.into_iter().find(|name| *name == method.as_str()).unwrap_or("other")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_told_apart_by_pattern_method_and_status_and_by_nothing_that_a_client_makes_up() {
        let metrics = RequestMetrics::default();
        let made_up = Method::from_bytes(b"FLY").unwrap();
        for (method, pattern, status) in [
            (&Method::GET, Some("/a/{id}"), StatusCode::OK),
            (&Method::GET, Some("/a/{id}"), StatusCode::OK),
            (&Method::GET, Some("/a/{id}"), StatusCode::NOT_FOUND),
            (&made_up, None, StatusCode::NOT_FOUND),
        ] {
            metrics.observe(method, pattern.map(str::to_owned), status, Duration::from_millis(1));
        }
        let mut page = TextPage::default();
        metrics.write(&mut page);
        let text = page.finish();
        for line in [
            r#"catalog_http_requests_total{route="/a/{id}",method="GET",status="200"} 2"#,
            r#"catalog_http_requests_total{route="/a/{id}",method="GET",status="404"} 1"#,
            r#"catalog_http_requests_total{route="none",method="other",status="404"} 1"#,
            r#"catalog_http_request_duration_seconds_count{route="/a/{id}",method="GET"} 3"#,
        ] {
            assert!(text.contains(line), "{line}\n{text}");
        }
    }
}
