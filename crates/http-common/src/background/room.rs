//! How much blocking work may wait or run at once.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Room for a bounded amount of work.
#[derive(Debug)]
pub(super) struct Room {
    limit: usize,
    present: AtomicUsize,
    refused: AtomicU64,
}

/// One place in a room; dropping it gives it back.
#[derive(Debug)]
pub(super) struct Place(&'static Room);

/// How much blocking work there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BackgroundWork {
    /// Waiting for a thread or the store, or running.
    pub present: usize,
    /// Turned away since the process began.
    pub refused: u64,
}

impl BackgroundWork {
    /// The most work that may wait or run at once in the process. While the store answers, as much is done in a fraction
    /// of a second; while it does not, as many clients wait for it as long as a connection to it may take, and no more.
    pub const LIMIT: usize = 512;
}

impl Room {
    /// An empty room.
    pub(super) const fn new(limit: usize) -> Self {
        Self { limit, present: AtomicUsize::new(0), refused: AtomicU64::new(0) }
    }

    /// Takes a place; `None` when there is none left.
    pub(super) fn enter(&'static self) -> Option<Place> {
        let place = Place(self);
        if self.present.fetch_add(1, Ordering::AcqRel) < self.limit {
            return Some(place);
        }
        self.refused.fetch_add(1, Ordering::Relaxed);
        None
    }

    /// How much there is in it now.
    pub(super) fn now(&self) -> BackgroundWork {
        let present = self.present.load(Ordering::Acquire).min(self.limit);
        BackgroundWork { present, refused: self.refused.load(Ordering::Relaxed) }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.present.fetch_sub(1, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_room_turns_away_and_a_place_that_is_given_back_is_free() {
        static ROOM: Room = Room::new(2);
        let (first, second) = (ROOM.enter(), ROOM.enter());
        assert!(first.is_some() && second.is_some());
        assert!(ROOM.enter().is_none() && ROOM.enter().is_none());
        assert_eq!(ROOM.now(), BackgroundWork { present: 2, refused: 2 });
        drop(first);
        assert!(ROOM.enter().is_some());
        assert_eq!(ROOM.now(), BackgroundWork { present: 1, refused: 2 });
    }
}
