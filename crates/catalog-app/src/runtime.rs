//! Where work is done: threads that wait for the store, threads that compute, and the bounds of both.

pub(crate) mod background;
mod caught_panic;
mod erased_work;
pub(crate) mod shares;
pub(crate) mod store_call;
pub(crate) mod work;

pub use background::{BackgroundError, BackgroundWork, background_work};
pub use caught_panic::{catch_panic, is_panic_caught};
pub use store_call::{STORE_CALL_LIMIT, call_store, try_call_store};
pub(crate) use store_call::{try_call_store_briefly, try_call_store_within};
pub use work::{
    BuildPermit, CachedGuard, Effort, PRODUCTS_PER_CHUNK, Requester, RequesterPermit, Reservation, ResponseBudget,
    ResponseBytes, TrackedBody, WeakBody, Work, WorkFor, WorkPool, WorkStatus, lower_priority,
};
