//! Compares the v1 responses of an old system with those of this service, by their meaning, and writes a report. Knows
//! both by their public interface only. Without an old system, it compares v1 with v2 of the new one.
//!
//! - [`run`] is the whole of it.
//! - `walk` requests everything once, and what differed a second time after everything else; only what differs again
//!   counts. Results go to a `journal` on disk, from which a run that was killed continues.
//! - A `walk::Pair` is what is compared, and by which rules: two systems by v1 (`catalog_walk` plans by their trees,
//!   `replay` by an access log, `compare` has the rules), or two interfaces of one system (`v1_v2`).
//! - The `report` is made from the journal.

mod catalog_walk;
mod compare;
mod difference;
mod error;
mod journal;
mod list_pages;
mod list_walk;
mod options;
mod plan;
mod replay;
mod report;
mod request;
mod route;
mod rules;
mod run;
mod second_pass;
mod section_tree;
mod source;
mod v1_v2;
mod walk;
mod workers;

pub use error::CompareError;
pub use options::{CompareOptions, Login, OnPause, Pace, ReplayOptions};
pub use report::Outcome;
pub use run::run;
