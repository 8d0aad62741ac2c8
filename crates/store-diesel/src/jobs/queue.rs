//! Which server runs which job.

use super::{RECEIVING, RUNNING, WAITING, find, forget_parts, lock_to_add};
use crate::connection::StoreConnection;
use crate::dialect;
use crate::failure::store_error;
use crate::lease;
use crate::rows::import_job_row::{column, encode_problems};
use crate::schema::{import_jobs, import_parts};
use crate::store::Store;
use catalog_domain::imports::{
    BlobId, ImportJob, JOB_LEASE_SECONDS, JobEnd, JobId, JobPhase, JobProblem, JobProgress, JobState,
    KEPT_INPUT_SECONDS, KEPT_INPUTS, LONGEST_BODY_SILENCE_SECONDS, LONGEST_SILENCE_SECONDS, RECORDED_CHANGES_FILES,
    RECORDED_JOBS,
};
use catalog_domain::ports::{JobHold, JobQueue, NeededBlobs, StoreClock, StoreError};
use catalog_domain::values::Timestamp;
use diesel::prelude::*;

impl StoreClock for Store {
    fn store_time(&self) -> Result<Timestamp, StoreError> {
        self.read_accounts(lease::now).map(Timestamp::from_unix_microseconds)
    }
}

impl JobQueue for Store {
    fn claim_job(&self, holder: JobId, now: Timestamp) -> Result<Option<ImportJob>, StoreError> {
        // Most of the time there is nothing to do, and nothing is locked then.
        let has_any = self.read_accounts(|connection| Ok(next_job(connection, now)?.is_some()))?;
        if !has_any {
            return Ok(None);
        }
        self.change_accounts(|connection| {
            lock_to_add(connection)?;
            let Some(id) = next_job(connection, now)? else { return Ok(None) };
            let at = now.unix_microseconds();
            let unstarted = import_jobs::table.find(id.as_str()).filter(import_jobs::started_at.is_null());
            diesel::update(unstarted).set(import_jobs::started_at.eq(at)).execute(connection).map_err(store_error)?;
            diesel::update(import_jobs::table.find(id.as_str()))
                .set((
                    import_jobs::state.eq(RUNNING),
                    import_jobs::holder.eq(holder.as_str()),
                    import_jobs::lease_until.eq(lease_end(now)),
                    import_jobs::attempts.eq(import_jobs::attempts + 1),
                    import_jobs::phase.eq(None::<String>),
                    import_jobs::records.eq(0),
                    import_jobs::rate.eq(None::<i64>),
                ))
                .execute(connection)
                .map_err(store_error)?;
            find(connection, id)
        })
    }

    fn renew_job(
        &self,
        id: JobId,
        holder: JobId,
        progress: JobProgress,
        now: Timestamp,
    ) -> Result<JobHold, StoreError> {
        self.change_accounts(|connection| {
            let renewed = diesel::update(held(id, holder))
                .set((
                    import_jobs::lease_until.eq(lease_end(now)),
                    import_jobs::phase.eq(progress.phase.map(JobPhase::name)),
                    import_jobs::records.eq(column(progress.records)),
                    import_jobs::rate.eq(progress.rate.map(column)),
                ))
                .execute(connection)
                .map_err(store_error)?;
            if renewed == 0 {
                return Ok(JobHold::Lost);
            }
            let is_cancelling = import_jobs::table.find(id.as_str()).select(import_jobs::is_cancelling);
            let is_cancelling = is_cancelling.first::<bool>(connection).map_err(store_error)?;
            Ok(if is_cancelling { JobHold::Cancelling } else { JobHold::Held })
        })
    }

    fn finish_job(&self, id: JobId, holder: JobId, end: &JobEnd, now: Timestamp) -> Result<bool, StoreError> {
        let problems = encode_problems(&end.problems)?;
        self.change_accounts(|connection| {
            dialect::lock_jobs(connection).map_err(store_error)?;
            let job = find(connection, id)?;
            let finished = diesel::update(held(id, holder))
                .set((
                    import_jobs::state.eq(end.state.name()),
                    import_jobs::finished_at.eq(now.unix_microseconds()),
                    import_jobs::holder.eq(None::<String>),
                    import_jobs::lease_until.eq(None::<i64>),
                    import_jobs::phase.eq(None::<String>),
                    import_jobs::records.eq(column(end.records)),
                    import_jobs::rate.eq(None::<i64>),
                    import_jobs::report.eq(end.report.as_deref()),
                    import_jobs::problems.eq(&problems),
                    import_jobs::changes.eq(end.changes.map(|name| name.to_string())),
                ))
                .execute(connection)
                .map_err(store_error)?;
            let Some(job) = job.filter(|_| finished == 1) else { return Ok(false) };
            if end.state == JobState::Done && !job.options.is_dry_run {
                forget_same_bytes(connection, id)?;
            }
            if !job.keeps_input_after(end.state) {
                forget_parts(connection, id)?;
            }
            Ok(true)
        })
    }

    fn release_job(&self, id: JobId, holder: JobId) -> Result<(), StoreError> {
        self.change_accounts(|connection| {
            diesel::update(held(id, holder))
                .set((
                    import_jobs::state.eq(WAITING),
                    import_jobs::holder.eq(None::<String>),
                    import_jobs::lease_until.eq(None::<i64>),
                    import_jobs::phase.eq(None::<String>),
                    import_jobs::rate.eq(None::<i64>),
                ))
                .execute(connection)
                .map(drop)
                .map_err(store_error)
        })
    }

    fn clean_jobs(&self, now: Timestamp) -> Result<NeededBlobs, StoreError> {
        if self.read_accounts(|connection| has_something_to_clean(connection, now))? {
            self.change_accounts(|connection| {
                dialect::lock_jobs(connection).map_err(store_error)?;
                give_up_silent(connection, now)?;
                for id in outdated_inputs(connection, now)? {
                    forget_parts(connection, id)?;
                }
                forget_oldest(connection)
            })?;
        }
        self.snapshot_accounts(needed_blobs)
    }
}

type HeldJob = diesel::dsl::Filter<
    diesel::dsl::Find<import_jobs::table, String>,
    diesel::dsl::And<diesel::dsl::Eq<import_jobs::state, &'static str>, diesel::dsl::Eq<import_jobs::holder, String>>,
>;

fn held(id: JobId, holder: JobId) -> HeldJob {
    let is_held = import_jobs::state.eq(RUNNING).and(import_jobs::holder.eq(holder.to_string()));
    import_jobs::table.find(id.to_string()).filter(is_held)
}

fn lease_end(now: Timestamp) -> i64 {
    now.plus_seconds(JOB_LEASE_SECONDS).unix_microseconds()
}

/// The job whose turn it is, unless one runs.
fn next_job(connection: &mut StoreConnection, now: Timestamp) -> Result<Option<JobId>, StoreError> {
    let open: Vec<(String, String, Option<i64>)> = import_jobs::table
        .filter(import_jobs::state.eq_any([WAITING, RUNNING]))
        .order((import_jobs::arrival, import_jobs::id))
        .select((import_jobs::id, import_jobs::state, import_jobs::lease_until))
        .load(connection)
        .map_err(store_error)?;
    let runs = |state: &str, until: Option<i64>| state == RUNNING && until > Some(now.unix_microseconds());
    if open.iter().any(|(_, state, until)| runs(state, *until)) {
        return Ok(None);
    }
    Ok(open.first().and_then(|(id, ..)| JobId::parse(id)))
}

fn has_something_to_clean(connection: &mut StoreConnection, now: Timestamp) -> Result<bool, StoreError> {
    let silent = now.plus_seconds(-LONGEST_BODY_SILENCE_SECONDS).unix_microseconds();
    let receiving = import_jobs::table.filter(import_jobs::state.eq(RECEIVING));
    let silent: i64 =
        receiving.filter(import_jobs::received_at.lt(silent)).count().get_result(connection).map_err(store_error)?;
    let all: i64 = import_jobs::table.count().get_result(connection).map_err(store_error)?;
    let files = import_jobs::table.filter(import_jobs::changes.is_not_null()).count();
    let files: i64 = files.get_result(connection).map_err(store_error)?;
    let has_outdated = !outdated_inputs(connection, now)?.is_empty();
    Ok(has_outdated || silent > 0 || all > RECORDED_JOBS as i64 || files > RECORDED_CHANGES_FILES as i64)
}

/// A body that was cut off leaves nothing; a job in parts that was forgotten fails.
fn give_up_silent(connection: &mut StoreConnection, now: Timestamp) -> Result<(), StoreError> {
    let receiving = import_jobs::table.filter(import_jobs::state.eq(RECEIVING));
    let silent_since = |seconds: i64| import_jobs::received_at.lt(now.plus_seconds(-seconds).unix_microseconds());
    let cut_off =
        receiving.filter(import_jobs::is_in_parts.eq(false)).filter(silent_since(LONGEST_BODY_SILENCE_SECONDS));
    diesel::delete(cut_off).execute(connection).map_err(store_error)?;
    let hours = LONGEST_SILENCE_SECONDS / 3_600;
    let problem = JobProblem::of_input(format!("nothing was received for {hours} hours"));
    let forgotten: Vec<String> = receiving
        .filter(silent_since(LONGEST_SILENCE_SECONDS))
        .select(import_jobs::id)
        .load(connection)
        .map_err(store_error)?;
    for id in forgotten.iter().filter_map(|id| JobId::parse(id)) {
        diesel::update(import_jobs::table.find(id.as_str()))
            .set((
                import_jobs::state.eq(JobState::Failed.name()),
                import_jobs::finished_at.eq(now.unix_microseconds()),
                import_jobs::problems.eq(encode_problems(std::slice::from_ref(&problem))?),
            ))
            .execute(connection)
            .map_err(store_error)?;
        forget_parts(connection, id)?;
    }
    Ok(())
}

/// The ended jobs whose input is stored too long, or behind too many others.
fn outdated_inputs(connection: &mut StoreConnection, now: Timestamp) -> Result<Vec<JobId>, StoreError> {
    let with_parts: Vec<String> =
        import_parts::table.select(import_parts::job_id).distinct().load(connection).map_err(store_error)?;
    let kept: Vec<(String, Option<i64>)> = import_jobs::table
        .filter(import_jobs::id.eq_any(with_parts).and(import_jobs::finished_at.is_not_null()))
        .select((import_jobs::id, import_jobs::finished_at))
        .order((import_jobs::finished_at.desc(), import_jobs::id))
        .load(connection)
        .map_err(store_error)?;
    let oldest = now.plus_seconds(-KEPT_INPUT_SECONDS).unix_microseconds();
    let is_outdated = |(rank, at): (usize, Option<i64>)| rank >= KEPT_INPUTS || at < Some(oldest);
    let outdated = kept.into_iter().enumerate().filter(|(rank, (_, at))| is_outdated((*rank, *at)));
    Ok(outdated.filter_map(|(_, (id, _))| JobId::parse(&id)).collect())
}

/// Takes the parts that a job was done with from those that have ended.
fn forget_same_bytes(connection: &mut StoreConnection, id: JobId) -> Result<(), StoreError> {
    let blobs: Vec<String> = import_parts::table
        .filter(import_parts::job_id.eq(id.as_str()))
        .select(import_parts::blob)
        .load(connection)
        .map_err(store_error)?;
    let same = import_parts::table.filter(import_parts::blob.eq_any(&blobs));
    let jobs: Vec<String> = same.select(import_parts::job_id).distinct().load(connection).map_err(store_error)?;
    let ended: Vec<String> = import_jobs::table
        .filter(import_jobs::id.eq_any(jobs).and(import_jobs::finished_at.is_not_null()))
        .select(import_jobs::id)
        .load(connection)
        .map_err(store_error)?;
    ended.iter().filter_map(|id| JobId::parse(id)).try_for_each(|id| forget_parts(connection, id))
}

fn forget_oldest(connection: &mut StoreConnection) -> Result<(), StoreError> {
    let ended: Vec<(String, Option<String>)> = import_jobs::table
        .filter(import_jobs::finished_at.is_not_null())
        .order((import_jobs::finished_at.desc(), import_jobs::id))
        .select((import_jobs::id, import_jobs::changes))
        .load(connection)
        .map_err(store_error)?;
    for (id, _) in ended.iter().skip(RECORDED_JOBS) {
        diesel::delete(import_jobs::table.find(id)).execute(connection).map_err(store_error)?;
    }
    let with_file = ended.iter().filter(|(_, changes)| changes.is_some());
    for (id, _) in with_file.skip(RECORDED_CHANGES_FILES) {
        let row = diesel::update(import_jobs::table.find(id));
        row.set(import_jobs::changes.eq(None::<String>)).execute(connection).map_err(store_error)?;
    }
    Ok(())
}

fn needed_blobs(connection: &mut StoreConnection) -> Result<NeededBlobs, StoreError> {
    let blob = |(job, name): (String, String)| Some(BlobId { job: JobId::parse(&job)?, name: JobId::parse(&name)? });
    let parts: Vec<(String, Option<String>, String)> = import_parts::table
        .select((import_parts::job_id, import_parts::source_id, import_parts::blob))
        .load(connection)
        .map_err(store_error)?;
    let parts = parts.into_iter().map(|(job, source, name)| (source.unwrap_or(job), name));
    let files: Vec<(String, Option<String>)> = import_jobs::table
        .filter(import_jobs::changes.is_not_null())
        .select((import_jobs::id, import_jobs::changes))
        .load(connection)
        .map_err(store_error)?;
    let open: Vec<String> = import_jobs::table
        .filter(import_jobs::finished_at.is_null())
        .select(import_jobs::id)
        .load(connection)
        .map_err(store_error)?;
    let files = files.into_iter().filter_map(|(job, name)| Some((job, name?)));
    Ok(NeededBlobs {
        blobs: parts.chain(files).filter_map(blob).collect(),
        jobs: open.iter().filter_map(|id| JobId::parse(id)).collect(),
    })
}
