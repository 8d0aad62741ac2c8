//! Compares the v1 responses of an old system with those of this service, by their meaning, and writes a report. Knows
//! both by their public interface only.
//!
//! [`run`] is the whole of it, in `read_and_join`. What is requested is a list of `unit`s, which `plan` makes of the
//! section trees. Each system is read once (`read`) into `sorted` files, and two files are joined record by record
//! (`join`). What differs is read again before it counts. `compare` is what a difference is; `report` writes it down.

mod compare;
mod difference;
mod error;
mod join;
mod options;
mod plan;
mod read;
mod read_and_join;
mod report;
mod rules;
mod sorted;
mod source;
mod unit;

pub use error::CompareError;
pub use options::{CompareOptions, Login, OnPause};
pub use read_and_join::run;
pub use report::Outcome;
