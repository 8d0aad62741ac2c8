//! How paths name imports.

use catalog_domain::imports::{JobId, JobOptions};
use catalog_domain::ports::ImportKind;
use catalog_domain::values::CatalogRevision;
use http_common::params::{LARGEST_EXACT_NUMBER, ParameterReader, Parameters};
use std::convert::Infallible;

/// The position of `:id` in `/api/v2/imports/:id`.
const IMPORT_SEGMENT: usize = 4;

/// What runs of commands are called: `run-` and the revision that they made.
const RUN_PREFIX: &str = "run-";

/// An import, named by the path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum ImportId {
    /// One that came over HTTP.
    Job(JobId),
    /// One of a command.
    Run(CatalogRevision),
}

impl ImportId {
    /// The import with that id; `None` for a text that no import has.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        if let Some(revision) = text.strip_prefix(RUN_PREFIX) {
            let is_canonical = !revision.starts_with(['0', '+', '-']);
            return revision.parse().ok().filter(|_| is_canonical).map(|revision| Self::Run(CatalogRevision(revision)));
        }
        JobId::parse(text).map(Self::Job)
    }

    /// The id of the run of a command.
    pub(crate) fn of_run(revision: CatalogRevision) -> String {
        format!("{RUN_PREFIX}{revision}")
    }
}

/// An import; `None` for an id that no import can have.
#[derive(Debug, Hash)]
pub(crate) struct ImportPath {
    pub(crate) import: Option<ImportId>,
}

impl Parameters for ImportPath {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        Self { import: reader.path_id(IMPORT_SEGMENT, |text| Ok::<_, Infallible>(ImportId::parse(text))) }
    }
}

impl ImportPath {
    /// The job; `None` for every other id.
    pub(crate) fn job(&self) -> Option<JobId> {
        match self.import? {
            ImportId::Job(id) => Some(id),
            ImportId::Run(_) => None,
        }
    }
}

/// What an import may do, and when.
#[derive(Debug, Clone, Copy, Hash)]
pub(crate) struct Guards {
    is_dry_run: bool,
    allow_removals: u64,
    max_renames: Option<u64>,
    expected_revision: Option<u64>,
}

impl Parameters for Guards {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        Self {
            is_dry_run: reader.flag("dryRun").unwrap_or(false),
            allow_removals: reader.number("allowRemovals", 0..=LARGEST_EXACT_NUMBER).unwrap_or(0),
            max_renames: reader.number("maxRenames", 0..=LARGEST_EXACT_NUMBER),
            expected_revision: reader.number("expectedRevision", 0..=LARGEST_EXACT_NUMBER),
        }
    }
}

impl Guards {
    /// The options of an import of that kind.
    pub(crate) fn options(self, kind: ImportKind) -> JobOptions {
        let Self { is_dry_run, allow_removals, max_renames, expected_revision } = self;
        // Parameters have no number beyond it.
        let revision = |number| CatalogRevision(i64::try_from(number).unwrap_or(i64::MAX));
        let expected_revision = expected_revision.map(revision);
        JobOptions { is_dry_run, allow_removals, max_renames, expected_revision, ..JobOptions::new(kind) }
    }
}
