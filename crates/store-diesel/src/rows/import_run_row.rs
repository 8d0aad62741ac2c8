//! Rows of `import_runs`.

use super::documents::{decode, encode};
use crate::failure::inconsistent;
use crate::schema::ImportRunRow;
use catalog_domain::imports::JobId;
use catalog_domain::ports::{
    EventTally, ImportChanges, ImportKind, ImportSeen, ImportSummary, ImportWarning, ProductTally, PublicCounts,
    RecordedImport, SectionTally, StoreError,
};
use catalog_domain::values::{AccountId, CatalogRevision, Timestamp};
use serde::{Deserialize, Serialize};

/// A warning: its text, and the stock numbers that it is about.
type WarningDocument = (Box<str>, Vec<Box<str>>);

/// The counts, in the order of the report.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CountsDocument {
    sections: [u64; 4],
    products: [u64; 5],
    events: [u64; 3],
    public_before: [u64; 2],
    public_after: [u64; 2],
    warnings: u64,
}

impl ImportRunRow {
    /// The row of the run of `changes`.
    pub(crate) fn new(changes: &ImportChanges<'_>, committed_at: i64) -> Result<Self, StoreError> {
        let summary = changes.summary;
        Ok(Self {
            revision: changes.base.next().0,
            kind: summary.kind.name().to_owned(),
            run_at: changes.at.unix_microseconds(),
            committed_at,
            // PostgreSQL stores no NUL.
            run_by: summary.by.replace('\0', "\u{fffd}"),
            files: encode(&summary.files)?,
            counts: encode(&CountsDocument::from(summary))?,
            warnings: encode(&summary.warning_texts.iter().map(warning_document).collect::<Vec<_>>())?,
            job_id: summary.job.map(|job| job.to_string()),
            seen_by: None,
            seen_at: None,
            undoes: summary.undoes.map(|run| run.0),
        })
    }
}

impl TryFrom<ImportRunRow> for RecordedImport {
    type Error = StoreError;

    fn try_from(row: ImportRunRow) -> Result<Self, StoreError> {
        let kind = ImportKind::from_name(&row.kind).ok_or_else(|| inconsistent("import_runs.kind", "is unknown"))?;
        let counts: CountsDocument = decode(&row.counts, "import_runs.counts")?;
        let seen = row.seen_by.zip(row.seen_at);
        let warnings: Vec<WarningDocument> = decode(&row.warnings, "import_runs.warnings")?;
        Ok(Self {
            revision: CatalogRevision(row.revision),
            at: Timestamp::from_unix_microseconds(row.run_at),
            committed_at: Timestamp::from_unix_microseconds(row.committed_at),
            seen: seen.map(|(by, at)| ImportSeen { by: AccountId(by), at: Timestamp::from_unix_microseconds(at) }),
            summary: ImportSummary {
                job: row.job_id.as_deref().and_then(JobId::parse),
                undoes: row.undoes.map(CatalogRevision),
                warning_texts: warnings.into_iter().map(|(text, products)| ImportWarning { text, products }).collect(),
                ..counts.into_summary(kind, row.run_by.into(), decode(&row.files, "import_runs.files")?)
            },
        })
    }
}

fn warning_document(warning: &ImportWarning) -> WarningDocument {
    (warning.text.clone(), warning.products.clone())
}

impl From<&ImportSummary> for CountsDocument {
    fn from(summary: &ImportSummary) -> Self {
        let ImportSummary { sections, products, events, public_before, public_after, .. } = summary;
        Self {
            sections: [sections.created, sections.updated, sections.deactivated, sections.unchanged],
            products: [products.created, products.updated, products.deactivated, products.renamed, products.unchanged],
            events: [events.content, events.commercial, events.removed],
            public_before: [public_before.sections, public_before.products],
            public_after: [public_after.sections, public_after.products],
            warnings: summary.warnings,
        }
    }
}

impl CountsDocument {
    fn into_summary(self, kind: ImportKind, by: Box<str>, files: Vec<Box<str>>) -> ImportSummary {
        let [created, updated, deactivated, unchanged] = self.sections;
        let sections = SectionTally { created, updated, deactivated, unchanged };
        let [created, updated, deactivated, renamed, unchanged] = self.products;
        let products = ProductTally { created, updated, deactivated, renamed, unchanged };
        let [content, commercial, removed] = self.events;
        let events = EventTally { content, commercial, removed };
        let public = |[sections, products]: [u64; 2]| PublicCounts { sections, products };
        let (public_before, public_after) = (public(self.public_before), public(self.public_after));
        let (warnings, warning_texts) = (self.warnings, Vec::new());
        ImportSummary {
            kind,
            by,
            job: None,
            undoes: None,
            files,
            sections,
            products,
            events,
            public_before,
            public_after,
            warnings,
            warning_texts,
        }
    }
}
