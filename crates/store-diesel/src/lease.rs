//! Leases: who alone may import or move for now. A lease is a row that its holder renews. It needs no session of its
//! own, so a pooler may be in between, and it ends by itself when its holder does.

use crate::connection::StoreConnection;
use crate::failure::unavailable;
use crate::lock_holder::LockHolder;
use crate::pool::ConnectionFactory;
use crate::prelude::*;
use crate::transaction::{TransactionLimits, in_repeated_transaction};
use catalog_domain::ports::{Cause, StoreError};
use diesel::sql_types::{BigInt, Text};
use long_work::{Period, PeriodicThread};
use parking_lot::{Mutex, MutexGuard};
use std::sync::Arc;
use std::time::Duration;

/// The import lock of PostgreSQL.
pub(crate) const IMPORT: &str = "import";
/// Held while a store is moved for good: nobody adds jobs meanwhile. On SQLite it is beside them, with the accounts.
pub(crate) const MOVE: &str = "move";

/// How long a lease lasts unless it is renewed: shorter than another import waits, so that a killed one delays the next
/// and does not fail it.
const LEASE: Duration = Duration::from_secs(8);
const RENEWAL_INTERVAL: Duration = Duration::from_secs(2);
/// How long the end of a lease waits until it is released. A store that is out of reach takes longer; then the lease
/// ends by itself.
const RELEASE_WAIT: Duration = Duration::from_secs(5);

/// The right to do something, until it is dropped or has not been renewed for too long.
pub(crate) struct Lease {
    name: &'static str,
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
        self.0.lock()
    }
}

/// What the engines write differently.
struct Dialect {
    /// The present time by the clock of the database, in microseconds: those of clients differ.
    now: &'static str,
    random: &'static str,
    lock_or_skip: &'static str,
    lock: &'static str,
}

impl Dialect {
    fn of(connection: &StoreConnection) -> Self {
        match connection {
            StoreConnection::Postgres(_) => Self {
                now: "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint",
                random: "md5(random()::text || clock_timestamp()::text || pg_backend_pid()::text)",
                lock_or_skip: "FOR UPDATE SKIP LOCKED",
                lock: "FOR UPDATE",
            },
            StoreConnection::Sqlite(_) => Self {
                now: "CAST(unixepoch('subsec') * 1000000 AS INTEGER)",
                random: "lower(hex(randomblob(16)))",
                lock_or_skip: "",
                lock: "",
            },
        }
    }
}

impl Lease {
    /// Takes the lease `name` for `work` if nobody has it. Does not wait for its holder, whose commit locks the row.
    pub(crate) fn try_take(
        (name, work): (&'static str, &str),
        factory: &ConnectionFactory,
        connection: &mut StoreConnection,
    ) -> Result<Option<Self>, StoreError> {
        let (Dialect { now, random, lock_or_skip, .. }, lease) = (Dialect::of(connection), LEASE.as_micros());
        // In the order in which `LockHolder` reads it.
        let holder = format!("{random} || ' ' || {now} || ' ' || $1");
        let take_over = format!(
            "UPDATE leases SET holder = {holder}, expires_at = {now} + {lease} WHERE name =
                (SELECT name FROM leases WHERE name = '{name}' AND expires_at <= {now} {lock_or_skip})
             RETURNING holder"
        );
        let begin = format!(
            "INSERT INTO leases (name, holder, expires_at) VALUES ('{name}', {holder}, {now} + {lease})
             ON CONFLICT DO NOTHING RETURNING holder"
        );
        let process = LockHolder::of_this_process(work);
        let taken = in_repeated_transaction(connection, factory.limits(), |connection| {
            for statement in [&take_over, &begin] {
                let statement = diesel::sql_query(statement).bind::<Text, _>(&process);
                let holder: Option<Holder> = statement.get_optional(connection)?;
                if holder.is_some() {
                    return Ok(holder);
                }
            }
            Ok(None)
        });
        match taken {
            Ok(Some(Holder { holder })) => Self::renewed(name, factory.clone(), holder).map(Some),
            Ok(None) | Err(StoreError::Conflict(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Begins to renew the lease.
    fn renewed(name: &'static str, factory: ConnectionFactory, holder: String) -> Result<Self, StoreError> {
        let row = UsedRow::default();
        let mut renewal = Renewal { name, factory, holder: holder.clone(), row: row.clone(), connection: None };
        let pause = RENEWAL_INTERVAL;
        let period =
            Period { thread: "store lease", work: "renewing a lease", first: pause, pause, has_last_turn: true };
        let thread = PeriodicThread::start(period, move |turn| {
            if turn.pause(Duration::ZERO) {
                renewal.renew();
            } else {
                renewal.release();
            }
        });
        Ok(Self { name, holder, row, renewal: Some(thread.map_err(|error| unavailable(error.to_string()))?) })
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
        let (name, Dialect { lock, .. }) = (self.name, Dialect::of(connection));
        let locked: Option<Holder> =
            diesel::sql_query(format!("SELECT holder FROM leases WHERE name = '{name}' AND holder = $1 {lock}"))
                .bind::<Text, _>(&self.holder)
                .get_optional(connection)?;
        locked.map(drop).ok_or_else(|| unavailable("another one took over while the store was out of reach"))
    }
}

/// The holder of the lease `name` now, as it is stored; `None` when nobody holds it.
pub(crate) fn holder(connection: &mut StoreConnection, name: &str) -> Result<Option<String>, StoreError> {
    let Dialect { now, .. } = Dialect::of(connection);
    let query = diesel::sql_query(format!("SELECT holder FROM leases WHERE name = '{name}' AND expires_at > {now}"));
    let found: Option<Holder> = query.get_optional(connection)?;
    Ok(found.map(|Holder { holder }| holder))
}

/// The present time by the clock of the database, in microseconds since 1970.
pub(crate) fn now(connection: &mut StoreConnection) -> Result<i64, StoreError> {
    let Dialect { now, .. } = Dialect::of(connection);
    diesel::select(diesel::dsl::sql::<BigInt>(now)).get_result(connection)
}

impl Drop for Lease {
    fn drop(&mut self) {
        if let Some(renewal) = self.renewal.take() {
            renewal.stop(RELEASE_WAIT);
        }
    }
}

/// Renews a lease on a connection of its own: that of the work is busy.
struct Renewal {
    name: &'static str,
    factory: ConnectionFactory,
    holder: String,
    row: UsedRow,
    connection: Option<StoreConnection>,
}

impl Renewal {
    fn renew(&mut self) {
        let lease = LEASE.as_micros();
        self.run(|now| format!("UPDATE leases SET expires_at = {now} + {lease}"));
    }

    fn release(&mut self) {
        self.run(|_| "DELETE FROM leases".to_owned());
    }

    /// Runs a statement about the lease. What fails is tried again by the next renewal; a lease ends by itself.
    fn run(&mut self, statement: impl Fn(&str) -> String) {
        if let Err(error) = self.try_run(statement) {
            tracing::debug!(%error, "a lease was not renewed");
            self.connection = None;
        }
    }

    fn try_run(&mut self, statement: impl Fn(&str) -> String) -> Result<(), StoreError> {
        let Self { name, factory, holder, row, connection } = self;
        let _used = row.lock();
        let connection = match connection {
            Some(connection) => connection,
            none => none.insert(factory.open().map_err(|error| StoreError::Unavailable(Cause::from(error)))?),
        };
        let statement = statement(Dialect::of(connection).now);
        let limits = TransactionLimits { lock: RENEWAL_INTERVAL, statement: RENEWAL_INTERVAL };
        in_repeated_transaction(connection, Some(limits), |connection| {
            let query = diesel::sql_query(format!("{statement} WHERE name = '{name}' AND holder = $1"));
            query.bind::<Text, _>(&*holder).execute(connection).map(drop)
        })
    }
}

#[derive(QueryableByName)]
struct Holder {
    #[diesel(sql_type = Text)]
    holder: String,
}
