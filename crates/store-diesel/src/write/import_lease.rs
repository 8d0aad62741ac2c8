//! The import lock on PostgreSQL: a row that its holder renews. It needs no session of its own, so a pooler may be in
//! between, and it ends by itself when its holder does.

use crate::connection::StoreConnection;
use crate::failure::{store_error, unavailable};
use crate::pool::ConnectionFactory;
use crate::transaction::{TransactionLimits, in_repeated_transaction};
use catalog_domain::ports::{Cause, StoreError};
use diesel::prelude::*;
use diesel::sql_types::Text;
use long_work::{Period, PeriodicThread};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a lease lasts unless it is renewed: shorter than another import waits, so that a killed one delays the next
/// and does not fail it.
const LEASE: Duration = Duration::from_secs(8);
const RENEWAL_INTERVAL: Duration = Duration::from_secs(2);
/// How long the end of an import waits until the lease is released. A store that is out of reach takes longer; then the
/// lease ends by itself.
const RELEASE_WAIT: Duration = Duration::from_secs(5);

/// The present time by the clock of the database, in microseconds: those of clients differ.
const NOW: &str = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint";
const NEW_HOLDER: &str = "md5(random()::text || clock_timestamp()::text || pg_backend_pid()::text)";

/// The right to import, until it is dropped or has not been renewed for too long.
pub(crate) struct ImportLease {
    holder: String,
    row: UsedRow,
    /// `None` once it is being dropped.
    renewal: Option<PeriodicThread>,
}

/// Locked by whoever uses the row: a renewal in the middle of a commit would wait for it, or conflict with it.
#[derive(Clone, Default)]
struct UsedRow(Arc<Mutex<()>>);

impl UsedRow {
    fn lock(&self) -> MutexGuard<'_, ()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ImportLease {
    /// Takes the lease if nobody has it. Does not wait for its holder, whose commit locks the row.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be written.
    pub(crate) fn try_take(
        factory: &ConnectionFactory,
        connection: &mut StoreConnection,
    ) -> Result<Option<Self>, StoreError> {
        let lease = LEASE.as_micros();
        let take_over = format!(
            "UPDATE leases SET holder = {NEW_HOLDER}, expires_at = {NOW} + {lease} WHERE name =
                (SELECT name FROM leases WHERE name = 'import' AND expires_at <= {NOW} FOR UPDATE SKIP LOCKED)
             RETURNING holder"
        );
        let begin = format!(
            "INSERT INTO leases (name, holder, expires_at) VALUES ('import', {NEW_HOLDER}, {NOW} + {lease})
             ON CONFLICT DO NOTHING RETURNING holder"
        );
        let taken = in_repeated_transaction(connection, factory.limits(), |connection| {
            for statement in [&take_over, &begin] {
                let holder: Option<Holder> =
                    diesel::sql_query(statement).get_result(connection).optional().map_err(store_error)?;
                if holder.is_some() {
                    return Ok(holder);
                }
            }
            Ok(None)
        });
        match taken {
            Ok(Some(Holder { holder })) => Self::renewed(factory.clone(), holder).map(Some),
            Ok(None) | Err(StoreError::Conflict(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Begins to renew the lease.
    fn renewed(factory: ConnectionFactory, holder: String) -> Result<Self, StoreError> {
        let row = UsedRow::default();
        let mut renewal = Renewal { factory, holder: holder.clone(), row: row.clone(), connection: None };
        let pause = RENEWAL_INTERVAL;
        let period =
            Period { thread: "import lease", work: "renewing a lease", first: pause, pause, has_last_turn: true };
        let thread = PeriodicThread::start(period, move |turn| {
            if turn.pause(Duration::ZERO) {
                renewal.renew();
            } else {
                renewal.release();
            }
        });
        Ok(Self { holder, row, renewal: Some(thread.map_err(|error| unavailable(error.to_string()))?) })
    }

    /// For the whole of a transaction that confirms the lease: nobody renews it meanwhile.
    pub(crate) fn row(&self) -> MutexGuard<'_, ()> {
        self.row.lock()
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
        if let Some(renewal) = self.renewal.take() {
            renewal.stop(RELEASE_WAIT);
        }
    }
}

/// Renews a lease on a connection of its own: that of the import is busy.
struct Renewal {
    factory: ConnectionFactory,
    holder: String,
    row: UsedRow,
    connection: Option<StoreConnection>,
}

impl Renewal {
    fn renew(&mut self) {
        let lease = LEASE.as_micros();
        self.run(&format!("UPDATE leases SET expires_at = {NOW} + {lease} WHERE name = 'import' AND holder = $1"));
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
        let Self { factory, holder, row, connection } = self;
        let _used = row.lock();
        let connection = match connection {
            Some(connection) => connection,
            none => none.insert(factory.open().map_err(|error| StoreError::Unavailable(Cause::from(error)))?),
        };
        let limits = TransactionLimits { lock: RENEWAL_INTERVAL, statement: RENEWAL_INTERVAL };
        in_repeated_transaction(connection, Some(limits), |connection| {
            let statement = diesel::sql_query(statement).bind::<Text, _>(&*holder);
            statement.execute(connection).map(drop).map_err(store_error)
        })
    }
}

#[derive(QueryableByName)]
struct Holder {
    #[diesel(sql_type = Text)]
    holder: String,
}
