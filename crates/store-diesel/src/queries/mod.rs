//! Reads of the catalog.

mod change_log;
mod facts;
pub(crate) mod reference_data;
pub(crate) mod snapshot;
