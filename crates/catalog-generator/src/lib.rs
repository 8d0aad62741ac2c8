//! Deterministic synthetic catalogs in the import format, of any size.
//!
//! Every record is a pure function of the options and its index, so a catalog is written as a stream: only the
//! sections, the product types and the vendors are in memory, never the products.

mod changes;
mod configurator;
mod descriptions;
mod linking;
mod offers;
mod picture;
mod plan;
mod product_types;
mod products;
mod random;
mod records;
mod sections;
mod stock_numbers;
mod text;
mod vocabulary;
mod writer;

pub use picture::picture;
pub use random::Random;

use plan::Plan;
use std::io;
use writer::RecordWriter;

/// The most sections that are generated: about 70 bytes of memory each.
pub const MAXIMUM_SECTIONS: u64 = 1_000_000;

/// The most products, and the most changes, that are generated.
pub const MAXIMUM_PRODUCTS: u64 = 1_000_000_000;

/// What to generate. The same options always give the same bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratorOptions {
    /// Products of the catalog; at most [`MAXIMUM_PRODUCTS`].
    pub products: u64,
    /// Sections of the catalog, on up to five levels; at most [`MAXIMUM_SECTIONS`]. Without any, no product is public.
    pub sections: u64,
    /// The seed of the catalog's random choices.
    pub seed: u64,
    /// `None` for the catalog itself; `Some(n)` for a delta of `n` product changes to be imported after the catalog of
    /// the same products, sections and seed. From 20 on it also holds a few changed sections.
    pub changes: Option<u64>,
    /// The host that public sections and products are on, such as `storefront.example`.
    pub storefront: String,
    /// What the addresses of pictures begin with, up to the name that [`picture`] knows; `None` for a host that does
    /// not exist.
    pub pictures: Option<String>,
}

/// Writes the catalog, or the delta of it, as newline-delimited JSON.
///
/// # Errors
/// [`io::ErrorKind::InvalidInput`] for options out of range, otherwise what `output` fails with.
pub fn generate(options: &GeneratorOptions, output: &mut dyn io::Write) -> io::Result<()> {
    check(options)?;
    let plan = Plan::new(options);
    let mut writer = RecordWriter::new(output);
    match options.changes {
        None => write_catalog(&plan, &mut writer)?,
        Some(count) => changes::write(&plan, count, &mut writer)?,
    }
    writer.finish()
}

/// Writes one of any number of rounds of everyday changes to the catalog: `options.changes` products get other prices
/// and stock, a few of them other content instead, and some of these are deactivated until another round. Rounds can
/// follow the catalog and each other in any order, and the catalog stays as large as it is.
///
/// # Errors
/// [`io::ErrorKind::InvalidInput`] for options out of range, otherwise what `output` fails with.
pub fn generate_round(options: &GeneratorOptions, round: u64, output: &mut dyn io::Write) -> io::Result<()> {
    check(options)?;
    let plan = Plan::new(options);
    let mut writer = RecordWriter::new(output);
    changes::rounds::write(&plan, round, options.changes.unwrap_or_default(), &mut writer)?;
    writer.finish()
}

/// Refuses options that would not make a catalog, or would need more memory than documented.
fn check(options: &GeneratorOptions) -> io::Result<()> {
    let refuse = |message: String| Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    if options.sections > MAXIMUM_SECTIONS {
        return refuse(format!("sections must be at most {MAXIMUM_SECTIONS}"));
    }
    if options.products > MAXIMUM_PRODUCTS {
        return refuse(format!("products must be at most {MAXIMUM_PRODUCTS}"));
    }
    if options.changes.is_some_and(|changes| changes > MAXIMUM_PRODUCTS) {
        return refuse(format!("changes must be at most {MAXIMUM_PRODUCTS}"));
    }
    let plausible = |character: char| character.is_alphanumeric() || ".-_:[]".contains(character);
    if options.storefront.is_empty() || !options.storefront.chars().all(plausible) {
        return refuse("storefront must be a host name such as storefront.example, without scheme or path".to_owned());
    }
    Ok(())
}

/// The whole catalog: referenced records first.
fn write_catalog(plan: &Plan<'_>, writer: &mut RecordWriter<'_>) -> io::Result<()> {
    for warehouse in offers::warehouses() {
        writer.write(&warehouse)?;
    }
    for schema in &plan.schemas {
        writer.write(&product_types::record(schema))?;
    }
    for index in plan.sections.indexes() {
        writer.write(&sections::records::record(plan, index))?;
    }
    for index in 0..plan.options.products {
        writer.write(&products::record(plan, index))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
