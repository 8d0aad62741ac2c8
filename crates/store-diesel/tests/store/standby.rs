//! A hot standby and its primary, both real: results are never older than previous ones.

use crate::support::options;
use catalog_domain::ports::{
    AccountStore, CatalogSource, ChangeLog, ChangeLogBounds, EventRange, FeedEnd, PartSelection, ProductDetails,
    ProductRecord,
};
use catalog_domain::values::{CatalogRevision, EventNumber, SectionId};
use catalog_testkit::ImportRun;
use catalog_testkit::builders::{NOON, event, new_account, product_record};
use catalog_testkit::postgres::{StopMode, TempCluster};
use std::sync::Arc;
use std::time::{Duration, Instant};
use store_diesel::{DatabaseUrl, OpenError, ReplicaRouter, ReplicaUse, Store};

const DESCRIPTION: PartSelection = PartSelection { description: true, ..PartSelection::NONE };

fn url(cluster: &TempCluster) -> DatabaseUrl {
    cluster.url().parse().unwrap()
}

fn import(primary: &Store, description: &str) -> CatalogRevision {
    let mut record: ProductRecord = product_record("A", &[1]);
    record.parts.description = description.into();
    ImportRun { events: vec![event("A", &[1])], ..ImportRun::of_records([record]) }.commit(primary).unwrap()
}

/// A primary with one import, and a monitored standby.
struct Pair {
    primary: TempCluster,
    standby: TempCluster,
    store: Store,
    reads: Arc<ReplicaRouter>,
    _monitor: long_work::PeriodicThread,
}

impl Pair {
    fn start() -> Option<Self> {
        let primary = TempCluster::start_new()?;
        let store = Store::open(&url(&primary), &options()).unwrap();
        let standby = primary.start_standby();
        let reads = Arc::new(ReplicaRouter::open(store.clone(), &url(&standby), &options()).unwrap());
        let watch = reads.monitor().unwrap();
        Some(Self { primary, standby, store, reads, _monitor: watch })
    }

    fn description(&self) -> String {
        let batch = ProductDetails::read(&*self.reads, &["A".into()], DESCRIPTION).unwrap();
        batch.details[0].clone().unwrap().description.into()
    }

    /// The numbers of the events of the section up to `last`.
    fn events(&self, last: i64) -> Vec<i64> {
        let range = EventRange { after: EventNumber(0), up_to: EventNumber(last) };
        let events = self.reads.events_of_section(SectionId(1), range, FeedEnd::First(100)).unwrap();
        assert_eq!(self.reads.tally(SectionId(1), range).unwrap().total, 1, "one product");
        events.into_iter().map(|event| event.number.0).collect()
    }

    fn reads_of<T>(&self, reads: impl FnOnce() -> T) -> (T, u64, u64) {
        let before = self.reads.replica_use();
        let response = reads();
        let ReplicaUse { served_reads, primary_reads, .. } = self.reads.replica_use();
        (response, served_reads - before.served_reads, primary_reads - before.primary_reads)
    }

    /// The result of the standby. On a busy machine it may lag for a moment, or not be checked in time: then the
    /// primary serves the read, as it should, and it is repeated.
    fn of_standby<T>(&self, read: impl Fn() -> T) -> T {
        self.until(|| match self.reads_of(&read) {
            (response, 1.., 0) => Some(response),
            _ => None,
        })
    }

    fn wait_until_used(&self, is_in_use: bool) {
        self.until(|| (self.reads.replica_use().is_in_use == is_in_use).then_some(()));
    }

    /// Repeats until there is a result, which comes long before the timeout.
    fn until<T>(&self, mut attempt: impl FnMut() -> Option<T>) -> T {
        let deadline = Instant::now() + Duration::from_secs(180);
        loop {
            if let Some(response) = attempt() {
                return response;
            }
            assert!(Instant::now() < deadline, "{:?}", self.reads);
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

#[test]
fn reads_go_to_an_up_to_date_standby_and_to_the_primary_otherwise() {
    let Some(pair) = Pair::start() else { return };
    import(&pair.store, "first");
    assert_eq!(pair.reads.revisions().unwrap().catalog, CatalogRevision(1));
    assert_eq!(pair.of_standby(|| pair.reads.load().unwrap()).revision, CatalogRevision(1));
    assert_eq!(pair.of_standby(|| (pair.description(), pair.events(1))), ("first".to_owned(), vec![1]));

    pair.standby.execute("SELECT pg_wal_replay_pause()");
    import(&pair.store, "second");
    // The new revision is not served yet, so the standby's data is still good, but not for events that it lacks.
    assert_eq!(pair.of_standby(|| pair.description()), "first");
    assert_eq!(pair.reads_of(|| pair.events(2)), (vec![1, 2], 0, 2));
    let (facts, of_standby, of_primary) = pair.reads_of(|| pair.reads.load().unwrap());
    assert_eq!((facts.revision, of_standby, of_primary), (CatalogRevision(2), 0, 1));
    assert_eq!(facts, pair.store.load().unwrap());
    assert_eq!(pair.reads_of(|| (pair.description(), pair.events(2))), (("second".to_owned(), vec![1, 2]), 0, 3));
    pair.wait_until_used(false);
    assert_eq!(pair.reads.time_of(EventNumber(2)).unwrap(), Some(NOON), "no event is reported as unknown");
    assert_eq!(pair.reads.bounds(NOON).unwrap().last, EventNumber(2));

    pair.standby.execute("SELECT pg_wal_replay_resume()");
    pair.wait_until_used(true);
    assert_eq!(pair.of_standby(|| (pair.description(), pair.events(2))), ("second".to_owned(), vec![1, 2]));
}

#[test]
fn a_standby_that_fails_is_bypassed_and_used_again_when_it_is_back() {
    let Some(pair) = Pair::start() else { return };
    import(&pair.store, "first");
    pair.reads.load().unwrap();
    for (how, description) in [(StopMode::Kill, "second"), (StopMode::Stop, "third")] {
        pair.standby.end(how);
        assert!(!pair.description().is_empty(), "{how:?}");
        assert!(pair.events(1) == [1], "{how:?}");
        let revision = import(&pair.store, description);
        assert_eq!(pair.reads.load().unwrap().revision, revision);
        assert_eq!(pair.description(), description);
        pair.standby.start();
        pair.wait_until_used(true);
        assert_eq!(pair.of_standby(|| pair.description()), description);
    }
    // Without its primary a standby still has what was served.
    pair.primary.end(StopMode::Stop);
    assert_eq!(pair.description(), "third");
    assert!(pair.reads.revisions().is_err(), "what the present revision is only the primary knows");
}

#[test]
fn only_a_copy_that_is_up_to_date_is_taken_for_a_standby() {
    let Some(primary) = TempCluster::start_new() else { return };
    let store = Store::open(&url(&primary), &options()).unwrap();
    primary.execute("CREATE DATABASE other");
    let other = primary.url().replace("///postgres", "///other").parse().unwrap();
    let open = |url: &DatabaseUrl| ReplicaRouter::open(store.clone(), url, &options());
    let refused = open(&other).unwrap_err();
    assert!(matches!(refused, OpenError::Unmigrated { .. }), "an empty database: {refused}");
    Store::open(&other, &options()).unwrap();
    let refused = open(&other).unwrap_err();
    assert!(matches!(refused, OpenError::NotAReplica { .. }), "another store: {refused}");
    // The primary itself is as good a replica as any, but nothing is written through it.
    assert!(open(&url(&primary)).unwrap().replica_use().is_in_use);
    store.insert(&new_account("ann@example.com")).unwrap();
    primary.execute("INSERT INTO __diesel_schema_migrations (version) VALUES ('99990101000000')");
    let refused = open(&url(&primary)).unwrap_err();
    assert!(matches!(&refused, OpenError::Newer { version, .. } if version == "99990101000000"), "{refused}");
    let unreachable = open(&"postgres://ann:hunter2@127.0.0.1:1/catalog".parse().unwrap()).unwrap();
    assert!(!unreachable.replica_use().is_in_use, "it may come back");
    assert!(!format!("{unreachable:?}").contains("hunter2"));
}
