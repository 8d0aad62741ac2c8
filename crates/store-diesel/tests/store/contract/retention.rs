//! The contract of the log: a store gives what the naive log gives, also once it was pruned.

use catalog_domain::change::ChangeEvent;
use catalog_domain::ports::{ChangeLog, ChangeLogBounds, EventRange, FeedEnd, LoggedEvent, RecordedEvent};
use catalog_domain::values::{CatalogRevision, EventNumber, SectionId, Timestamp};
use catalog_testkit::builders::section;
use catalog_testkit::random_history::{Log, Moment, SECTIONS, day, epoch};
use catalog_testkit::{AnyStore, ImportRun};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

/// So many random histories, one after the other, make the log.
const HISTORIES: usize = 8;

/// The moments of the histories, one a day.
fn moments() -> Vec<Moment> {
    let mut runner = TestRunner::deterministic();
    let histories = (0..HISTORIES).flat_map(|_| epoch().new_tree(&mut runner).unwrap().current());
    histories.map(|(moment, ..)| moment).collect()
}

/// Commits the events of a day to both logs.
fn append(store: &dyn AnyStore, log: &mut Log, (before, after): (&Moment, &Moment), number: usize) {
    let known = log.events.len();
    log.append(before, after, day(number));
    let events = log.events[known..].iter().map(|(_, event)| event.clone()).collect();
    let sections = (0..SECTIONS).map(section).collect();
    ImportRun { at: day(number), events, sections, ..ImportRun::default() }.commit(store).unwrap();
}

/// Compares everything from the beginning of a day on: what expired before it may be gone.
fn compare(store: &dyn AnyStore, log: &Log, (first, last): (usize, usize)) {
    for at in (first..=last).map(day).flat_map(|at| [at, at.plus_seconds(1)]) {
        let (stored, naive) = (store.bounds(at).unwrap(), log.bounds(at).unwrap());
        assert_eq!((stored.floor, stored.last), (naive.floor, naive.last), "{at:?}");
        assert_eq!(store.number_before(at).unwrap(), log.number_before(at).unwrap(), "{at:?}");
    }
    let end = log.last().0;
    for number in (0..=end + 1).map(EventNumber) {
        assert_eq!(store.time_of(number).unwrap(), log.time_of(number).unwrap(), "{number:?}");
    }
    let sections: Vec<SectionId> = (0..=SECTIONS).map(SectionId).collect();
    for (after, up_to) in (0..=end).step_by(7).flat_map(|after| [after, after + 5, i64::MAX].map(|it| (after, it))) {
        let range = EventRange { after: EventNumber(after), up_to: EventNumber(up_to) };
        assert_eq!(store.recorded_events(range).unwrap(), recorded(log, range), "{range:?}");
        let has_events = |section: &&SectionId| log.tally(**section, range).unwrap().total > 0;
        let with_events: Vec<SectionId> = sections.iter().filter(has_events).copied().collect();
        assert_eq!(store.sections_with_events(&sections, range).unwrap(), with_events, "{range:?}");
        for section in sections.iter().copied() {
            for limit in [0, 2, u32::MAX] {
                let ends = [FeedEnd::First(limit), FeedEnd::Last(limit)];
                let read = |log: &dyn ChangeLog| ends.map(|end| log.events_of_section(section, range, end).unwrap());
                let with_revision = |it: LoggedEvent| LoggedEvent { revision: revision_at(it.at), ..it };
                let naive = read(log).map(|events| events.into_iter().map(with_revision).collect::<Vec<_>>());
                assert_eq!(read(store), naive, "{section} {range:?} {limit}");
            }
            assert_eq!(store.tally(section, range).unwrap(), log.tally(section, range).unwrap(), "{section} {range:?}");
        }
    }
}

/// A run a day makes a revision.
fn revision_at(at: Timestamp) -> CatalogRevision {
    CatalogRevision(at.unix_seconds() / 86_400)
}

fn recorded(log: &Log, range: EventRange) -> Vec<RecordedEvent> {
    let in_range = log.numbered().filter(|(number, _)| *number > range.after && *number <= range.up_to);
    let recorded = |(number, (at, event)): (EventNumber, &(Timestamp, ChangeEvent))| RecordedEvent {
        number,
        revision: revision_at(*at),
        at: *at,
        event: event.clone(),
    };
    in_range.map(recorded).collect()
}

pub(crate) fn a_log_in_a_store_gives_what_the_naive_log_gives(store: &dyn AnyStore) {
    let mut log = Log::new();
    compare(store, &log, (0, 1));
    assert_eq!(store.prune(day(9), 100).unwrap(), 0, "nothing has happened");
    let moments: Vec<Moment> = [Moment::empty()].into_iter().chain(moments()).collect();
    let last = moments.len() - 1;
    (1..last).for_each(|number| append(store, &mut log, (&moments[number - 1], &moments[number]), number));
    compare(store, &log, (0, last));

    // The oldest go first, a few at a time. The floor itself stays, because it identifies cursors right behind it.
    let pruned_day = last / 2;
    let floor = usize::try_from(log.bounds(day(pruned_day)).unwrap().floor.0).unwrap();
    assert!(floor > 10 && log.events.len() > floor + 10, "{floor} of {}", log.events.len());
    for limit in [0, 2, 1_000, 1_000] {
        let expected = (floor - 1 - log.pruned).min(limit);
        assert_eq!(store.prune(day(pruned_day), u32::try_from(limit).unwrap()).unwrap(), expected as u64, "{limit}");
        log.pruned += expected;
        compare(store, &log, (pruned_day, last));
    }
    append(store, &mut log, (&moments[last - 1], &moments[last]), last);
    compare(store, &log, (pruned_day, last + 1));
}
