//! Swaps and moments as a table: what is included, what is released.

use super::*;
use catalog_domain::change::FeedPosition;

const SETTLE: Duration = Duration::from_secs(2);
const NOW: Timestamp = Timestamp::from_unix_microseconds(1_769_853_600_000_000);

fn head(epoch: &str, last: i64, committed_seconds_ago: i64) -> LogPosition {
    LogPosition {
        epoch: LogEpoch(epoch.into()),
        last: FeedPosition { number: EventNumber(last), at: Some(NOW) },
        committed_at: Some(NOW.plus_seconds(-committed_seconds_ago)),
    }
}

/// What happens, in milliseconds from the start.
enum Step {
    /// A catalog is swapped in: history, last event, age of the commit in seconds.
    Swap(u64, &'static str, i64, i64),
    /// The horizon is read: included, released.
    Expect(u64, i64, i64),
}

fn play(case: &str, settle: Duration, steps: &[Step]) {
    let start = Instant::now();
    let mut release = SettleWindow::new(&LogPosition::default(), settle);
    for step in steps {
        match *step {
            Step::Swap(at, epoch, last, age) => {
                release.on_swap(&head(epoch, last, age), start + Duration::from_millis(at), NOW);
            }
            Step::Expect(at, included, released) => {
                let expected = FeedHorizon { included: EventNumber(included), released: EventNumber(released) };
                assert_eq!(release.horizon(start + Duration::from_millis(at)), expected, "{case}, at {at} ms");
            }
        }
    }
}

#[test]
fn events_are_released_when_every_server_has_had_the_time_to_see_them() {
    use Step::{Expect, Swap};
    let cases: [(&str, &[Step]); 7] = [
        ("an old catalog is released by the first load", &[Swap(0, "a", 10, 60), Expect(0, 10, 10)]),
        (
            "a young one waits for the rest of its settle time",
            &[Swap(0, "a", 10, 1), Expect(0, 10, 0), Expect(999, 10, 0), Expect(1_000, 10, 10)],
        ),
        ("a commit in the future waits no longer than usual", &[Swap(0, "a", 10, -60), Expect(2_000, 10, 10)]),
        (
            "a later catalog waits for all of it, whatever the clocks say",
            &[
                Swap(0, "a", 10, 60),
                Swap(100, "a", 12, 60),
                Expect(100, 12, 10),
                Expect(2_099, 12, 10),
                Expect(2_100, 12, 12),
            ],
        ),
        (
            "catalogs that follow each other are released one by one",
            &[
                Swap(0, "a", 10, 60),
                Swap(100, "a", 12, 0),
                Swap(600, "a", 12, 0),
                Swap(1_100, "a", 15, 0),
                Expect(2_100, 15, 12),
                Expect(3_099, 15, 12),
                Expect(3_100, 15, 15),
            ],
        ),
        (
            "a recent first catalog delays the next one",
            &[Swap(0, "a", 10, 0), Swap(1, "a", 11, 0), Expect(2_000, 11, 10), Expect(2_001, 11, 11)],
        ),
        (
            "a restored store starts again, never released beyond what is included",
            &[Swap(0, "a", 10, 60), Swap(1, "a", 7, 60), Expect(1, 7, 7), Swap(2, "b", 3, 1), Expect(2, 3, 0)],
        ),
    ];
    for (case, steps) in cases {
        play(case, SETTLE, steps);
    }
}

#[test]
fn without_a_settle_time_everything_included_is_released() {
    use Step::{Expect, Swap};
    play("", Duration::ZERO, &[Swap(0, "a", 10, 0), Expect(0, 10, 10), Swap(5, "a", 11, 0), Expect(5, 11, 11)]);
}

#[test]
fn nothing_released_is_ever_held_back_again() {
    let start = Instant::now();
    let mut release = SettleWindow::new(&LogPosition::default(), SETTLE);
    let (mut last, mut before) = (0, EventNumber(0));
    for step in 0..500_u64 {
        let at = start + Duration::from_millis(step * 37);
        if step % 3 == 0 {
            last += i64::try_from(step % 5).unwrap();
            release.on_swap(&head("a", last, 0), at, NOW);
        }
        let horizon = release.horizon(at);
        assert!(before <= horizon.released && horizon.released <= horizon.included, "step {step}: {horizon:?}");
        assert!(release.pending.len() <= 60, "entries are dropped as they are released");
        before = horizon.released;
    }
    assert!(before > EventNumber(0));
}
