//! Servers on one PostgreSQL, and what they are given to do.

use crate::client::Client;
use crate::http::fixture::leave_product_changes;
use crate::server::{Server, wait_until};
use crate::workdir::Place;
use crate::workdir::Workdir;
use crate::workdir::start_postgres;
use catalog_testkit::postgres::TempCluster;
use catalog_testkit::process::Forwarder;
use serde_json::Value;
use std::cell::Cell;
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

/// The role by which servers connect, so that their work is told from that of imports.
pub(crate) const SERVERS_ROLE: &str = "servers";
pub(crate) const LOGIN: &str = "buyer@storefront.example";
/// Counts statements by role.
const CLUSTER_SETTINGS: &str = "-c shared_preload_libraries=pg_stat_statements";
/// How long servers may take to show an import.
const REFRESH: Duration = Duration::from_secs(60);
/// After an import is shown, until the feed has its events: a little more than `--feed-settle-ms`.
pub(crate) const RELEASE: Duration = Duration::from_millis(2_500);

/// A PostgreSQL and the address by which servers reach it.
pub(crate) struct StoreNode {
    pub(crate) cluster: TempCluster,
    pub(crate) forwarder: Forwarder,
}

impl StoreNode {
    /// A new primary.
    ///
    /// # Errors
    /// When it does not start.
    pub(crate) fn primary() -> anyhow::Result<Self> {
        let node = Self::of(start_postgres(CLUSTER_SETTINGS)?)?;
        let role = format!("CREATE ROLE {SERVERS_ROLE} SUPERUSER LOGIN; CREATE EXTENSION pg_stat_statements");
        let _ = node.cluster.query(&role);
        Ok(node)
    }

    /// A standby of this one.
    ///
    /// # Errors
    /// When it does not start.
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

pub(crate) struct Site {
    workdir: Workdir,
    size: [u64; 2],
    pub(crate) servers: Vec<Server>,
    imports: Cell<u64>,
}

impl Site {
    /// Imports a catalog into a primary.
    ///
    /// # Errors
    /// When a command fails.
    pub(crate) fn make(place: &Place, size: [u64; 2], primary: &StoreNode) -> anyhow::Result<Self> {
        let workdir = place.fresh_workdir("scaling")?;
        let (input, url) = (workdir.folder.join("catalog.ndjson"), primary.cluster.url());
        workdir.generate(&input, &[("--products", size[0]), ("--sections", size[1])])?;
        workdir.import(&url, "full", &input)?;
        workdir.add_account(&url, LOGIN, &["--price-level", "Опт"])?;
        Ok(Self { workdir, size, servers: Vec::new(), imports: Cell::new(0) })
    }

    /// Starts one more server.
    ///
    /// # Errors
    /// When it does not start.
    pub(crate) fn start_server(&mut self, primary: &StoreNode, standby: Option<&StoreNode>) -> anyhow::Result<()> {
        let read_url = standby.map(StoreNode::url);
        let mut arguments = vec!["--log", "warn", "--login-attempts-per-minute", "100000"];
        if let Some(url) = &read_url {
            arguments.extend(["--read-database-url", url]);
        }
        self.servers.push(Server::start(&self.workdir, &primary.url(), &arguments, &[])?);
        Ok(())
    }

    pub(crate) fn addresses(&self) -> Vec<SocketAddr> {
        self.servers.iter().map(|server| server.address).collect()
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.workdir.folder
    }

    /// Imports so many changes of products, other ones each time, and waits until all servers show them.
    ///
    /// # Errors
    /// When the import fails, or a server does not show it.
    pub(crate) fn change(&self, cluster: &TempCluster, changes: u64) -> anyhow::Result<()> {
        let number = self.imports.get();
        self.imports.set(number + 1);
        let input = self.workdir.folder.join("changes.ndjson");
        let [products, sections] = self.size;
        // Few of the changes are of sections; another number of changes gives others.
        let options = [("--products", products), ("--sections", sections), ("--changes", 2 * changes + number)];
        self.workdir.generate(&input, &options)?;
        leave_product_changes(&input, usize::try_from(changes)?)?;
        let before = self.revisions()?;
        self.workdir.import(&cluster.url(), "delta", &input)?;
        wait_until("the servers to show an import", REFRESH, || {
            let now = self.revisions()?;
            Ok(before.iter().zip(&now).all(|(before, now)| now.is_some() && before != now))
        })
    }

    /// The revisions that the servers respond from; `None` of one that is not ready, such as during a long refresh.
    fn revisions(&self) -> anyhow::Result<Vec<Option<u64>>> {
        let revision = |server: &Server| {
            let response = Client::connect(server.address, "")?.get("/health/ready", &[])?;
            let ready: Value = serde_json::from_slice(&response.body)?;
            Ok(ready["data"]["catalogRevision"].as_u64())
        };
        self.servers.iter().map(revision).collect()
    }
}
