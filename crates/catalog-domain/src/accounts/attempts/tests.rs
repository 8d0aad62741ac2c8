//! Sources, and windows that slide.

use super::*;
use proptest::prelude::*;

const START: Timestamp = Timestamp::from_unix_microseconds(1_000_000_000_500_000);
const LIMIT: AttemptLimit = AttemptLimit { attempts: 2, window_seconds: 60 };

fn after(milliseconds: i64) -> Timestamp {
    Timestamp::from_unix_microseconds(START.unix_microseconds() + milliseconds * 1_000)
}

#[test]
fn a_source_is_an_ipv4_address_or_an_ipv6_network() {
    for (address, expected, network) in [
        ("192.0.2.1", "192.0.2.1", "192.0.0.0"),
        ("::ffff:192.0.2.1", "192.0.2.1", "192.0.0.0"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8::"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64", "2001:db8::"),
        ("2001:db8:1:3::", "2001:db8:1:3::/64", "2001:db8::"),
        ("::1", "::/64", "::"),
    ] {
        let source = AttemptSource::of(address.parse().unwrap());
        assert_eq!(
            (source.to_string().as_str(), source.network().to_string().as_str()),
            (expected, network),
            "{address}"
        );
    }
}

#[test]
fn an_attempt_counts_for_a_window_and_no_longer() {
    use AttemptVerdict::{Allowed, Refused};
    let mut history = AttemptHistory::default();
    for (case, milliseconds, expected) in [
        ("the first", 0, Allowed),
        ("the second is the last", 10_000, Allowed),
        ("a third is too many", 10_001, Refused { retry_after_seconds: 50 }),
        ("going on makes it no longer", 59_000, Refused { retry_after_seconds: 1 }),
        ("the last moment of the first", 59_999, Refused { retry_after_seconds: 1 }),
        ("the first is over, not so the second", 60_000, Allowed),
        ("so one is all there is", 60_000, Refused { retry_after_seconds: 10 }),
        ("the second is over", 70_000, Allowed),
        ("long after", 10_000_000, Allowed),
        ("a server whose clock is behind by a little", 9_999_900, Allowed),
        ("counts what the other one let through", 9_999_900, Refused { retry_after_seconds: 60 }),
        ("the clock was set back by much", 0, Allowed),
    ] {
        assert_eq!(LIMIT.attempt(&mut history, after(milliseconds)), expected, "{case}");
        assert!(history.attempts() <= 2, "{case}");
    }
}

#[test]
fn a_high_limit_is_counted_in_bounded_memory_and_to_the_last_attempt() {
    let limit = AttemptLimit::per_minute(100_000);
    let mut history = AttemptHistory::default();
    let mut allowed = 0;
    // Two attempts a millisecond for 49 seconds are within the limit; the rest of the minute is not.
    for milliseconds in 0..59_000 {
        for _ in 0..2 {
            allowed += u32::from(limit.attempt(&mut history, after(milliseconds)) == AttemptVerdict::Allowed);
        }
        assert!(history.slices().len() <= AttemptLimit::MAXIMUM_SLICES as usize);
    }
    assert_eq!(allowed, 100_000);
}

/// Moments of attempts in milliseconds, in order: some at once, some a little later, some after a long pause.
fn moments() -> impl Strategy<Value = Vec<i64>> {
    let pause = prop_oneof![3 => Just(0), 5 => 0..3_000_i64, 2 => 0..30_000_i64, 1 => 50_000..70_000_i64];
    prop::collection::vec(pause, 1..200).prop_map(|pauses| {
        let sums = pauses.into_iter().scan(0, |sum, pause| {
            *sum += pause;
            Some(*sum)
        });
        sums.collect()
    })
}

proptest! {
    #[test]
    fn no_minute_wherever_it_begins_sees_more_attempts_than_the_limit(
        attempts in prop_oneof![4 => 1..20_u32, 1 => 55..70_u32],
        moments in moments(),
    ) {
        let limit = AttemptLimit::per_minute(attempts);
        let mut history = AttemptHistory::default();
        let mut allowed = Vec::new();
        for moment in moments {
            match limit.attempt(&mut history, after(moment)) {
                AttemptVerdict::Allowed => allowed.push(moment),
                AttemptVerdict::Refused { retry_after_seconds } => {
                    let recent = allowed.iter().filter(|past| **past > moment - 61_001).count();
                    prop_assert!(recent >= attempts as usize, "refused after {recent} of {attempts}");
                    let allowed_at = moment + i64::from(retry_after_seconds) * 1_000;
                    let verdict = limit.attempt(&mut history.clone(), after(allowed_at));
                    prop_assert_eq!(verdict, AttemptVerdict::Allowed, "a source that waits as long as required is allowed");
                }
            }
            prop_assert!(history.slices().len() <= AttemptLimit::MAXIMUM_SLICES as usize);
        }
        for (at, first) in allowed.iter().enumerate() {
            let within = allowed[at..].iter().take_while(|moment| **moment < first + 60_000).count();
            prop_assert!(within <= attempts as usize, "{within} of {attempts} in the minute from {first}");
        }
    }
}
