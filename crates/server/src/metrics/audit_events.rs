//! Counts the events of the audit trail (logins, refusals, changes of accounts) as they are logged, whatever the log
//! itself shows of them.

use super::text_page::{Labels, TextPage};
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::{Context, Layer};
use tracing_subscriber::registry::LookupSpan;

/// The target of the audit trail.
const AUDIT: &str = "audit";

/// What was counted since the process began. Belongs to the process as the subscriber of its log does.
static COUNTS: Mutex<BTreeMap<EventName, u64>> = Mutex::new(BTreeMap::new());

/// An event and, of a refusal, its reason. Both are names from the code, never something that a client sent.
#[derive(Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct EventName {
    event: String,
    reason: String,
}

/// The part of the log that counts.
pub(crate) fn count_audit_events<S: Subscriber + for<'a> LookupSpan<'a>>() -> impl Layer<S> {
    CountEvents.with_filter(Targets::new().with_target(AUDIT, tracing::Level::INFO))
}

/// Writes the family.
pub(super) fn write(page: &mut TextPage) {
    let name = "catalog_audit_events_total";
    page.family(name, "counter", "Events of the audit trail; login_refused has its reason.");
    for (EventName { event, reason }, count) in counts().iter() {
        page.sample(name, &Labels::default().and("event", event).and("reason", reason), *count);
    }
}

struct CountEvents;

impl<S: Subscriber> Layer<S> for CountEvents {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut name = EventName::default();
        event.record(&mut name);
        *counts().entry(name).or_default() += 1;
    }
}

impl Visit for EventName {
    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "event" => value.clone_into(&mut self.event),
            "reason" => value.clone_into(&mut self.reason),
            _ => {}
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn Debug) {}
}

fn counts() -> MutexGuard<'static, BTreeMap<EventName, u64>> {
    COUNTS.lock().unwrap_or_else(PoisonError::into_inner)
}
