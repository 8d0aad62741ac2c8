//! The operating system's clock.

use catalog_domain::ports::Clock;
use catalog_domain::values::Timestamp;
use std::time::{SystemTime, UNIX_EPOCH};

/// The time of the machine.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the adapter behind the port")]
    fn now(&self) -> Timestamp {
        // A machine whose clock is before 1970 gets 1970: every comparison still works.
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp::from_unix_microseconds(i64::try_from(since_epoch.as_micros()).unwrap_or(i64::MAX))
    }
}
