//! What the servers cause: statements, rows, bytes and processor time of PostgreSQL, and processor time of their own.

use super::site::{SERVERS_ROLE, Site, StoreNode};
use anyhow::Context;
use catalog_testkit::postgres::TempCluster;
use catalog_testkit::process_info::{first_thread_processor_seconds, processor_seconds};
use std::array;
use std::collections::BTreeMap;
use std::ops::{Mul, Sub};
use std::thread;
use std::time::{Duration, Instant};

/// How long the servers are watched while nothing happens.
pub(crate) const QUIET: Duration = Duration::from_secs(4);

/// What was done for the servers, altogether or in a time, as in [`COLUMNS`]; processor time in microseconds.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Work([f64; 5]);

pub(crate) const COLUMNS: &str = "statements | rows | bytes | store µs | server µs";

impl Work {
    /// The columns of a table, per one of `count`. What idle servers do varies a little, so what is left without it can
    /// be below nothing.
    pub(crate) fn columns(self, count: f64) -> String {
        let [statements, rows, bytes, store, servers] = self.0.map(|all| (all / count).max(0.0));
        format!("{statements:.2} | {rows:.2} | {bytes:.0} | {store:.0} | {servers:.0}")
    }
}

impl Sub for Work {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(array::from_fn(|column| self.0[column] - other.0[column]))
    }
}

impl Mul<f64> for Work {
    type Output = Self;

    fn mul(self, factor: f64) -> Self {
        Self(self.0.map(|column| column * factor))
    }
}

pub(crate) struct Reading {
    at: Instant,
    /// All but what the processes of PostgreSQL have used.
    work: Work,
    /// Seconds by process of PostgreSQL that a server is connected to.
    backends: BTreeMap<u32, f64>,
}

impl Reading {
    /// Reads all counters, those of the store from one node of it.
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
        let servers: f64 = site.servers.iter().map(|server| processor_seconds(server.id())).sum();
        Ok(Self {
            at: Instant::now(),
            work: Work([statements.parse()?, rows.parse()?, node.forwarder.sent() as f64, 0.0, servers * 1e6]),
            backends: backends.map(|id| (id, first_thread_processor_seconds(id))).collect(),
        })
    }

    /// What was done between an earlier reading and this one. A connection that was closed in between is not in the
    /// processor time of the store.
    pub(crate) fn since(&self, earlier: &Self) -> Work {
        let of_backend = |(id, seconds): (&u32, &f64)| seconds - earlier.backends.get(id).unwrap_or(&0.0);
        let mut work = self.work - earlier.work;
        work.0[3] = self.backends.iter().map(of_backend).sum::<f64>() * 1e6;
        work
    }

    /// How many seconds lie between an earlier reading and this one.
    pub(crate) fn seconds_since(&self, earlier: &Self) -> f64 {
        self.at.duration_since(earlier.at).as_secs_f64()
    }
}

pub(crate) fn number(cluster: &TempCluster, sql: &str) -> anyhow::Result<f64> {
    let rows = cluster.query(sql);
    rows.first().and_then(|row| row.parse().ok()).with_context(|| format!("{sql}: {rows:?}"))
}

/// What the servers do in a second in which nothing happens.
pub(crate) fn idle_second(site: &Site, node: &StoreNode) -> anyhow::Result<Work> {
    let before = Reading::take(site, node)?;
    thread::sleep(QUIET);
    let after = Reading::take(site, node)?;
    Ok(after.since(&before) * (1.0 / after.seconds_since(&before)))
}
