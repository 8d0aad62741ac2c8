//! `catalog-mirror`: keeps a copy of one section of a catalog in a SQLite file, by the public HTTP interface only.
//!
//! It is an example for integrators, and follows `docs/sync-guide.md` to the letter: `walk` reads the section's list
//! once, `follow` applies the change feed, `verify` compares the copy with the list. `copy` is the file, and every step
//! of it is one transaction that also moves the position of the next step, so the process may be killed at any moment.
//! `api` handles HTTP: logins, retries, and the meaning of responses.

mod api;
mod arguments;
mod copy;
mod follow;
mod progress;
mod retry_policy;
mod session;
mod verify;
mod walk;
mod wire;

use arguments::Arguments;
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(notice) => {
            let _ = notice.print();
            return if notice.use_stderr() { ExitCode::FAILURE } else { ExitCode::SUCCESS };
        }
    };
    match session::run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            progress::print_line(&format!("catalog-mirror: {error:#}"));
            ExitCode::FAILURE
        }
    }
}
