//! Kinds of work, by processor time.

use super::requester_permits::{RequesterPermit, RequesterPermits};
use super::response_budget::{Reservation, ResponseBudget, TrackedBody};
use super::work_for::WorkFor;
use crate::runtime::background::BackgroundError;

/// The cost of a piece of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effort {
    /// Less than about a millisecond: it runs inline.
    Short,
    /// More than that: it waits for its turn in the pool.
    Long,
    /// So much that a requester may have only two of them at once.
    Huge,
}

/// The most products without stored parts that are short work: each takes about a microsecond, and a change of threads
/// would cost them more than half as much again.
const FEW_BASE_PRODUCTS: usize = 200;

/// The most products with stored parts that are short work.
const FEW_DETAILED_PRODUCTS: usize = 50;

/// More products than these with stored parts are huge work. Unbounded lists are built in chunks of that many.
pub const PRODUCTS_PER_CHUNK: usize = 200;

/// The approximate bytes of a product in a response without stored parts.
const BASE_BYTES: usize = 1_024;

/// As many bytes of names are part of that.
const NAME_BYTES: usize = 256;

/// The approximate bytes of a product in a response with stored parts.
const DETAILED_BYTES: usize = 5 * 1_024;

impl Effort {
    /// The effort of rendering `count` products, with stored parts or without.
    pub fn of_products(count: usize, has_stored_parts: bool) -> Self {
        let few = if has_stored_parts { FEW_DETAILED_PRODUCTS } else { FEW_BASE_PRODUCTS };
        match count {
            _ if count <= few => Self::Short,
            _ if has_stored_parts && count > PRODUCTS_PER_CHUNK => Self::Huge,
            _ => Self::Long,
        }
    }

    /// The approximate bytes of `count` products, with stored parts or without.
    pub fn bytes_of_products(count: usize, has_stored_parts: bool) -> usize {
        count.saturating_mul(if has_stored_parts { DETAILED_BYTES } else { BASE_BYTES })
    }

    /// The same for products that are known already: `names` are the bytes of the names of each, some of which are much
    /// longer than usual.
    pub fn bytes_of_named(names: impl IntoIterator<Item = usize>, has_stored_parts: bool) -> usize {
        let product = Self::bytes_of_products(1, has_stored_parts);
        names.into_iter().map(|names| product + names.saturating_sub(NAME_BYTES)).sum()
    }
}

impl WorkFor<'_> {
    /// Runs `work` of that effort.
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

    /// Waits until a response of about `bytes` and that effort may be built: until it is the requester's turn, and the
    /// bytes are reserved.
    ///
    /// # Errors
    /// Those of [`ResponseBudget::reserve`].
    pub async fn acquire(self, effort: Effort, bytes: usize) -> Result<BuildPermit, BackgroundError> {
        let permit = self.permit(effort, bytes).await;
        let is_counted = bytes > ResponseBudget::UNCOUNTED_BYTES;
        let (budget, requester) = (self.response_budget, self.requester);
        let reservation = if is_counted { budget.reserve(requester, bytes).await? } else { budget.nothing(requester) };
        Ok(BuildPermit { reservation, _permit: permit })
    }

    /// Waits until a response of about `bytes` may be built that holds another response, which takes its own turn and
    /// reserves its own bytes meanwhile.
    ///
    /// # Errors
    /// Those of [`ResponseBudget::reserve`].
    pub async fn acquire_outer(self, bytes: usize) -> Result<BuildPermit, BackgroundError> {
        let permit = self.pool.requester_permits().next(self.requester, RequesterPermits::OUTER).await;
        let reservation = self.response_budget.reserve(self.requester, bytes).await?;
        Ok(BuildPermit { reservation, _permit: Some(permit) })
    }

    /// Waits for the requester's turn to build a response of about `bytes`, or a chunk of it. The turn lasts until it
    /// is dropped.
    pub async fn permit(self, effort: Effort, bytes: usize) -> Option<RequesterPermit> {
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

/// A response that may be built, with its reservation.
#[derive(Debug)]
pub struct BuildPermit {
    reservation: Reservation,
    _permit: Option<RequesterPermit>,
}

impl BuildPermit {
    /// The response's body, which counts while it is referenced; the turn is over.
    pub fn track(self, body: Vec<u8>) -> TrackedBody {
        self.reservation.track(body)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_count_beside_what_a_product_takes() {
        assert_eq!(Effort::bytes_of_named([100, 256], false), Effort::bytes_of_products(2, false));
        assert_eq!(Effort::bytes_of_named([100, 4_256], false), 2 * BASE_BYTES + 4_000);
        assert_eq!(Effort::bytes_of_named([4_256], true), DETAILED_BYTES + 4_000);
    }

    #[test]
    fn the_effort_of_products_depends_on_their_number_and_on_stored_parts() {
        for (count, base, detailed) in [
            (0, Effort::Short, Effort::Short),
            (50, Effort::Short, Effort::Short),
            (51, Effort::Short, Effort::Long),
            (200, Effort::Short, Effort::Long),
            (201, Effort::Long, Effort::Huge),
        ] {
            assert_eq!(Effort::of_products(count, false), base, "{count}");
            assert_eq!(Effort::of_products(count, true), detailed, "{count}");
        }
    }
}
