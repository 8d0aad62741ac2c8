//! Work that occupies a processor for longer than an async thread may be blocked: this module decides how much of it
//! runs, on how many threads, at which priority and for whom. Handlers only state the work and its requester.
//!
//! One thread per core runs it at low priority, so that requests without such work are served beside it. The queue is
//! bounded, requesters take turns, and one of them has at most half of the threads and of the queue. Work whose client
//! has disconnected before it began is dropped. What it makes counts until clients have taken it, and is bounded as
//! well, half of it for one requester.

mod effort;
mod fair_queue;
mod low_priority;
mod pool;
mod requester;
mod requester_permits;
mod response_budget;
mod work_for;

pub use effort::{BuildPermit, Effort, PRODUCTS_PER_CHUNK};
pub use low_priority::lower_priority;
pub(crate) use low_priority::spawn_niced;
pub use pool::{WorkPool, WorkStatus};
pub use requester::Requester;
pub use requester_permits::RequesterPermit;

pub use response_budget::{CachedGuard, Reservation, ResponseBudget, ResponseBytes, TrackedBody, WeakBody};
pub use work_for::{Work, WorkFor};
