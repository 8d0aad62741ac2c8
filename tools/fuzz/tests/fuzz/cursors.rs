//! Cursors of the change feed: a text opens only if it was sealed here, and gives what was sealed.

use crate::edits::edits;
use crate::fuzz;
use catalog_domain::change::{FeedCursor, FeedPosition, LogEpoch, OpenRange};
use catalog_domain::ports::CursorSealer;
use catalog_domain::values::{EventNumber, SectionId, Timestamp};
use catalog_testkit::app::sealed_cursors;

const TOKENS: [&str; 8] = ["A", "-", "_", "=", "==", "+", "/", "AAAAAAAAAAAAAAAA"];

#[test]
fn a_cursor_that_was_not_sealed_here_is_refused() {
    let sealer = sealed_cursors();
    let cursors = genuine();
    let seeds: Vec<Vec<u8>> = cursors.iter().map(|cursor| sealer.seal(cursor).into_bytes()).collect();
    fuzz(10_000, &edits(), |edits| {
        let text = edits.apply_to_text(&seeds, &TOKENS);
        let position = seeds.iter().position(|seed| *seed == text.as_bytes());
        assert_eq!(sealer.open(&text), position.map(|position| cursors[position].clone()), "{text}");
    });
}

/// A cursor at a sync point, and one in the middle of a range.
fn genuine() -> Vec<FeedCursor> {
    let position = |number: i64| FeedPosition {
        number: EventNumber(number),
        at: Some(Timestamp::from_unix_microseconds(number * 1_000_000)),
    };
    let at_sync_point = FeedCursor {
        epoch: LogEpoch("0123456789abcdef".into()),
        section: SectionId(1_042),
        after: position(7),
        range: None,
        issued_at: Timestamp::from_unix_microseconds(9_000_000),
    };
    let range = Some(OpenRange { start: position(3), end: position(i64::MAX / 1_000_000) });
    let in_a_range = FeedCursor { range, ..at_sync_point.clone() };
    vec![at_sync_point, in_a_range]
}
