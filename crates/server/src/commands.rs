//! The commands: each reads its settings, calls the code that does the work, and returns how it ended.

pub(crate) mod backup;
pub(crate) mod compare;
pub(crate) mod config;
pub(crate) mod copy;
pub(crate) mod demo;
pub(crate) mod doctor;
pub(crate) mod explain;
pub(crate) mod export;
pub(crate) mod generate;
pub(crate) mod health;
pub(crate) mod import;
pub(crate) mod imports;
pub(crate) mod mail;
mod move_watch;
pub(crate) mod openapi;
mod price_level;
mod progress;
pub(crate) mod prune;
pub(crate) mod restore;
pub(crate) mod secret;
pub(crate) mod serve;
pub(crate) mod shell;
pub(crate) mod user;

use crate::command_line::{Command, CommandLine};
use crate::config::LogConfig;
use crate::telemetry;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Completion {
    /// It is done.
    Done,
    /// The input of an import was rejected, or a store has errors, and every problem was printed.
    Rejected,
    /// A store has warnings, and was to have none.
    Warned,
    /// Two systems differ.
    Different,
}

/// Runs the command.
///
/// # Errors
/// Anything that prevented it; the error is not printed yet.
pub(crate) fn run(command_line: &CommandLine) -> anyhow::Result<Completion> {
    let is_server = matches!(command_line.command, Command::Demo(_) | Command::Serve(_));
    telemetry::start(LogConfig::read(
        &command_line.log,
        if is_server { "info,actix_server=warn" } else { "warn,audit=info,catalog::commands::import=info" },
    )?);
    if is_server {
        telemetry::log_panics();
    }
    match &command_line.command {
        Command::Demo(arguments) => demo::run(arguments)?,
        Command::Serve(arguments) => serve::run(arguments)?,
        Command::Import(arguments) => return import::run(arguments),
        Command::ImportResources(arguments) => return import::resources::run(arguments),
        Command::Imports(arguments) => imports::run(arguments)?,
        Command::Export(arguments) => export::run(arguments)?,
        Command::Copy(arguments) => copy::run(arguments)?,
        Command::Backup(arguments) => backup::run(arguments)?,
        Command::Restore(arguments) => restore::run(arguments)?,
        Command::Prune(arguments) => prune::run(arguments)?,
        Command::User(arguments) => user::run(arguments)?,
        Command::Doctor(arguments) => return doctor::run(arguments),
        Command::Mail(arguments) => mail::run(arguments)?,
        Command::Health(arguments) => health::run(arguments)?,
        Command::Compare(arguments) => return compare::run(arguments),
        Command::Secret(arguments) => secret::run(arguments)?,
        Command::Explain(arguments) => explain::run(arguments)?,
        Command::Config(arguments) => config::run(arguments)?,
        Command::Completions(arguments) => shell::print_completions(arguments)?,
        Command::Man => shell::print_manual()?,
        Command::Openapi(arguments) => openapi::run(arguments)?,
        Command::Generate(arguments) => generate::run(arguments)?,
    }
    Ok(Completion::Done)
}
