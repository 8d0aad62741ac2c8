//! Compares the v1 responses of an old system with those of this service, by their meaning, and writes a report. Knows
//! both by their public interface only.
//!
//! [`run`] is the whole of it: it walks the section tree of both systems (`plan`), or repeats the requests of an
//! access log (`replay`), and compares each pair of responses (`compare`). Whatever differs is requested a second
//! time after everything else; only what differs again counts. Results go to a journal on disk, from which a run that
//! was killed continues and from which the `report` is made.
//!
//! Without an old system, it compares v1 with v2 of the new one instead (`v1_v2`).
//!
//! # A second kind of comparison
//!
//! Everything except the planning and the meaning of fields is independent of what is compared:
//!
//! - `source`: one system, with its login, its rate limit and its retries.
//! - `difference`: a difference and its kind.
//! - `journal`: what is done and what was found, on disk.
//! - `workers`: runs work in parallel, with progress and a way to stop.
//! - `rules` and `report`: allowed differences and the three files.
//!
//! A new comparison has its own planning, yields `difference::Difference`s into the journal under keys that sort in
//! the order of the report, and ends with `report::write`.

mod compare;
mod difference;
mod error;
mod first_pass;
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
mod workers;

pub use error::CompareError;
pub use options::{CompareOptions, Login, OnPause, Pace, ReplayOptions};
pub use report::Outcome;
pub use run::run;
pub use workers::Observer;
