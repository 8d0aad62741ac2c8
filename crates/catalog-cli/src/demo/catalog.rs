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

/// What the demo's catalog is generated for.
#[derive(Debug, Clone)]
pub struct DemoSite {
    /// The host that public sections and products are on.
    pub storefront: StorefrontHost,
    /// What the addresses of pictures begin with.
    pub pictures: String,
}

/// Generates the catalog and imports it.
///
/// # Errors
/// When a temporary file or the store cannot be written.
pub(super) fn fill(store: &Store, site: &DemoSite) -> anyhow::Result<()> {
    import(store, site, "demo", |output| generate(&options(site, None), output))?;
    Ok(())
}

/// Imports the changes of a round to `products` products.
///
/// # Errors
/// When a temporary file or the store cannot be written, or the store has another catalog by now.
pub(super) fn change(store: &Store, site: &DemoSite, round: u64, products: u64) -> anyhow::Result<ImportReport> {
    let options = options(site, Some(products));
    import(store, site, "demo --alive", |output| generate_round(&options, round, output))
}

/// Writes the changes of a round to `products` products into a file, to be imported by hand.
///
/// # Errors
/// When the file cannot be written.
pub(super) fn write_changes(file: &Path, site: &DemoSite, round: u64, products: u64) -> io::Result<()> {
    let mut output = BufWriter::new(private_files::create(file)?);
    generate_round(&options(site, Some(products)), round, &mut output)?;
    output.flush()
}

fn options(site: &DemoSite, changes: Option<u64>) -> GeneratorOptions {
    let (storefront, pictures) = (site.storefront.as_str().to_owned(), Some(site.pictures.clone()));
    GeneratorOptions { products: PRODUCTS, sections: SECTIONS, seed: SEED, changes, storefront, pictures }
}

/// Imports generated lines. Their temporary file has no name, so nothing of it stays behind.
fn import(
    store: &Store,
    site: &DemoSite,
    by: &str,
    generate: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<ImportReport> {
    let file = temporary(generate)?;
    let input = ImportInput::from_reader("the generated catalog", BufReader::new(file));
    Ok(run_import(
        vec![input],
        &ImportOptions { origin: Origin { by, ..Origin::default() }, ..ImportOptions::new(&site.storefront) },
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
