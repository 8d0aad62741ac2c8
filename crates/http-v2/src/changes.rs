//! The change feed of a section (`docs/contract.md#change-feed`).

mod get_product_digest;
mod get_product_snapshot;
mod list_product_changes;
mod snapshot_stream;
mod summarize_product_changes;
mod wait_for_change;

pub(crate) use get_product_digest::*;
pub(crate) use get_product_snapshot::*;
pub(crate) use list_product_changes::*;
pub(crate) use summarize_product_changes::*;
