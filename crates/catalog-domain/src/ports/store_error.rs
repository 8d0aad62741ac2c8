//! Store failures, in terms that fit every store.

/// A cause from outside the domain.
pub type Cause = Box<dyn std::error::Error + Send + Sync>;

/// A failure of a store. Absence is never an error: it is `Ok(None)`.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The store cannot be reached, is locked or has no free connection: trying again later can help.
    #[error("the store is unavailable")]
    Unavailable(#[source] Cause),
    /// Another change of the same data came first. Nothing was written; the whole change can be repeated at once.
    #[error("another change of the same data came first")]
    Conflict(#[source] Cause),
    /// The store was moved elsewhere for good: nothing is written here any more.
    #[error("the store was moved elsewhere")]
    Moved(#[source] Cause),
    /// The store holds something that no version of this service writes.
    #[error("the store holds inconsistent data")]
    Inconsistent(#[source] Cause),
    /// Anything else.
    #[error("the store failed")]
    Unexpected(#[source] Cause),
}
