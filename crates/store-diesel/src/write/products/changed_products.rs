//! Which stored products a statement changed.

use crate::failure::unexpected;
use catalog_domain::ports::StoreError;
use std::collections::HashMap;

/// Products by stock number, with their ids.
pub(super) type ChangedProducts = HashMap<String, i64>;

/// The id of a product that was to be changed. A change of a product that the store does not have is a bug of the plan:
/// the whole run fails.
pub(super) fn id_of(stock_number: &str, changed: &ChangedProducts) -> Result<i64, StoreError> {
    let id = changed.get(stock_number).copied();
    id.ok_or_else(|| unexpected(format!("the store has no product {stock_number:?} to change")))
}

/// The `rows` for which `change` found a product.
pub(super) fn changed_one_by_one<R>(
    rows: &[R],
    mut change: impl FnMut(&R) -> Result<Option<(String, i64)>, StoreError>,
) -> Result<ChangedProducts, StoreError> {
    let mut changed = ChangedProducts::with_capacity(rows.len());
    for row in rows {
        changed.extend(change(row)?);
    }
    Ok(changed)
}
