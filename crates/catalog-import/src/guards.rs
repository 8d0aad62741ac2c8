//! Runs that are stopped although the input is well formed: for another storefront, or with suspiciously many removals.

use crate::error::ImportError;
use crate::gather::ProductTable;
use crate::options::{ImportMode, ImportOptions};
use crate::report::EventTally;
use catalog_domain::ports::ImportSnapshot;
use catalog_domain::section_tree::SectionTree;

/// The fewest products whose removal in one run needs a confirmation.
const GUARDED_REMOVALS: u64 = 100;

/// One part in this many of all public products may be removed without a confirmation.
const GUARDED_PART: u64 = 5;

/// Refuses a storefront that is not the store's, unless the change is asked for.
pub(crate) fn check_storefront(snapshot: &ImportSnapshot, options: &ImportOptions<'_>) -> Result<(), ImportError> {
    match &snapshot.storefront {
        Some(kept) if kept != options.storefront && !options.change_storefront => {
            Err(ImportError::StorefrontMismatch { kept: kept.clone(), asked: options.storefront.clone() })
        }
        _ => Ok(()),
    }
}

/// Refuses to make more than a fifth of the public products, and at least a hundred, non-public: most likely the input is
/// cut off or of another source. So it is when a full import, which removes by saying nothing, would leave nothing public
/// at all, however small the catalog. `before` is the public tree before the run, `events` what the run comes to.
pub(crate) fn check_removals(
    events: EventTally,
    products: &ProductTable,
    before: &SectionTree,
    options: &ImportOptions<'_>,
) -> Result<(), ImportError> {
    let removed = events.removed;
    if removed == 0 || removed <= options.allow_removals {
        return Ok(());
    }
    let is_public = |sections: &[_]| sections.iter().any(|id| before.find(*id).is_some());
    let public = products.stored_keys().filter(|(_, stored)| stored.is_active && is_public(&stored.sections)).count();
    let public = u64::try_from(public).unwrap_or(u64::MAX);
    let is_large_part = removed >= GUARDED_REMOVALS && removed.saturating_mul(GUARDED_PART) > public;
    let nothing_is_left = removed == public && events.content == 0 && events.commercial == 0;
    if is_large_part || (nothing_is_left && options.mode == ImportMode::Full) {
        return Err(ImportError::TooManyRemovals { removed, public });
    }
    Ok(())
}
