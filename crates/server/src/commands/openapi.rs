//! `catalog openapi`: the OpenAPI document of an interface, as checked in under `openapi/`.

use crate::v1;
use anyhow::Context;
use catalog_cli::output::print_line;
use clap::{Args, ValueEnum};

#[derive(Args)]
pub(crate) struct OpenapiArguments {
    /// Which interface to describe
    #[arg(value_enum)]
    interface: Interface,
}

/// The interfaces that have a document.
#[derive(Clone, Copy, ValueEnum)]
enum Interface {
    /// The present one
    V2,
    /// The present one as OpenAPI 3.0.3, for generators that know no other version
    #[value(name = "v2-3.0")]
    V2In3_0,
    /// The earlier one, for existing clients
    V1,
}

/// Prints the document.
///
/// # Errors
/// When standard output cannot be written.
pub(crate) fn run(arguments: &OpenapiArguments) -> anyhow::Result<()> {
    let document = match arguments.interface {
        Interface::V2 => http_v2::openapi(),
        Interface::V2In3_0 => http_v2::openapi_3_0(),
        Interface::V1 => v1::DOCUMENT.context("this program was built without v1")?(),
    };
    // Through a value with sorted keys, so that a code change only moves what it changes.
    let text = serde_json::to_string_pretty(&document).context("the document cannot be written as JSON")?;
    Ok(print_line(&text)?)
}
