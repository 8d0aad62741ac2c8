//! `catalog export`: the store in the format of the imports, or as a table of ids.

use crate::output::{pipe_may_close, print_line};
use crate::settings::DatabaseConfig;
use crate::store::open_existing_store;
use crate::watch::Watch;
use anyhow::Context;
use catalog_import::{ExportContent, ExportError, ExportOutput, export};
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The arguments of `catalog export`.
#[derive(Args)]
pub struct ExportArguments {
    /// The file to make; a name ending in .gz or .zst is compressed [default: standard output]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Write links to documentation and software, for import-resources
    #[arg(long, conflicts_with = "ids")]
    resources: bool,
    /// Write a table as CSV: the stock number and source id of each active product, with both ids of each of its
    /// sections
    #[arg(long)]
    ids: bool,
    /// Write the prices and stock of all products as CSV, for `import --offers`
    #[arg(long, conflicts_with_all = ["ids", "resources"])]
    offers: bool,
    #[command(flatten)]
    database: DatabaseConfig,
}

/// Writes the file, and prints what is in it.
///
/// # Errors
/// Bad settings, a full disk, a failing store. There is then no new file.
pub fn run(arguments: &ExportArguments) -> anyhow::Result<()> {
    let started = Instant::now();
    let watch = Watch::start().context("cannot begin")?;
    let store = open_existing_store(&arguments.database)?;
    store.check_not_moved()?;
    let content = match (arguments.resources, arguments.ids) {
        (true, _) => ExportContent::Resources,
        (_, true) => ExportContent::Ids,
        _ if arguments.offers => ExportContent::Offers,
        _ => ExportContent::Records,
    };
    let Some(file) = arguments.file.as_deref().filter(|file| *file != Path::new("-")) else {
        let mut output = ExportOutput::stdout().context("cannot write to standard output")?;
        return match export(&store, content, &mut output, &*watch).map(drop) {
            Err(ExportError::Output(error)) => pipe_may_close(Err(error)).context("cannot write to standard output"),
            Ok(()) => pipe_may_close(output.finish()).context("cannot write to standard output"),
            Err(error) => Err(error.into()),
        };
    };
    let cannot_write = || format!("cannot write {}", file.display());
    let mut output = ExportOutput::create(file).with_context(cannot_write)?;
    let exported = watch.run(|observer| export(&store, content, &mut output, observer));
    let lines = exported.map_err(|error| match error {
        ExportError::Output(error) => anyhow::Error::new(error).context(cannot_write()),
        error => error.into(),
    })?;
    output.finish().with_context(cannot_write)?;
    let line = json!({"file": file, "lines": lines, "seconds": started.elapsed().as_secs_f64()});
    Ok(print_line(&line.to_string())?)
}
