//! The program `catalog-client`: what other machines do with a catalog, over its public HTTP interface only. It opens
//! no store of a server.
//!
//! Each command is one file named after it: its arguments, and a function that does the work by `catalog-client` (the
//! library) and says how it ended.

mod compare;
mod mirror;
mod output;
mod push;
mod signals;

use clap::{Parser, Subcommand};
use compare::CompareArguments;
use output::print_error;
use push::PushArguments;
use safe_output::private_files;
use std::process::ExitCode;

/// Mirrors, imports into and compares catalogs over HTTP.
#[derive(Parser)]
#[command(name = "catalog-client", version, max_term_width = 100)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Keeps a copy of some sections, or of a whole catalog, in a SQLite file
    ///
    /// A key is read from the environment variable CATALOG_KEY, else the password of --login from
    /// CATALOG_MIRROR_PASSWORD.
    Mirror(Box<mirror::Arguments>),
    /// Imports NDJSON files and tables of offers over HTTP, into the store of a server: all or nothing
    Push(PushArguments),
    /// Compares the v1 responses of another system with those of a server, and writes a report
    Compare(CompareArguments),
}

/// How a command ended.
enum Completion {
    /// It is done.
    Done,
    /// The input was rejected, and every problem was printed.
    Rejected,
    /// Two systems differ.
    Different,
}

fn main() -> ExitCode {
    private_files::make_private_by_default();
    let command_line = match CommandLine::try_parse() {
        Ok(command_line) => command_line,
        Err(notice) => {
            let _ = notice.print();
            return if notice.use_stderr() { ExitCode::FAILURE } else { ExitCode::SUCCESS };
        }
    };
    let ended = match &command_line.command {
        Command::Mirror(arguments) => mirror::run(arguments),
        Command::Push(arguments) => push::run(arguments),
        Command::Compare(arguments) => compare::run(arguments),
    };
    match ended {
        Ok(Completion::Done) => ExitCode::SUCCESS,
        Ok(Completion::Rejected) => ExitCode::from(2),
        Ok(Completion::Different) => ExitCode::FAILURE,
        Err(error) => {
            print_error(&format!("catalog-client: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_declared_without_contradictions() {
        CommandLine::command().debug_assert();
    }
}
