//! Imports: reads NDJSON exports of the upstream content system, checks every record and passes one all-or-nothing
//! change set to the store.
//!
//! A run reads the input once and the changes twice more, so that memory holds the largest record plus a few hundred
//! bytes per product, never the catalog:
//!
//! 1. `gather`: every line becomes a checked record; of products only the parsed fields stay in memory, and the line
//!    itself goes to a temporary file when the record has changes.
//!    A line of a table of offers becomes the record of a whole offer here, over the stored one: see `offer_table`;
//! 2. `resolve`: identities, references and source ids are checked against input and store together;
//! 3. `plan`: what changes for clients, which events that makes, which rows are written;
//! 4. `write`: the changed lines are read again and streamed to the store.
//!
//! Links to documentation and software are imported by a separate, simpler run: `resources`, with `links` to find them.
//!
//! `export` writes a store out in the same format. `inverse` writes what a run replaces, and `undo` imports that again.
//!
//! `record` defines the content of a line, `run` combines the steps.

mod begun_run;
mod diagnostic;
mod empty_store;
mod error;
mod examples;
mod export;
mod fingerprints;
mod gather;
mod guards;
mod identity_change;
mod input;
mod inverse;
mod line_reader;
mod links;
mod observer;
mod offer_table;
mod options;
mod plan;
mod preview;
mod price_changes;
mod problems;
mod record;
mod references;
mod report;
mod resolve;
mod resources;
mod run;
mod schema;
mod spool;
mod undo;
mod unmeant;
mod warnings;
mod write;

pub use catalog_records::closest_name;
pub use diagnostic::{Diagnostic, Rejection};
pub use empty_store::EmptyStore;
pub use error::ImportError;
pub use export::{ExportContent, ExportError, ExportOutput, export};
pub use input::ImportInput;
pub use observer::{ImportObserver, ImportPhase};
pub use options::{ImportLimits, ImportMode, ImportOptions, Origin};
pub use report::{ImportReport, Warnings};
pub use resources::{ResourceOptions, run_resource_import};
pub use run::run_import;
pub use schema::record_schema;
pub use undo::run_undo;
