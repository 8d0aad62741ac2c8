//! The fixed clock.

use catalog_domain::ports::Clock;
use catalog_testkit::FixedClock;
use catalog_testkit::builders::NOON;

#[test]
fn a_fixed_clock_moves_only_when_it_is_set() {
    let clock = FixedClock::default();
    assert_eq!((clock.now(), clock.now()), (NOON, NOON));
    clock.advance(-5);
    assert_eq!(clock.now(), NOON.plus_seconds(-5));
    clock.set(NOON);
    assert_eq!(clock.now(), NOON);
}
