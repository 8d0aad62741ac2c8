//! The pool's waits end, and it discards failed connections.

use super::*;
use crate::failure::unexpected;
use crate::transaction::begin;
use catalog_testkit::postgres::TestPostgres;

fn factory(url: &str) -> ConnectionFactory {
    ConnectionFactory {
        url: url.parse().unwrap(),
        lock_wait: Duration::ZERO,
        statement_limit: Duration::from_secs(10),
        is_read_only: false,
        file: None,
        pooler: PostgresPooler::Session,
    }
}

/// Far more than anything takes, however slow the machine is: connections are opened on a thread of the pool's own.
const LONG_WAIT: Duration = Duration::from_secs(600);

fn pool(folder: &tempfile::TempDir) -> ConnectionPool {
    let url = format!("sqlite://{}/pool.db", folder.path().display());
    std::fs::write(folder.path().join("pool.db"), "").unwrap();
    ConnectionPool::new(factory(&url), 1, LONG_WAIT)
}

#[test]
fn a_caller_without_a_free_connection_fails_in_time() {
    let folder = tempfile::TempDir::new().unwrap();
    let mut pool = pool(&folder);
    pool.with(|_| Ok::<_, StoreError>(())).unwrap();
    // The one connection is open: from here on callers only wait for each other.
    pool.wait = Duration::from_millis(50);
    let inner = pool.with(|_| Ok::<_, StoreError>(pool.with(|_| Ok::<_, StoreError>(())))).unwrap();
    assert!(matches!(inner, Err(StoreError::Unavailable(_))), "{inner:?}");
    assert!(pool.with(|_| Ok::<_, StoreError>(())).is_ok(), "the connection is free again");
}

#[test]
fn callers_do_not_wait_for_a_store_that_is_down() {
    let pool = ConnectionPool::new(factory("sqlite:///nowhere/pool.db"), 1, LONG_WAIT);
    let began = Instant::now();
    let failed = pool.with(|_| Ok::<_, StoreError>(()));
    assert!(matches!(failed, Err(StoreError::Unavailable(_))), "{failed:?}");
    assert!(began.elapsed() < LONG_WAIT / 2, "a quick no: {:?}", began.elapsed());
    assert_eq!(pool.connections(), ConnectionUse { open: 0, idle: 0, limit: 1, failures: 1 });
}

#[test]
fn a_connection_that_may_be_to_blame_is_thrown_away() {
    let Some(server) = TestPostgres::shared() else { return };
    let database = server.fresh_database();
    let pool = ConnectionPool::new(factory(&database.url), 1, LONG_WAIT);
    for (error, stored) in [(unexpected("a bad statement"), 1), (unavailable("the peer is gone"), 0)] {
        fail(&pool, error);
        assert_eq!(pool.pool.state().connections, stored);
    }
    assert!(pool.with(|_| Ok::<_, StoreError>(())).is_ok());
}

#[test]
fn a_connection_to_a_file_is_not_thrown_away_for_a_full_disk() {
    let folder = tempfile::TempDir::new().unwrap();
    let pool = pool(&folder);
    fail(&pool, unavailable("database or disk is full"));
    assert_eq!(pool.pool.state().connections, 1, "there may be no space to open another one");
}

fn fail(pool: &ConnectionPool, error: StoreError) {
    let failed: Result<(), StoreError> = pool.with(|_| Err(error));
    assert!(failed.is_err());
}

#[test]
fn a_connection_left_in_a_transaction_is_thrown_away() {
    let folder = tempfile::TempDir::new().unwrap();
    let pool = pool(&folder);
    pool.with(|connection| begin(connection, TransactionMode::Snapshot, None)).unwrap();
    assert_eq!(pool.pool.state().connections, 0);
}
