//! The data of `catalog demo`: a generated catalog with two accounts, made once, and requests to paste.

mod accounts;
mod banner;
mod catalog;

pub use accounts::{DemoAccount, DemoAccounts};
pub use banner::Banner;
pub use catalog::DemoSite;
pub use catalog_generator::picture;

use crate::output::print_line;
use crate::settings::{DatabaseConfig, PasswordConfig};
use crate::store::open_store;
use anyhow::{Context, bail};
use catalog_app::causes;
use catalog_domain::ports::CatalogSource;
use catalog_domain::values::CatalogRevision;
use long_work::{Period, PeriodicThread, Turn};
use safe_output::private_files::{create, create_folder};
use std::fs::{File, TryLockError};
use std::path::Path;
use std::time::Duration;
use store_diesel::Store;

/// The demo's own store, whatever `DATABASE_URL` says: its accounts must not be in a real store.
pub const DATABASE_URL: &str = "sqlite://data/demo.db";
const LOCK_FILE: &str = "data/demo.db.demo-lock";
/// The changes that the demo offers to import, beside the store. They are others at each start.
const CHANGES_FILE: &str = "data/demo-changes.ndjson";
const CHANGED_PRODUCTS: u64 = 100;

/// The most days that changes of a demo that is alive are retained: at some 300,000 events a day the log would grow for
/// the usual 90 days.
pub const RETENTION_DAYS: u32 = 1;
/// The pause between two imports of a demo that is alive.
const PAUSE: Duration = Duration::from_secs(5);
const ALIVE_PRODUCTS: u64 = 20;

/// What a demo serves.
pub struct Demo {
    store: Store,
    site: DemoSite,
    /// The round of its next changes.
    round: u64,
    /// Locked for as long as this is open.
    _lock: File,
    /// The accounts.
    pub accounts: DemoAccounts,
}

impl Demo {
    /// Makes what is missing. A store that exists keeps the addresses of its pictures.
    ///
    /// # Errors
    /// When another demo serves the store, it cannot be made, or there is no randomness.
    pub fn prepare(database: &DatabaseConfig, site: DemoSite, passwords: PasswordConfig) -> anyhow::Result<Self> {
        let lock = lock()?;
        let store = open_store(database)?;
        // An import is all or nothing, so a first start that was killed has left an empty store, and this one fills it.
        if store.revisions()?.catalog == CatalogRevision::EMPTY {
            let (products, sections) = (catalog::PRODUCTS, catalog::SECTIONS);
            print_line(&format!("making {DATABASE_URL}: {products} products in {sections} sections"))?;
            catalog::fill(&store, &site).context("cannot make the demo's catalog")?;
        }
        let round = store.revisions()?.catalog.0.unsigned_abs();
        catalog::write_changes(Path::new(CHANGES_FILE), &site, round, CHANGED_PRODUCTS)
            .with_context(|| format!("cannot write {CHANGES_FILE}"))?;
        let accounts = accounts::renew(&store, &passwords.hasher()?)?;
        Ok(Self { store, site, round, _lock: lock, accounts })
    }

    /// Goes on changing the catalog until the result is stopped.
    ///
    /// # Errors
    /// When the operating system cannot start a thread.
    pub fn keep_changing(&self) -> anyhow::Result<PeriodicThread> {
        let (thread, work) = ("alive", "changing the demo's catalog");
        let period = Period { thread, work, first: Duration::ZERO, pause: PAUSE, has_last_turn: false };
        let (store, site, mut rounds) = (self.store.clone(), self.site.clone(), self.round..);
        let change = move |_: &Turn| {
            let changed = rounds.next().map(|round| catalog::change(&store, &site, round, ALIVE_PRODUCTS));
            // Another import may have put another catalog in the place of the demo's.
            if let Some(Err(error)) = changed {
                tracing::warn!(cause = causes(error.as_ref()), "the demo's catalog could not be changed");
            }
        };
        PeriodicThread::start(period, change).context("cannot start a thread")
    }
}

/// Locks the store for this demo: another one gives the accounts other passwords.
fn lock() -> anyhow::Result<File> {
    let name = Path::new(LOCK_FILE);
    let cannot = || format!("cannot make {LOCK_FILE}");
    name.parent().map_or(Ok(()), create_folder).with_context(cannot)?;
    let file = create(name).with_context(cannot)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => bail!(
            "another demo serves {DATABASE_URL}: it has printed the passwords where it was started; stop it first, or \
             start this one in another folder"
        ),
        Err(TryLockError::Error(error)) => Err(error).with_context(cannot),
    }
}
