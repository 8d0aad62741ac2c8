//! `catalog openapi`: the OpenAPI document of an interface, as it is kept under `openapi/`.

use crate::output::print_line;
use anyhow::Context;
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
    /// The earlier one, kept for existing clients
    V1,
}

/// Prints the document.
///
/// # Errors
/// When standard output cannot be written.
pub(crate) fn run(arguments: &OpenapiArguments) -> anyhow::Result<()> {
    let document = match arguments.interface {
        Interface::V2 => serde_json::to_value(http_v2::openapi()),
        Interface::V1 => serde_json::to_value(http_v1_compat::openapi()),
    };
    // By way of a value, whose keys are sorted: a change of the code moves nothing that it does not change.
    let text = document.and_then(|document| serde_json::to_string_pretty(&document));
    Ok(print_line(&text.context("the document cannot be written as JSON")?)?)
}
