//! Products that change visibly in a run without a record of their own: something that they refer to changed.

use super::public_trees::PublicTrees;
use crate::error::ImportError;
use crate::gather::{ProductKey, ProductTable};
use catalog_domain::catalog::Warehouse;
use catalog_domain::ports::ImportSession;
use std::collections::HashSet;
use std::sync::Arc;

/// Stored products by the changed thing they refer to. Usually the sets are empty, and then the store is not read.
#[derive(Debug, Default)]
pub(crate) struct IndirectChanges {
    /// Products with a filter value in a section that became public or stopped being so.
    pub(super) filter_values: HashSet<ProductKey>,
    pub(super) warehouses: HashSet<ProductKey>,
}

impl IndirectChanges {
    /// Finds them. `known` are the warehouses before the run, `written` those that it writes.
    pub(crate) fn find(
        session: &mut dyn ImportSession,
        products: &ProductTable,
        trees: &PublicTrees,
        known: &[Warehouse],
        written: &[Warehouse],
    ) -> Result<Self, ImportError> {
        let mut indirect_changes = Self::default();
        let keys = |stock_numbers: Vec<Box<str>>| stock_numbers.iter().filter_map(|text| products.find(text)).collect();
        let sections = trees.toggled();
        if !sections.is_empty() {
            indirect_changes.filter_values = keys(session.products_with_filter_values_in(&sections)?);
        }
        let is_renamed = |written: &&Warehouse| known.iter().any(|known| known.id == written.id);
        let renamed: HashSet<Arc<str>> =
            written.iter().filter(is_renamed).map(|warehouse| Arc::clone(&warehouse.id)).collect();
        if !renamed.is_empty() {
            indirect_changes.warehouses = keys(session.products_in_warehouses(&renamed)?);
        }
        Ok(indirect_changes)
    }

    pub(super) fn affects(&self, key: ProductKey) -> bool {
        self.filter_values.contains(&key) || self.warehouses.contains(&key)
    }
}
