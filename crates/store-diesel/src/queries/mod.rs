//! Reads of the catalog.

pub(crate) mod change_log;
pub(crate) mod change_log_bounds;
mod facts;
pub(crate) mod last_run;
mod product_details;
pub(crate) mod reference_data;
pub(crate) mod snapshot;
pub(crate) mod store_mark;
