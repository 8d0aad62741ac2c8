//! The usual change log.

use super::{Fixture, NOW};
use crate::app::TestFeed;
use crate::builders::{event, section};
use crate::service::every_store;
use crate::{AnyStore, ImportRun, TestStore};
use catalog_domain::change::{ChangeEvent, ChangeKind, Membership};
use catalog_domain::values::SectionId;
use std::sync::Arc;

/// Commits a run with these events in sections 100, 110 and 200, so many hours before now.
pub fn run(log: &dyn AnyStore, hours_ago: i64, events: Vec<ChangeEvent>) {
    let (at, sections) = (NOW.plus_seconds(-3_600 * hours_ago), [100, 110, 200].map(section).into());
    ImportRun { at, events, sections, ..ImportRun::default() }.commit(log).unwrap();
}

/// A change of a product in sections 100 and 110.
pub fn upsert(name: &str, content: bool, commercial: bool) -> ChangeEvent {
    ChangeEvent { kind: ChangeKind::Upsert { content, commercial }, ..event(name, &[110, 100]) }
}

/// The usual log in every kind of store.
pub fn logs() -> impl Iterator<Item = Arc<TestStore>> {
    every_store().map(|log| {
        println!("over {}", log.name);
        fill(&*log.store);
        Arc::new(log)
    })
}

/// The usual log, where the kind of store does not matter.
pub fn log() -> Arc<TestStore> {
    let log = TestStore::on_sqlite();
    fill(&*log.store);
    Arc::new(log)
}

/// An hour ago, five events in section 100; one of them is a move out of it, and one is not in section 110.
fn fill(log: &dyn AnyStore) {
    run(log, 1, vec![upsert("P-1", true, false), upsert("P-2", false, true)]);
    let moved = ChangeEvent {
        section_ids: vec![SectionId(200)],
        memberships: vec![
            Membership { section: SectionId(100), in_section: false },
            Membership { section: SectionId(200), in_section: true },
        ],
        ..upsert("P-3", true, false)
    };
    let gone = ChangeEvent { kind: ChangeKind::Removed, ..event("P-1", &[110, 100]) };
    run(log, 0, vec![upsert("P-2", true, true), moved, gone]);
}

/// A change log with a retention of 90 days, in a store.
pub fn feed_of(log: Arc<dyn AnyStore>) -> TestFeed {
    TestFeed::of(log.clone(), log)
}

/// The usual fixture over a log, all of whose events are in the catalog.
pub fn fixture_over(log: &Arc<TestStore>) -> Fixture {
    let head = log.store.load().unwrap().log_position;
    Fixture { log: Some(Arc::clone(log)), ..Fixture::with_feed(head, feed_of(log.store.clone())) }
}
