//! The page: what was counted, and how things are at this moment.

use super::process::write_process;
use super::requests::RequestMetrics;
use super::samples::{counter, counters, gauge, gauges};
use crate::server_state::{ServerState, StateSource};
use crate::v1::V1;
use catalog_app::accounts::audit_events;
use catalog_app::imports::ended_imports;
use catalog_app::runtime::{BackgroundWork, ResponseBytes, WorkPool, WorkStatus};
use catalog_app::{AppSnapshot, causes};
use catalog_domain::ports::MailStatus;
use catalog_domain::values::CatalogRevision;
use http_common::cache::CacheStatus;
use parking_lot::Mutex;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;
use std::fmt;
use store_diesel::{LastRun, ReplicaUse, Store};

/// The commit that the program was built from; none or empty where the build does not know it.
const COMMIT: Option<&str> = option_env!("CATALOG_COMMIT");

pub(crate) struct MetricsSource {
    pub(crate) state: StateSource,
    pub(crate) requests: RequestMetrics,
    /// The cached last import.
    pub(crate) last_import: LastImport,
    pub(crate) v1: V1,
}

/// The effect of the last import, as last read. Imports are separate processes, so servers read it from the store:
/// once for each revision.
#[derive(Debug, Default)]
pub(crate) struct LastImport {
    known: Mutex<Option<LastRun>>,
}

impl LastImport {
    /// The last run; `None` before the store could tell. `store` is read when the cached value is not of the revision
    /// `shown`, which is served. Blocks meanwhile.
    fn run(&self, store: &Store, shown: CatalogRevision) -> Option<LastRun> {
        let mut known = self.known.lock();
        if known.is_none_or(|run| run.revision != shown) {
            match store.last_run() {
                Ok(run) => *known = Some(run),
                Err(error) => tracing::debug!(cause = causes(&error), "the last import cannot be read"),
            }
        }
        *known
    }
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
        let (help, ended) = ("Imports over HTTP that this server ran, by their end", ended_imports());
        registry.register("catalog_imports", help, ended.counts);
        registry.register("catalog_import_duration_seconds", "How long each of them ran", ended.durations);
        registry.register("catalog_imports_waiting", "Imports over HTTP that wait for their turn", ended.waiting);
        registry.register_collector(Box::new(self));
        registry
    }

    fn write_catalog(&self, page: &mut DescriptorEncoder<'_>, app: &AppSnapshot) -> fmt::Result {
        let (catalog, feed) = (&app.catalog, &app.feed);
        gauge(page, "catalog_revision", "The revision that is served.", catalog.revision.0)?;
        gauge(page, "catalog_products", "Public products.", catalog.products)?;
        gauge(page, "catalog_sections", "Public sections.", catalog.sections)?;
        let committed = catalog.committed_at.map_or(0, |at| at.unix_microseconds() / 1_000_000);
        let help = "When the revision was imported, in seconds since 1970; 0 when nothing was.";
        gauge(page, "catalog_committed_timestamp_seconds", help, committed)?;
        if let Some(run) = self.last_import.run(&self.state.store, catalog.revision) {
            let help = "Changes that the last import made, by what changed; a product can count twice.";
            let changes = [("content", run.content), ("commercial", run.commercial), ("removed", run.removed)];
            gauges(page, ("catalog_last_import_events", help), "change", changes)?;
        }
        gauge(page, "catalog_feed_memory_events", "Change events that are held in memory.", feed.memory_events)?;
        gauge(page, "catalog_feed_memory_bytes", "What they take.", feed.memory_bytes)?;
        let help = "Events that the feed still holds back for the settle time.";
        gauge(page, "catalog_feed_events_held_back", help, feed.held_back)?;
        gauge(page, "catalog_feed_last_event", "The last event that the feed shows.", feed.last_event)
    }

    fn write_refresh(&self, page: &mut DescriptorEncoder<'_>, app: &AppSnapshot) -> fmt::Result {
        gauge(page, "catalog_ready", "1 while ready.", u32::from(app.readiness.is_ok()))?;
        if let Some(age) = app.refresh_age {
            let help = "Time since memory and store last agreed.";
            gauge(page, "catalog_refresh_age_seconds", help, age.as_secs_f64())?;
        }
        counter(page, "catalog_refresh_failures", "Refreshes that failed.", app.refresh_failures)?;
        let help = "Time to load a revision from the store and build it in memory.";
        let name = "catalog_load_duration_seconds";
        self.state.refresh_health.loads().encode(page.encode_descriptor(name, help, None, MetricType::Histogram)?)
    }
}

/// A collector has to have it.
impl fmt::Debug for MetricsSource {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("MetricsSource")
    }
}

impl Collector for MetricsSource {
    /// Blocks while the store is read for the last import.
    fn encode(&self, mut page: DescriptorEncoder<'_>) -> fmt::Result {
        let state = self.state.read();
        write_process(&mut page, state.memory)?;
        self.write_catalog(&mut page, &state.app)?;
        self.write_refresh(&mut page, &state.app)?;
        write_connections(&mut page, &state)?;
        self.v1.write_metrics(&mut page)?;
        write_background(&mut page, state.app.background)?;
        write_work(&mut page, state.app.work)?;
        write_responses(&mut page, state.app.responses)?;
        write_cache(&mut page, state.cache)?;
        write_mail(&mut page, state.app.mail)?;
        state.standby.map_or(Ok(()), |standby| write_standby(&mut page, standby))
    }
}

fn write_connections(page: &mut DescriptorEncoder<'_>, state: &ServerState) -> fmt::Result {
    gauge(page, "catalog_http_connections", "Open connections of clients.", state.connections)?;
    let help = "The most of them; further ones wait.";
    gauge(page, "catalog_http_connections_limit", help, state.connections_limit)?;
    let store = &state.store;
    let states = [("open", store.open), ("idle", store.idle), ("limit", store.limit)];
    gauges(page, ("catalog_store_connections", "Connections to the store."), "state", states)?;
    let help = "Requests for a connection that got none in time.";
    counter(page, "catalog_store_connection_failures", help, store.failures)
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
