//! Tails of random histories give what their logs give.

use super::*;
use catalog_domain::change::{FeedCursor, FeedHorizon, OpenRange, feed_page, feed_summary};
use catalog_domain::ports::{ChangeLog, FeedEnd, LoggedEvent};
use catalog_domain::values::{CatalogRevision, SectionId};
use catalog_testkit::random_history::{Log, Moment, RETENTION_DAYS, SECTIONS, day, epoch};
use proptest::prelude::*;

fn head(log: &Log) -> LogPosition {
    let at = log.events.last().map(|(at, _)| *at);
    LogPosition { epoch: log.epoch.clone(), last: FeedPosition { number: log.last(), at }, committed_at: at }
}

fn recorded(log: &Log, range: EventRange) -> Vec<RecordedEvent> {
    let in_range = log.numbered().filter(|(number, _)| *number > range.after && *number <= range.up_to);
    let recorded = |(number, (at, event)): (_, &(_, catalog_domain::change::ChangeEvent))| RecordedEvent {
        number,
        revision: CatalogRevision(1),
        at: *at,
        event: event.clone(),
    };
    in_range.map(recorded).collect()
}

fn follow(tail: &ChangeTail, log: &Log) -> ChangeTail {
    let head = head(log);
    let extended = || tail.extended(&head, &recorded(log, tail.newer_range(&head)?));
    extended().unwrap_or_else(|| ChangeTail::starting_at(&head, tail.limit))
}

fn older(tail: &ChangeTail, log: &Log) -> ChangeTail {
    tail.older_range().map_or_else(|| tail.clone(), |range| tail.with_older(&recorded(log, range)))
}

/// Every request at `today`: from each position with each end, and since each day.
fn requests(log: &Log, today: usize, released: EventNumber) -> impl Iterator<Item = FeedRequest> {
    let at = |number: usize| number.checked_sub(1).map(|index| log.events[index].0);
    let position = move |number| FeedPosition { number: EventNumber(i64::try_from(number).unwrap()), at: at(number) };
    let last = log.events.len();
    let cursor = move |after, range, section| FeedCursor {
        range,
        ..FeedCursor::sync_point(log.epoch.clone(), section, position(after), day(today))
    };
    let ranges = (0..=last).flat_map(move |after| {
        let open = move |end| OpenRange { start: FeedPosition::BEGINNING, end: position(end) };
        (after..=last).map(move |end| Some(open(end))).chain([None]).map(move |range| (after, range))
    });
    let horizon = FeedHorizon { included: log.last(), released };
    (0..=SECTIONS).map(SectionId).flat_map(move |section| {
        let cursors = ranges.clone().map(move |(after, range)| FeedStart::Cursor(cursor(after, range, section)));
        let starts = cursors.chain((0..=today + 1).map(|since| FeedStart::Since(day(since))));
        starts.map(move |start| FeedRequest {
            section,
            start,
            now: day(today),
            retention_days: RETENTION_DAYS,
            horizon,
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn a_tail_gives_what_its_log_gives_for_every_request_that_it_has_everything_for(
        history in epoch(),
        chunk in 1..6_usize,
        events in prop_oneof![Just(usize::MAX), 0..12_usize],
        bytes in prop_oneof![Just(usize::MAX), 0..4_000_usize],
        (join, fills, age) in (0..6_usize, 0..4_usize, prop_oneof![0..4_usize, 85..95_usize]),
        (held_back, retain_floor, limit) in (0..6_i64, any::<bool>(), 1..4_u32),
    ) {
        let mut log = Log::new();
        let mut before = Moment::empty();
        let mut tail = ChangeTail::starting_at(&head(&log), TailLimit { events, bytes, chunk });
        for (today, (now, ..)) in history.iter().enumerate() {
            log.append(&before, now, day(today));
            before = now.clone();
            tail = if today <= join { ChangeTail::starting_at(&head(&log), tail.limit) } else { follow(&tail, &log) };
            if today == history.len() - 1 {
                // What is old may be pruned before the tail has read it.
                let floor = log.floor(today + 1 + age);
                log.pruned = if retain_floor { usize::try_from((floor - 1).max(0)).unwrap() } else { 0 };
            }
            tail = (0..fills).fold(tail, |tail, _| older(&tail, &log));
            prop_assert!(tail.ends_at(&head(&log)));
            prop_assert!(tail.bytes() <= bytes && tail.len().saturating_sub(chunk) <= events, "{tail:?}");
            prop_assert_eq!(tail.len() as u64, tail.last.number.0.abs_diff(tail.base.number.0));
        }
        let today = history.len() + age;
        let released = EventNumber((log.last().0 - held_back).max(0));
        for request in requests(&log, today, released) {
            if tail.length_of(&request).is_none() {
                continue;
            }
            let own = FeedLog { events: &log, bounds: &log };
            let expected = feed_page(&request, limit, own).map_err(|error| error.to_string());
            let through_ports = feed_page(&request, limit, tail.log()).map_err(|error| error.to_string());
            prop_assert_eq!(&through_ports, &expected, "{:?}", request);
            let page = tail.page(&request, limit).map_err(|error| error.to_string());
            let page = page.map(|page| FeedPage {
                events: page.events.into_iter().map(LoggedEvent::from).collect(),
                has_more: page.has_more,
                next: page.next,
                checkpoint: page.checkpoint,
            });
            prop_assert_eq!(&page, &expected, "{:?}", request);
            let of_log = feed_summary(&request, own).map_err(|error| error.to_string());
            prop_assert_eq!(feed_summary(&request, tail.log()).map_err(|error| error.to_string()), of_log);
        }
        let sections: Vec<SectionId> = (0..=SECTIONS).map(SectionId).collect();
        // What was pruned meanwhile may still be in the tail.
        for after in tail.base.number.0.max(i64::try_from(log.pruned).unwrap())..=log.last().0 {
            let range = EventRange { after: EventNumber(after), up_to: log.last() };
            prop_assert!(tail.has(range));
            let touched = |log: &dyn ChangeLog| log.sections_with_events(&sections, range).unwrap();
            prop_assert_eq!(touched(&tail), touched(&log));
            for section in &sections {
                let last =
                    |log: &dyn ChangeLog| log.events_of_section(*section, range, FeedEnd::Last(limit)).unwrap();
                prop_assert_eq!(last(&tail), last(&log), "{} {:?}", section, range);
            }
        }
    }

    #[test]
    fn a_tail_without_limits_reaches_the_beginning_of_its_log_and_has_everything(history in epoch(), chunk in 1..6_usize) {
        let mut log = Log::new();
        let mut before = Moment::empty();
        for (today, (now, ..)) in history.iter().enumerate() {
            log.append(&before, now, day(today));
            before = now.clone();
        }
        let limit = TailLimit { chunk, ..TailLimit::new(usize::MAX, usize::MAX) };
        let mut tail = ChangeTail::starting_at(&head(&log), limit);
        for _ in 0..=log.events.len() {
            tail = older(&tail, &log);
        }
        prop_assert_eq!((tail.older_range(), tail.len()), (None, log.events.len()));
        for request in requests(&log, history.len(), log.last()) {
            prop_assert!(tail.length_of(&request).is_some(), "{:?}", request);
        }
    }
}

fn log_of(days: usize, epoch: &str) -> Log {
    let mut log = Log::new();
    log.epoch = LogEpoch(epoch.into());
    let mut before = Moment::empty();
    for today in 0..days {
        let commercial = u8::try_from(today % 2).unwrap();
        let products = vec![(true, vec![SectionId(0)], 0, commercial)];
        let now = Moment { sections: vec![(None, true)], products };
        log.append(&before, &now, day(today));
        before = now;
    }
    assert_eq!(log.events.len(), days);
    log
}

#[test]
fn a_tail_never_goes_on_with_another_history() {
    let limit = TailLimit::new(100, usize::MAX);
    let log = log_of(6, "one");
    let tail = older(&ChangeTail::starting_at(&head(&log), limit), &log);
    assert_eq!(tail.len(), 6);
    let mut diverged = log_of(8, "one");
    diverged.events[5].0 = day(6);
    for (case, other) in [
        ("another epoch", log_of(8, "two")),
        ("an older backup", log_of(4, "one")),
        ("an older backup with a future of its own", diverged),
    ] {
        let range = EventRange { after: EventNumber(5), up_to: other.last() };
        assert!(tail.extended(&head(&other), &recorded(&other, range)).is_none(), "{case}");
        let followed = follow(&tail, &other);
        assert!(followed.is_empty() && followed.ends_at(&head(&other)), "{case}");
    }
    let longer = log_of(8, "one");
    let mut gap = recorded(&longer, tail.newer_range(&head(&longer)).unwrap());
    assert_eq!(tail.extended(&head(&longer), &gap).unwrap().len(), 8);
    gap.remove(1);
    assert!(tail.extended(&head(&longer), &gap).is_none(), "a gap");
    assert!(tail.extended(&head(&log_of(9, "one")), &gap).is_none(), "events up to another end");
    let short = ChangeTail::starting_at(&head(&log), TailLimit { chunk: 2, ..limit });
    let of_others = short.with_older(&recorded(&log_of(5, "one"), short.older_range().unwrap()));
    assert_eq!((of_others.len(), of_others.older_range()), (0, None), "older events that do not lead to it");
}

#[test]
fn a_tail_that_is_full_of_new_events_wants_no_older_ones() {
    let limit = TailLimit { chunk: 1, ..TailLimit::new(3, usize::MAX) };
    let begun = ChangeTail::starting_at(&head(&log_of(2, "one")), limit);
    let tail = (3..=5).fold(begun, |tail, days| follow(&tail, &log_of(days, "one")));
    assert_eq!((tail.len(), tail.older_range()), (3, None));
}
