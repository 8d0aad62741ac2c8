//! A catalog that is ready to be measured: imported, served, and changed once since, so that its feed has events.

use super::Arguments;
use crate::client::Client;
use crate::feed::Feed;
use crate::server::{Server, wait_until};
use crate::workdir::{Changes, LEVEL, LOGIN, Workdir};
use anyhow::Context;
use catalog_testkit::process_info::Memory;
use std::path::PathBuf;
use std::time::Duration;

/// Changes that the catalog has seen when it is measured: ten pages of the feed of a root, if they are all in it.
const CHANGES: u64 = 2_000;
/// How long the server may take to show an import.
pub(crate) const REFRESH: Duration = Duration::from_secs(120);

pub(crate) struct Fixture {
    pub(crate) workdir: Workdir,
    pub(crate) server: Server,
    pub(crate) token: String,
    pub(crate) feeds: Vec<Feed>,
    pub(crate) memory_at_start: Memory,
}

impl Fixture {
    /// Makes a catalog in a folder of that name, serves it, changes it, and waits until the feed has that.
    pub(crate) fn make(folder: &str, products: u64, arguments: &Arguments) -> anyhow::Result<Self> {
        let workdir = arguments.place.stocked(folder, [products, arguments.sections], &LEVEL)?;
        let server = Server::start(&workdir, &["--metrics-bind", "127.0.0.1:0"])?;
        let memory_at_start = server.memory()?;
        let mut client = Client::log_in(server.address, LOGIN)?;
        let feeds = Feed::ends(&mut client)?;
        workdir.change(Changes::Of(CHANGES), 0)?;
        let summary = feeds.first().context("a catalog without sections")?.address("/summary?");
        wait_until("the feed", REFRESH, || Ok(client.json(&summary)?["data"]["total"] != 0))?;
        Ok(Self { workdir, server, token: client.token, feeds, memory_at_start })
    }

    pub(crate) fn client(&self) -> Client {
        Client::new(self.server.address, &self.token)
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.workdir.folder.join(name)
    }
}
