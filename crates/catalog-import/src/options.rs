//! The options of a run, and its limits.

use crate::observer::ImportObserver;
use crate::report::Warnings;
use catalog_domain::imports::JobId;
use catalog_domain::ports::ImportKind;
use catalog_domain::values::{CatalogRevision, StorefrontHost};

/// What the input represents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ImportMode {
    /// The records given are upserted; everything else stays as it is.
    #[default]
    Delta,
    /// The input is the whole catalog: missing sections and products become inactive.
    Full,
}

impl From<ImportMode> for ImportKind {
    fn from(mode: ImportMode) -> Self {
        match mode {
            ImportMode::Delta => Self::Delta,
            ImportMode::Full => Self::Full,
        }
    }
}

/// Where a run comes from, for the record.
#[derive(Debug, Clone, Copy, Default)]
pub struct Origin<'a> {
    /// The initiator.
    pub by: &'a str,
    /// The job that it is; a job is committed at most once.
    pub job: Option<JobId>,
    /// What its file is called, where its parts are not files.
    pub name: Option<&'a str>,
    /// The run that it undoes.
    pub undoes: Option<CatalogRevision>,
}

/// The options of a run.
#[derive(Debug, Clone)]
pub struct ImportOptions<'a> {
    /// What the input represents.
    pub mode: ImportMode,
    /// Reports what would happen, and writes nothing.
    pub dry_run: bool,
    /// The host whose sections are public.
    pub storefront: &'a StorefrontHost,
    /// Allows `storefront` to differ from the stored host; the new one is stored.
    pub change_storefront: bool,
    /// The number of products that may stop being public even when that is a large part of all.
    pub allow_removals: u64,
    /// The number of products that may get another stock number; `None` is the larger of 100 and a fifth of the public
    /// ones.
    pub maximum_renames: Option<u64>,
    /// Allows a first import none of whose sections is on `storefront`.
    pub allow_empty: bool,
    /// The revision that the store has to have; `None`: any.
    pub expected_revision: Option<CatalogRevision>,
    /// The initiator, for the record.
    pub origin: Origin<'a>,
    /// What was left out of the input before, as the first warnings.
    pub left_out: &'a Warnings,
    /// The limits.
    pub limits: ImportLimits,
    /// The observer.
    pub observer: &'a dyn ImportObserver,
}

impl<'a> ImportOptions<'a> {
    /// A delta for `storefront`, written, with no exceptions allowed.
    pub fn new(storefront: &'a StorefrontHost) -> Self {
        Self {
            mode: ImportMode::Delta,
            dry_run: false,
            storefront,
            change_storefront: false,
            allow_removals: 0,
            maximum_renames: None,
            allow_empty: false,
            expected_revision: None,
            origin: Origin::default(),
            left_out: Warnings::NONE,
            limits: ImportLimits::default(),
            observer: &(),
        }
    }
}

/// The limits on work and memory of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImportLimits {
    /// Problems that are read before a run gives up; at least one is. It gives up at 100 kinds of problems, too.
    pub maximum_problems: usize,
    /// Longest line, in bytes, without its end. It bounds the memory of one record.
    pub maximum_line_bytes: usize,
    /// Bytes of blank lines that a file may have beyond as many as its records have. Blank lines compress to next to
    /// nothing: without a bound a small file could occupy a run for hours.
    pub maximum_blank_bytes: u64,
}

impl Default for ImportLimits {
    fn default() -> Self {
        Self { maximum_problems: 10_000, maximum_line_bytes: 16 << 20, maximum_blank_bytes: 16 << 20 }
    }
}
