//! `catalog demo`: a generated catalog with two accounts, made once and served, with requests to paste.

mod accounts;
mod banner;

use super::generate::DEFAULT_STOREFRONT;
use super::serve::serve;
use crate::config::{DatabaseConfig, ServerConfig, ServerSettings, StorefrontArguments};
use crate::output::print_line;
use crate::wiring::open_store;
use anyhow::Context;
use catalog_domain::ports::CatalogSource;
use catalog_domain::values::{CatalogRevision, StorefrontHost};
use catalog_generator::{GeneratorOptions, generate};
use catalog_import::{ImportInput, ImportOptions, run_import};
use clap::Args;
use credentials::SystemClock;
use std::fs::File;
use std::io::{BufReader, BufWriter, Seek, Write};
use store_diesel::Store;

/// The demo's own store, whatever `DATABASE_URL` says: its accounts must not be in a real store.
const DATABASE_URL: &str = "sqlite://data/demo.db";

const PRODUCTS: u64 = 5_000;
const SECTIONS: u64 = 150;
const SEED: u64 = 1;

#[derive(Args)]
pub(crate) struct DemoArguments {
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
    let config = ServerConfig::new(DatabaseConfig::of(DATABASE_URL)?, storefront, arguments.settings.clone())?;
    let store = open_store(&config.database)?;
    // An import is all or nothing, so a first start that was killed has left an empty store, and this one fills it.
    if store.revisions()?.catalog == CatalogRevision::EMPTY {
        print_line(&format!("making {DATABASE_URL}: {PRODUCTS} products in {SECTIONS} sections"))?;
        fill(&store, &config.storefront)?;
    }
    let accounts = accounts::renew(&store)?;
    drop(store);
    let has_portal = config.settings.portal.is_on;
    serve(config, |address, services| banner::print(address, services, &accounts, has_portal))
}

/// Generates a catalog and imports it. The temporary file has no name, so nothing of it stays behind.
fn fill(store: &Store, storefront: &StorefrontHost) -> anyhow::Result<()> {
    let file = generated(storefront).context("cannot write a temporary file")?;
    let input = ImportInput::from_reader("the generated catalog", BufReader::new(file));
    run_import(vec![input], &ImportOptions { by: "demo", ..ImportOptions::new(storefront) }, store, &SystemClock)
        .context("cannot import the generated catalog")?;
    Ok(())
}

fn generated(storefront: &StorefrontHost) -> std::io::Result<File> {
    let options = GeneratorOptions {
        products: PRODUCTS,
        sections: SECTIONS,
        seed: SEED,
        changes: None,
        storefront: storefront.as_str().to_owned(),
    };
    let mut output = BufWriter::new(tempfile::tempfile()?);
    generate(&options, &mut output)?;
    output.flush()?;
    let mut file = output.into_inner()?;
    file.rewind()?;
    Ok(file)
}
