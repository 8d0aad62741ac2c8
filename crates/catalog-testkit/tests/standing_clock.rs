//! The clock that stands still.

use catalog_domain::ports::Clock;
use catalog_testkit::StandingClock;
use catalog_testkit::builders::NOON;

#[test]
fn a_standing_clock_moves_only_when_told_to() {
    let clock = StandingClock::default();
    assert_eq!((clock.now(), clock.now()), (NOON, NOON));
    clock.advance(-5);
    assert_eq!(clock.now(), NOON.plus_seconds(-5));
    clock.set(NOON);
    assert_eq!(clock.now(), NOON);
}
