//! The unexpired attempts of one source.

use super::AttemptLimit;
use crate::values::timestamp::Timestamp;

/// Attempts at about the same moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AttemptSlice {
    /// When the slice begins.
    pub begins_at: Timestamp,
    /// How many attempts in it were allowed; at least 1.
    pub attempts: u32,
}

/// The allowed attempts of one source, oldest first: at most [`AttemptLimit::MAXIMUM_SLICES`] slices, and no more than
/// the limit has attempts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AttemptHistory(Vec<AttemptSlice>);

impl AttemptHistory {
    /// A history restored from elsewhere: `slices`, oldest first.
    pub fn from_slices(slices: Vec<AttemptSlice>) -> Self {
        Self(slices)
    }

    /// The slices, oldest first.
    pub fn slices(&self) -> &[AttemptSlice] {
        &self.0
    }

    pub(super) fn attempts(&self) -> u64 {
        self.0.iter().map(|slice| u64::from(slice.attempts)).sum()
    }

    /// Drops expired slices at `now`. Slices in the future were written before a clock was set back, or by a server
    /// whose clock is ahead: up to a window ahead counts as made now, and anything further is dropped, so that a wrong
    /// clock locks nobody out for long.
    pub(super) fn forget_past(&mut self, limit: &AttemptLimit, now: Timestamp) {
        let horizon = now.plus_seconds(limit.window_seconds.into());
        self.0.retain(|slice| slice.begins_at <= horizon && now < limit.end_of(*slice));
        let present = limit.slice_of(now);
        for slice in &mut self.0 {
            slice.begins_at = slice.begins_at.min(present);
        }
        self.0.dedup_by(|later, earlier| {
            let is_one = later.begins_at == earlier.begins_at;
            earlier.attempts = earlier.attempts.saturating_add(if is_one { later.attempts } else { 0 });
            is_one
        });
    }

    /// Adds an attempt in the slice that begins then, which is no earlier than those before.
    pub(super) fn add(&mut self, begins_at: Timestamp) {
        match self.0.last_mut() {
            Some(last) if last.begins_at == begins_at => last.attempts = last.attempts.saturating_add(1),
            _ => self.0.push(AttemptSlice { begins_at, attempts: 1 }),
        }
    }

    /// Removes one attempt of the slice that begins then, if it is still there.
    pub(super) fn remove(&mut self, begins_at: Timestamp) {
        let Some(at) = self.0.iter().rposition(|slice| slice.begins_at == begins_at) else { return };
        self.0[at].attempts = self.0[at].attempts.saturating_sub(1);
        if self.0[at].attempts == 0 {
            self.0.remove(at);
        }
    }
}
