//! Reads of the catalog.

mod change_log;
mod change_log_bounds;
mod facts;
mod product_details;
pub(crate) mod reference_data;
pub(crate) mod snapshot;
