//! What decides on the visibility of a product.

use super::CatalogReads;
use crate::runtime::try_call_store;
use crate::service_failure::ServiceFailure;
use catalog_domain::ports::{EventSearch, VisibilityFacts};
use std::sync::Arc;

impl CatalogReads {
    /// What the store has about the visibility of `item`, a stock number or section id; what it has in general when
    /// that is empty.
    ///
    /// # Errors
    /// [`ServiceFailure`] when the store cannot be read.
    pub async fn look_up(&self, item: String) -> Result<VisibilityFacts, ServiceFailure> {
        let lookup = Arc::clone(&self.0.visibility);
        try_call_store(move || lookup.look_up(Some(&*item).filter(|item| !item.is_empty()), EventSearch::SHOWN)).await
    }
}
