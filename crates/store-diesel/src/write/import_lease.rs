//! The import lock on PostgreSQL: a row that its holder renews. It needs no session of its own, so a pooler may be in
//! between, and it ends by itself when its holder does.

use crate::connection::StoreConnection;
use crate::dialect::TransactionLimits;
use crate::failure::{store_error, unavailable};
use crate::pool::ConnectionFactory;
use crate::transaction::in_repeated_transaction;
use catalog_domain::ports::{Cause, StoreError};
use diesel::prelude::*;
use diesel::sql_types::Text;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// How long a lease lasts unless it is renewed: shorter than another import waits, so that a killed one delays the next
/// and does not fail it.
const LEASE: Duration = Duration::from_secs(8);
const RENEWAL_INTERVAL: Duration = Duration::from_secs(2);

/// The present time by the clock of the database, in microseconds: those of clients differ.
const NOW: &str = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint";

/// The right to import, until it is dropped or has not been renewed for too long.
pub(crate) struct ImportLease {
    holder: String,
    /// Locked by whoever uses the row: a renewal in the middle of a commit would wait for it, or conflict with it.
    row: Arc<Mutex<()>>,
    /// Ends the renewal when it is dropped.
    stop: Option<Sender<()>>,
    renewal: Option<JoinHandle<()>>,
}

impl ImportLease {
    /// Takes the lease if nobody has it.
    pub(crate) fn try_take(
        factory: &ConnectionFactory,
        connection: &mut StoreConnection,
    ) -> Result<Option<Self>, StoreError> {
        let statement = format!(
            "INSERT INTO leases (name, holder, expires_at)
             VALUES ('import', md5(random()::text || clock_timestamp()::text || pg_backend_pid()::text), {NOW} + {})
             ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
             WHERE leases.expires_at <= {NOW}
             RETURNING holder",
            LEASE.as_micros()
        );
        let taken = in_repeated_transaction(connection, factory.limits(), |connection| {
            diesel::sql_query(&statement).get_result(connection).optional().map_err(store_error)
        });
        match taken {
            Ok(Some(Holder { holder })) => Self::renewed(factory.clone(), holder).map(Some),
            // Its row is locked while its holder commits.
            Ok(None) | Err(StoreError::Unavailable(_) | StoreError::Conflict(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Begins to renew the lease.
    fn renewed(factory: ConnectionFactory, holder: String) -> Result<Self, StoreError> {
        let (stop, stopped) = channel();
        let row = Arc::new(Mutex::new(()));
        let mut renewal = Renewal { factory, holder: holder.clone(), row: Arc::clone(&row), connection: None };
        let run = move || {
            while stopped.recv_timeout(RENEWAL_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                renewal.renew();
            }
            renewal.release();
        };
        let thread = thread::Builder::new().name("import lease".to_owned()).spawn(run);
        let renewal = thread.map_err(|error| unavailable(error.to_string()))?;
        Ok(Self { holder, row, stop: Some(stop), renewal: Some(renewal) })
    }

    /// For the whole of a transaction that confirms the lease: nobody renews it meanwhile.
    pub(crate) fn row(&self) -> MutexGuard<'_, ()> {
        self.row.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Inside a write transaction: makes sure that nobody took the lease over, or does before the transaction ends.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when somebody did.
    pub(crate) fn confirm(&self, connection: &mut StoreConnection) -> Result<(), StoreError> {
        let locked: Option<Holder> =
            diesel::sql_query("SELECT holder FROM leases WHERE name = 'import' AND holder = $1 FOR UPDATE")
                .bind::<Text, _>(&self.holder)
                .get_result(connection)
                .optional()
                .map_err(store_error)?;
        locked.map(drop).ok_or_else(|| unavailable("another import took over while the store was out of reach"))
    }
}

impl Drop for ImportLease {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(renewal) = self.renewal.take() {
            // It ends after what it is doing, which is bounded.
            let _ = renewal.join();
        }
    }
}

/// Renews a lease on a connection of its own: that of the import is busy.
struct Renewal {
    factory: ConnectionFactory,
    holder: String,
    row: Arc<Mutex<()>>,
    connection: Option<StoreConnection>,
}

impl Renewal {
    fn renew(&mut self) {
        let renew = format!(
            "UPDATE leases SET expires_at = {NOW} + {} WHERE name = 'import' AND holder = $1",
            LEASE.as_micros()
        );
        self.run(&renew);
    }

    fn release(&mut self) {
        self.run("DELETE FROM leases WHERE name = 'import' AND holder = $1");
    }

    /// Runs a statement about the lease. What fails is tried again by the next renewal; a lease ends by itself.
    fn run(&mut self, statement: &str) {
        if let Err(error) = self.try_run(statement) {
            tracing::debug!(%error, "the lease of the import was not renewed");
            self.connection = None;
        }
    }

    fn try_run(&mut self, statement: &str) -> Result<(), StoreError> {
        let row = Arc::clone(&self.row);
        let _used = row.lock().unwrap_or_else(PoisonError::into_inner);
        let connection = match &mut self.connection {
            Some(connection) => connection,
            none => none.insert(self.factory.open().map_err(|error| StoreError::Unavailable(Cause::from(error)))?),
        };
        let limits = TransactionLimits { lock: RENEWAL_INTERVAL, statement: RENEWAL_INTERVAL };
        in_repeated_transaction(connection, Some(limits), |connection| {
            diesel::sql_query(statement)
                .bind::<Text, _>(&self.holder)
                .execute(connection)
                .map(drop)
                .map_err(store_error)
        })
    }
}

#[derive(QueryableByName)]
struct Holder {
    #[diesel(sql_type = Text)]
    holder: String,
}
