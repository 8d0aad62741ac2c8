//! `catalog generate`: a synthetic catalog on standard output.

use crate::output::pipe_may_close;
use crate::settings::StorefrontArguments;
use anyhow::Context;
use catalog_generator::{GeneratorOptions, generate};
use clap::Args;
use std::io::{self, BufWriter, Write};

/// The default storefront of public sections.
pub const DEFAULT_STOREFRONT: &str = "storefront.example";

/// The arguments of `catalog generate`.
#[derive(Args)]
pub struct GenerateArguments {
    /// Products of the catalog
    #[arg(long, value_name = "N", default_value_t = 5_000)]
    products: u64,
    /// Sections of the catalog
    #[arg(long, value_name = "N", default_value_t = 150)]
    sections: u64,
    /// The seed of the catalog's random choices: the same seed gives the same catalog
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Write a later delta of that many changes instead of the catalog itself
    #[arg(long, value_name = "N")]
    changes: Option<u64>,
    #[command(flatten)]
    storefront: StorefrontArguments,
}

/// Writes the catalog. A reader that stops early is not an error.
///
/// # Errors
/// When the options are out of range or standard output cannot be written.
pub fn run(arguments: &GenerateArguments) -> anyhow::Result<()> {
    let options = GeneratorOptions {
        products: arguments.products,
        sections: arguments.sections,
        seed: arguments.seed,
        changes: arguments.changes,
        storefront: arguments.storefront.or_default(DEFAULT_STOREFRONT)?.as_str().to_owned(),
        pictures: None,
    };
    let mut output = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let written = generate(&options, &mut output).and_then(|()| output.flush());
    // The buffer's remainder must not be written again when it is dropped.
    let _ = output.into_parts();
    pipe_may_close(written).context("cannot generate")
}
