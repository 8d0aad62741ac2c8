//! `catalog-mirror`: keeps a copy of some sections, or of a whole catalog, in a SQLite file, by the public HTTP
//! interface only.
//!
//! `catalog-client` speaks the protocol of `docs/sync-guide.md`; this program stores what it brings. `store` is the
//! file: every step is one transaction that also moves the section's checkpoint, so the process may be killed at any
//! moment. `session` catches up section by section, and `follow` then waits for changes with one thread for each.

mod arguments;
mod follow;
mod handler;
mod progress;
mod session;
mod store;

use anyhow::ensure;
use arguments::Arguments;
use clap::Parser;
use follow::follow;
use handler::lock;
use progress::LONGEST_LINE;
use safe_output::Printable;
use session::catch_up;
use std::process::ExitCode;
use std::sync::Arc;

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(notice) => {
            let _ = notice.print();
            return if notice.use_stderr() { ExitCode::FAILURE } else { ExitCode::SUCCESS };
        }
    };
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("catalog-mirror: {}", Printable::line(&format!("{error:#}"), LONGEST_LINE));
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let session = Arc::new(session::open(arguments)?);
    let mut sections = session.read_sections()?.unwrap_or_default();
    loop {
        let doubts = catch_up(&session, &sections)?;
        ensure!(doubts.is_empty() || !arguments.verify, "{}", doubts.join("; "));
        if !arguments.follow {
            // Sections that are there are brought up to date all the same.
            session.refuse_hidden(&sections)?;
            let count = lock(&session.store).count()?;
            session.progress.print_line(&format!("the copy is up to date: {count} products"));
            return Ok(());
        }
        sections = follow(&session, &sections)?;
    }
}
