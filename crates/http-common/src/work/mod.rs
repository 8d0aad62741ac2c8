//! Work that keeps a processor busy for longer than an async thread may be: how much of it, on how many threads, at
//! which priority and for whom is decided here. Handlers say what is to be done and for whom, never how.
//!
//! As many threads as there are cores do it at low priority, so that requests that need no such work are answered
//! beside it. What waits is bounded, requesters take turns, and one of them has at most half of the threads and of the
//! places. Work whose client has gone away before it began is dropped. What it makes counts until clients have taken
//! it, and is bounded as well.

mod effort;
mod fair_queue;
mod low_priority;
mod pool;
mod requester;
mod requester_permits;
mod response_budget;
mod work_for;

pub use effort::{Begun, Effort, PRODUCTS_PER_CHUNK};
pub(crate) use low_priority::spawn_niced;
pub use pool::{WorkPool, WorkStatus};
pub use requester::Requester;
pub use requester_permits::RequesterPermit;
pub(crate) use response_budget::WeakBody;
pub use response_budget::{HeldBody, Reservation, ResponseBudget, ResponseBytes};
pub use work_for::WorkFor;
