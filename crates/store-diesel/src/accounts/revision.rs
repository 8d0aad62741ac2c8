//! The revision of the accounts, and which of the latest ones this store made.

use crate::connection::StoreConnection;
use crate::failure::inconsistent;
use crate::moving::refuse_if_moved;
use crate::prelude::*;
use crate::schema::{account_commits, store_state};
use catalog_domain::ports::{AccountPosition, StoreError};
use catalog_domain::values::AccountRevision;

/// The revisions that are stored. A server that is further behind loads everything, as at its start.
const REMEMBERED_REVISIONS: i64 = 1_000;

/// Makes the next revision and returns it. The row that holds it stays locked until the transaction ends, so revisions
/// become visible in order. An unknown account makes it grow too: harmless, because a revision only signals a possible
/// change.
pub(crate) fn grow_account_revision(connection: &mut StoreConnection) -> Result<i64, StoreError> {
    let revision: Option<i64> = diesel::update(store_state::table.filter(store_state::moved_to.is_null()))
        .set(store_state::account_revision.eq(store_state::account_revision + 1))
        .returning(store_state::account_revision)
        .get_optional(connection)?;
    let Some(revision) = revision else {
        refuse_if_moved(connection)?;
        return Err(inconsistent("store_state", "has no row"));
    };
    let old = account_commits::table.filter(account_commits::revision.le(revision - REMEMBERED_REVISIONS));
    diesel::delete(old).execute(connection)?;
    // The store itself adds a random mark.
    diesel::insert_into(account_commits::table).values(account_commits::revision.eq(revision)).execute(connection)?;
    Ok(revision)
}

/// The position of the accounts; `None` when the present revision has no mark, because an earlier version of this
/// program made it.
pub(super) fn position(connection: &mut StoreConnection) -> Result<Option<AccountPosition>, StoreError> {
    let revision: i64 = store_state::table.select(store_state::account_revision).first(connection)?;
    Ok(mark(connection, revision)?.map(|mark| AccountPosition { revision: AccountRevision(revision), mark }))
}

/// Whether every revision from `known` to `now` was made here, and marked.
pub(super) fn is_ancestor(
    connection: &mut StoreConnection,
    known: AccountPosition,
    now: AccountPosition,
) -> Result<bool, StoreError> {
    let since = account_commits::table
        .filter(account_commits::revision.gt(known.revision.0).and(account_commits::revision.le(now.revision.0)));
    let marked: i64 = since.count().get_result(connection)?;
    Ok(marked == now.revision.0 - known.revision.0 && mark(connection, known.revision.0)? == Some(known.mark))
}

fn mark(connection: &mut StoreConnection, revision: i64) -> Result<Option<i64>, StoreError> {
    let commit = account_commits::table.find(revision).select(account_commits::mark);
    commit.first_optional(connection)
}
