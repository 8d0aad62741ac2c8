//! The cost of reading the change log: pages of feeds and counts over ranges, on SQLite.
//!
//! `cargo bench -p store-diesel --bench change_log` fills the log with 200,000 events; `CATALOG_BENCH_EVENTS=10000000`
//! with another number. Section 1 holds all products, sections 10 to 29 a twentieth each, sections 100 to 2099 a
//! two-thousandth each.

#![expect(clippy::expect_used, reason = "a benchmark that cannot set itself up has nothing to say")]

use catalog_domain::ports::{ChangeLog, ChangeLogBounds, EventRange, FeedEnd};
use catalog_domain::values::{EventNumber, SectionId, Timestamp};
use catalog_testkit::measure::print_time;
use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use std::hint::black_box;
use std::path::Path;
use store_diesel::{Store, StoreOptions};

const PAGE: u32 = 500;

fn main() {
    let events: i64 = std::env::var("CATALOG_BENCH_EVENTS").ok().and_then(|text| text.parse().ok()).unwrap_or(200_000);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("log.db");
    let url = format!("sqlite://{}", file.display()).parse().expect("a valid URL");
    drop(Store::open(&url, &StoreOptions::default()).expect("a new store"));
    fill(&file, events);
    let bytes = std::fs::metadata(&file).expect("a filled store").len();
    println!("{events} events, {} bytes per event with their memberships", bytes / events.unsigned_abs().max(1));
    let store = Store::open(&url, &StoreOptions::default()).expect("a filled store");
    bench_pages(&store, events);
    bench_counts(&store, events);
}

fn bench_pages(store: &Store, events: i64) {
    for (name, section) in [("root", 1), ("a twentieth", 13), ("a two-thousandth", 777)] {
        print_time(&format!("page of {PAGE}, {name}"), |number| {
            // Another position every time, so that the page cache alone is not measured.
            let after = (number as i64 * 7_654_321) % events;
            let range = EventRange { after: EventNumber(after), up_to: EventNumber(events) };
            black_box(store.events_of_section(SectionId(section), range, FeedEnd::First(PAGE + 1)).expect("a page"));
        });
    }
    print_time("the ends of the log", |_| {
        black_box(store.bounds(Timestamp::from_unix_microseconds(events / 2)).expect("bounds"));
    });
}

fn bench_counts(store: &Store, events: i64) {
    for length in [1_000, 10_000, 100_000, 1_000_000, 10_000_000].into_iter().filter(|length| *length <= events) {
        let range = EventRange { after: EventNumber(events - length), up_to: EventNumber(events) };
        print_time(&format!("count {length} events"), |_| {
            black_box(store.tally(SectionId(1), range).expect("counts"));
        });
    }
}

/// Writes the events of a few thousand runs, a microsecond apart, about 200,000 products. Memberships are written in
/// the order of their key.
fn fill(file: &Path, events: i64) {
    let mut connection = SqliteConnection::establish(&file.display().to_string()).expect("a connection");
    let numbers = format!("WITH RECURSIVE n(seq) AS (SELECT 1 UNION ALL SELECT seq + 1 FROM n WHERE seq < {events})");
    let memberships = "INSERT INTO change_memberships (section_id, seq, in_section)";
    let script = format!(
        "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -200000;
         BEGIN;
         {numbers} INSERT INTO change_events
             SELECT seq, 1 + seq / 3000, printf('PMP-%06d', (seq * 7919) % 200000), seq % 3 = 0, seq % 3 <> 0, 0,
                 printf('[%d]', 100 + seq % 2000), seq FROM n;
         {memberships} SELECT 1, seq, 1 FROM change_events ORDER BY seq;
         {memberships} SELECT 10 + seq % 20, seq, 1 FROM change_events ORDER BY 1, 2;
         {memberships} SELECT 100 + seq % 2000, seq, 1 FROM change_events ORDER BY 1, 2;
         UPDATE store_state SET last_event_number = {events};
         COMMIT; PRAGMA journal_mode = WAL;"
    );
    connection.batch_execute(&script).expect("a filled log");
}
