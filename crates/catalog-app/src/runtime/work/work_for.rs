//! Work for one requester.

use super::pool::WorkPool;
use super::requester::Requester;
use super::response_budget::{ResponseBudget, TrackedBody};
use crate::runtime::background::BackgroundError;
use std::sync::Arc;

/// Where long work is done, and the limit on bytes of responses in flight. Clones share both.
#[derive(Clone)]
pub struct Work {
    pool: Arc<WorkPool>,
    response_budget: ResponseBudget,
}

impl Work {
    /// Work in `pool`, whose results count in `response_budget`.
    pub fn new(pool: WorkPool, response_budget: ResponseBudget) -> Self {
        Self { pool: Arc::new(pool), response_budget }
    }

    /// The pool.
    pub fn pool(&self) -> &WorkPool {
        &self.pool
    }

    /// The budget of what is built.
    pub fn response_budget(&self) -> &ResponseBudget {
        &self.response_budget
    }

    /// Work of `requester`.
    pub fn of(&self, requester: Requester) -> WorkFor<'_> {
        WorkFor { pool: &self.pool, response_budget: &self.response_budget, requester }
    }
}

/// The pool and the response budget, for one requester.
#[derive(Clone, Copy)]
pub struct WorkFor<'s> {
    /// The threads.
    pub pool: &'s WorkPool,
    /// The budget of what is built.
    pub response_budget: &'s ResponseBudget,
    /// The requester.
    pub requester: Requester,
}

impl WorkFor<'_> {
    /// `body`, which counts from now on whether or not it fits: for bytes that replace others, or are few.
    pub fn track(self, body: Vec<u8>) -> TrackedBody {
        self.response_budget.nothing(self.requester).track(body)
    }

    /// The body that `make` builds when it is its turn. Its size is known only when it is built: when the budget is
    /// exhausted then, it is dropped, and built again once there is space.
    ///
    /// # Errors
    /// Those of `make`, and when the queue is full, or the response budget is exhausted for too long.
    pub async fn make<E>(self, make: impl Fn() -> Result<Vec<u8>, E> + Send + Sync + 'static) -> Result<TrackedBody, E>
    where
        E: From<BackgroundError> + Send + 'static,
    {
        let make = Arc::new(make);
        let mut reservation = self.response_budget.nothing(self.requester);
        loop {
            let make = Arc::clone(&make);
            let work = move || {
                let body = make()?;
                let bytes = body.len();
                Ok::<_, E>(if reservation.resize(bytes).is_ok() { Ok(reservation.track(body)) } else { Err(bytes) })
            };
            match self.pool.run(self.requester, work).await?? {
                Ok(body) => return Ok(body),
                Err(bytes) => reservation = self.response_budget.reserve(self.requester, bytes).await?,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog_domain::values::AccountId;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[tokio::test]
    async fn a_body_that_exceeds_the_budget_is_built_again_when_there_is_space() {
        let (pool, response_budget) = (WorkPool::start(1).unwrap(), ResponseBudget::new(1 << 20));
        let work = WorkFor { pool: &pool, response_budget: &response_budget, requester: Requester::Anonymous };
        let made = Arc::new(AtomicUsize::new(0));
        let counting = Arc::clone(&made);
        let make = move || {
            counting.fetch_add(1, Ordering::Relaxed);
            Ok::<_, BackgroundError>(vec![0; 1 << 19])
        };
        let others = response_budget.nothing(AccountId(1).into()).track(vec![0; 1 << 20]);
        let free_later = async {
            while made.load(Ordering::Relaxed) == 0 || pool.status().running > 0 {
                tokio::task::yield_now().await;
            }
            assert_eq!(response_budget.status().present, 1 << 20, "the body that did not fit is dropped");
            drop(others);
        };
        let (body, ()) = tokio::join!(work.make(make), free_later);
        assert_eq!((body.unwrap().bytes().len(), made.load(Ordering::Relaxed)), (1 << 19, 2));
        assert_eq!(response_budget.status().present, 0);
    }
}
