//! `catalog-client mirror`: keeps a copy of some sections, or of a whole catalog, in a SQLite file.
//!
//! The library speaks the protocol of `docs/sync-guide.md`; this command stores what it brings. `store` is the file:
//! every step is one transaction that also moves the section's checkpoint, so the process may be killed at any moment.
//! `session` catches up section by section, and `follow` then waits for changes with one thread for each.

mod arguments;
mod follow;
mod handler;
mod on_change;
mod progress;
mod session;
mod store;

pub(crate) use arguments::Arguments;

use crate::Completion;
use anyhow::ensure;
use follow::follow;
use handler::lock;
use on_change::OnChange;
use session::{Session, catch_up, check_tables};
use std::sync::Arc;

/// Brings the copy up to date, and follows the changes if that is wanted. SIGINT and SIGTERM end the process at once:
/// whatever it does then is a transaction that is done or not.
///
/// # Errors
/// A server that does not respond for too long or refuses, a file that cannot be used, a copy that was wrong.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Completion> {
    let session = Arc::new(session::open(arguments)?);
    let ended = mirror(arguments, &session);
    // However it ended, every stored change has its notification.
    session.on_change.iter().for_each(OnChange::finish);
    ended
}

fn mirror(arguments: &Arguments, session: &Arc<Session>) -> anyhow::Result<Completion> {
    let mut sections = session.read_sections()?.unwrap_or_default();
    loop {
        session.read_view()?;
        let mut doubts = if arguments.verify { check_tables(session)? } else { Vec::new() };
        doubts.extend(catch_up(session, &sections)?);
        ensure!(doubts.is_empty() || !arguments.verify, "{}", doubts.join("; "));
        if !arguments.follow {
            // Sections that are there are brought up to date all the same.
            session.refuse_hidden(&sections)?;
            let count = lock(&session.store).count()?;
            session.progress.print_line(&format!("the copy is up to date: {count} products"));
            return Ok(Completion::Done);
        }
        sections = follow(session, &sections)?;
    }
}
