//! Moves whole stores: copies, backups and restores.
//!
//! A store is moved table by table, as rows, whatever they mean; `schema` declares them. `tables` lists what belongs to
//! a store, `source` reads one state of it, `content` copies and compares. `files` is a SQLite store that is built
//! beside its final name and put there when it is whole. `copy`, `backup` and `restore` combine them.

mod backup;
mod content;
mod copy;
mod error;
mod files;
mod moved_table;
mod restore;
mod source;
mod state;
mod tables;

pub use backup::{BackupReport, back_up};
pub use copy::{CopyOptions, CopyReport, copy_store};
pub use error::MoveError;
pub(crate) use moved_table::{MovedTable, Owned, for_each_row};
pub use restore::{RestoreReport, restore};
pub(crate) use state::refuse_if_moved;

/// Observes a move, and may stop it.
pub trait MoveObserver: Send + Sync {
    /// A step begins that is about `total` rows, or bytes of a file.
    fn begins(&self, step: &str, total: Option<u64>);

    /// So many rows or bytes more are done.
    fn did(&self, amount: u64);

    /// Whether the move should stop; it then leaves nothing behind.
    fn wants_stop(&self) -> bool {
        false
    }
}

/// Nobody observes.
impl MoveObserver for () {
    fn begins(&self, _: &str, _: Option<u64>) {}

    fn did(&self, _: u64) {}
}

/// Fails when the observer wants the move to stop.
fn check_stop(observer: &dyn MoveObserver) -> Result<(), MoveError> {
    if observer.wants_stop() { Err(MoveError::Stopped) } else { Ok(()) }
}

#[cfg(test)]
mod tests;
