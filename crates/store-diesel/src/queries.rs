//! Reads of the catalog.

mod catalog_products;
pub(crate) mod change_log;
pub(crate) mod change_log_bounds;
mod delta;
pub(crate) mod diagnosis;
mod export;
mod facts;
mod import_history;
pub(crate) mod last_run;
mod log_position;
pub(crate) mod mentions;
mod product_details;
pub(crate) mod product_versions;
mod recorded_changes;
pub(crate) mod reference_data;
pub(crate) mod snapshot;
pub(crate) mod store_version;
pub(crate) mod stored_contents;
pub(crate) mod stored_offers;
mod visibility_lookup;
