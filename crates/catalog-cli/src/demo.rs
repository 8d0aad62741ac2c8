//! The data of `catalog demo`: a generated catalog with two accounts, made once, and requests to paste.

mod accounts;
mod alive;
mod banner;
mod catalog;
mod requests;

pub use accounts::{DemoAccount, DemoAccounts};
pub use alive::RETENTION_DAYS;
pub use banner::Banner;

use crate::output::print_line;
use crate::settings::DatabaseConfig;
use crate::store::open_store;
use anyhow::Context;
use catalog_domain::ports::CatalogSource;
use catalog_domain::values::{CatalogRevision, StorefrontHost};
use long_work::PeriodicThread;
use std::path::Path;
use store_diesel::Store;

/// The demo's own store, whatever `DATABASE_URL` says: its accounts must not be in a real store.
pub const DATABASE_URL: &str = "sqlite://data/demo.db";
/// The changes that the demo offers to import, beside the store. They are others at each start.
const CHANGES_FILE: &str = "data/demo-changes.ndjson";
/// How many products they change.
const CHANGED_PRODUCTS: u64 = 100;

/// What a demo serves.
pub struct Demo {
    store: Store,
    storefront: StorefrontHost,
    /// The round of its next changes.
    round: u64,
    /// Who can log in.
    pub accounts: DemoAccounts,
}

impl Demo {
    /// Makes what is missing.
    ///
    /// # Errors
    /// When the store cannot be made, or there is no randomness.
    pub fn prepare(database: &DatabaseConfig, storefront: &StorefrontHost) -> anyhow::Result<Self> {
        let store = open_store(database)?;
        // An import is all or nothing, so a first start that was killed has left an empty store, and this one fills it.
        if store.revisions()?.catalog == CatalogRevision::EMPTY {
            let (products, sections) = (catalog::PRODUCTS, catalog::SECTIONS);
            print_line(&format!("making {DATABASE_URL}: {products} products in {sections} sections"))?;
            catalog::fill(&store, storefront).context("cannot make the demo's catalog")?;
        }
        let round = store.revisions()?.catalog.0.unsigned_abs();
        catalog::write_changes(Path::new(CHANGES_FILE), storefront, round, CHANGED_PRODUCTS)
            .with_context(|| format!("cannot write {CHANGES_FILE}"))?;
        let accounts = accounts::renew(&store)?;
        Ok(Self { store, storefront: storefront.clone(), round, accounts })
    }

    /// Goes on changing the catalog until the result is stopped.
    ///
    /// # Errors
    /// When the operating system cannot start a thread.
    pub fn keep_changing(&self) -> anyhow::Result<PeriodicThread> {
        alive::start(self.store.clone(), self.storefront.clone(), self.round).context("cannot start a thread")
    }
}
