//! A machine with a catalog server.

use super::documented::{CATALOG, ENDING, HAPROXY, NETWORK, PASSWORD, ask, at, environment, substituted};
use crate::workdir::command;
use anyhow::Context;
use catalog_testkit::process::{HttpRequest, ServerProcess, end};
use std::fs::{self, File};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};

pub(super) struct ServerMachine {
    address: String,
    folder: PathBuf,
    program: PathBuf,
    pub(super) haproxy: Child,
    pub(super) server: Option<ServerProcess>,
}

impl ServerMachine {
    /// Starts HAProxy on the machine of that number.
    pub(super) fn start(root: &Path, program: &Path, number: usize) -> anyhow::Result<Self> {
        let (folder, address) = (root.join(format!("app{number}")), format!("{NETWORK}1{number}"));
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("haproxy.cfg"), substituted(HAPROXY, "", &address, &folder))?;
        let haproxy = Self::haproxy(&folder)?;
        Ok(Self { address, folder, program: program.to_owned(), haproxy, server: None })
    }

    fn haproxy(folder: &Path) -> anyhow::Result<Child> {
        let log = File::options().create(true).append(true).open(folder.join("haproxy.log"))?;
        let mut haproxy = command(Path::new("/usr/sbin/haproxy"), folder);
        haproxy.args(["-db", "-f", "haproxy.cfg"]).stdout(log.try_clone()?).stderr(log);
        haproxy.spawn().context("haproxy is not installed")
    }

    /// Starts HAProxy again if it was killed, and the server unless it runs.
    pub(super) fn mend(&mut self) -> anyhow::Result<()> {
        if self.haproxy.try_wait()?.is_some() {
            self.haproxy = Self::haproxy(&self.folder)?;
        }
        if self.server.is_none() {
            let mut serve = self.catalog();
            self.server = Some(ServerProcess::start(serve.arg("serve")).map_err(anyhow::Error::msg)?);
        }
        Ok(())
    }

    pub(super) fn catalog(&self) -> Command {
        let mut catalog = command(&self.program, &self.folder);
        catalog.envs(environment(&substituted(CATALOG, "", &self.address, &self.folder)));
        catalog
    }

    pub(super) fn is_ready(&self) -> bool {
        let ready = ask(&self.address, 8080, &HttpRequest::get("/health/ready", None, &[]));
        ready.is_ok_and(|(status, _)| status == 200)
    }

    pub(super) fn server_address(&self) -> anyhow::Result<SocketAddr> {
        at(&self.address, 8080)
    }

    /// A connection string of the primary for the programs of PostgreSQL.
    pub(super) fn primary(&self) -> String {
        format!("host={} port=5000 user=postgres password={PASSWORD} dbname=postgres", self.address)
    }
}

impl Drop for ServerMachine {
    fn drop(&mut self) {
        if let Some(server) = &mut self.server {
            server.stop(ENDING);
        }
        end(&mut self.haproxy, ENDING);
    }
}
