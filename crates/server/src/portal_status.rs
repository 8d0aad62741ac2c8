//! The state of the server, for the portal's page about it.

use crate::http_server::OpenConnections;
use crate::metrics::ResidentMemory;
use catalog_app::feed::ChangeWaits;
use catalog_app::refresh::RefreshHealth;
use catalog_app::runtime::{BackgroundWork, WorkPool, background_work};
use catalog_app::text::iso_time;
use catalog_domain::values::Timestamp;
use http_common::HttpState;
use http_portal::{ServerStatus, StatusFact, StatusGroup};
use http_v1_compat::V1Settings;
use std::sync::Arc;
use std::time::Instant;
use store_diesel::{ReplicaRouter, Store};

#[derive(Debug)]
pub(crate) struct PortalStatus {
    pub(crate) http: Arc<HttpState>,
    pub(crate) refresh_health: Arc<RefreshHealth>,
    pub(crate) connections: OpenConnections,
    /// Whether and until when v1 is served.
    pub(crate) v1: V1Settings,
    pub(crate) store: Store,
    /// `SQLite` or `PostgreSQL`.
    pub(crate) store_kind: &'static str,
    /// The standby, if there is one.
    pub(crate) standby: Option<Arc<ReplicaRouter>>,
}

impl ServerStatus for PortalStatus {
    fn status(&self) -> Vec<StatusGroup> {
        vec![self.server(), self.catalog(), self.store(), self.queues()]
    }
}

impl PortalStatus {
    fn server(&self) -> StatusGroup {
        let readiness = self.refresh_health.check(Instant::now());
        let ready = readiness.as_ref().map_or_else(ToString::to_string, |()| "yes".to_owned());
        let memory = ResidentMemory::read().map_or_else(
            || "unknown".to_owned(),
            |memory| format!("{}, and {} of mapped files", mebibytes(memory.own), mebibytes(memory.mapped)),
        );
        let (open, limit) = (self.connections.count(), self.connections.limit());
        let v1 = match (self.v1.is_on, self.v1.sunset) {
            (false, _) => "off".to_owned(),
            (true, None) => "on".to_owned(),
            (true, Some(sunset)) => format!("on, its end is announced for {}", minute(sunset)),
        };
        let facts = vec![
            StatusFact::new("Version", &env!("CATALOG_VERSION")),
            StatusFact::new("Ready", &ready).marked(readiness.is_err()),
            StatusFact::new("Memory", &memory),
            StatusFact::new("Connections of clients", &of_limit(open, limit)).marked(open >= limit),
            StatusFact::new("v1", &v1),
        ];
        StatusGroup { title: "Server", facts }
    }

    fn catalog(&self) -> StatusGroup {
        let catalog = self.http.app.catalog.current();
        let imported = catalog.log_position().committed_at.map_or_else(|| "never".to_owned(), minute);
        let horizon = self.http.app.catalog.feed_horizon();
        let cache = self.http.cache.status();
        let facts = vec![
            StatusFact::new("Revision", &catalog.revision()),
            StatusFact::new("Imported", &imported),
            StatusFact::new("Storefront host", &catalog.storefront().as_str()),
            StatusFact::new("Public sections", &catalog.sections().len()).marked(catalog.sections().is_empty()),
            StatusFact::new("Public products", &catalog.product_count()).marked(catalog.product_count() == 0),
            StatusFact::new("Last event of the feed", &horizon.released.0),
            StatusFact::new("Events held back", &horizon.included.0.saturating_sub(horizon.released.0)),
            StatusFact::new("Response cache", &format!("{} of {}", mebibytes(cache.bytes), mebibytes(cache.limit))),
        ];
        StatusGroup { title: "Catalog", facts }
    }

    fn store(&self) -> StatusGroup {
        let pool = self.store.connections();
        let age = self.refresh_health.age(Instant::now());
        let age = age.map_or_else(|| "never".to_owned(), |age| format!("{:.1} s ago", age.as_secs_f64()));
        let standby = self.standby.as_ref().map(|standby| standby.replica_use());
        let (standby_text, is_idle) = match standby {
            None => ("none", false),
            Some(used) if used.is_in_use => ("in use", false),
            Some(_) => ("not in use: the primary is read", true),
        };
        let facts = vec![
            StatusFact::new("Kind", &self.store_kind),
            StatusFact::new("Last agreement with memory", &age),
            StatusFact::new("Failed refreshes", &self.refresh_health.failures()),
            StatusFact::new("Connections", &format!("{} open, {} idle, at most {}", pool.open, pool.idle, pool.limit)),
            StatusFact::new("Requests without a connection", &pool.failures).marked(pool.failures > 0),
            StatusFact::new("Standby", &standby_text).marked(is_idle),
        ];
        StatusGroup { title: "Store", facts }
    }

    fn queues(&self) -> StatusGroup {
        let (background, work) = (background_work(), self.http.app.work.pool().status());
        let responses = self.http.app.work.response_budget().status();
        let mail = self.http.app.accounts.mail_status();
        let waiting_mail = if mail.limit == 0 { "none is sent".to_owned() } else { of_limit(mail.waiting, mail.limit) };
        let facts = vec![
            StatusFact::new("Requests that wait for the store", &of_limit(background.present, BackgroundWork::LIMIT)),
            StatusFact::new("Refused of them", &background.refused).marked(background.refused > 0),
            StatusFact::new("Expensive requests that wait", &of_limit(work.waiting, WorkPool::MOST_WAITING)),
            StatusFact::new("Expensive requests that run", &work.running),
            StatusFact::new("Refused of them", &(work.refused + work.refused_over_quota)).marked(work.refused > 0),
            StatusFact::new(
                "Requests that wait for changes",
                &of_limit(self.http.app.feed.waits().count(), ChangeWaits::MOST),
            ),
            StatusFact::new(
                "Responses in flight",
                &format!("{} of {}", mebibytes(responses.present), mebibytes(responses.limit)),
            ),
            StatusFact::new("Refused responses", &responses.refused).marked(responses.refused > 0),
            StatusFact::new("Mail that waits", &waiting_mail),
            StatusFact::new("Mail given up", &(mail.failed + mail.refused)).marked(mail.failed + mail.refused > 0),
        ];
        StatusGroup { title: "Queues", facts }
    }
}

/// `2026-01-31 12:00 UTC`
fn minute(at: Timestamp) -> String {
    let text = iso_time(at);
    format!("{} {} UTC", text.get(..10).unwrap_or_default(), text.get(11..16).unwrap_or_default())
}

fn of_limit(present: usize, limit: usize) -> String {
    format!("{present} of {limit}")
}

fn mebibytes(bytes: impl TryInto<u64>) -> String {
    let bytes = bytes.try_into().unwrap_or(u64::MAX);
    format!("{}.{} MiB", bytes >> 20, ((bytes % (1 << 20)) * 10) >> 20)
}
