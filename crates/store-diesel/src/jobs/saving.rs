//! Writes what a change of the jobs has made different.

use crate::connection::StoreConnection;
use crate::prelude::*;
use crate::rows::import_job_row::{ImportJobRow, encode_problems};
use crate::schema::{ImportPartRow, import_jobs, import_parts};
use catalog_domain::imports::{ImportJob, JobId, Jobs, StoredJob};
use catalog_domain::ports::StoreError;

pub(super) fn save(connection: &mut StoreConnection, before: &Jobs, after: &Jobs) -> Result<(), StoreError> {
    for stored in after.iter() {
        match before.get(stored.job.id) {
            Some(known) if known == stored => {}
            Some(known) => {
                diesel::update(import_jobs::table.find(stored.job.id.as_str()))
                    .set(&ImportJobRow::new(stored))
                    .execute(connection)?;
                if stored.job.state.has_ended() && !known.job.state.has_ended() {
                    save_texts(connection, &stored.job)?;
                }
                save_parts(connection, Some(known), stored)?;
            }
            None => {
                diesel::insert_into(import_jobs::table)
                    .values((&ImportJobRow::new(stored), import_jobs::problems.eq("[]")))
                    .execute(connection)?;
                save_parts(connection, None, stored)?;
            }
        }
    }
    for forgotten in before.iter().filter(|known| after.get(known.job.id).is_none()) {
        let id = forgotten.job.id;
        diesel::delete(import_jobs::table.find(id.as_str())).execute(connection)?;
        forget_parts(connection, id)?;
    }
    Ok(())
}

/// Of a job that ends: they do not change afterwards.
fn save_texts(connection: &mut StoreConnection, job: &ImportJob) -> Result<(), StoreError> {
    let (report, problems) = (job.report.as_deref(), encode_problems(job)?);
    diesel::update(import_jobs::table.find(job.id.as_str()))
        .set((import_jobs::report.eq(report), import_jobs::problems.eq(problems)))
        .execute(connection)
        .map(drop)
}

/// Parts come one by one, and go together.
fn save_parts(
    connection: &mut StoreConnection,
    before: Option<&StoredJob>,
    after: &StoredJob,
) -> Result<(), StoreError> {
    let id = after.job.id;
    if after.job.state.has_ended() && after.input.is_none() {
        return forget_parts(connection, id);
    }
    for part in after.parts.values() {
        let known = before.and_then(|before| before.parts.get(&part.number));
        if known == Some(part) {
            continue;
        }
        if known.is_some() {
            let row = import_parts::table.find((id.as_str(), i64::from(part.number)));
            diesel::delete(row).execute(connection)?;
        }
        let row = ImportPartRow::new(id, part);
        diesel::insert_into(import_parts::table).values(&row).execute(connection)?;
    }
    Ok(())
}

fn forget_parts(connection: &mut StoreConnection, id: JobId) -> Result<(), StoreError> {
    let parts = import_parts::table.filter(import_parts::job_id.eq(id.as_str()));
    diesel::delete(parts).execute(connection).map(drop)
}
