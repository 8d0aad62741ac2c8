//! Where the read model comes from.

use super::StoreError;
use crate::catalog::{CatalogDelta, CatalogFacts, LogPosition};
use crate::identifiers::{AccountRevision, CatalogRevision};

/// What a server polls to learn whether anything changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoreRevisions {
    /// The revision of the catalog.
    pub catalog: CatalogRevision,
    /// The revision of the accounts.
    pub accounts: AccountRevision,
    /// How often the store was replaced by another one, or by itself after it was gone, since it was opened. What was
    /// read before the last time says nothing about what these are revisions of.
    pub replacements: u64,
}

/// Reads the base catalog.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
pub trait CatalogSource: Send + Sync {
    /// The present revisions. Cheap enough to ask several times a second.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot tell.
    fn revisions(&self) -> Result<StoreRevisions, StoreError>;

    /// Everything that is kept in memory, read in one snapshot. An empty store gives empty facts, not an error.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    fn load(&self) -> Result<CatalogFacts, StoreError>;

    /// What changed since the revision `known`, whose log ended at `known_position`, read in one snapshot. `None` when
    /// the store cannot tell (that revision is not, or no longer, one of its own) or so much changed that
    /// [`CatalogSource::load`] is no worse.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    fn changes_since(
        &self,
        known: CatalogRevision,
        known_position: &LogPosition,
    ) -> Result<Option<CatalogDelta>, StoreError>;
}
