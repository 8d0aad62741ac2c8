//! What the servers cause: statements, rows, bytes and processor time of PostgreSQL, and processor time of their own.

use super::site::{SERVERS_ROLE, Site, StoreNode};
use anyhow::Context;
use catalog_testkit::postgres::TempCluster;
use catalog_testkit::process_info::{first_thread_processor_seconds, processor_seconds};
use std::collections::BTreeMap;
use std::ops::{Mul, Sub};
use std::thread;
use std::time::{Duration, Instant};

/// How long the servers are watched while nothing happens.
pub(crate) const QUIET: Duration = Duration::from_secs(4);

/// What was done for the servers, altogether or in a time.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Work {
    pub(crate) statements: f64,
    pub(crate) rows: f64,
    pub(crate) bytes: f64,
    /// Processor time of the processes of PostgreSQL that the servers are connected to, in milliseconds.
    pub(crate) store: f64,
    /// Processor time of the servers, in milliseconds.
    pub(crate) servers: f64,
}

impl Work {
    /// The columns of a table, per one of `count`; processor time in microseconds. What idle servers do varies a
    /// little, so what is left without it can be below nothing.
    pub(crate) fn columns(self, count: f64) -> String {
        let each = |all: f64| (all / count).max(0.0);
        let (statements, rows, bytes) = (each(self.statements), each(self.rows), each(self.bytes));
        let (store, servers) = (each(self.store) * 1e3, each(self.servers) * 1e3);
        format!("{statements:.2} | {rows:.2} | {bytes:.0} | {store:.0} | {servers:.0}")
    }
}

pub(crate) const COLUMNS: &str = "statements | rows | bytes | store µs | server µs";

impl Sub for Work {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self {
            statements: self.statements - other.statements,
            rows: self.rows - other.rows,
            bytes: self.bytes - other.bytes,
            store: self.store - other.store,
            servers: self.servers - other.servers,
        }
    }
}

impl Mul<f64> for Work {
    type Output = Self;

    fn mul(self, factor: f64) -> Self {
        Self {
            statements: self.statements * factor,
            rows: self.rows * factor,
            bytes: self.bytes * factor,
            store: self.store * factor,
            servers: self.servers * factor,
        }
    }
}

/// The counters of one moment.
pub(crate) struct Reading {
    at: Instant,
    statements: f64,
    rows: f64,
    bytes: f64,
    /// Seconds by process.
    backends: BTreeMap<u32, f64>,
    servers: f64,
}

impl Reading {
    /// Reads all counters, those of the store from one node of it.
    ///
    /// # Errors
    /// When PostgreSQL does not report them.
    pub(crate) fn take(site: &Site, node: &StoreNode) -> anyhow::Result<Self> {
        let counters = format!(
            "SELECT coalesce(sum(calls), 0) || '|' || coalesce(sum(rows), 0) FROM pg_stat_statements \
             WHERE userid = '{SERVERS_ROLE}'::regrole"
        );
        let row = node.cluster.query(&counters);
        let (statements, rows) = row.first().and_then(|row| row.split_once('|')).context("no statistics")?;
        let backends = format!("SELECT pid FROM pg_stat_activity WHERE usename = '{SERVERS_ROLE}'");
        let backends = node.cluster.query(&backends);
        let backends = backends.iter().filter_map(|id| id.parse().ok());
        Ok(Self {
            at: Instant::now(),
            statements: statements.parse()?,
            rows: rows.parse()?,
            bytes: node.forwarder.sent() as f64,
            backends: backends.map(|id| (id, first_thread_processor_seconds(id))).collect(),
            servers: site.servers.iter().map(|server| processor_seconds(server.id())).sum(),
        })
    }

    /// What was done between an earlier reading and this one. A connection that was closed in between is not in the
    /// processor time of the store.
    pub(crate) fn since(&self, earlier: &Self) -> Work {
        let of_backend = |(id, seconds): (&u32, &f64)| seconds - earlier.backends.get(id).unwrap_or(&0.0);
        Work {
            statements: self.statements - earlier.statements,
            rows: self.rows - earlier.rows,
            bytes: self.bytes - earlier.bytes,
            store: self.backends.iter().map(of_backend).sum::<f64>() * 1e3,
            servers: (self.servers - earlier.servers) * 1e3,
        }
    }

    /// How many seconds lie between an earlier reading and this one.
    pub(crate) fn seconds_since(&self, earlier: &Self) -> f64 {
        self.at.duration_since(earlier.at).as_secs_f64()
    }
}

/// Runs SQL that returns one number.
///
/// # Errors
/// When it returns something else.
pub(crate) fn number(cluster: &TempCluster, sql: &str) -> anyhow::Result<f64> {
    let rows = cluster.query(sql);
    rows.first().and_then(|row| row.parse().ok()).with_context(|| format!("{sql}: {rows:?}"))
}

/// What the servers do in a second in which nothing happens.
///
/// # Errors
/// When PostgreSQL does not report it.
pub(crate) fn idle_second(site: &Site, node: &StoreNode) -> anyhow::Result<Work> {
    let before = Reading::take(site, node)?;
    thread::sleep(QUIET);
    let after = Reading::take(site, node)?;
    Ok(after.since(&before) * (1.0 / after.seconds_since(&before)))
}
