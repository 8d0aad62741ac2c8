//! The current catalog, swapped whole: a request keeps the one it began with.

use arc_swap::ArcSwap;
use catalog_domain::catalog::Catalog;
use std::sync::Arc;

/// Holds the catalog that new requests are answered from.
#[derive(Debug)]
pub struct SharedCatalog(ArcSwap<Catalog>);

impl SharedCatalog {
    /// Starts with `catalog`.
    #[must_use]
    pub fn new(catalog: Catalog) -> Self {
        Self(ArcSwap::from_pointee(catalog))
    }

    /// The catalog as it is now.
    #[must_use]
    pub fn current(&self) -> Arc<Catalog> {
        self.0.load_full()
    }

    /// Puts `catalog` in the place of the present one.
    pub fn replace(&self, catalog: Catalog) {
        self.0.store(Arc::new(catalog));
    }
}
