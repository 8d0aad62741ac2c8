//! Throwaway PostgreSQL databases: on the server that `TEST_POSTGRES_URL` names, else on a cluster of our own that
//! lives as long as the test process. Where neither is available, tests are skipped loudly, and on a CI machine (`CI`
//! set) fail.

mod pooler;
mod programs;
mod temp_cluster;
mod tls_cluster;

pub use pooler::TestPooler;
pub use programs::{as_unprivileged_user, give_to_unprivileged_user};
pub use temp_cluster::{StopMode, TempCluster};
pub use tls_cluster::TlsCluster;

use crate::program::{is_ci, warn};
use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// A server that tests may make databases on; one per test process.
pub struct TestPostgres {
    admin_url: String,
    /// Our own, which ends with this process, however it ends.
    cluster: Option<TempCluster>,
}

/// A database of one test, dropped with this value.
pub struct TestDatabase {
    /// Its URL, in the form that a store takes.
    pub url: String,
    /// Its name on the server.
    pub name: String,
    admin_url: String,
}

impl TestPostgres {
    /// The server of this test process; `None` when none is available, which on a CI machine fails.
    pub fn shared() -> Option<&'static Self> {
        static SHARED: OnceLock<Option<TestPostgres>> = OnceLock::new();
        SHARED
            .get_or_init(|| match Self::find() {
                Ok(server) => Some(server),
                Err(reason) => {
                    assert!(!is_ci(), "CI is set and there is no PostgreSQL to test with: {reason}");
                    warn(&format!("POSTGRESQL TESTS ARE SKIPPED: {reason}"));
                    None
                }
            })
            .as_ref()
    }

    fn find() -> Result<Self, String> {
        if let Ok(admin_url) = std::env::var("TEST_POSTGRES_URL") {
            return match PgConnection::establish(&admin_url) {
                Ok(_) => Ok(Self { admin_url, cluster: None }),
                Err(error) => Err(format!("TEST_POSTGRES_URL is set, but: {error}")),
            };
        }
        let cluster = TempCluster::start_shared();
        let cluster = cluster.ok_or("neither TEST_POSTGRES_URL is set nor are initdb and postgres installed")?;
        Ok(Self { admin_url: cluster.url(), cluster: Some(cluster) })
    }

    /// A new, empty database.
    pub fn fresh_database(&self) -> TestDatabase {
        self.make_database("template1")
    }

    /// A new database with what `migrate` makes in an empty one, given its URL. On our own cluster it is called once,
    /// and its result is copied: that takes a tenth of the time.
    pub fn migrated_database(&self, migrate: impl FnOnce(&str)) -> TestDatabase {
        static MIGRATED: OnceLock<TestDatabase> = OnceLock::new();
        let make = || {
            let database = self.fresh_database();
            migrate(&database.url);
            database
        };
        // Nobody deletes it, and a server of others should not keep it.
        if self.cluster.is_none() { make() } else { self.make_database(&MIGRATED.get_or_init(make).name) }
    }

    fn make_database(&self, template: &str) -> TestDatabase {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("catalog_test_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let mut connection = PgConnection::establish(&self.admin_url).unwrap();
        connection.batch_execute(&format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")).unwrap();
        connection.batch_execute(&format!("CREATE DATABASE {name} TEMPLATE {template}")).unwrap();
        TestDatabase { url: with_database(&self.admin_url, &name), name, admin_url: self.admin_url.clone() }
    }
}

impl TestDatabase {
    /// Runs statements in the database, on a connection of its own.
    pub fn execute(&self, statements: &str) {
        execute(&self.url, statements).unwrap();
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        // A test that failed has reported it; a database left behind is not a second failure.
        let _ = execute(&self.admin_url, &format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name));
    }
}

fn execute(url: &str, statements: &str) -> Result<(), String> {
    let mut connection = PgConnection::establish(url).map_err(|error| error.to_string())?;
    connection.batch_execute(statements).map_err(|error| error.to_string())
}

fn with_database(url: &str, name: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("postgres", url));
    let (address, parameters) = rest.split_once('?').map_or((rest, String::new()), |(a, p)| (a, format!("?{p}")));
    let authority = address.split('/').next().unwrap_or_default();
    format!("{scheme}://{authority}/{name}{parameters}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_replaces_the_one_in_the_url() {
        for (url, expected) in [
            ("postgres://u:p@h:1/db?sslmode=disable", "postgres://u:p@h:1/x?sslmode=disable"),
            ("postgres:///db?host=/tmp/a&user=u", "postgres:///x?host=/tmp/a&user=u"),
            ("postgresql://h", "postgresql://h/x"),
        ] {
            assert_eq!(with_database(url, "x"), expected);
        }
    }

    #[test]
    fn fresh_databases_are_empty_and_apart() {
        let Some(server) = TestPostgres::shared() else { return };
        let (one, other) = (server.fresh_database(), server.fresh_database());
        assert_ne!(one.url, other.url);
        for database in [&one, &other] {
            database.execute("CREATE TABLE only_mine (id INT)");
        }
    }
}
