//! Runs that are stopped although the input is well formed: for another storefront, or with suspiciously many removals
//! or renamed products.

use crate::error::ImportError;
use crate::gather::ProductTable;
use crate::options::{ImportMode, ImportOptions};
use crate::plan::Plan;
use crate::resolve::ProductOutcome;
use catalog_domain::change::ChangeKind;
use catalog_domain::ports::ImportSnapshot;
use catalog_domain::values::CatalogRevision;
use std::collections::HashSet;

/// Up to this many products may be removed in one run, and as many renamed, however small the catalog is.
const UNGUARDED: u64 = 100;

/// One in this many public products may be removed or renamed, if that is more than [`UNGUARDED`].
const UNGUARDED_PART: u64 = 5;

/// Refuses a run that was tried on another revision. The import lock is held, so it cannot move any more.
pub(crate) fn check_revision(present: CatalogRevision, expected: Option<CatalogRevision>) -> Result<(), ImportError> {
    match expected {
        Some(expected) if expected != present => Err(ImportError::RevisionMoved { expected, present }),
        _ => Ok(()),
    }
}

/// Refuses a storefront that is not the store's, unless the change is requested.
pub(crate) fn check_storefront(snapshot: &ImportSnapshot, options: &ImportOptions<'_>) -> Result<(), ImportError> {
    match &snapshot.storefront {
        Some(stored) if stored != options.storefront && !options.change_storefront => {
            Err(ImportError::StorefrontMismatch { stored: stored.clone(), requested: options.storefront.clone() })
        }
        _ => Ok(()),
    }
}

#[derive(Clone, Copy)]
pub(crate) struct GuardedRun<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) outcome: &'a ProductOutcome,
    pub(crate) products: &'a ProductTable,
    /// How many products were public before the run.
    pub(crate) public: u64,
}

impl GuardedRun<'_> {
    /// Refuses what is most likely a mistake: an input that is truncated or from another source, or with stock numbers
    /// made in another way.
    pub(crate) fn check(self, options: &ImportOptions<'_>) -> Result<(), ImportError> {
        self.check_renames(options)?;
        self.check_removals(options)
    }

    /// Refuses to give many products other stock numbers: for clients each is a product that is gone and a new one.
    fn check_renames(self, options: &ImportOptions<'_>) -> Result<(), ImportError> {
        let renamed = self.outcome.renamed();
        if renamed == 0 || options.maximum_renames.is_some_and(|maximum| renamed <= maximum) {
            return Ok(());
        }
        let public = self.public;
        let maximum = options.maximum_renames.unwrap_or_else(|| unguarded(public));
        if renamed > maximum { Err(ImportError::TooManyRenames { renamed, public, maximum }) } else { Ok(()) }
    }

    /// Refuses to make many products non-public; renamed ones have their own guard. A full import, which removes by
    /// omission, must not remove everything either, however small the catalog.
    fn check_removals(self, options: &ImportOptions<'_>) -> Result<(), ImportError> {
        let events = self.plan.event_tally;
        if events.removed <= options.allow_removals {
            return Ok(());
        }
        let public = self.public;
        let nothing_is_left = events.removed == public && events.content == 0 && events.commercial == 0;
        if nothing_is_left && options.mode == ImportMode::Full {
            return Err(ImportError::TooManyRemovals { removed: events.removed, public });
        }
        let removed = events.removed - self.removed_by_renaming();
        if removed > options.allow_removals.max(unguarded(public)) {
            return Err(ImportError::TooManyRemovals { removed, public });
        }
        Ok(())
    }

    /// How many of the removals are old stock numbers of renamed products.
    fn removed_by_renaming(self) -> u64 {
        let renamed = self.outcome.renamed.keys().map(|old| self.products.stock_number(*old));
        let renamed: HashSet<&str> = renamed.collect();
        let removed = self.plan.events.iter().filter(|event| event.kind == ChangeKind::Removed);
        removed.filter(|event| renamed.contains(&*event.stock_number)).count() as u64
    }
}

/// How many of `public` products may be removed, or renamed, without a confirmation.
fn unguarded(public: u64) -> u64 {
    UNGUARDED.max(public / UNGUARDED_PART)
}
