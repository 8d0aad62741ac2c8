//! The demo's catalog and its changes: generated, and imported as any other.

use catalog_domain::values::StorefrontHost;
use catalog_generator::{GeneratorOptions, generate, generate_round};
use catalog_import::{ImportInput, ImportOptions, ImportReport, Origin, run_import};
use credentials::SystemClock;
use safe_output::private_files;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Seek, Write};
use std::path::Path;
use store_diesel::Store;

/// Its products, public or not.
pub(super) const PRODUCTS: u64 = 5_000;
/// Its sections, public or not.
pub(super) const SECTIONS: u64 = 150;
const SEED: u64 = 1;

/// Generates the catalog and imports it.
///
/// # Errors
/// When a temporary file or the store cannot be written.
pub(super) fn fill(store: &Store, storefront: &StorefrontHost) -> anyhow::Result<()> {
    import(store, storefront, "demo", |output| generate(&options(storefront, None), output))?;
    Ok(())
}

/// Imports the changes of a round to `products` products.
///
/// # Errors
/// When a temporary file or the store cannot be written, or the store has another catalog by now.
pub(super) fn change(
    store: &Store,
    storefront: &StorefrontHost,
    round: u64,
    products: u64,
) -> anyhow::Result<ImportReport> {
    let options = options(storefront, Some(products));
    import(store, storefront, "demo --alive", |output| generate_round(&options, round, output))
}

/// Writes the changes of a round to `products` products into a file, to be imported by hand.
///
/// # Errors
/// When the file cannot be written.
pub(super) fn write_changes(file: &Path, storefront: &StorefrontHost, round: u64, products: u64) -> io::Result<()> {
    let mut output = BufWriter::new(private_files::create(file)?);
    generate_round(&options(storefront, Some(products)), round, &mut output)?;
    output.flush()
}

fn options(storefront: &StorefrontHost, changes: Option<u64>) -> GeneratorOptions {
    let storefront = storefront.as_str().to_owned();
    GeneratorOptions { products: PRODUCTS, sections: SECTIONS, seed: SEED, changes, storefront }
}

/// Imports generated lines. Their temporary file has no name, so nothing of it stays behind.
fn import(
    store: &Store,
    storefront: &StorefrontHost,
    by: &str,
    generate: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<ImportReport> {
    let file = temporary(generate)?;
    let input = ImportInput::from_reader("the generated catalog", BufReader::new(file));
    Ok(run_import(
        vec![input],
        &ImportOptions { origin: Origin { by, job: None }, ..ImportOptions::new(storefront) },
        store,
        &SystemClock,
    )?)
}

fn temporary(generate: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<File> {
    let mut output = BufWriter::new(tempfile::tempfile()?);
    generate(&mut output)?;
    let mut file = output.into_inner()?;
    file.rewind()?;
    Ok(file)
}
