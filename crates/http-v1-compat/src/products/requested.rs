//! The requested products.

use catalog_domain::products::Product;
use catalog_domain::values::SourceId;
use catalog_index::V1Catalog;

/// Products named one by one, each once.
#[derive(Debug, Clone, Hash)]
pub(crate) enum RequestedProducts {
    /// By source id.
    BySourceId(Vec<SourceId>),
    /// By stock number, exactly.
    ByStockNumber(Vec<String>),
}

impl RequestedProducts {
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::BySourceId(ids) => ids.len(),
            Self::ByStockNumber(numbers) => numbers.len(),
        }
    }

    /// Those that v1 shows, in the requested order.
    pub(crate) fn find<'a>(&self, catalog: &'a V1Catalog) -> Vec<&'a Product> {
        match self {
            Self::BySourceId(ids) => catalog.products(ids).collect(),
            Self::ByStockNumber(numbers) => catalog.products_by_stock_number(numbers).collect(),
        }
    }
}
