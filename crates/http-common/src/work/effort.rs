//! Kinds of work, by what they take of a processor.

use super::requester_permits::{RequesterPermit, RequesterPermits};
use super::{HeldBody, Reservation, ResponseBudget, WorkFor};
use crate::background::BackgroundError;

/// What a piece of work takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effort {
    /// Less than about a millisecond: it is done where it comes up.
    Short,
    /// More than that: it waits for its turn in the pool.
    Long,
    /// So much that a requester gets it done for two requests at once only.
    Huge,
}

/// As many products are a short work.
const FEW_PRODUCTS: usize = 50;

/// More products than these with parts of the store are a huge work. Endless lists are made in pieces of as many.
pub const PRODUCTS_PER_CHUNK: usize = 200;

/// What a product takes in a response without parts of the store, about.
const BASE_BYTES: usize = 1_024;

/// What a product takes in a response with parts of the store, about.
const DETAILED_BYTES: usize = 5 * 1_024;

impl Effort {
    /// What it takes to show so many products, with parts of the store or without.
    #[must_use]
    pub fn of_products(count: usize, has_stored_parts: bool) -> Self {
        match count {
            0..=FEW_PRODUCTS => Self::Short,
            _ if has_stored_parts && count > PRODUCTS_PER_CHUNK => Self::Huge,
            _ => Self::Long,
        }
    }

    /// About how many bytes so many products take, with parts of the store or without.
    #[must_use]
    pub fn bytes_of_products(count: usize, has_stored_parts: bool) -> usize {
        count.saturating_mul(if has_stored_parts { DETAILED_BYTES } else { BASE_BYTES })
    }
}

impl WorkFor<'_> {
    /// Does `work`, which takes that effort.
    ///
    /// # Errors
    /// Those of [`super::WorkPool::run`], unless it is short.
    pub async fn run<T, F>(self, effort: Effort, work: F) -> Result<T, BackgroundError>
    where
        T: Send + 'static,
        F: FnOnce() -> T + Send + 'static,
    {
        if effort == Effort::Short { Ok(work()) } else { self.pool.run(self.requester, work).await }
    }

    /// Waits until an answer of about `bytes` that takes that effort may be made: until it is the requester's turn, and
    /// there is room for it.
    ///
    /// # Errors
    /// Those of [`ResponseBudget::reserve`].
    pub async fn begin(self, effort: Effort, bytes: usize) -> Result<Begun, BackgroundError> {
        let turn = self.turn(effort, bytes).await;
        Ok(Begun { reservation: self.response_budget.reserve(bytes).await?, _turn: turn })
    }

    /// Waits for the requester's turn to have an answer of about `bytes` made, or a piece of it. The turn lasts until
    /// it is dropped.
    pub async fn turn(self, effort: Effort, bytes: usize) -> Option<RequesterPermit> {
        let requester_permits = self.pool.requester_permits();
        match effort {
            Effort::Huge => Some(requester_permits.next(self.requester, RequesterPermits::HUGE).await),
            _ if bytes > ResponseBudget::UNCOUNTED_BYTES => {
                Some(requester_permits.next(self.requester, RequesterPermits::LARGE).await)
            }
            _ => None,
        }
    }
}

/// An answer that may be made, and has room.
#[derive(Debug)]
pub struct Begun {
    reservation: Reservation,
    _turn: Option<RequesterPermit>,
}

impl Begun {
    /// The answer's body, which counts as long as anybody holds it; the turn is over.
    #[must_use]
    pub fn hold(self, body: Vec<u8>) -> HeldBody {
        self.reservation.hold(body)
    }
}
