//! Runs the commands. Those that need the settings of a server, or a whole one, are here; the others are in
//! `catalog-cli`.

pub(crate) mod config;
pub(crate) mod demo;
pub(crate) mod doctor;
pub(crate) mod openapi;
pub(crate) mod serve;

use crate::command_line::{Command, CommandLine};
use crate::config::LogConfig;
use crate::telemetry;
use catalog_cli::{
    Completion, backup, compare, copy, explain, export, generate, health, import, imports, mail, prune, restore,
    secret, shell, user,
};
use clap::CommandFactory;

/// Runs the command.
///
/// # Errors
/// Anything that prevented it; the error is not printed yet.
pub(crate) fn run(command_line: &CommandLine) -> anyhow::Result<Completion> {
    let is_server = matches!(command_line.command, Command::Demo(_) | Command::Serve(_));
    telemetry::start(LogConfig::read(
        &command_line.log,
        if is_server { "info,actix_server=warn" } else { "warn,audit=info,catalog_cli::import=info" },
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
        Command::Completions(arguments) => shell::print_completions(arguments, CommandLine::command())?,
        Command::Man => shell::print_manual(CommandLine::command())?,
        Command::Openapi(arguments) => openapi::run(arguments)?,
        Command::Generate(arguments) => generate::run(arguments)?,
    }
    Ok(Completion::Done)
}
