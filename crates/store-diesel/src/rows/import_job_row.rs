//! Rows of `import_jobs` and `import_parts`.

use super::documents::{decode, encode};
use crate::failure::{inconsistent, unexpected};
use crate::schema::{ImportPartRow, import_jobs};
use catalog_domain::imports::{
    FileName, ImportJob, JobAuthor, JobId, JobLease, JobOptions, JobPart, JobPhase, JobProblem, JobProgress, JobState,
    PartEncoding, PartFormat, ProblemTally, StoredJob,
};
use catalog_domain::ports::{ImportKind, StoreError};
use catalog_domain::values::{AccountId, CatalogRevision, Timestamp};
use diesel::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Everything but the report and the problems, which only who looks at a job needs.
#[derive(Queryable, Selectable, Insertable, AsChangeset, Identifiable, PartialEq)]
#[diesel(table_name = import_jobs, treat_none_as_null = true)]
pub(crate) struct ImportJobRow {
    id: String,
    state: String,
    kind: String,
    is_dry_run: bool,
    allow_removals: i64,
    max_renames: Option<i64>,
    allow_empty: bool,
    is_in_parts: bool,
    account_id: i64,
    email: String,
    key_name: Option<String>,
    idempotency_key: Option<String>,
    digest: Option<String>,
    created_at: i64,
    received_at: i64,
    arrival: Option<i64>,
    holder: Option<String>,
    lease_until: Option<i64>,
    is_cancelling: bool,
    attempts: i64,
    phase: Option<String>,
    records: i64,
    rate: Option<i64>,
    started_at: Option<i64>,
    finished_at: Option<i64>,
    changes: Option<String>,
    expected_revision: Option<i64>,
    keeps_input: bool,
    tried_id: Option<String>,
    name: Option<String>,
}

/// Part, line, field and message; the stock number behind them, where there is one.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum ProblemDocument {
    OfProduct(Option<u32>, Option<u64>, Option<Box<str>>, Box<str>, Box<str>),
    Other(Option<u32>, Option<u64>, Option<Box<str>>, Box<str>),
}

/// What `import_jobs.problems` has.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum ProblemsDocument {
    /// How many were read, whether reading stopped, and the first of each kind.
    Counted(u64, bool, Vec<ProblemDocument>),
    /// Of a job that has not ended, or of an earlier version.
    Listed(Vec<ProblemDocument>),
}

/// A number as a column has it. No count gets near the end.
fn column(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

pub(crate) fn encode_problems(job: &ImportJob) -> Result<String, StoreError> {
    let document = |problem: &JobProblem| -> ProblemDocument {
        let JobProblem { part, line, field, product, message } = problem.clone();
        match product {
            Some(product) => ProblemDocument::OfProduct(part, line, field, message, product),
            None => ProblemDocument::Other(part, line, field, message),
        }
    };
    let ProblemTally { count, is_incomplete } = job.problem_tally;
    encode(&ProblemsDocument::Counted(count, is_incomplete, job.problems.iter().map(document).collect()))
}

pub(crate) fn decode_problems(problems: &str) -> Result<(ProblemTally, Vec<JobProblem>), StoreError> {
    let (count, is_incomplete, documents) = match decode(problems, "import_jobs.problems")? {
        ProblemsDocument::Counted(count, is_incomplete, documents) => (count, is_incomplete, documents),
        ProblemsDocument::Listed(documents) => (0, false, documents),
    };
    let problem = |document| match document {
        ProblemDocument::OfProduct(part, line, field, message, product) => {
            JobProblem { part, line, field, product: Some(product), message }
        }
        ProblemDocument::Other(part, line, field, message) => JobProblem { part, line, field, product: None, message },
    };
    Ok((ProblemTally { count, is_incomplete }, documents.into_iter().map(problem).collect()))
}

/// `delta`, or `delta 7` of one that undoes run 7.
fn encode_kind(options: &JobOptions) -> String {
    let kind = options.kind.name();
    options.undoes.map_or_else(|| kind.to_owned(), |run| format!("{kind} {run}"))
}

fn decode_kind(text: &str) -> Option<(ImportKind, Option<CatalogRevision>)> {
    match text.split_once(' ') {
        Some((kind, run)) => Some((ImportKind::from_name(kind)?, Some(CatalogRevision(run.parse().ok()?)))),
        None => Some((ImportKind::from_name(text)?, None)),
    }
}

impl ImportJobRow {
    pub(crate) fn new(stored: &StoredJob) -> Self {
        // PostgreSQL stores no NUL.
        let text = |text: &str| text.replace('\0', "\u{fffd}");
        let (job, time) = (&stored.job, Timestamp::unix_microseconds);
        Self {
            id: job.id.to_string(),
            state: job.state.name().to_owned(),
            kind: encode_kind(&job.options),
            is_dry_run: job.options.is_dry_run,
            allow_removals: column(job.options.allow_removals),
            max_renames: job.options.max_renames.map(column),
            allow_empty: job.options.allow_empty,
            is_in_parts: job.options.is_in_parts,
            account_id: job.author.account.0,
            email: text(&job.author.email),
            key_name: job.author.key.as_deref().map(text),
            idempotency_key: stored.idempotency_key.as_deref().map(text),
            digest: job.digest.as_deref().map(str::to_owned),
            created_at: time(job.created_at),
            received_at: time(stored.received_at),
            arrival: stored.arrival,
            holder: stored.lease.map(|lease| lease.holder.to_string()),
            lease_until: stored.lease.map(|lease| time(lease.until)),
            is_cancelling: job.is_cancelling,
            attempts: i64::from(job.attempts),
            phase: job.progress.phase.map(|phase| phase.name().to_owned()),
            records: column(job.progress.records),
            rate: job.progress.rate.map(column),
            started_at: job.started_at.map(time),
            finished_at: job.finished_at.map(time),
            changes: job.changes.map(|name| name.to_string()),
            expected_revision: job.options.expected_revision.map(|revision| revision.0),
            keeps_input: job.options.keeps_input,
            tried_id: job.tried.map(|tried| tried.to_string()),
            name: job.name.as_ref().map(FileName::to_string),
        }
    }
}

impl TryFrom<ImportJobRow> for StoredJob {
    type Error = StoreError;

    fn try_from(row: ImportJobRow) -> Result<Self, StoreError> {
        let wrong = |column: &str| inconsistent(format!("import_jobs.{column} of {}", row.id), "unknown");
        let id_of = |column, text: &Option<String>| {
            text.as_deref().map(|text| JobId::parse(text).ok_or_else(|| wrong(column))).transpose()
        };
        let count = |number: i64| u64::try_from(number).unwrap_or(0);
        let time = Timestamp::from_unix_microseconds;
        let phase = row.phase.as_deref().map(|phase| JobPhase::from_name(phase).ok_or_else(|| wrong("phase")));
        let holder = id_of("holder", &row.holder)?;
        let (kind, undoes) = decode_kind(&row.kind).ok_or_else(|| wrong("kind"))?;
        let job = ImportJob {
            id: JobId::parse(&row.id).ok_or_else(|| wrong("id"))?,
            options: JobOptions {
                kind,
                is_dry_run: row.is_dry_run,
                allow_removals: count(row.allow_removals),
                max_renames: row.max_renames.map(count),
                allow_empty: row.allow_empty,
                is_in_parts: row.is_in_parts,
                expected_revision: row.expected_revision.map(CatalogRevision),
                keeps_input: row.keeps_input,
                undoes,
            },
            tried: id_of("tried_id", &row.tried_id)?,
            state: JobState::from_name(&row.state).ok_or_else(|| wrong("state"))?,
            progress: JobProgress { phase: phase.transpose()?, records: count(row.records), rate: row.rate.map(count) },
            changes: id_of("changes", &row.changes)?,
            author: JobAuthor {
                account: AccountId(row.account_id),
                email: row.email.into(),
                key: row.key_name.map(Into::into),
            },
            name: row.name.as_deref().map(FileName::parse).transpose().map_err(|_| wrong("name"))?,
            is_cancelling: row.is_cancelling,
            attempts: u32::try_from(row.attempts).unwrap_or(u32::MAX),
            digest: row.digest.map(Into::into),
            created_at: time(row.created_at),
            started_at: row.started_at.map(time),
            finished_at: row.finished_at.map(time),
            report: None,
            problems: Vec::new(),
            problem_tally: ProblemTally::default(),
        };
        Ok(Self {
            job,
            idempotency_key: row.idempotency_key.map(Into::into),
            received_at: time(row.received_at),
            arrival: row.arrival,
            lease: holder.zip(row.lease_until).map(|(holder, until)| JobLease { holder, until: time(until) }),
            input: None,
            parts: BTreeMap::new(),
        })
    }
}

impl ImportPartRow {
    pub(crate) fn new(job: JobId, part: &JobPart) -> Self {
        Self {
            job_id: job.to_string(),
            number: i64::from(part.number),
            blob: part.blob.to_string(),
            encoding: part.encoding.name().to_owned(),
            sent_bytes: column(part.sent_bytes),
            content_bytes: column(part.content_bytes),
            source_id: part.source.map(|source| source.to_string()),
            is_offer_table: part.format == PartFormat::Offers,
        }
    }
}

impl TryFrom<ImportPartRow> for JobPart {
    type Error = StoreError;

    fn try_from(row: ImportPartRow) -> Result<Self, StoreError> {
        let wrong = || unexpected(format!("part {} of job {} cannot be read", row.number, row.job_id));
        Ok(Self {
            number: u32::try_from(row.number).map_err(|_| wrong())?,
            blob: JobId::parse(&row.blob).ok_or_else(wrong)?,
            source: row.source_id.as_deref().map(|id| JobId::parse(id).ok_or_else(wrong)).transpose()?,
            encoding: PartEncoding::from_name(&row.encoding).ok_or_else(wrong)?,
            format: if row.is_offer_table { PartFormat::Offers } else { PartFormat::Records },
            sent_bytes: u64::try_from(row.sent_bytes).map_err(|_| wrong())?,
            content_bytes: u64::try_from(row.content_bytes).map_err(|_| wrong())?,
        })
    }
}
