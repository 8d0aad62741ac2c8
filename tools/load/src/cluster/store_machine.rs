//! A machine of the store.

use super::documented::{
    ENDING, ETCD, NETWORK, PATRONI, PATRONI_ENVIRONMENT, ask, at, environment, postgres_version, substituted,
};
use crate::server::wait_until;
use anyhow::{Context, ensure};
use catalog_testkit::postgres::{as_unprivileged_user, give_to_unprivileged_user};
use catalog_testkit::process::{Forwarder, HttpClient, HttpRequest, end};
use catalog_testkit::process_info::family;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::Instant;

pub(super) struct StoreMachine {
    pub(super) name: String,
    pub(super) address: String,
    folder: PathBuf,
    pub(super) etcd: Child,
    patroni: Option<Child>,
    /// Patroni's ways to etcd, which can be cut: then nothing passes and nothing is refused.
    ways: Vec<Forwarder>,
}

impl StoreMachine {
    /// Starts etcd on the machine of that number.
    pub(super) fn start(root: &Path, number: usize) -> anyhow::Result<Self> {
        let (name, address) = (format!("db{number}"), format!("{NETWORK}2{number}"));
        let folder = root.join(&name);
        let of_postgres = format!("postgresql/{}", postgres_version());
        for inner in ["etcd", &of_postgres] {
            fs::create_dir_all(folder.join(inner))?;
        }
        for made in ["", "etcd", "postgresql", &of_postgres] {
            give_to_unprivileged_user(&folder.join(made)).map_err(anyhow::Error::msg)?;
        }
        let way = |other| {
            let from = at(&format!("127.39.{number}.2{other}"), 2379)?;
            Ok(Forwarder::to_address(from, at(&format!("{NETWORK}2{other}"), 2379)?)?)
        };
        let ways = (1..=3).map(way).collect::<anyhow::Result<_>>()?;
        let etcd = Self::etcd(&folder, &name, &address)?;
        Ok(Self { name, address, folder, etcd, patroni: None, ways })
    }

    fn etcd(folder: &Path, name: &str, address: &str) -> anyhow::Result<Child> {
        let mut etcd = Self::command(folder, "etcd", "etcd.log")?;
        Ok(etcd.envs(environment(&substituted(ETCD, name, address, folder))).spawn()?)
    }

    /// A program of the machine that ends with this one.
    fn command(folder: &Path, program: &str, log: &str) -> anyhow::Result<Command> {
        let mut command = as_unprivileged_user(Path::new("setpriv"), folder).map_err(anyhow::Error::msg)?;
        let log = File::options().create(true).append(true).open(folder.join(log))?;
        command.args(["--pdeathsig", "TERM", program]).stdout(log.try_clone()?).stderr(log);
        Ok(command)
    }

    /// Starts etcd again if it was killed, and Patroni, which starts PostgreSQL, unless it runs.
    pub(super) fn mend(&mut self) -> anyhow::Result<()> {
        if self.etcd.try_wait()?.is_some() {
            self.etcd = Self::etcd(&self.folder, &self.name, &self.address)?;
        }
        if self.patroni.is_none() {
            self.patroni = Some(self.start_patroni()?);
        }
        Ok(())
    }

    fn start_patroni(&self) -> anyhow::Result<Child> {
        let of_machine = |text| substituted(text, &self.name, &self.address, &self.folder);
        fs::write(self.folder.join("patroni.yml"), of_machine(PATRONI))?;
        let number = &self.name[2..];
        let etcd = [1, 2, 3].map(|other| format!("127.39.{number}.2{other}:2379")).join(",");
        let mut patroni = Self::command(&self.folder, "patroni", "patroni.log")?;
        patroni.arg("patroni.yml").envs(environment(&of_machine(PATRONI_ENVIRONMENT)));
        // Through passages that can be cut; their other ends are not to be found out.
        patroni.envs([("PATRONI_ETCD_HOSTS", &*etcd), ("PATRONI_ETCD_USE_PROXIES", "true")]);
        Ok(patroni.spawn()?)
    }

    fn postmaster(&self) -> Option<u32> {
        let file = format!("postgresql/{}/catalog/postmaster.pid", postgres_version());
        let file = fs::read_to_string(self.folder.join(file)).ok()?;
        let id = file.lines().next()?.trim().parse().ok()?;
        // One that was killed leaves the file behind.
        let name = fs::read_to_string(format!("/proc/{id}/comm")).ok()?;
        (name.trim() == "postgres").then_some(id)
    }

    pub(super) fn postgres(&self) -> Vec<u32> {
        self.postmaster().map(family).unwrap_or_default()
    }

    pub(super) fn patroni_and_postgres(&self) -> Vec<u32> {
        let patroni = self.patroni.as_ref().map(|patroni| family(patroni.id())).unwrap_or_default();
        [patroni, self.postgres()].concat()
    }

    pub(super) fn whole_machine(&self) -> Vec<u32> {
        [family(self.etcd.id()), self.patroni_and_postgres()].concat()
    }

    /// The process that receives the log from the primary.
    pub(super) fn wal_receiver(&self) -> Option<u32> {
        let is_receiver =
            |id: &u32| fs::read_to_string(format!("/proc/{id}/cmdline")).is_ok_and(|line| line.contains("walreceiver"));
        self.postgres().into_iter().find(is_receiver)
    }

    /// Cuts Patroni off from etcd, or lets it reach it again.
    pub(super) fn cut_off(&self, is_cut: bool) {
        self.ways.iter().for_each(|way| way.hold_back(is_cut));
    }

    pub(super) fn kill(&mut self) {
        self.patroni_and_postgres().into_iter().for_each(kill);
        if let Some(mut patroni) = self.patroni.take() {
            let _ = patroni.wait();
        }
    }

    /// What Patroni says about the cluster: name, role, state and timeline of each member.
    pub(super) fn members(&self) -> anyhow::Result<Vec<Value>> {
        let (_, mut cluster) = ask(&self.address, 8008, &HttpRequest::get("/cluster", None, &[]))?;
        cluster["members"].as_array_mut().map(std::mem::take).context("no members")
    }

    pub(super) fn switch_over(&self, candidate: &str) -> anyhow::Result<()> {
        let body = serde_json::json!({"leader": self.name, "candidate": candidate}).to_string();
        let client = HttpClient::open(at(&self.address, 8008)?, Instant::now() + ENDING);
        let response = client?.fetch(&HttpRequest::post("/switchover", &[], &body))?;
        ensure!(response.status == 200, "switchover: {} {}", response.status, String::from_utf8_lossy(&response.body));
        Ok(())
    }

    pub(super) fn leads_etcd(&self) -> bool {
        let status = ask(&self.address, 2379, &HttpRequest::post("/v3/maintenance/status", &[], "{}"));
        status.is_ok_and(|(_, it)| it["leader"].is_string() && it["leader"] == it["header"]["member_id"])
    }

    /// How often its Patroni has begun to rewind.
    pub(super) fn rewinds(&self) -> usize {
        let log = fs::read_to_string(self.folder.join("patroni.log")).unwrap_or_default();
        log.matches("running pg_rewind").count()
    }
}

impl Drop for StoreMachine {
    fn drop(&mut self) {
        if let Some(patroni) = &mut self.patroni {
            end(patroni, ENDING);
        }
        // What Patroni has left.
        self.postgres().into_iter().for_each(kill);
        end(&mut self.etcd, ENDING);
    }
}

pub(super) fn wait_for_etcd(machines: &[StoreMachine]) -> anyhow::Result<()> {
    wait_until("etcd", ENDING, || Ok(machines.iter().any(StoreMachine::leads_etcd)))
}

/// Kills a process. One that has ended needs no signal.
fn kill(id: u32) {
    if let Some(id) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        let _ = kill_process(id, Signal::KILL);
    }
}
