//! Moves whole stores: copies, backups and restores.
//!
//! A store is moved table by table, as rows, whatever they mean; `schema` declares them. `tables` lists what belongs to
//! a store, `source` reads one state of it, `content` copies and compares. `files` is a SQLite store that is built
//! beside its final name and put there when it is whole. `quiet` ends the imports before a final copy. `copy`, `backup`
//! and `restore` combine them.

mod backup;
mod content;
mod copy;
mod ended_jobs;
mod error;
mod files;
mod quiet;
mod restore;
mod source;
mod state;
mod tables;

pub use backup::{BackupReport, back_up};
pub use copy::{CopyOptions, CopyReport, copy_store};
pub use error::MoveError;
pub use restore::{RestoreReport, restore};
pub(crate) use state::{refuse_if_moved, refuse_if_moving};

use long_work::Observer;

/// Fails when the observer wants the move to stop.
fn check_stop(observer: &dyn Observer) -> Result<(), MoveError> {
    if observer.wants_stop() { Err(MoveError::Stopped) } else { Ok(()) }
}

#[cfg(test)]
mod tests;
