//! A catalog that is ready to be measured: imported, served, and changed once since, so that its feed has something to tell.

use crate::arguments::Arguments;
use crate::catalog_server::{CatalogServer, Store};
use crate::limits::Limits;
use crate::process::Memory;
use crate::record::CatalogRecord;
use crate::survey::{FeedPlace, feed_ends};
use anyhow::Context;
use std::path::PathBuf;

/// A catalog and its server.
pub(crate) struct Stage {
    /// The store.
    pub(crate) store: Store,
    /// The server over it.
    pub(crate) server: CatalogServer,
    /// Where feeds ended before the changes.
    pub(crate) feed_places: Vec<FeedPlace>,
    memory_at_start: Memory,
}

impl Stage {
    /// Makes a catalog in `folder`, serves it, changes it, and waits until the feed tells that.
    ///
    /// # Errors
    /// When a command fails, or it is time to stop.
    pub(crate) fn set(folder: PathBuf, products: u64, arguments: &Arguments, limits: &Limits) -> anyhow::Result<Self> {
        let store = Store::make(folder, products, arguments, limits)?;
        let server = CatalogServer::start(&store, arguments, limits)?;
        let memory_at_start = server.process.memory();
        let mut reader = server.reader()?;
        let feed_places = feed_ends(&mut reader)?;
        store.import_changes(limits)?;
        let first = feed_places.first().context("a catalog without sections")?;
        let summary =
            format!("/api/v2/catalog/sections/{}/product-changes/summary?cursor={}", first.section, first.cursor);
        limits.until("the feed", || Ok((reader.json(&summary)?["data"]["total"] != 0).then_some(())))?;
        drop(reader);
        Ok(Self { store, server, feed_places, memory_at_start })
    }

    /// What it cost so far, requests aside. Refreshes are measured when it is known what it costs.
    pub(crate) fn record(&self) -> CatalogRecord {
        CatalogRecord {
            products: self.store.products,
            sections: self.store.sections,
            start: self.server.start.as_secs_f64() * 1e3,
            start_processor: self.server.start_processor as f64 / 1e3,
            memory_at_start: self.memory_at_start,
            memory_at_end: self.server.process.memory(),
            refreshes: None,
        }
    }
}
