//! The state of the server, for the portal's page about it.

use crate::server_state::{ServerState, StateSource};
use crate::v1::V1;
use catalog_app::feed::ChangeWaits;
use catalog_app::refresh::NotReady;
use catalog_app::runtime::{BackgroundWork, WorkPool};
use http_portal::{Message, ServerStatus, StatusFact, StatusGroup};

pub(crate) struct PortalStatus {
    pub(crate) source: StateSource,
    /// Whether and until when v1 is served.
    pub(crate) v1: V1,
    /// `SQLite` or `PostgreSQL`.
    pub(crate) store_kind: &'static str,
}

impl ServerStatus for PortalStatus {
    fn status(&self) -> Vec<StatusGroup> {
        let state = self.source.read();
        vec![server(&state, &self.v1), catalog(&state), store(&state, self.store_kind), queues(&state)]
    }
}

fn server(state: &ServerState, v1: &V1) -> StatusGroup {
    let readiness = &state.app.readiness;
    let memory = state.memory.map_or(Message::new("status-unknown"), |memory| {
        let (own, mapped) = (mebibytes(memory.own), mebibytes(memory.mapped));
        Message::new("status-memory-of").with("own", own).with("mapped", mapped)
    });
    let (open, limit) = (state.connections, state.connections_limit);
    let mut facts = vec![
        StatusFact::plain("status-version", &env!("CATALOG_VERSION")),
        StatusFact::new("status-ready", ready(readiness.as_ref())).marked(readiness.is_err()),
        StatusFact::new("status-memory", memory),
        StatusFact::new("status-connections", of_limit(open, limit)).marked(open >= limit),
    ];
    facts.extend(v1.status().map(|status| StatusFact::new("status-v1", status)));
    StatusGroup { title: "status-server", facts }
}

fn ready(readiness: Result<&(), &NotReady>) -> Message {
    match readiness {
        Ok(()) => Message::new("yes"),
        Err(NotReady::Loading) => Message::new("status-loading"),
        Err(NotReady::Stale(age)) => Message::new("status-stale").with("seconds", age.as_secs()),
        Err(NotReady::Lost(reason)) => Message::plain(reason),
    }
}

fn catalog(state: &ServerState) -> StatusGroup {
    let (catalog, feed, cache) = (&state.app.catalog, &state.app.feed, &state.cache);
    let imported =
        catalog.committed_at.map_or(Message::new("status-never"), |at| Message::new("import-ended-at").with("at", at));
    let facts = vec![
        StatusFact::plain("status-revision", &catalog.revision),
        StatusFact::new("status-imported", imported),
        StatusFact::plain("status-storefront", &catalog.storefront.as_str()),
        StatusFact::count("status-sections", catalog.sections).marked(catalog.sections == 0),
        StatusFact::count("status-products", catalog.products).marked(catalog.products == 0),
        StatusFact::plain("status-last-event", &feed.last_event),
        StatusFact::count("status-held-back", feed.held_back),
        StatusFact::new("status-cache", of(mebibytes(cache.bytes), mebibytes(cache.limit))),
    ];
    StatusGroup { title: "status-catalog", facts }
}

fn store(state: &ServerState, kind: &'static str) -> StatusGroup {
    let pool = &state.store;
    let age = state.app.refresh_age.map_or(Message::new("status-never"), |age| {
        Message::new("status-ago").with("whole", age.as_secs()).with("tenth", age.subsec_millis() / 100)
    });
    let (standby, is_idle) = match &state.standby {
        None => ("status-standby-none", false),
        Some(used) if used.is_in_use => ("status-standby-used", false),
        Some(_) => ("status-standby-idle", true),
    };
    let connections =
        Message::new("status-pool-of").with("open", pool.open).with("idle", pool.idle).with("limit", pool.limit);
    let facts = vec![
        StatusFact::plain("status-kind", &kind),
        StatusFact::new("status-agreement", age),
        StatusFact::count("status-failed-refreshes", state.app.refresh_failures),
        StatusFact::new("status-pool", connections),
        StatusFact::count("status-without-connection", pool.failures).marked(pool.failures > 0),
        StatusFact::new("status-standby", standby).marked(is_idle),
    ];
    StatusGroup { title: "status-store", facts }
}

fn queues(state: &ServerState) -> StatusGroup {
    let (background, work, responses, mail) =
        (state.app.background, state.app.work, state.app.responses, state.app.mail);
    let waiting_mail =
        if mail.limit == 0 { Message::new("status-mail-none") } else { of_limit(mail.waiting, mail.limit) };
    let in_flight = of(mebibytes(responses.present), mebibytes(responses.limit));
    let facts = vec![
        StatusFact::new("status-store-waits", of_limit(background.present, BackgroundWork::LIMIT)),
        StatusFact::count("status-refused-of-them", background.refused).marked(background.refused > 0),
        StatusFact::new("status-work-waits", of_limit(work.waiting, WorkPool::MOST_WAITING)),
        StatusFact::count("status-work-runs", work.running),
        StatusFact::count("status-refused-of-them", work.refused + work.refused_over_quota).marked(work.refused > 0),
        StatusFact::new("status-change-waits", of_limit(state.app.feed.waiting, ChangeWaits::MOST)),
        StatusFact::new("status-responses", in_flight),
        StatusFact::count("status-responses-refused", responses.refused).marked(responses.refused > 0),
        StatusFact::new("status-mail-waits", waiting_mail),
        StatusFact::count("status-mail-given-up", mail.failed + mail.refused).marked(mail.failed + mail.refused > 0),
    ];
    StatusGroup { title: "status-queues", facts }
}

fn of_limit(present: usize, limit: usize) -> Message {
    let number = |count: usize| Message::new("number").with("count", count);
    of(number(present), number(limit))
}

fn of(present: Message, limit: Message) -> Message {
    Message::new("status-of").with("present", present).with("limit", limit)
}

fn mebibytes(bytes: impl TryInto<u64>) -> Message {
    let bytes = bytes.try_into().unwrap_or(u64::MAX);
    Message::new("status-mebibytes").with("whole", bytes >> 20).with("tenth", ((bytes % (1 << 20)) * 10) >> 20)
}
