//! The feed against random histories: whatever a client stores, and whenever it returns, its copy converges.

#![expect(clippy::unwrap_used, reason = "what helps a test fails it the same way as the test itself")]

use catalog_domain::change::{
    ChangeKind, FeedCursor, FeedError, FeedHorizon, FeedLog, FeedPage, FeedPosition, FeedRequest, FeedStart, LogEpoch,
    OpenRange, expired_before, feed_page, feed_summary,
};
use catalog_domain::ports::{ChangeLogBounds, LoggedEvent};
use catalog_domain::values::{EventNumber, SectionId};
use catalog_testkit::random_history::{Log, Moment, RETENTION_DAYS, SECTIONS, Shown, day, epoch, tally};
use proptest::prelude::*;
use std::collections::BTreeMap;

fn request(section: SectionId, start: FeedStart, log: &Log, today: usize) -> FeedRequest {
    let horizon = FeedHorizon { included: log.last(), released: log.last() };
    FeedRequest { section, start, now: day(today), retention_days: RETENTION_DAYS, horizon }
}

fn feed(log: &Log) -> FeedLog<'_> {
    FeedLog { events: log, bounds: log }
}

/// A client's copy of one section, folded as the guide describes.
fn fold(copy: &mut BTreeMap<String, Shown>, events: &[LoggedEvent], now: &Moment) {
    for event in events {
        let product: usize = event.stock_number["SN-".len()..].parse().unwrap();
        // The event carries no product data: the client reads the product as it is now, and drops it when it is gone.
        match now.shown(product).filter(|_| event.in_section && event.kind != ChangeKind::Removed) {
            Some(shown) => copy.insert(event.stock_number.to_string(), shown),
            None => copy.remove(&*event.stock_number),
        };
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_copy_converges_whatever_is_stored_and_whenever_the_client_comes_back(epoch in epoch(), join in 0..6_usize) {
        for section in (0..SECTIONS).map(SectionId) {
            let mut log = Log::new();
            let mut before = Moment::empty();
            let mut client: Option<(FeedCursor, BTreeMap<String, Shown>)> = None;
            for (today, (now, limit, pages, stores_checkpoint)) in epoch.iter().enumerate() {
                log.append(&before, now, day(today));
                if let Some((stored, copy)) = &mut client {
                    let mut at = stored.clone();
                    for _ in 0..*pages {
                        let request = request(section, FeedStart::Cursor(at), &log, today);
                        let page = feed_page(&request, *limit, feed(&log)).unwrap();
                        prop_assert!(page.events.len() <= *limit as usize);
                        prop_assert!(!page.has_more || page.events.len() == *limit as usize);
                        prop_assert!(page.has_more || page.next == page.checkpoint);
                        fold(copy, &page.events, now);
                        *stored = if *stores_checkpoint { page.checkpoint } else { page.next.clone() };
                        at = page.next;
                    }
                } else if today >= join.min(epoch.len() - 1) {
                    let last = log.last();
                    let after = FeedPosition { number: last, at: log.time_of(last).unwrap() };
                    let cursor = FeedCursor::sync_point(log.epoch.clone(), section, after, day(today));
                    client = Some((cursor, now.list(section)));
                }
                before = now.clone();
            }
            let (stored, mut copy) = client.unwrap();
            let mut at = stored;
            loop {
                let request = request(section, FeedStart::Cursor(at), &log, epoch.len());
                let page = feed_page(&request, 2, feed(&log)).unwrap();
                fold(&mut copy, &page.events, &before);
                // The end of a range that was begun earlier is not the end of the log: the client polls once more.
                if !page.has_more && page.events.is_empty() && page.checkpoint.after.number == log.last() {
                    break;
                }
                at = page.next;
            }
            prop_assert_eq!(copy, before.list(section));
        }
    }

    #[test]
    fn a_summary_is_the_fold_of_the_feed_over_the_same_range(epoch in epoch(), since in 0..6_usize, limit in 1..4_u32) {
        let mut log = Log::new();
        let mut before = Moment::empty();
        for (today, (now, ..)) in epoch.iter().enumerate() {
            log.append(&before, now, day(today));
            before = now.clone();
        }
        let since = since.min(epoch.len());
        for section in (0..SECTIONS).map(SectionId) {
            let start = request(section, FeedStart::Since(day(since)), &log, epoch.len());
            let summary = feed_summary(&start, feed(&log)).unwrap();
            let mut page = feed_page(&start, limit, feed(&log)).unwrap();
            let mut all = page.events.clone();
            while page.has_more {
                let request = request(section, FeedStart::Cursor(page.next), &log, epoch.len());
                page = feed_page(&request, limit, feed(&log)).unwrap();
                all.extend(page.events.iter().cloned());
            }
            prop_assert_eq!(summary.tally, tally(&all));
            prop_assert_eq!(summary.next, page.checkpoint);
            prop_assert!(all.iter().all(|event| event.at >= day(since)), "since is inclusive and nothing before it comes");
            let later = log.numbered().filter(|(_, (at, event))| {
                *at >= day(since) && event.memberships.iter().any(|membership| membership.section == section)
            });
            prop_assert_eq!(later.count(), all.len());
        }
    }

    #[test]
    fn a_pruned_log_never_gives_a_page_with_a_hole(
        epoch in epoch(), age in 0..100_usize, after in 0..30_i64, retain_floor in any::<bool>()
    ) {
        let mut log = Log::new();
        let mut before = Moment::empty();
        for (today, (now, ..)) in epoch.iter().enumerate() {
            log.append(&before, now, day(today));
            before = now.clone();
        }
        let whole = log.events.clone();
        let today = epoch.len() + age;
        let floor = log.bounds(expired_before(day(today), RETENTION_DAYS)).unwrap().floor.0;
        // Pruning takes everything below the floor; it may also not have run yet.
        log.pruned = if retain_floor { usize::try_from((floor - 1).max(0)).unwrap() } else { 0 };
        let after = EventNumber(after.min(log.last().0));
        let at = usize::try_from(after.0).unwrap().checked_sub(1).map(|index| whole[index].0);
        for section in (0..SECTIONS).map(SectionId) {
            let position = FeedPosition { number: after, at };
            let cursor = FeedCursor::sync_point(log.epoch.clone(), section, position, day(today));
            let page = feed_page(&request(section, FeedStart::Cursor(cursor), &log, today), u32::MAX - 1, feed(&log));
            if after.0 < floor {
                prop_assert!(matches!(page, Err(FeedError::Expired)));
            } else {
                let expected = whole.iter().skip(usize::try_from(after.0).unwrap())
                    .filter(|(_, event)| event.memberships.iter().any(|membership| membership.section == section));
                prop_assert_eq!(page.unwrap().events.len(), expected.count());
            }
        }
    }
}

/// A log of five events in section 0, one a day from day 0.
fn five_events() -> Log {
    let moment =
        |commercial| Moment { sections: vec![(None, true)], products: vec![(true, vec![SectionId(0)], 0, commercial)] };
    let mut log = Log::new();
    let mut before = Moment::empty();
    for today in 0..5_u8 {
        let now = moment(today);
        log.append(&before, &now, day(usize::from(today)));
        before = now;
    }
    assert_eq!(log.events.len(), 5);
    log
}

fn at(number: i64) -> FeedPosition {
    FeedPosition { number: EventNumber(number), at: usize::try_from(number - 1).ok().map(day) }
}

fn numbers(page: &FeedPage) -> Vec<i64> {
    page.events.iter().map(|event| event.number.0).collect()
}

#[test]
fn incomplete_pages_are_refused() {
    let log = five_events();
    let cursor = |after| FeedCursor::sync_point(log.epoch.clone(), SectionId(0), after, day(5));
    let other_history = FeedCursor { epoch: LogEpoch("two".into()), ..cursor(at(1)) };
    let replaced = FeedPosition { at: Some(day(3)), ..at(1) };
    let replaced_end = FeedCursor {
        range: Some(OpenRange { start: at(1), end: FeedPosition { at: Some(day(9)), ..at(4) } }),
        ..cursor(at(2))
    };
    let expired = |error: &FeedError| matches!(error, FeedError::Expired);
    type Case<'a> = (&'a str, FeedStart, usize, fn(&FeedError) -> bool);
    let cases: [Case<'_>; 9] = [
        ("another history", FeedStart::Cursor(other_history), 5, expired),
        ("past the end of the log", FeedStart::Cursor(cursor(at(6))), 5, expired),
        ("a number that now belongs to another run", FeedStart::Cursor(cursor(replaced)), 5, expired),
        ("a range that ends at another run", FeedStart::Cursor(replaced_end), 5, expired),
        ("older than the retention", FeedStart::Cursor(cursor(at(1))), 93, expired),
        ("issued before the retention began", FeedStart::Cursor(cursor(at(5))), 96, expired),
        ("since before the retention", FeedStart::Since(day(2)), 93, expired),
        ("since in the future", FeedStart::Since(day(6)), 5, |error| matches!(error, FeedError::SinceInTheFuture)),
        ("another section", FeedStart::Cursor(FeedCursor { section: SectionId(9), ..cursor(at(1)) }), 5, |error| {
            matches!(error, FeedError::CursorOfAnotherSection)
        }),
    ];
    for (case, start, today, is_expected) in cases {
        let request = request(SectionId(0), start, &log, today);
        assert!(feed_page(&request, 10, feed(&log)).is_err_and(|error| is_expected(&error)), "{case}");
        assert!(feed_summary(&request, feed(&log)).is_err_and(|error| is_expected(&error)), "{case}");
    }
}

#[test]
fn the_feed_stops_at_the_horizon_and_goes_on_from_there() {
    let log = five_events();
    let ask = |after, range, included, released| {
        let cursor = FeedCursor { range, ..FeedCursor::sync_point(log.epoch.clone(), SectionId(0), after, day(5)) };
        let horizon = FeedHorizon { included: EventNumber(included), released: EventNumber(released) };
        let request = FeedRequest { horizon, ..request(SectionId(0), FeedStart::Cursor(cursor), &log, 5) };
        feed_page(&request, 2, feed(&log)).unwrap()
    };
    let held_back = ask(at(1), None, 5, 3);
    assert_eq!((numbers(&held_back), held_back.has_more, held_back.checkpoint.after), (vec![2, 3], false, at(3)));
    let ahead_of_this_server = ask(at(4), None, 2, 2);
    assert_eq!((numbers(&ahead_of_this_server), ahead_of_this_server.checkpoint.after), (vec![], at(4)));
    let range = Some(OpenRange { start: at(0), end: at(5) });
    let behind_in_a_range = ask(at(2), range, 3, 3);
    assert_eq!((numbers(&behind_in_a_range), behind_in_a_range.checkpoint.after), (vec![3], at(3)));
    // A range fixed by another server that had released more continues to its end where the catalog includes it.
    let released_elsewhere = ask(at(3), range, 5, 1);
    assert_eq!((numbers(&released_elsewhere), released_elsewhere.checkpoint.after), (vec![4, 5], at(5)));
}

/// A server that has just started has released nothing yet.
#[test]
fn a_moment_within_the_retention_is_taken_before_anything_of_a_pruned_log_is_released() {
    let mut log = five_events();
    log.pruned = 1;
    let (today, horizon) = (92, FeedHorizon { included: EventNumber(5), released: EventNumber(0) });
    let early = FeedRequest { horizon, ..request(SectionId(0), FeedStart::Since(day(3)), &log, today) };
    let page = feed_page(&early, 10, feed(&log)).unwrap();
    assert_eq!((numbers(&page), page.has_more, page.checkpoint.after), (vec![], false, at(2)));
    assert_eq!(feed_summary(&early, feed(&log)).unwrap().next, page.next);
    let later = request(SectionId(0), FeedStart::Cursor(page.next), &log, today);
    assert_eq!(numbers(&feed_page(&later, 10, feed(&log)).unwrap()), [3, 4, 5]);
}

#[test]
fn the_checkpoint_is_the_start_of_the_range_until_its_last_page() {
    let log = five_events();
    let first = feed_page(&request(SectionId(0), FeedStart::Since(day(1)), &log, 5), 3, feed(&log)).unwrap();
    assert_eq!((numbers(&first), first.has_more, first.checkpoint.after), (vec![2, 3, 4], true, at(1)));
    let last = feed_page(&request(SectionId(0), FeedStart::Cursor(first.next), &log, 5), 3, feed(&log)).unwrap();
    assert_eq!((numbers(&last), last.has_more, last.checkpoint.after), (vec![5], false, at(5)));
    assert_eq!(last.next, last.checkpoint);
}

#[test]
fn a_cursor_expires_by_its_own_age_and_every_response_has_a_fresh_one() {
    let log = five_events();
    let ask = |cursor: &FeedCursor, today| {
        let request = request(SectionId(0), FeedStart::Cursor(cursor.clone()), &log, today);
        let page = feed_page(&request, 2, feed(&log)).ok();
        let summary = feed_summary(&request, feed(&log)).ok();
        assert_eq!(page.is_some(), summary.is_some(), "day {today}");
        page.zip(summary).map(|(page, summary)| [page.next, page.checkpoint, summary.next])
    };
    let first = FeedCursor::sync_point(log.epoch.clone(), SectionId(0), at(5), day(10));
    // Nothing happens after it: whether it has expired depends on its own age.
    for (today, is_good) in [(10, true), (70, true), (100, true), (101, false), (105, false)] {
        assert_eq!(ask(&first, today).is_some(), is_good, "day {today}");
    }
    for fresh in ask(&first, 70).unwrap() {
        assert_eq!(fresh, FeedCursor { issued_at: day(70), ..first.clone() });
        assert!(ask(&fresh, 105).is_some_and(|cursors| cursors.iter().all(|next| next.issued_at == day(105))));
    }
    // The pages of a range give fresh cursors, too, including those that stay at its start.
    let beginning = FeedCursor::sync_point(log.epoch.clone(), SectionId(0), at(1), day(10));
    assert!(ask(&beginning, 50).unwrap().iter().all(|cursor| cursor.issued_at == day(50)));
}
