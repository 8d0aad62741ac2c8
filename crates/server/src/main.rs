//! The `catalog` command: reads the command line, runs one command, turns its outcome into an exit status.

mod command_line;
mod commands;
mod config;
mod file_limit;
mod health;
mod http_server;
mod metrics;
mod portal_status;
mod server_state;
mod start;
mod telemetry;
mod wiring;

use catalog_cli::{Completion, output};
use command_line::CommandLine;
use safe_output::private_files;
use std::process::ExitCode;

/// The allocator of the system keeps what a burst of large responses needed, long after the last of them.
#[cfg(feature = "jemalloc")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// The input of an import or a comparison was rejected, or `catalog doctor` found errors. Nothing else ends with this
/// status, a wrong command line included.
const EXIT_REJECTED: u8 = 2;

fn main() -> ExitCode {
    private_files::make_private_by_default();
    let command_line = match CommandLine::read(std::env::args_os()) {
        Ok(command_line) => command_line,
        Err(notice) => return notice.print(),
    };
    match commands::run(&command_line) {
        Ok(Completion::Done) => ExitCode::SUCCESS,
        Ok(Completion::Rejected) => ExitCode::from(EXIT_REJECTED),
        Ok(Completion::Warned | Completion::Different) => ExitCode::FAILURE,
        Err(error) => {
            output::print_error(&format!("catalog: {}", catalog_app::causes(error.as_ref())));
            ExitCode::FAILURE
        }
    }
}
