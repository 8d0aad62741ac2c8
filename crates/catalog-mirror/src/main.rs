//! `catalog-mirror`: keeps a copy of some sections, or of a whole catalog, in a SQLite file, by the public HTTP
//! interface only.
//!
//! `catalog-client` speaks the protocol of `docs/sync-guide.md`; this program stores what it brings. `store` is the
//! file: every step is one transaction that also moves the section's checkpoint, so the process may be killed at any
//! moment. `session` is one run: it catches up section by section, `verify` compares the copy with the lists, and
//! `follow` then waits for changes with one thread for each section.

mod arguments;
mod follow;
mod handler;
mod progress;
mod session;
mod store;
mod verify;

use arguments::Arguments;
use clap::Parser;
use progress::LONGEST_LINE;
use safe_output::Printable;
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
            eprintln!("catalog-mirror: {}", Printable::line(&format!("{error:#}"), LONGEST_LINE));
            ExitCode::FAILURE
        }
    }
}
