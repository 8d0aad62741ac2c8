//! The record of past imports: what each run that changed the catalog did, and who ran it.

use super::store_error::StoreError;
use crate::imports::JobId;
use crate::values::identifiers::{AccountId, CatalogRevision};
use crate::values::timestamp::Timestamp;

/// How many runs a store records; beyond that the oldest are forgotten.
pub const RECORDED_IMPORTS: u32 = 1_000;

/// Of how many runs a store has the inverse, the last ones.
pub const UNDOABLE_IMPORTS: u32 = 20;

/// The most bytes that their inverses have together; beyond that the oldest are forgotten.
pub const UNDO_BYTES: u64 = 256 << 20;

/// The most warnings of a run that are recorded as texts.
pub const RECORDED_WARNINGS: usize = 100;

/// The most characters of each.
pub const WARNING_CHARACTERS: usize = 400;

/// A warning of a run: what is probably not meant, although it is well formed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportWarning {
    /// The sentence, at most [`WARNING_CHARACTERS`] of it.
    pub text: Box<str>,
    /// The stock numbers of products that it is about: the first few.
    pub products: Vec<Box<str>>,
}

crate::named! {
    /// The kind of a run.
    pub enum ImportKind {
        /// Records that were inserted or replaced.
        Delta = "delta",
        /// The whole catalog.
        Full = "full",
        /// Links to documentation and software.
        Resources = "resources",
    }
}

impl ImportKind {
    /// The kind of the run that undoes one of this kind.
    pub fn of_undo(self) -> Self {
        match self {
            Self::Delta | Self::Full => Self::Delta,
            Self::Resources => Self::Resources,
        }
    }
}

/// Counts of sections. Each counts once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SectionTally {
    /// New ones.
    pub created: u64,
    /// Existing ones whose row was written.
    pub updated: u64,
    /// Active ones that became inactive.
    pub deactivated: u64,
    /// Named in the input and unchanged.
    pub unchanged: u64,
}

/// Counts of products. Each stock number counts once; a renamed product as two of them, and as renamed besides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ProductTally {
    /// New ones.
    pub created: u64,
    /// Existing ones whose row was written.
    pub updated: u64,
    /// Active ones that became inactive.
    pub deactivated: u64,
    /// Deactivated ones whose product continues under another stock number, which is among the created or the updated
    /// ones.
    pub renamed: u64,
    /// Named in the input and unchanged.
    pub unchanged: u64,
}

/// Change events by type. One that is both content and commercial counts in both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EventTally {
    /// Content changed, or new, or restored.
    pub content: u64,
    /// Commercial data changed.
    pub commercial: u64,
    /// No longer public.
    pub removed: u64,
}

/// How much of a catalog is public.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PublicCounts {
    /// Public sections.
    pub sections: u64,
    /// Public products.
    pub products: u64,
}

/// What a run did, and who ran it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportSummary {
    /// The kind of the run.
    pub kind: ImportKind,
    /// Its initiator, as the caller stated.
    pub by: Box<str>,
    /// The job that it was; `None` for one of the command.
    pub job: Option<JobId>,
    /// The run that it undoes.
    pub undoes: Option<CatalogRevision>,
    /// The names of its files as given, for an upload with a name that one; of very many only the first, and how many
    /// more.
    pub files: Vec<Box<str>>,
    /// Sections.
    pub sections: SectionTally,
    /// Products.
    pub products: ProductTally,
    /// Change events.
    pub events: EventTally,
    /// What was public before the run.
    pub public_before: PublicCounts,
    /// What is public after it.
    pub public_after: PublicCounts,
    /// How many warnings its report has.
    pub warnings: u64,
    /// The first [`RECORDED_WARNINGS`] of them; none of a run of an earlier version of this program.
    pub warning_texts: Vec<ImportWarning>,
}

/// A run that changed the catalog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedImport {
    /// The revision that it made.
    pub revision: CatalogRevision,
    /// The time of the run: of its events and of `syncedAt`.
    pub at: Timestamp,
    /// When it was committed, by the clock of the machine that ran it.
    pub committed_at: Timestamp,
    /// What it did.
    pub summary: ImportSummary,
    /// The first mark of an administrator that its warnings were seen; `None` without one.
    pub seen: Option<ImportSeen>,
}

/// That an administrator has seen the warnings of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImportSeen {
    /// The administrator.
    pub by: AccountId,
    /// When.
    pub at: Timestamp,
}

impl RecordedImport {
    /// How long it took to read, check and write, in microseconds; 0 where the clock was set back meanwhile.
    pub fn duration_microseconds(&self) -> i64 {
        (self.committed_at.unix_microseconds() - self.at.unix_microseconds()).max(0)
    }
}

/// Reads the recorded runs. They are recorded by [`super::ImportSession::commit`].
/// Its methods fail with [`StoreError`] when the store cannot be read or written.
#[cfg_attr(any(test, feature = "mocks"), mockall::automock)]
pub trait ImportHistory: Send + Sync {
    /// The latest runs, at most `limit`, the newest first. Runs of earlier versions of this program are not recorded.
    fn latest_imports(&self, limit: u32) -> Result<Vec<RecordedImport>, StoreError>;

    /// The run that made `revision`; `None` when it is not recorded.
    fn find_import(&self, revision: CatalogRevision) -> Result<Option<RecordedImport>, StoreError>;

    /// The run that was this job; `None` when it is not recorded: a job is committed exactly when it is, and at most
    /// once. A caller that asks while a commit may be under way holds the import lock.
    fn find_import_of_job(&self, job: JobId) -> Result<Option<RecordedImport>, StoreError>;

    /// Marks the warnings of a run as seen, unless they are already; false when the run is not recorded.
    fn note_seen(&self, revision: CatalogRevision, seen: ImportSeen) -> Result<bool, StoreError>;

    /// The runs that have an inverse, the newest first.
    fn imports_with_inverse(&self) -> Result<Vec<CatalogRevision>, StoreError>;

    /// The last run that undoes the one that made `revision`.
    fn last_undo_of(&self, revision: CatalogRevision) -> Result<Option<CatalogRevision>, StoreError>;

    /// A piece of the inverse of the run that made `revision`, from 0; `None` after the last one. Together they are
    /// the input of the import that undoes the run, in its format, packed by Zstandard.
    fn inverse_piece(&self, revision: CatalogRevision, piece: u32) -> Result<Option<Vec<u8>>, StoreError>;
}
