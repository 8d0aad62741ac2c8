//! A clock that moves only when a test sets it.

use catalog_domain::ports::{Clock, StoreClock, StoreError};
use catalog_domain::values::Timestamp;
use std::sync::atomic::{AtomicI64, Ordering};

/// A fixed clock, until it is set.
#[derive(Debug)]
pub struct FixedClock(AtomicI64);

impl FixedClock {
    /// A clock fixed at `now`.
    pub fn at(now: Timestamp) -> Self {
        Self(AtomicI64::new(now.unix_microseconds()))
    }

    /// Sets the clock, forwards or backwards.
    pub fn set(&self, now: Timestamp) {
        self.0.store(now.unix_microseconds(), Ordering::SeqCst);
    }

    /// Moves the clock by `seconds`.
    pub fn advance(&self, seconds: i64) {
        self.set(self.now().plus_seconds(seconds));
    }
}

impl Default for FixedClock {
    /// A clock fixed at [`crate::builders::NOON`].
    fn default() -> Self {
        Self::at(crate::builders::NOON)
    }
}

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_unix_microseconds(self.0.load(Ordering::SeqCst))
    }
}

impl StoreClock for FixedClock {
    fn store_time(&self) -> Result<Timestamp, StoreError> {
        Ok(self.now())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builders::NOON;

    #[test]
    fn a_fixed_clock_moves_only_when_it_is_set() {
        let clock = FixedClock::default();
        assert_eq!((clock.now(), clock.now()), (NOON, NOON));
        clock.advance(-5);
        assert_eq!(clock.now(), NOON.plus_seconds(-5));
        clock.set(NOON);
        assert_eq!(clock.now(), NOON);
    }
}
