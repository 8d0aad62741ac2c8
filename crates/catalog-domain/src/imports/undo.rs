//! Which runs can be undone (`docs/imports-over-http.md`, "Undo").

use crate::ports::{UNDO_BYTES, UNDOABLE_IMPORTS};
use crate::values::identifiers::CatalogRevision;

/// Why a recorded run has no inverse: [`UNDOABLE_IMPORTS`] and [`UNDO_BYTES`] as a sentence.
pub const NOT_UNDOABLE: &str = "only the last 20 imports can be undone, as long as what they replaced has at most \
                                256 MiB together, and none before one that replaced more";

/// Why a known import that was not committed, or changed nothing, cannot be undone.
pub const NOTHING_TO_UNDO: &str = "Only an import that is done and has changed something can be undone.";

/// The oldest run whose inverse is stored when the catalog has `present`; `inverses` are the runs with the bytes of
/// each, the newest first. A run can only be undone while what came after it is known, so there is no gap; where not
/// even the last one can be undone, it is the next.
pub fn oldest_undoable(
    present: CatalogRevision,
    inverses: impl IntoIterator<Item = (CatalogRevision, u64)>,
) -> CatalogRevision {
    let mut oldest = present.next();
    let mut bytes = 0_u64;
    for (revision, more) in inverses {
        bytes = bytes.saturating_add(more);
        let is_old = present.0 - revision.0 >= i64::from(UNDOABLE_IMPORTS);
        if is_old || bytes > UNDO_BYTES || revision.next() != oldest {
            break;
        }
        oldest = revision;
    }
    oldest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_runs_can_be_undone_without_a_gap_and_within_the_bytes() {
        let all = |bytes: u64| (1..=40).rev().map(move |revision| (CatalogRevision(revision), bytes));
        let oldest =
            |present, inverses: Vec<(CatalogRevision, u64)>| oldest_undoable(CatalogRevision(present), inverses).0;
        assert_eq!(oldest(40, all(1).collect()), 21, "the last twenty");
        assert_eq!(oldest(40, all(UNDO_BYTES / 4).collect()), 37, "the last four are as large as all may be");
        assert_eq!(oldest(40, all(UNDO_BYTES + 1).collect()), 41, "one is too large");
        assert_eq!(oldest(40, all(1).filter(|(revision, _)| revision.0 != 35).collect()), 36, "35 has none");
        assert_eq!(oldest(41, all(1).collect()), 42, "the last run has none");
        assert_eq!(oldest(0, Vec::new()), 1);
    }
}
