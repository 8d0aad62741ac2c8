//! Work for one requester.

use super::{AnswerBudget, HeldBody, Requester, WorkPool};
use crate::background::BackgroundError;
use std::sync::Arc;

/// Where work for a requester is done, and what it makes is counted.
#[derive(Debug, Clone, Copy)]
pub struct WorkFor<'s> {
    /// The threads.
    pub pool: &'s WorkPool,
    /// Room for what is made.
    pub answers: &'s AnswerBudget,
    /// For whom.
    pub requester: Requester,
}

impl WorkFor<'_> {
    /// The body that `make` makes when it is its turn. How large it is shows when it is made: when there is no room for it
    /// then, it is thrown away, and made again once there is.
    ///
    /// # Errors
    /// Those of `make`, and when there is no room for the work, or none for the body in time.
    pub async fn make<E>(self, make: impl Fn() -> Result<Vec<u8>, E> + Send + Sync + 'static) -> Result<HeldBody, E>
    where
        E: From<BackgroundError> + Send + 'static,
    {
        let make = Arc::new(make);
        let mut room = self.answers.nothing();
        loop {
            let make = Arc::clone(&make);
            let work = move || {
                let body = make()?;
                let bytes = body.len();
                Ok::<_, E>(if room.try_resize(bytes) { Ok(room.hold(body)) } else { Err(bytes) })
            };
            match self.pool.run(self.requester, work).await?? {
                Ok(body) => return Ok(body),
                Err(bytes) => room = self.answers.reserve(bytes).await?,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[actix_web::test]
    async fn a_body_without_room_is_made_again_when_there_is_some() {
        let (pool, answers) = (WorkPool::start(1).unwrap(), AnswerBudget::new(1 << 20));
        let work = WorkFor { pool: &pool, answers: &answers, requester: Requester::Anonymous };
        let made = Arc::new(AtomicUsize::new(0));
        let counting = Arc::clone(&made);
        let make = move || {
            counting.fetch_add(1, Ordering::Relaxed);
            Ok::<_, BackgroundError>(vec![0; 1 << 19])
        };
        let others = answers.hold(vec![0; 1 << 20]);
        let free_later = async {
            while made.load(Ordering::Relaxed) == 0 || pool.status().running > 0 {
                tokio::task::yield_now().await;
            }
            assert_eq!(answers.status().present, 1 << 20, "what had no room is gone");
            drop(others);
        };
        let (body, ()) = tokio::join!(work.make(make), free_later);
        assert_eq!((body.unwrap().bytes().len(), made.load(Ordering::Relaxed)), (1 << 19, 2));
        assert_eq!(answers.status().present, 0);
    }
}
