//! The failures: what is broken, and for how long.

use super::documented::documented_ttl;
use super::site::Site;
use super::store_machine::StoreMachine;
use crate::server::wait_until;
use anyhow::{Context, ensure};
use catalog_testkit::Frozen;
use clap::ValueEnum;
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

/// How long what no other takes the place of is away.
const AWAY: Duration = Duration::from_secs(8);
/// How long a standby or a member of etcd is away: longer than it takes to notice that.
const STANDBY_AWAY: Duration = Duration::from_secs(15);
/// How long a new primary may take.
const ELECTION: Duration = Duration::from_secs(90);
/// How long a former primary is away after another one was elected.
const AFTER_ELECTION: Duration = Duration::from_secs(3);
/// How long a primary that goes on is watched before the cluster is expected to be whole.
const AFTER_STANDSTILL: Duration = Duration::from_secs(10);
/// How much longer than the `ttl` of the leader's key a primary stands still: its successor works by then.
const STANDSTILL: Duration = Duration::from_secs(20);
/// Writes 64 MB that no standby gets, more than what the connections to them hold.
const DIVERGE: &str = "SET synchronous_commit = local; \
    SELECT count(pg_logical_emit_message(true, 'bench', repeat('x', 1000000))) FROM generate_series(1, 64)";

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Failure {
    PrimaryKilled,
    PrimaryFrozen,
    PrimaryPostgresStalled,
    PrimaryMachineStalled,
    PrimaryDiverged,
    PrimaryPartitioned,
    Switchover,
    StandbyKilled,
    StandbyFrozen,
    EtcdKilled,
    EtcdFrozen,
    HaproxyKilled,
    HaproxyFrozen,
    ServerKilled,
    ServerFrozen,
}

impl Failure {
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::PrimaryKilled => "primary killed",
            Self::PrimaryFrozen => "primary frozen",
            Self::PrimaryPostgresStalled => "PostgreSQL of the primary frozen, 20 s beyond `ttl`",
            Self::PrimaryMachineStalled => "machine of the primary frozen, 20 s beyond `ttl`",
            Self::PrimaryDiverged => "primary killed with a log of its own, rewound",
            Self::PrimaryPartitioned => "primary cut off from etcd",
            Self::Switchover => "switchover",
            Self::StandbyKilled => "synchronous standby killed",
            Self::StandbyFrozen => "synchronous standby frozen",
            Self::EtcdKilled => "leader of etcd killed",
            Self::EtcdFrozen => "leader of etcd frozen",
            Self::HaproxyKilled => "one HAProxy killed",
            Self::HaproxyFrozen => "one HAProxy frozen",
            Self::ServerKilled => "one server killed",
            Self::ServerFrozen => "one server frozen",
        }
    }

    /// Breaks something and waits. What was killed is started again by [`Site::mend`], everything else here.
    pub(super) fn happen(self, site: &mut Site) -> anyhow::Result<()> {
        let [primary, standby] = site.primary_and_standby()?;
        match self {
            Self::PrimaryKilled => {
                site.stores[primary].kill();
                await_election(site, primary)
            }
            Self::PrimaryFrozen => {
                let frozen = Frozen::new(&site.stores[primary].patroni_and_postgres());
                await_election(site, primary)?;
                drop(frozen);
                Ok(())
            }
            Self::PrimaryPostgresStalled => stall(site, primary, &site.stores[primary].postgres()),
            Self::PrimaryMachineStalled => stall(site, primary, &site.stores[primary].whole_machine()),
            Self::PrimaryDiverged => diverge(site, primary),
            Self::PrimaryPartitioned => {
                site.stores[primary].cut_off(true);
                let elected = await_election(site, primary);
                site.stores[primary].cut_off(false);
                elected
            }
            Self::Switchover => site.stores[primary].switch_over(&site.stores[standby].name),
            Self::StandbyKilled => {
                site.stores[standby].kill();
                thread::sleep(STANDBY_AWAY);
                Ok(())
            }
            Self::StandbyFrozen => freeze(&site.stores[standby].patroni_and_postgres(), STANDBY_AWAY),
            Self::EtcdKilled => kill(&mut etcd_leader(site)?.etcd, STANDBY_AWAY),
            Self::EtcdFrozen => freeze(&[etcd_leader(site)?.etcd.id()], STANDBY_AWAY),
            Self::HaproxyKilled => kill(&mut site.servers[0].haproxy, AWAY),
            Self::HaproxyFrozen => freeze(&[site.servers[0].haproxy.id()], AWAY),
            Self::ServerKilled => {
                site.servers[0].server = None;
                thread::sleep(AWAY);
                Ok(())
            }
            Self::ServerFrozen => freeze(&[site.servers[0].server.as_ref().context("the server is gone")?.id()], AWAY),
        }
    }
}

fn kill(child: &mut Child, time: Duration) -> anyhow::Result<()> {
    child.kill()?;
    child.wait()?;
    thread::sleep(time);
    Ok(())
}

fn freeze(ids: &[u32], time: Duration) -> anyhow::Result<()> {
    let frozen = Frozen::new(ids);
    thread::sleep(time);
    drop(frozen);
    Ok(())
}

/// Lets the primary, or more of its machine, stand still for long enough, and lets it go on beside its successor.
fn stall(site: &Site, primary: usize, processes: &[u32]) -> anyhow::Result<()> {
    let begun = Instant::now();
    let frozen = Frozen::new(processes);
    let elected = await_election(site, primary);
    thread::sleep((documented_ttl()? + STANDSTILL).saturating_sub(begun.elapsed()));
    drop(frozen);
    elected?;
    // What it does wrong, it does when its next turns come.
    thread::sleep(AFTER_STANDSTILL);
    Ok(())
}

fn etcd_leader(site: &mut Site) -> anyhow::Result<&mut StoreMachine> {
    site.stores.iter_mut().find(|machine| machine.leads_etcd()).context("no etcd leads")
}

fn await_election(site: &Site, former: usize) -> anyhow::Result<()> {
    wait_until("another primary", ELECTION, || {
        // The former one may not know better.
        let others = site.stores.iter().enumerate().filter(|(index, _)| *index != former);
        let leads = |machine: &StoreMachine| site.role_seen_by(machine, &machine.name).as_deref() == Some("leader");
        Ok(others.map(|(_, machine)| machine).any(leads))
    })?;
    thread::sleep(AFTER_ELECTION);
    Ok(())
}

/// Lets the primary write what no standby gets, and kills it then.
fn diverge(site: &mut Site, primary: usize) -> anyhow::Result<()> {
    let receivers: Vec<u32> = site.stores.iter().filter_map(StoreMachine::wal_receiver).collect();
    let frozen = Frozen::new(&receivers);
    let written = site.query(DIVERGE);
    site.stores[primary].kill();
    drop(frozen);
    written?;
    await_election(site, primary)?;
    let rewinds = site.stores[primary].rewinds();
    site.mend()?;
    ensure!(site.stores[primary].rewinds() > rewinds, "the former primary came back without pg_rewind");
    Ok(())
}
