//! The state of the server, for the portal's page about it.

use crate::server_state::{ServerState, StateSource};
use catalog_app::feed::ChangeWaits;
use catalog_app::runtime::{BackgroundWork, WorkPool};
use catalog_app::text::iso_time;
use catalog_domain::values::Timestamp;
use http_portal::{ServerStatus, StatusFact, StatusGroup};
use http_v1_compat::V1Settings;

#[derive(Debug)]
pub(crate) struct PortalStatus {
    pub(crate) source: StateSource,
    /// Whether and until when v1 is served.
    pub(crate) v1: V1Settings,
    /// `SQLite` or `PostgreSQL`.
    pub(crate) store_kind: &'static str,
}

impl ServerStatus for PortalStatus {
    fn status(&self) -> Vec<StatusGroup> {
        let state = self.source.read();
        vec![server(&state, &self.v1), catalog(&state), store(&state, self.store_kind), queues(&state)]
    }
}

fn server(state: &ServerState, v1: &V1Settings) -> StatusGroup {
    let readiness = &state.app.readiness;
    let ready = readiness.as_ref().map_or_else(ToString::to_string, |()| "yes".to_owned());
    let memory = state.memory.map_or_else(
        || "unknown".to_owned(),
        |memory| format!("{}, and {} of mapped files", mebibytes(memory.own), mebibytes(memory.mapped)),
    );
    let (open, limit) = (state.connections, state.connections_limit);
    let v1 = match (v1.is_on, v1.sunset) {
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

fn catalog(state: &ServerState) -> StatusGroup {
    let (catalog, feed, cache) = (&state.app.catalog, &state.app.feed, &state.cache);
    let facts = vec![
        StatusFact::new("Revision", &catalog.revision),
        StatusFact::new("Imported", &catalog.committed_at.map_or_else(|| "never".to_owned(), minute)),
        StatusFact::new("Storefront host", &catalog.storefront.as_str()),
        StatusFact::new("Public sections", &catalog.sections).marked(catalog.sections == 0),
        StatusFact::new("Public products", &catalog.products).marked(catalog.products == 0),
        StatusFact::new("Last event of the feed", &feed.last_event),
        StatusFact::new("Events held back", &feed.held_back),
        StatusFact::new("Response cache", &format!("{} of {}", mebibytes(cache.bytes), mebibytes(cache.limit))),
    ];
    StatusGroup { title: "Catalog", facts }
}

fn store(state: &ServerState, kind: &'static str) -> StatusGroup {
    let pool = &state.store;
    let age = state.app.refresh_age.map_or_else(|| "never".to_owned(), |age| format!("{:.1} s ago", age.as_secs_f64()));
    let (standby, is_idle) = match &state.standby {
        None => ("none", false),
        Some(used) if used.is_in_use => ("in use", false),
        Some(_) => ("not in use: the primary is read", true),
    };
    let facts = vec![
        StatusFact::new("Kind", &kind),
        StatusFact::new("Last agreement with memory", &age),
        StatusFact::new("Failed refreshes", &state.app.refresh_failures),
        StatusFact::new("Connections", &format!("{} open, {} idle, at most {}", pool.open, pool.idle, pool.limit)),
        StatusFact::new("Requests without a connection", &pool.failures).marked(pool.failures > 0),
        StatusFact::new("Standby", &standby).marked(is_idle),
    ];
    StatusGroup { title: "Store", facts }
}

fn queues(state: &ServerState) -> StatusGroup {
    let (background, work, responses, mail) =
        (state.app.background, state.app.work, state.app.responses, state.app.mail);
    let waiting_mail = if mail.limit == 0 { "none is sent".to_owned() } else { of_limit(mail.waiting, mail.limit) };
    let facts = vec![
        StatusFact::new("Requests that wait for the store", &of_limit(background.present, BackgroundWork::LIMIT)),
        StatusFact::new("Refused of them", &background.refused).marked(background.refused > 0),
        StatusFact::new("Expensive requests that wait", &of_limit(work.waiting, WorkPool::MOST_WAITING)),
        StatusFact::new("Expensive requests that run", &work.running),
        StatusFact::new("Refused of them", &(work.refused + work.refused_over_quota)).marked(work.refused > 0),
        StatusFact::new("Requests that wait for changes", &of_limit(state.app.feed.waiting, ChangeWaits::MOST)),
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
