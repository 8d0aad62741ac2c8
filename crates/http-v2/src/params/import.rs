//! The parameters of imports.

use catalog_domain::catalog::PageRequest;
use catalog_domain::imports::{JobId, JobOptions, MAXIMUM_PARTS};
use catalog_domain::ports::ImportKind;
use catalog_domain::values::CatalogRevision;
use http_common::params::{LARGEST_EXACT_NUMBER, ParameterReader, Parameters};
use std::convert::Infallible;

/// The position of `:id` in `/api/v2/imports/:id`.
const IMPORT_SEGMENT: usize = 4;

/// The position of `:n` in `/api/v2/imports/:id/parts/:n`.
const PART_SEGMENT: usize = 6;

/// What runs of commands are called: `run-` and the revision that they made.
const RUN_PREFIX: &str = "run-";

/// The longest that a request can wait, in seconds: proxies end what is silent for longer.
const LONGEST_WAIT: u64 = 30;

/// What an import is to do. Whether it comes in parts, its body says.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BeginImport {
    pub(crate) options: JobOptions,
}

impl std::hash::Hash for BeginImport {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.options.kind.hash(state);
    }
}

impl Parameters for BeginImport {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        let names = ["mode", "allowRemovals", "maxRenames", "allowEmpty"];
        let given = names.map(|name| reader.is_given(name));
        let mode = reader.parsed("mode", |text| match text {
            "delta" => Ok(ImportKind::Delta),
            "full" => Ok(ImportKind::Full),
            _ => Err("must be delta or full".to_owned()),
        });
        let kind = reader.parsed("kind", |text| match text {
            "catalog" => Ok(None),
            "resources" => Ok(Some(ImportKind::Resources)),
            _ => Err("must be catalog or resources".to_owned()),
        });
        let kind = kind.flatten();
        for (name, _) in names.iter().zip(given).filter(|(_, is_given)| *is_given && kind.is_some()) {
            reader.note(name, "is not for kind=resources");
        }
        let options = JobOptions {
            is_dry_run: reader.flag("dryRun").unwrap_or(false),
            allow_removals: reader.number("allowRemovals", 0..=LARGEST_EXACT_NUMBER).unwrap_or(0),
            max_renames: reader.number("maxRenames", 0..=LARGEST_EXACT_NUMBER),
            allow_empty: reader.flag("allowEmpty").unwrap_or(false),
            expected_revision: reader.number("expectedRevision", 0..=LARGEST_EXACT_NUMBER).map(revision),
            ..JobOptions::new(kind.or(mode).unwrap_or(ImportKind::Delta))
        };
        Self { options }
    }
}

/// Parameters have no number beyond it.
fn revision(number: u64) -> CatalogRevision {
    CatalogRevision(i64::try_from(number).unwrap_or(i64::MAX))
}

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

/// An import, and how long to wait for its end.
#[derive(Debug, Hash)]
pub(crate) struct GetImport {
    pub(crate) path: ImportPath,
    /// In seconds.
    pub(crate) wait: u64,
}

impl Parameters for GetImport {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        Self { path: ImportPath::read(reader), wait: reader.number("wait", 0..=LONGEST_WAIT).unwrap_or(0) }
    }
}

#[derive(Debug, Hash)]
pub(crate) struct ImportPartPath {
    pub(crate) path: ImportPath,
    /// From 1.
    pub(crate) number: u32,
}

impl Parameters for ImportPartPath {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        let text = reader.segment("n", PART_SEGMENT).unwrap_or_default();
        let is_decimal = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
        let number = text.parse().ok().filter(|number| is_decimal && (1..=MAXIMUM_PARTS).contains(number));
        if number.is_none() {
            reader.note("n", format!("must be a whole number from 1 to {MAXIMUM_PARTS}"));
        }
        Self { path: ImportPath::read(reader), number: number.unwrap_or(1) }
    }
}

#[derive(Debug)]
pub(crate) struct ListImports {
    pub(crate) page: PageRequest,
}

impl std::hash::Hash for ListImports {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.page.page, self.page.size).hash(state);
    }
}

impl Parameters for ListImports {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        Self { page: reader.page() }
    }
}
