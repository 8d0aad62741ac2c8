//! The page: what was counted, and how things are at this moment.

use super::last_import::LastImport;
use super::process::write_process;
use super::requests::RequestMetrics;
use super::samples::{counter, counters, gauge, gauges};
use crate::http_server::OpenConnections;
use catalog_app::accounts::audit_events;
use catalog_app::catalog::FeedView;
use catalog_app::refresh::RefreshHealth;
use catalog_app::runtime::{BackgroundWork, ResponseBytes, WorkPool, WorkStatus, background_work};
use catalog_app::v1_usage::V1UsageCounter;
use catalog_domain::ports::{MailStatus, V1Caller};
use http_common::HttpState;
use http_common::cache::CacheStatus;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric, NoLabelSet};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;
use store_diesel::{ReplicaRouter, ReplicaUse, Store};

/// The commit that the program was built from; none or empty where the build does not know it.
const COMMIT: Option<&str> = option_env!("CATALOG_COMMIT");

#[derive(Debug)]
pub(crate) struct MetricsSource {
    pub(crate) requests: RequestMetrics,
    pub(crate) connections: OpenConnections,
    pub(crate) http: Arc<HttpState>,
    pub(crate) refresh_health: Arc<RefreshHealth>,
    /// The store, for its connections and the last import.
    pub(crate) store: Store,
    /// The cached last import.
    pub(crate) last_import: LastImport,
    pub(crate) v1: Arc<V1UsageCounter>,
    /// The standby, if there is one.
    pub(crate) standby: Option<Arc<ReplicaRouter>>,
}

impl MetricsSource {
    pub(super) fn into_registry(self) -> Registry {
        let mut registry = Registry::default();
        let commit = COMMIT.filter(|commit| !commit.is_empty()).unwrap_or("unknown");
        let build = [("version", env!("CARGO_PKG_VERSION")), ("commit", commit)];
        registry.register("catalog_build", "The version and the commit of the program", Info::new(build));
        self.requests.register(&mut registry);
        let help = "Events of the audit trail; login_refused has its reason";
        registry.register("catalog_audit_events", help, audit_events());
        registry.register_collector(Box::new(self));
        registry
    }

    fn write_connections(&self, page: &mut DescriptorEncoder<'_>) -> fmt::Result {
        let (open, limit) = (self.connections.count(), self.connections.limit());
        gauge(page, "catalog_http_connections", "Open connections of clients.", open)?;
        gauge(page, "catalog_http_connections_limit", "The most of them; further ones wait.", limit)?;
        let store = self.store.connections();
        let states = [("open", store.open), ("idle", store.idle), ("limit", store.limit)];
        gauges(page, ("catalog_store_connections", "Connections to the store."), "state", states)?;
        let help = "Requests for a connection that got none in time.";
        counter(page, "catalog_store_connection_failures", help, store.failures)
    }

    fn write_catalog(&self, page: &mut DescriptorEncoder<'_>) -> fmt::Result {
        let catalog = self.http.app.catalog.current();
        gauge(page, "catalog_revision", "The revision that is served.", catalog.revision().0)?;
        gauge(page, "catalog_products", "Public products.", catalog.product_count())?;
        gauge(page, "catalog_sections", "Public sections.", catalog.sections().len())?;
        let committed = catalog.log_position().committed_at.map_or(0, |at| at.unix_microseconds() / 1_000_000);
        let help = "When the revision was imported, in seconds since 1970; 0 when nothing was.";
        gauge(page, "catalog_committed_timestamp_seconds", help, committed)?;
        if let Some(run) = self.last_import.run(&self.store, catalog.revision()) {
            let help = "Changes that the last import made, by what changed; a product can count twice.";
            let changes = [("content", run.content), ("commercial", run.commercial), ("removed", run.removed)];
            gauges(page, ("catalog_last_import_events", help), "change", changes)?;
        }
        let FeedView { horizon, tail } = self.http.app.catalog.shared().feed_view();
        gauge(page, "catalog_feed_memory_events", "Change events that are held in memory.", tail.len())?;
        gauge(page, "catalog_feed_memory_bytes", "What they take.", tail.bytes())?;
        let held_back = horizon.included.0.saturating_sub(horizon.released.0);
        let help = "Events that the feed still holds back for the settle time.";
        gauge(page, "catalog_feed_events_held_back", help, held_back)?;
        gauge(page, "catalog_feed_last_event", "The last event that the feed shows.", horizon.released.0)
    }

    fn write_refresh(&self, page: &mut DescriptorEncoder<'_>) -> fmt::Result {
        let now = Instant::now();
        gauge(page, "catalog_ready", "1 while ready.", u32::from(self.refresh_health.check(now).is_ok()))?;
        if let Some(age) = self.refresh_health.age(now) {
            let help = "Time since memory and store last agreed.";
            gauge(page, "catalog_refresh_age_seconds", help, age.as_secs_f64())?;
        }
        counter(page, "catalog_refresh_failures", "Refreshes that failed.", self.refresh_health.failures())?;
        let help = "Time to load a revision from the store and build it in memory.";
        let name = "catalog_load_duration_seconds";
        self.refresh_health.loads().encode(page.encode_descriptor(name, help, None, MetricType::Histogram)?)
    }
}

impl Collector for MetricsSource {
    /// Blocks while the store is read for the last import.
    fn encode(&self, mut page: DescriptorEncoder<'_>) -> fmt::Result {
        write_process(&mut page)?;
        self.write_catalog(&mut page)?;
        self.write_refresh(&mut page)?;
        self.write_connections(&mut page)?;
        write_v1(&mut page, &self.v1.totals())?;
        write_background(&mut page, background_work())?;
        write_work(&mut page, self.http.app.work.pool().status())?;
        write_responses(&mut page, self.http.app.work.response_budget().status())?;
        write_cache(&mut page, self.http.cache.status())?;
        write_mail(&mut page, self.http.app.accounts.mail_status())?;
        self.standby.as_ref().map_or(Ok(()), |standby| write_standby(&mut page, standby.replica_use()))
    }
}

fn write_v1(page: &mut DescriptorEncoder<'_>, totals: &[(V1Caller, &str, u64)]) -> fmt::Result {
    let help = "Requests to v1 by the pattern of the route and the id of the account.";
    let mut family = page.encode_descriptor("catalog_v1_requests", help, None, MetricType::Counter)?;
    totals.iter().try_for_each(|(caller, route, requests)| {
        let account = match caller {
            V1Caller::Account(id) => id.to_string(),
            V1Caller::Nobody => "none".to_owned(),
            V1Caller::Others => "other".to_owned(),
        };
        let labels = [("route", *route), ("account", &account)];
        family.encode_family(&labels)?.encode_counter::<NoLabelSet, _, f64>(requests, None)
    })
}

fn write_background(page: &mut DescriptorEncoder<'_>, work: BackgroundWork) -> fmt::Result {
    let help = "Requests that wait for the store.";
    gauge(page, "catalog_background_work", help, work.present)?;
    let help = "The most of them; further ones are refused.";
    gauge(page, "catalog_background_work_limit", help, BackgroundWork::LIMIT)?;
    let help = "Requests refused because too many waited for the store.";
    counter(page, "catalog_background_work_refused", help, work.refused)
}

fn write_work(page: &mut DescriptorEncoder<'_>, status: WorkStatus) -> fmt::Result {
    let help = "Expensive requests that wait for a thread of low priority, or have one.";
    let states = [("waiting", status.waiting), ("running", status.running)];
    gauges(page, ("catalog_work_jobs", help), "state", states)?;
    let help = "The most of them that wait; further ones are refused.";
    gauge(page, "catalog_work_waiting_limit", help, WorkPool::MOST_WAITING)?;
    let help = "Expensive requests refused because of the limit of all, or of one account's half.";
    let limits = [("all", status.refused), ("account", status.refused_over_quota)];
    counters(page, ("catalog_work_refused", help), "limit", limits)?;
    let help = "Expensive requests whose client had gone away before a thread was free.";
    counter(page, "catalog_work_dropped", help, status.dropped)
}

fn write_responses(page: &mut DescriptorEncoder<'_>, bytes: ResponseBytes) -> fmt::Result {
    let help = "Bytes of responses over 64 KiB that are cached, or that clients have not taken yet.";
    gauge(page, "catalog_answer_bytes", help, bytes.present)?;
    gauge(page, "catalog_answer_bytes_limit", "The most of them; further responses wait.", bytes.limit)?;
    let help = "Responses refused because their bytes did not fit in time.";
    counter(page, "catalog_answers_refused", help, bytes.refused)
}

fn write_cache(page: &mut DescriptorEncoder<'_>, cache: CacheStatus) -> fmt::Result {
    gauge(page, "catalog_response_cache_bytes", "Bytes that the response cache takes.", cache.bytes)?;
    gauge(page, "catalog_response_cache_bytes_limit", "The most of them.", cache.limit)?;
    let help = "Cached bodies, products and selections.";
    gauge(page, "catalog_response_cache_entries", help, cache.entries)?;
    let help = "Lookups in the response cache; one request can make several.";
    let results = [("hit", cache.hits), ("miss", cache.misses)];
    counters(page, ("catalog_response_cache_lookups", help), "result", results)
}

fn write_mail(page: &mut DescriptorEncoder<'_>, mail: MailStatus) -> fmt::Result {
    gauge(page, "catalog_mail_waiting", "Messages that wait to be delivered.", mail.waiting)?;
    let help = "The most of them, 0 without mail; further ones are refused.";
    gauge(page, "catalog_mail_waiting_limit", help, mail.limit)?;
    let help = "Messages that the mail server accepted, that were given up, or that were refused unread.";
    let results = [("sent", mail.sent), ("failed", mail.failed), ("refused", mail.refused)];
    counters(page, ("catalog_mail_messages", help), "result", results)?;
    counter(page, "catalog_mail_retries", "Attempts that failed and are repeated.", mail.retries)
}

fn write_standby(page: &mut DescriptorEncoder<'_>, standby: ReplicaUse) -> fmt::Result {
    let help = "1 while large reads go to the standby.";
    gauge(page, "catalog_standby_in_use", help, u32::from(standby.is_in_use))?;
    let help = "Loads, parts and reads of the log, by the store that served them.";
    let stores = [("standby", standby.served_reads), ("primary", standby.primary_reads)];
    counters(page, ("catalog_large_reads", help), "store", stores)
}
