//! The change feed of a section (`docs/contract.md#change-feed`).

mod get_product_digest;
mod list_product_changes;
mod summarize_product_changes;
mod wait_for_change;

pub(crate) use get_product_digest::*;
pub(crate) use list_product_changes::*;
pub(crate) use summarize_product_changes::*;
