//! `catalog demo`: a generated catalog with two accounts, made once and served, with requests to paste.

mod accounts;
mod alive;
mod banner;
mod catalog;
mod requests;

use super::generate::DEFAULT_STOREFRONT;
use super::serve::serve;
use crate::config::{DatabaseConfig, ServerConfig, ServerSettings, StorefrontArguments};
use crate::output::print_line;
use crate::start::listen;
use crate::wiring::open_store;
use alive::AliveThread;
use anyhow::Context;
use banner::Banner;
use catalog_domain::ports::CatalogSource;
use catalog_domain::values::CatalogRevision;
use clap::Args;
use std::path::Path;

/// The demo's own store, whatever `DATABASE_URL` says: its accounts must not be in a real store.
const DATABASE_URL: &str = "sqlite://data/demo.db";
/// The changes that the demo offers to import, beside the store. They are others at each start.
const CHANGES_FILE: &str = "data/demo-changes.ndjson";
/// How many products they change.
const CHANGED_PRODUCTS: u64 = 100;

#[derive(Args)]
pub(crate) struct DemoArguments {
    /// Go on changing prices and stock, and now and then content: 20 products every 5 seconds. The change log is then
    /// retained for one day at most
    #[arg(long)]
    alive: bool,
    #[command(flatten)]
    storefront: StorefrontArguments,
    #[command(flatten)]
    settings: ServerSettings,
}

/// Makes missing data, serves it, and prints the requests.
///
/// # Errors
/// When a setting is bad, the store cannot be made, or the server cannot be started.
pub(crate) fn run(arguments: &DemoArguments) -> anyhow::Result<()> {
    let storefront = arguments.storefront.or_default(DEFAULT_STOREFRONT)?;
    let mut config = ServerConfig::new(DatabaseConfig::of(DATABASE_URL)?, storefront, arguments.settings.clone())?;
    // Another demo in the same folder has the port, and its logins must go on working.
    let listeners = listen(&config)?;
    let store = open_store(&config.database)?;
    // An import is all or nothing, so a first start that was killed has left an empty store, and this one fills it.
    if store.revisions()?.catalog == CatalogRevision::EMPTY {
        let (products, sections) = (catalog::PRODUCTS, catalog::SECTIONS);
        print_line(&format!("making {DATABASE_URL}: {products} products in {sections} sections"))?;
        catalog::fill(&store, &config.storefront).context("cannot make the demo's catalog")?;
    }
    let round = store.revisions()?.catalog.0.unsigned_abs();
    catalog::write_changes(Path::new(CHANGES_FILE), &config.storefront, round, CHANGED_PRODUCTS)
        .with_context(|| format!("cannot write {CHANGES_FILE}"))?;
    let accounts = accounts::renew(&store)?;
    config.prefilled_logins = accounts.prefilled();
    let mut alive = None;
    if arguments.alive {
        let retention = &mut config.settings.feed.retention_days;
        *retention = alive::RETENTION_DAYS.min(*retention);
        alive = Some((store, config.storefront.clone()));
    }
    let has_portal = config.settings.portal.is_on;
    let mut changing = None;
    let served = serve(config, Some(listeners), |address, http| {
        Banner { address, app: &http.app, accounts: &accounts, has_portal, is_alive: alive.is_some() }.print()?;
        if let Some((store, storefront)) = alive {
            changing = Some(AliveThread::start(store, storefront, round).context("cannot start a thread")?);
        }
        Ok(())
    });
    drop(changing);
    served
}
