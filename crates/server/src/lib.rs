//! The `catalog` command: reads the command line, runs one command, turns its outcome into an exit status.
//!
//! It is a library so that cargo compiles it beside the last of the crates it needs, and not after them.

mod command_line;
mod commands;
mod config;
mod demo_pictures;
mod file_limit;
mod first_administrator;
mod health;
mod http_server;
mod import_process;
mod metrics;
mod portal_status;
mod server_state;
mod start;
mod start_error;
mod telemetry;
#[cfg_attr(not(feature = "v1"), path = "without_v1.rs")]
mod v1;
mod wiring;

use catalog_cli::{
    Completion, backup, client, copy, explain, export, generate, import, imports, key, mail, output, prune, restore,
    secret, shell, user,
};
use clap::CommandFactory;
use command_line::{Command, CommandLine};
use commands::{demo, doctor, openapi, serve};
use safe_output::private_files;
use std::process::ExitCode;

/// The allocator of the system keeps what a burst of large responses needed, long after the last of them.
#[cfg(feature = "jemalloc")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// The input of an import was rejected, or `catalog doctor` found errors. Nothing else ends with this
/// status, a wrong command line included.
const EXIT_REJECTED: u8 = 2;

/// An import that a server runs may succeed when it is tried again.
const EXIT_TRY_AGAIN: u8 = 75;

/// Runs the command that the arguments of this process name, and prints how it fails.
pub fn main() -> ExitCode {
    private_files::make_private_by_default();
    let command_line = match CommandLine::read(std::env::args_os()) {
        Ok(command_line) => command_line,
        Err(notice) => return notice.print(),
    };
    let outcome = run(&command_line);
    telemetry::finish();
    match outcome {
        Ok(Completion::Done) => ExitCode::SUCCESS,
        Ok(Completion::Rejected) => ExitCode::from(EXIT_REJECTED),
        Ok(Completion::TryAgain) => ExitCode::from(EXIT_TRY_AGAIN),
        Ok(Completion::Warned) => ExitCode::FAILURE,
        Err(error) => {
            output::print_error(&format!("catalog: {}", catalog_app::causes(error.as_ref())));
            ExitCode::FAILURE
        }
    }
}

/// Runs the command.
///
/// # Errors
/// Anything that prevented it; the error is not printed yet.
fn run(command_line: &CommandLine) -> anyhow::Result<Completion> {
    let is_server = matches!(command_line.command, Command::Demo(_) | Command::Serve(_));
    telemetry::start(config::LogConfig::read(
        &command_line.log,
        if is_server { "info,actix_server=warn" } else { "warn,audit=info,catalog_cli::import=info" },
    )?)?;
    if is_server {
        telemetry::log_panics();
    }
    match &command_line.command {
        Command::Demo(arguments) => demo::run(arguments, &command_line.log)?,
        Command::Serve(arguments) => serve::run(arguments, &command_line.log)?,
        Command::Import(arguments) => return import::run(arguments),
        Command::ImportResources(arguments) => return import::resources::run(arguments),
        Command::Push(_) => client::refuse("push")?,
        Command::Imports(arguments) => return imports::run(arguments),
        Command::Export(arguments) => export::run(arguments)?,
        Command::Copy(arguments) => copy::run(arguments)?,
        Command::Backup(arguments) => backup::run(arguments)?,
        Command::Restore(arguments) => restore::run(arguments)?,
        Command::Prune(arguments) => prune::run(arguments)?,
        Command::User(arguments) => user::run(arguments)?,
        Command::Key(arguments) => key::run(arguments)?,
        Command::Doctor(arguments) => return doctor::run(arguments),
        Command::Mail(arguments) => mail::run(arguments)?,
        Command::Health(arguments) => catalog_cli::health::run(arguments)?,
        Command::Compare(_) => client::refuse("compare")?,
        Command::Secret(arguments) => secret::run(arguments)?,
        Command::Explain(arguments) => explain::run(arguments)?,
        Command::Config(arguments) => commands::config::run(arguments, CommandLine::command())?,
        Command::Completions(arguments) => shell::print_completions(arguments, CommandLine::command())?,
        Command::Man => shell::print_manual(CommandLine::command())?,
        Command::Openapi(arguments) => openapi::run(arguments)?,
        Command::Generate(arguments) => generate::run(arguments)?,
    }
    Ok(Completion::Done)
}
