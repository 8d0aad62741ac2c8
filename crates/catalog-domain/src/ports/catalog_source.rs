//! The source of what a server shows: the facts of a revision, and the changes since one.

use super::store_error::StoreError;
use crate::catalog::facts::{CatalogDelta, CatalogFacts, LogPosition};
use crate::values::identifiers::{AccountRevision, CatalogRevision};

/// What a server polls to detect changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoreRevisions {
    /// The revision of the catalog.
    pub catalog: CatalogRevision,
    /// The revision of the accounts.
    pub accounts: AccountRevision,
    /// How often the store was replaced by another one, or reappeared after it was gone, since it was opened. Revisions
    /// read before the last replacement say nothing about these.
    pub replacements: u64,
    /// Whether the store was moved elsewhere for good: what is here is its last state.
    pub is_moved: bool,
}

/// Reads the base catalog.
/// Its methods fail with [`StoreError`] when the store cannot be read or written.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
pub trait CatalogSource: Send + Sync {
    /// The present revisions. Cheap enough to read several times a second.
    fn revisions(&self) -> Result<StoreRevisions, StoreError>;

    /// All data that is held in memory, read in one snapshot. An empty store gives empty facts, not an error.
    fn load(&self) -> Result<CatalogFacts, StoreError>;

    /// What changed since the revision `known`, whose log ended at `known_position`, read in one snapshot. `None` when
    /// the store does not know (that revision is not, or no longer, one of its own) or so much changed that
    /// [`CatalogSource::load`] is no worse.
    fn changes_since(
        &self,
        known: CatalogRevision,
        known_position: &LogPosition,
    ) -> Result<Option<CatalogDelta>, StoreError>;
}
