//! The page: what was counted, and how things stand at this moment.

use super::audit_events;
use super::last_import::LastImport;
use super::requests::RequestMetrics;
use super::text_page::{Labels, TextPage};
use crate::freshness::Freshness;
use crate::http_server::OpenConnections;
use http_common::{AnswerBytes, BackgroundWork, Services, WorkPool, WorkStatus, background_work};
use std::sync::Arc;
use std::time::Instant;
use store_diesel::{StandbyFirst, StandbyUse, Store};

/// Everything that the page tells of.
pub(crate) struct MetricsSource {
    /// The requests so far.
    pub(crate) requests: Arc<RequestMetrics>,
    /// The connections of clients.
    pub(crate) connections: OpenConnections,
    /// The catalog and its feed.
    pub(crate) services: Arc<Services>,
    /// How well the store is followed.
    pub(crate) freshness: Arc<Freshness>,
    /// The store, for its connections and what the last import did.
    pub(crate) store: Store,
    /// What is known of that already.
    pub(crate) last_import: LastImport,
    /// The standby before it, if there is one.
    pub(crate) standby: Option<Arc<StandbyFirst>>,
}

impl MetricsSource {
    /// The page as it is now. Blocks while the store is asked what the last import did.
    pub(super) fn page(&self) -> String {
        let mut page = TextPage::default();
        self.requests.write(&mut page);
        let (open, limit) = (self.connections.count(), self.connections.limit());
        page.single("catalog_http_connections", "gauge", "Open connections of clients.", open);
        page.single("catalog_http_connections_limit", "gauge", "The most of them; further ones wait.", limit);
        audit_events::write(&mut page);
        self.write_catalog(&mut page);
        self.write_freshness(&mut page);
        self.write_connections(&mut page);
        Self::write_background(&mut page);
        write_work(&mut page, self.services.work.status());
        write_answers(&mut page, self.services.answers.status());
        if let Some(standby) = &self.standby {
            write_standby(&mut page, standby.standby_use());
        }
        page.finish()
    }

    fn write_catalog(&self, page: &mut TextPage) {
        let catalog = self.services.catalog.current();
        page.single("catalog_revision", "gauge", "The revision that requests are answered from.", catalog.revision().0);
        page.single("catalog_products", "gauge", "Public products.", catalog.product_count());
        page.single("catalog_sections", "gauge", "Public sections.", catalog.sections().len());
        let committed = catalog.log_head().committed_at.map_or(0, |at| at.unix_microseconds() / 1_000_000);
        let help = "When the revision was imported, in seconds since 1970; 0 when nothing was.";
        page.single("catalog_committed_timestamp_seconds", "gauge", help, committed);
        self.last_import.write(page, &self.store, catalog.revision());
        let horizon = self.services.catalog.feed_horizon();
        let held_back = horizon.included.0.saturating_sub(horizon.released.0);
        let help = "Events that the feed still holds back for the settle time.";
        page.single("catalog_feed_events_held_back", "gauge", help, held_back);
        page.single("catalog_feed_last_event", "gauge", "The last event that the feed shows.", horizon.released.0);
    }

    fn write_background(page: &mut TextPage) {
        let BackgroundWork { present, refused } = background_work();
        let help = "Requests that wait for the store or are answered by it.";
        page.single("catalog_background_work", "gauge", help, present);
        let help = "The most of them; further ones are refused.";
        page.single("catalog_background_work_limit", "gauge", help, BackgroundWork::LIMIT);
        let help = "Requests refused because too many waited for the store.";
        page.single("catalog_background_work_refused_total", "counter", help, refused);
    }

    fn write_freshness(&self, page: &mut TextPage) {
        let now = Instant::now();
        page.single("catalog_ready", "gauge", "1 while ready.", u8::from(self.freshness.check(now).is_ok()));
        if let Some(age) = self.freshness.age(now) {
            let help = "Time since memory and store last agreed.";
            page.single("catalog_refresh_age_seconds", "gauge", help, age.as_secs_f64());
        }
        let help = "Looks at the store that failed.";
        page.single("catalog_refresh_failures_total", "counter", help, self.freshness.failures());
        let name = "catalog_load_duration_seconds";
        page.family(name, "histogram", "Time to load a revision from the store and build it in memory.");
        self.freshness.loads().write(page, name, &Labels::default());
    }

    fn write_connections(&self, page: &mut TextPage) {
        let connections = self.store.connections();
        let name = "catalog_store_connections";
        page.family(name, "gauge", "Connections to the store.");
        for (state, count) in [("open", connections.open), ("idle", connections.idle), ("limit", connections.limit)] {
            page.sample(name, &Labels::default().and("state", state), count);
        }
        let help = "Requests for a connection that got none in time.";
        page.single("catalog_store_connection_failures_total", "counter", help, connections.failures);
    }
}

fn write_work(page: &mut TextPage, status: WorkStatus) {
    let name = "catalog_work_jobs";
    page.family(name, "gauge", "Expensive requests that wait for a thread of low priority, or have one.");
    for (state, count) in [("waiting", status.waiting), ("running", status.running)] {
        page.sample(name, &Labels::default().and("state", state), count);
    }
    let help = "The most of them that wait; further ones are refused.";
    page.single("catalog_work_waiting_limit", "gauge", help, WorkPool::MOST_WAITING);
    let name = "catalog_work_refused_total";
    page.family(name, "counter", "Expensive requests refused because of the limit of all, or of one account's half.");
    for (limit, count) in [("all", status.refused), ("account", status.refused_own_share)] {
        page.sample(name, &Labels::default().and("limit", limit), count);
    }
    let help = "Expensive requests whose client had gone away before a thread was free.";
    page.single("catalog_work_dropped_total", "counter", help, status.dropped);
}

fn write_answers(page: &mut TextPage, AnswerBytes { present, limit, refused }: AnswerBytes) {
    let help = "Bytes of answers over 64 KiB that are kept, or that clients have not taken yet.";
    page.single("catalog_answer_bytes", "gauge", help, present);
    page.single("catalog_answer_bytes_limit", "gauge", "The most of them; further answers wait.", limit);
    let help = "Answers refused because there was no room for their bytes in time.";
    page.single("catalog_answers_refused_total", "counter", help, refused);
}

fn write_standby(page: &mut TextPage, standby: StandbyUse) {
    let help = "1 while large reads go to the standby.";
    page.single("catalog_standby_in_use", "gauge", help, u8::from(standby.is_in_use));
    let name = "catalog_large_reads_total";
    page.family(name, "counter", "Loads, parts and reads of the log, by the store that answered.");
    for (store, count) in [("standby", standby.answers), ("primary", standby.refusals)] {
        page.sample(name, &Labels::default().and("store", store), count);
    }
}
