//! The change feed of a section (`docs/contract.md#change-feed`).

mod get_product_digest;
mod get_product_snapshot;
mod list_product_changes;
mod snapshot_stream;
mod summarize_product_changes;
mod wait_for_change;

use crate::endpoint::Endpoint;

pub(crate) use list_product_changes::list_product_changes;

pub(crate) fn endpoints() -> Vec<Endpoint> {
    vec![
        list_product_changes::endpoint(),
        summarize_product_changes::endpoint(),
        get_product_digest::endpoint(),
        get_product_snapshot::endpoint(),
    ]
}
