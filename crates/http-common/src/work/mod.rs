//! Work that keeps a processor busy for longer than an async thread may be: how much of it, on how many threads, at which
//! priority and for whom is decided here. Handlers say what is to be done and for whom, never how.
//!
//! As many threads as there are cores do it at low priority, so that requests that need no such work are answered beside it.
//! What waits is bounded, requesters take turns, and one of them has at most half of the threads and of the places. Work
//! whose client has gone away before it began is dropped. What it makes counts until clients have taken it, and is bounded
//! as well.

mod answer_budget;
mod effort;
mod fair_queue;
mod low_priority;
mod pool;
mod requester;
mod turns;
mod work_for;

pub(crate) use answer_budget::WeakBody;
pub use answer_budget::{AnswerBudget, AnswerBytes, HeldBody, Reservation};
pub use effort::{Begun, Effort, PRODUCTS_PER_PIECE};
pub(crate) use low_priority::in_low_priority;
pub use pool::{WorkPool, WorkStatus};
pub use requester::Requester;
pub use turns::Turn;
pub use work_for::WorkFor;
