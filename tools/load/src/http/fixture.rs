//! A catalog that is ready to be measured: imported, served, and changed once since, so that its feed has events.

use super::Arguments;
use super::sampler::{FeedPlace, feed_ends};
use crate::client::Client;
use crate::server::{Server, wait_until};
use crate::workdir::Workdir;
use anyhow::{Context, ensure};
use catalog_testkit::process_info::Memory;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

const LOGIN: &str = "buyer@storefront.example";
/// Changes that the catalog has seen when it is measured: ten pages of the feed of a root, if they are all in it.
const CHANGES: u64 = 2_000;
/// How long the server may take to show an import.
pub(crate) const REFRESH: Duration = Duration::from_secs(120);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Changes {
    /// Changes of everything: where sections move or are switched off, thousands of products change with them.
    Of(u64),
    /// Changes of products and of nothing else.
    OfProducts(u64),
}

pub(crate) struct Fixture {
    workdir: Workdir,
    pub(crate) size: [u64; 2],
    pub(crate) server: Server,
    pub(crate) token: String,
    /// Where feeds ended before the changes.
    pub(crate) feed_places: Vec<FeedPlace>,
    pub(crate) memory_at_start: Memory,
}

impl Fixture {
    /// Makes a catalog in a folder of that name, serves it, changes it, and waits until the feed has that.
    ///
    /// # Errors
    /// When a command fails.
    pub(crate) fn make(folder: &str, products: u64, arguments: &Arguments) -> anyhow::Result<Self> {
        let workdir = arguments.place.workdir(folder)?;
        let size = [products, arguments.sections];
        let input = workdir.folder.join("input.ndjson");
        workdir.generate(&input, &[("--products", products), ("--sections", arguments.sections)])?;
        workdir.import(&workdir.url(), "full", &input)?;
        workdir.add_account(&workdir.url(), LOGIN, &["--price-level", "Опт"])?;
        let metrics = ["--metrics-bind", "127.0.0.1:0"];
        let server = Server::start(&workdir, &workdir.url(), &metrics, &arguments.settings)?;
        let memory_at_start = server.memory()?;
        let mut client = Client::log_in(server.address, LOGIN)?;
        let feed_places = feed_ends(&mut client)?;
        let fixture = Self { workdir, size, server, token: client.token.clone(), feed_places, memory_at_start };
        fixture.import(Changes::Of(CHANGES))?;
        let FeedPlace { section, cursor } = fixture.feed_places.first().context("a catalog without sections")?;
        let summary = format!("/api/v2/catalog/sections/{section}/product-changes/summary?cursor={cursor}");
        wait_until("the feed", REFRESH, || Ok(client.json(&summary)?["data"]["total"] != 0))?;
        Ok(fixture)
    }

    /// A connection that reads with the token.
    ///
    /// # Errors
    /// When the server is gone.
    pub(crate) fn client(&self) -> anyhow::Result<Client> {
        Client::connect(self.server.address, &self.token)
    }

    /// A file beside its store.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.workdir.folder.join(name)
    }

    /// Generates changes and imports them.
    ///
    /// # Errors
    /// When a command fails.
    pub(crate) fn import(&self, changes: Changes) -> anyhow::Result<()> {
        let input = self.workdir.folder.join("changes.ndjson");
        let [products, sections] = self.size;
        let generate = |changes| {
            let options = [("--products", products), ("--sections", sections), ("--changes", changes)];
            self.workdir.generate(&input, &options)
        };
        match changes {
            Changes::Of(changes) => generate(changes)?,
            Changes::OfProducts(changes) => {
                // Few of the changes are of sections.
                generate(2 * changes)?;
                leave_product_changes(&input, usize::try_from(changes)?)?;
            }
        }
        self.workdir.import(&self.workdir.url(), "delta", &input)
    }
}

/// Leaves the first `count` records of a file that are no sections.
///
/// # Errors
/// When there are fewer.
pub(crate) fn leave_product_changes(path: &Path, count: usize) -> anyhow::Result<()> {
    let text = fs::read_to_string(path)?;
    let mut left = Vec::with_capacity(count);
    for line in text.lines() {
        let record: Value = serde_json::from_str(line).context("a generated record")?;
        if record["type"] != "section" && left.len() < count {
            left.push(line);
        }
    }
    ensure!(left.len() == count, "only {} generated changes are of products", left.len());
    Ok(fs::write(path, left.join("\n"))?)
}
