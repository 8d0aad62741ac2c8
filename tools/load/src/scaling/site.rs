//! Servers on one PostgreSQL, and what they are given to do.

use crate::client::Client;
use crate::nginx::start_before;
use crate::server::{Server, wait_until};
use crate::workdir::{Changes, LEVEL, LOGIN, Place, Workdir, start_postgres};
use catalog_testkit::postgres::TempCluster;
use catalog_testkit::process::{Forwarder, NginxProcess};
use serde_json::Value;
use std::cell::Cell;
use std::net::Ipv4Addr;
use std::time::Duration;

/// The role by which servers connect, so that their work is told from that of imports.
pub(crate) const SERVERS_ROLE: &str = "servers";
/// Counts statements by role.
const CLUSTER_SETTINGS: &str = "-c shared_preload_libraries=pg_stat_statements";
/// How long servers may take to show an import.
const REFRESH: Duration = Duration::from_secs(60);
/// After an import is shown, until the feed has its events: a little more than `--feed-settle-ms`.
pub(crate) const RELEASE: Duration = Duration::from_millis(2_500);

pub(crate) struct StoreNode {
    pub(crate) cluster: TempCluster,
    pub(crate) forwarder: Forwarder,
}

impl StoreNode {
    pub(crate) fn primary() -> anyhow::Result<Self> {
        let node = Self::of(start_postgres(CLUSTER_SETTINGS)?)?;
        let role = format!("CREATE ROLE {SERVERS_ROLE} SUPERUSER LOGIN; CREATE EXTENSION pg_stat_statements");
        let _ = node.cluster.query(&role);
        Ok(node)
    }

    pub(crate) fn standby(&self) -> anyhow::Result<Self> {
        Self::of(self.cluster.start_standby())
    }

    fn of(cluster: TempCluster) -> anyhow::Result<Self> {
        let forwarder = Forwarder::start(&cluster.socket())?;
        Ok(Self { cluster, forwarder })
    }

    pub(crate) fn url(&self) -> String {
        format!("postgres://{SERVERS_ROLE}@{}/postgres", self.forwarder.address)
    }
}

/// Servers over a primary whose store is the folder's.
pub(crate) struct Site {
    pub(crate) workdir: Workdir,
    pub(crate) servers: Vec<Server>,
    imports: Cell<u64>,
}

impl Site {
    pub(crate) fn make(place: &Place, size: [u64; 2], primary: &StoreNode) -> anyhow::Result<Self> {
        let workdir = Workdir { url: primary.cluster.url(), ..place.workdir("scaling")? }.fill(size, &[])?;
        workdir.add_account(LOGIN, &LEVEL)?;
        Ok(Self { workdir, servers: Vec::new(), imports: Cell::new(0) })
    }

    /// Starts servers until there are so many.
    pub(crate) fn start_servers(
        &mut self,
        count: usize,
        primary: &StoreNode,
        standby: Option<&StoreNode>,
    ) -> anyhow::Result<()> {
        let [url, read_url] = [Some(primary), standby].map(|node| node.map(StoreNode::url));
        let mut arguments = vec!["--log", "warn", "--login-attempts-per-minute", "100000"];
        for (option, url) in [("--database-url", &url), ("--read-database-url", &read_url)] {
            arguments.extend(url.as_deref().into_iter().flat_map(|url| [option, url]));
        }
        while self.servers.len() < count {
            self.servers.push(Server::start(&self.workdir, &arguments)?);
        }
        Ok(())
    }

    pub(crate) fn nginx(&self) -> anyhow::Result<NginxProcess> {
        let addresses: Vec<_> = self.servers.iter().map(|server| server.address).collect();
        start_before(&self.workdir.folder, Ipv4Addr::LOCALHOST.into(), &addresses)
    }

    /// Imports so many changes of products, other ones each time, and waits until all servers show them.
    pub(crate) fn change(&self, changes: u64) -> anyhow::Result<()> {
        let number = self.imports.replace(self.imports.get() + 1);
        let mut before = Vec::new();
        wait_until("the servers to be ready", REFRESH, || {
            before = self.revisions()?;
            Ok(before.iter().all(Option::is_some))
        })?;
        self.workdir.change(Changes::OfProducts(changes), number)?;
        wait_until("the servers to show an import", REFRESH, || {
            let now = self.revisions()?;
            Ok(before.iter().zip(&now).all(|(before, now)| now.is_some() && before != now))
        })
    }

    /// The revisions that the servers respond from; `None` of one that is not ready, such as during a long refresh.
    fn revisions(&self) -> anyhow::Result<Vec<Option<u64>>> {
        let revision = |server: &Server| {
            let response = Client::new(server.address, "").get("/health/ready", &[])?;
            let ready: Value = serde_json::from_slice(&response.body)?;
            Ok(ready["data"]["catalogRevision"].as_u64())
        };
        self.servers.iter().map(revision).collect()
    }
}
