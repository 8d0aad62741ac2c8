//! All machines together.

use super::clients::Importer;
use super::documented::{NETWORK, PASSWORD};
use super::server_machine::ServerMachine;
use super::store_machine::{StoreMachine, wait_for_etcd};
use crate::nginx::start_before;
use crate::server::wait_until;
use crate::workdir::{LOGIN, Workdir, add_account, run_to_end};
use anyhow::Context;
use catalog_testkit::process::NginxProcess;
use serde_json::Value;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// How long the cluster may take to be whole again.
const WHOLE: Duration = Duration::from_secs(180);

/// The cluster. Everything ends with it, servers before the store.
pub(super) struct Site {
    pub(super) nginx: NginxProcess,
    pub(super) servers: Vec<ServerMachine>,
    pub(super) stores: Vec<StoreMachine>,
    pub(super) importer: Importer,
}

impl Site {
    /// Starts everything in an empty folder, with a catalog of the size of `workdir`.
    pub(super) fn start(root: &Path, workdir: &Workdir) -> anyhow::Result<Self> {
        let mut stores = (1..=3).map(|number| StoreMachine::start(root, number)).collect::<anyhow::Result<Vec<_>>>()?;
        wait_for_etcd(&stores)?;
        stores.iter_mut().try_for_each(StoreMachine::mend)?;
        let machine = |number| ServerMachine::start(root, &workdir.program, number);
        let servers = [1, 2].map(machine).into_iter().collect::<anyhow::Result<Vec<_>>>()?;
        let importer = Importer::on(&servers[0], &workdir.program, root);
        let addresses = servers.iter().map(ServerMachine::server_address).collect::<anyhow::Result<Vec<_>>>()?;
        let nginx = start_before(root, format!("{NETWORK}10").parse()?, &addresses)?;
        let mut site = Self { nginx, servers, stores, importer };
        wait_until("the store", WHOLE, || Ok(site.is_store_whole()))?;
        site.make_database()?;
        let input = workdir.generate("catalog.ndjson", &[])?;
        site.importer.run(&["import", "--mode", "full", &input.to_string_lossy()])?;
        add_account(site.servers[0].catalog(), root, LOGIN, &[])?;
        site.mend()?;
        Ok(site)
    }

    /// The user and the database of the servers, as the page says.
    fn make_database(&self) -> anyhow::Result<()> {
        wait_until("HAProxy to find the primary", WHOLE, || Ok(self.query("SELECT 1").is_ok()))?;
        self.query(&format!("CREATE ROLE catalog LOGIN PASSWORD '{PASSWORD}'"))?;
        self.query("CREATE DATABASE catalog OWNER catalog")
    }

    pub(super) fn query(&self, sql: &str) -> anyhow::Result<()> {
        run_to_end(Command::new("psql").args(["-qAt", "-d", &self.servers[0].primary(), "-c", sql])).map(drop)
    }

    pub(super) fn role_seen_by(&self, machine: &StoreMachine, member: &str) -> Option<String> {
        let members = machine.members().ok()?;
        let it = members.iter().find(|it| it["name"] == member)?;
        it["role"].as_str().map(str::to_owned)
    }

    /// Where the primary and its synchronous standby are.
    pub(super) fn primary_and_standby(&self) -> anyhow::Result<[usize; 2]> {
        let members = self.stores.iter().find_map(|machine| machine.members().ok()).context("no Patroni responds")?;
        let place = |role: &str| {
            let member = members.iter().find(|it| it["role"] == role)?;
            self.stores.iter().position(|machine| member["name"] == machine.name)
        };
        Ok([place("leader").context("no primary")?, place("sync_standby").context("no synchronous standby")?])
    }

    /// Whether every Patroni says that there is a primary and two running standbys of the same timeline, one of them
    /// synchronous, and etcd has three members that respond.
    fn is_store_whole(&self) -> bool {
        let is_well = |members: &[Value]| {
            let count = |role: &str| members.iter().filter(|it| it["role"] == role).count();
            let is_up = |it: &Value| it["state"] == "running" || it["state"] == "streaming";
            let are_level = members.windows(2).all(|pair| pair[0]["timeline"] == pair[1]["timeline"]);
            [count("leader"), count("sync_standby"), members.len()] == [1, 1, 3]
                && members.iter().all(is_up)
                && are_level
        };
        self.stores.iter().all(|machine| machine.members().is_ok_and(|members| is_well(&members)))
    }

    /// Starts what was killed, and waits until everything is as it was.
    pub(super) fn mend(&mut self) -> anyhow::Result<()> {
        self.stores.iter_mut().try_for_each(StoreMachine::mend)?;
        self.servers.iter_mut().try_for_each(ServerMachine::mend)?;
        let is_whole = || Ok(self.is_store_whole() && self.servers.iter().all(ServerMachine::is_ready));
        wait_until("the cluster to be whole", WHOLE, is_whole)
    }
}
