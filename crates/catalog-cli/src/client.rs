//! Commands that are those of another program, `catalog-client`.

use anyhow::bail;
use clap::Args;

/// Whatever follows the name of such a command.
#[derive(Args)]
pub struct ClientArguments {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    _all: Vec<String>,
}

/// Says where the command is.
///
/// # Errors
/// Always.
pub fn refuse(command: &str) -> anyhow::Result<()> {
    bail!("{command} is a command of the program catalog-client, which needs no store: catalog-client {command} ...")
}
