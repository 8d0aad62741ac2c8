//! How often one source may try something that costs the service work or could be guessed
//! (`docs/contract.md#login-limits`).

mod history;
mod source;

pub use history::{AttemptHistory, AttemptSlice};
pub use source::AttemptSource;

use crate::values::timestamp::Timestamp;

/// A sliding-window limit: no span of the window's length sees more attempts allowed. Refused attempts do not count, so
/// a client that waits as long as `Retry-After` says is allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AttemptLimit {
    /// Attempts allowed per window; at least 1.
    pub attempts: u32,
    /// The length of a window, in seconds; at least 1.
    pub window_seconds: u32,
}

impl AttemptLimit {
    /// The most slices that a history is divided into. Up to as many attempts are recorded to the microsecond; a higher
    /// limit is counted in slices of a sixtieth of the window, so that it needs no more memory than a low one.
    pub const MAXIMUM_SLICES: u32 = 61;

    /// A limit per minute.
    pub const fn per_minute(attempts: u32) -> Self {
        Self { attempts, window_seconds: 60 }
    }

    /// Decides on an attempt at `now` after those in `history`, and adds it when it is allowed. Counting and deciding
    /// are one step: the owner of the history must serialise attempts of one source.
    #[must_use]
    pub fn attempt(&self, history: &mut AttemptHistory, now: Timestamp) -> AttemptVerdict {
        history.forget_past(self, now);
        if history.attempts() < u64::from(self.attempts) {
            history.add(self.slice_of(now));
            return AttemptVerdict::Allowed;
        }
        let free_at = history.slices().first().map_or(now, |oldest| self.end_of(*oldest));
        AttemptVerdict::Refused { retry_after_seconds: self.seconds_until(free_at, now).unwrap_or(1) }
    }

    /// Seconds until an attempt after those in `history` is allowed again; `None` when one is allowed at `now`.
    pub fn refusal(&self, history: &AttemptHistory, now: Timestamp) -> Option<u32> {
        match self.attempt(&mut history.clone(), now) {
            AttemptVerdict::Allowed => None,
            AttemptVerdict::Refused { retry_after_seconds } => Some(retry_after_seconds),
        }
    }

    /// Removes the attempt at `at`, which was allowed, from `history`: it did not take place after all.
    pub fn undo(&self, history: &mut AttemptHistory, at: Timestamp) {
        history.remove(self.slice_of(at));
    }

    /// Whole seconds from `now` until `moment`, for `Retry-After`; `None` when it has passed, or is so far ahead that
    /// only a clock set back explains it.
    pub fn seconds_until(&self, moment: Timestamp, now: Timestamp) -> Option<u32> {
        let microseconds = moment.unix_microseconds().saturating_sub(now.unix_microseconds());
        let seconds = u32::try_from(microseconds.max(0).unsigned_abs().div_ceil(1_000_000)).ok()?;
        // A slice is no longer than a window.
        (1..=self.window_seconds.saturating_mul(2)).contains(&seconds).then_some(seconds)
    }

    /// The moment at which `slice` expires: a window after the last attempt that may be in it.
    fn end_of(&self, slice: AttemptSlice) -> Timestamp {
        let last = slice.begins_at.unix_microseconds().saturating_add(self.grain() - 1);
        Timestamp::from_unix_microseconds(last).plus_seconds(self.window_seconds.into())
    }

    fn slice_of(&self, now: Timestamp) -> Timestamp {
        let now = now.unix_microseconds();
        Timestamp::from_unix_microseconds(now - now.rem_euclid(self.grain()))
    }

    fn grain(&self) -> i64 {
        if self.attempts < Self::MAXIMUM_SLICES {
            return 1;
        }
        let window = i64::from(self.window_seconds.max(1)) * 1_000_000;
        // Rounded up: one more slice is needed when a window begins inside a slice.
        window / i64::from(Self::MAXIMUM_SLICES - 1) + 1
    }
}

/// Whether an attempt is allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttemptVerdict {
    /// It is allowed.
    Allowed,
    /// The source has used up its attempts.
    Refused {
        /// Seconds until the source may try again; at least 1.
        retry_after_seconds: u32,
    },
}

#[cfg(test)]
mod tests;
