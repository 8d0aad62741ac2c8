//! `catalog config`: the settings of servers as they are in effect here, and where each comes from.

use super::serve::ServeArguments;
use catalog_cli::config;
use catalog_cli::output::OutputFormat;
use clap::{Args, Command};

/// The arguments of `serve`, so that flags can be tried out.
#[derive(Args)]
pub(crate) struct ConfigArguments {
    /// The output format
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
    #[command(flatten)]
    serve: ServeArguments,
}

/// Prints every setting of `whole`, the command line of this process, also when one is missing.
///
/// # Errors
/// What `serve` would refuse.
pub(crate) fn run(arguments: &ConfigArguments, whole: Command) -> anyhow::Result<()> {
    config::print(arguments.format, whole)?;
    arguments.serve.config()?;
    Ok(())
}
