//! Imports (`docs/imports-over-http.md`).

use super::import_preview::ImportPreviewBody;
use super::product_page::PaginationBody;
use super::times::{as_iso_time, as_optional_iso_time};
use crate::params::ImportId;
use crate::schemas::{
    ImportIdText, ImportKindName, ImportModeName, ImportPhaseName, ImportSourceName, ImportStateName,
};
use catalog_app::imports::{ImportList, ListedImport};
use catalog_domain::catalog::PageRequest;
use catalog_domain::imports::{ImportJob, JobPhase, JobProblem, JobState};
use catalog_domain::ports::{ImportKind, RecordedImport};
use catalog_domain::values::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An import.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Import)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImportBody {
    #[schema(value_type = ImportIdText)]
    id: String,
    /// `receiving` until it is sent whole, then `waiting` for its turn and `running`. The others are final: `done`
    /// means that everything is in the catalog, or would be after a dry run, and each other one that nothing is.
    #[schema(value_type = ImportStateName)]
    state: &'static str,
    /// What a running one is doing; null otherwise, and while it waits for another import.
    #[schema(value_type = Option<ImportPhaseName>, required)]
    phase: Option<&'static str>,
    /// Whether it has changes or the whole catalog; null for resources.
    #[schema(value_type = Option<ImportModeName>, required)]
    mode: Option<&'static str>,
    #[schema(value_type = ImportKindName)]
    kind: &'static str,
    /// Whether it only says what would change.
    dry_run: bool,
    /// Whether it came over HTTP or from a command beside the store.
    #[schema(value_type = ImportSourceName)]
    source: &'static str,
    /// Who asked for it: the e-mail address of the account, or what the command says.
    #[schema(example = "content@storefront.example")]
    by: String,
    /// The name of the key that was used; null without one.
    #[schema(required)]
    key: Option<String>,
    #[serde(serialize_with = "as_iso_time")]
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// When it began to run.
    #[serde(serialize_with = "as_optional_iso_time")]
    #[schema(value_type = Option<String>, format = DateTime, required)]
    started_at: Option<Timestamp>,
    #[serde(serialize_with = "as_optional_iso_time")]
    #[schema(value_type = Option<String>, format = DateTime, required)]
    finished_at: Option<Timestamp>,
    /// Records read so far; null for a command, which does not count them.
    #[schema(required)]
    records: Option<u64>,
    /// Records read in a second; null while it is not reading.
    #[schema(required)]
    rate: Option<u64>,
    /// What changed; null before the end, and where nothing was.
    #[schema(required)]
    report: Option<ImportReportBody>,
    /// The first 100 things that are wrong with the input, or the guard that stopped it.
    problems: Vec<ImportProblemBody>,
    problem_count: u64,
}

/// Something that is wrong with an input.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ImportProblem)]
pub(crate) struct ImportProblemBody {
    /// The part; null for the input as a whole.
    #[schema(required)]
    part: Option<u32>,
    /// The line of the part, from 1.
    #[schema(required)]
    line: Option<u64>,
    /// The field as a JSON pointer; the parameter that would allow it, where a guard stopped the import.
    #[schema(required)]
    field: Option<String>,
    message: String,
}

/// What an import changed.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = ImportReport)]
pub(crate) struct ImportReportBody {
    /// The catalog revision after it; the present one where it changed nothing.
    revision: i64,
    changed: bool,
    sections: SectionCountsBody,
    products: ProductCountsBody,
    events: EventCountsBody,
    public: PublicChangeBody,
    /// What is probably not meant.
    warnings: Vec<String>,
    seconds: f64,
    /// What it would change, by examples; absent but after a dry run of `kind=catalog`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    preview: Option<ImportPreviewBody>,
}

/// Sections, each once.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = ImportedSections)]
pub(crate) struct SectionCountsBody {
    created: u64,
    updated: u64,
    deactivated: u64,
    unchanged: u64,
}

/// Products, each stock number once; a renamed product is two of them, and renamed besides.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = ImportedProducts)]
pub(crate) struct ProductCountsBody {
    created: u64,
    updated: u64,
    deactivated: u64,
    renamed: u64,
    unchanged: u64,
}

/// Change events by type.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = ImportedEvents)]
pub(crate) struct EventCountsBody {
    content: u64,
    commercial: u64,
    removed: u64,
}

/// What is public before and after an import.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = PublicChange)]
pub(crate) struct PublicChangeBody {
    before: PublicCountsBody,
    after: PublicCountsBody,
}

/// How much is public.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = PublicCounts)]
pub(crate) struct PublicCountsBody {
    sections: u64,
    products: u64,
}

/// A line of the changes of an import.
#[derive(ToSchema)]
#[schema(as = ImportChange)]
#[expect(dead_code, reason = "it is for the document: the import writes the lines")]
pub(crate) struct ImportChangeLine {
    /// `productType`, `warehouse`, `section` or `product`.
    kind: String,
    /// The stock number, or the id in decimal.
    id: String,
    /// `created`, `updated`, `deactivated`; `unchanged` for a product that only has events.
    action: String,
    /// What changed of an existing item.
    fields: Vec<String>,
    /// What clients receive: `content`, `commercial`, `removed`.
    events: Vec<String>,
}

/// A page of imports.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Imports)]
pub(crate) struct ImportListBody {
    /// The newest first.
    items: Vec<ImportBody>,
    meta: ImportListMeta,
}

/// About a page of imports.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ImportListMeta {
    pagination: PaginationBody,
}

impl ImportBody {
    pub(crate) fn of_job(job: &ImportJob, committed: Option<&RecordedImport>) -> Self {
        // The import printed it, or died after it had committed.
        let printed = job.report.as_deref().and_then(|report| serde_json::from_str(report).ok());
        let committed = committed.filter(|_| job.state == JobState::Done);
        Self {
            id: job.id.to_string(),
            state: job.state.name(),
            phase: job.progress.phase.map(JobPhase::name),
            mode: mode(job.options.kind),
            kind: kind(job.options.kind),
            dry_run: job.options.is_dry_run,
            source: "http",
            by: job.author.email.to_string(),
            key: job.author.key.as_deref().map(str::to_owned),
            created_at: job.created_at,
            started_at: job.started_at,
            finished_at: job.finished_at,
            records: Some(job.progress.records),
            rate: job.progress.rate,
            report: printed.or_else(|| committed.map(ImportReportBody::from)),
            problems: job.problems.iter().map(ImportProblemBody::from).collect(),
            problem_count: job.problems.len() as u64,
        }
    }

    pub(crate) fn of_run(run: &RecordedImport) -> Self {
        Self {
            id: ImportId::of_run(run.revision),
            state: JobState::Done.name(),
            phase: None,
            mode: mode(run.summary.kind),
            kind: kind(run.summary.kind),
            dry_run: false,
            source: "command",
            by: run.summary.by.to_string(),
            key: None,
            created_at: run.at,
            started_at: Some(run.at),
            finished_at: Some(run.committed_at),
            records: None,
            rate: None,
            report: Some(run.into()),
            problems: Vec::new(),
            problem_count: 0,
        }
    }
}

fn mode(kind: ImportKind) -> Option<&'static str> {
    (kind != ImportKind::Resources).then(|| kind.name())
}

fn kind(kind: ImportKind) -> &'static str {
    if kind == ImportKind::Resources { "resources" } else { "catalog" }
}

impl From<&JobProblem> for ImportProblemBody {
    fn from(problem: &JobProblem) -> Self {
        Self {
            part: problem.part,
            line: problem.line,
            field: problem.field.as_deref().map(str::to_owned),
            message: problem.message.to_string(),
        }
    }
}

impl From<&RecordedImport> for ImportReportBody {
    fn from(run: &RecordedImport) -> Self {
        let summary = &run.summary;
        let (sections, products, events) = (summary.sections, summary.products, summary.events);
        let [before, after] = [summary.public_before, summary.public_after]
            .map(|public| PublicCountsBody { sections: public.sections, products: public.products });
        Self {
            revision: run.revision.0,
            changed: true,
            sections: SectionCountsBody {
                created: sections.created,
                updated: sections.updated,
                deactivated: sections.deactivated,
                unchanged: sections.unchanged,
            },
            products: ProductCountsBody {
                created: products.created,
                updated: products.updated,
                deactivated: products.deactivated,
                renamed: products.renamed,
                unchanged: products.unchanged,
            },
            events: EventCountsBody { content: events.content, commercial: events.commercial, removed: events.removed },
            public: PublicChangeBody { before, after },
            warnings: summary.warning_texts.iter().map(|warning| warning.text.to_string()).collect(),
            seconds: run.duration_microseconds() as f64 / 1e6,
            preview: None,
        }
    }
}

impl ImportListBody {
    pub(crate) fn new(page: PageRequest, list: &ImportList) -> Self {
        let item = |import: &ListedImport| match import {
            ListedImport::Job(job, committed) => ImportBody::of_job(job, committed.as_deref()),
            ListedImport::Command(run) => ImportBody::of_run(run),
        };
        let meta = ImportListMeta { pagination: PaginationBody::new(page, list.total) };
        Self { items: list.items.iter().map(item).collect(), meta }
    }
}
