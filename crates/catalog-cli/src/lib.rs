//! The commands of `catalog` that serve no HTTP. A file for each: its arguments, and a function that calls the code
//! that does the work and says how it ended. `settings` are those that commands share with servers.
//!
//! A command opens its store itself, and names the adapters that it needs: this crate and `server` are the two places
//! that do.

pub mod backup;
pub mod client;
pub mod config;
pub mod copy;
pub mod demo;
pub mod doctor;
pub mod explain;
pub mod export;
pub mod first_administrator;
pub mod generate;
pub mod health;
pub mod import;
pub mod imports;
pub mod key;
pub mod mail;
mod outcome;
pub mod output;
mod price_level;
pub mod prune;
pub mod restore;
pub mod secret;
pub mod settings;
pub mod shell;
pub mod signals;
pub mod store;
pub mod user;
mod watch;

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Completion {
    /// It is done.
    Done,
    /// The input of an import was rejected, or a store has errors, and every problem was printed.
    Rejected,
    /// A store has warnings, and was to have none.
    Warned,
    /// The store of an import that a server runs failed.
    TryAgain,
}
