//! Products and their heavy parts from one revision: combines the catalog in memory with the store.

use super::{CatalogReads, SharedCatalog};
use crate::runtime::try_call_store;
use crate::service_failure::ServiceFailure;
use catalog_domain::ports::{PartSelection, ProductDetail, ProductDetails};
use catalog_domain::values::CatalogRevision;
use catalog_index::Catalog;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout_at};

/// How long a response may wait for the catalog and the store to agree.
const MAXIMUM_WAIT: Duration = Duration::from_secs(5);

/// The pause before a store that is behind is read again.
const PAUSE: Duration = Duration::from_millis(50);

/// What was selected from a catalog, and stored parts of the same revision.
#[derive(Debug)]
pub struct DetailedCatalog<T> {
    /// The catalog.
    pub catalog: Arc<Catalog>,
    /// The selection.
    pub selected: T,
    /// One entry per stock number of the selection, in that order; empty when no part was wanted.
    pub details: Vec<ProductDetail>,
}

/// The catalog and the store did not reach the same revision in time.
#[derive(Debug, thiserror::Error)]
#[error("the catalog and the store are at different revisions")]
struct RevisionMismatch;

impl CatalogReads {
    /// Reads the `wanted` parts of the products that `select` finds in a catalog: it returns its selection, and the
    /// stock numbers of the products whose parts are needed. When an import changes one of them in between, `select`
    /// runs again on the newer catalog. Without stock numbers or a wanted part the store is not read.
    ///
    /// # Errors
    /// Those of `select`, and of the store, which has a few seconds to reach the catalog's revision.
    pub async fn read_details<T, E: From<ServiceFailure>>(
        &self,
        wanted: PartSelection,
        select: impl AsyncFnMut(&Arc<Catalog>) -> Result<(T, Vec<Box<str>>), E>,
    ) -> Result<DetailedCatalog<T>, E> {
        read_from(&self.0.shared, &self.0.details, wanted, select).await
    }

    /// The public product with that stock number, by its ordinal, and its `wanted` parts; `None` when there is none.
    ///
    /// # Errors
    /// Those of [`Self::read_details`].
    pub async fn product(
        &self,
        stock_number: &str,
        wanted: PartSelection,
    ) -> Result<Option<DetailedCatalog<u32>>, ServiceFailure> {
        let find = async |catalog: &Arc<Catalog>| {
            let found = catalog.product(stock_number);
            let stock_numbers = found.iter().map(|found| found.product.stock_number().into()).collect();
            Ok::<_, ServiceFailure>((found.map(|found| found.ordinal), stock_numbers))
        };
        let DetailedCatalog { catalog, selected, details } = self.read_details(wanted, find).await?;
        Ok(selected.map(|selected| DetailedCatalog { catalog, selected, details }))
    }
}

async fn read_from<T, E: From<ServiceFailure>>(
    catalogs: &SharedCatalog,
    store: &Arc<dyn ProductDetails>,
    wanted: PartSelection,
    mut select: impl AsyncFnMut(&Arc<Catalog>) -> Result<(T, Vec<Box<str>>), E>,
) -> Result<DetailedCatalog<T>, E> {
    let deadline = Instant::now() + MAXIMUM_WAIT;
    loop {
        let catalog = catalogs.current();
        let (selected, stock_numbers) = select(&catalog).await?;
        if stock_numbers.is_empty() || wanted == PartSelection::NONE {
            return Ok(DetailedCatalog { catalog, selected, details: Vec::new() });
        }
        let store = Arc::clone(store);
        let batch = try_call_store(move || store.read(&stock_numbers, wanted)).await?;
        if batch.belongs_to(catalog.revision()) {
            let details = batch.details.into_iter().map(Option::unwrap_or_default).collect();
            return Ok(DetailedCatalog { catalog, selected, details });
        }
        wait_for_revision(catalogs, &catalog, batch.unchanged_since, deadline).await?;
    }
}

/// Waits until the catalog has caught up with the store, or, when the store is behind, for a moment.
async fn wait_for_revision(
    catalogs: &SharedCatalog,
    catalog: &Catalog,
    changed: CatalogRevision,
    deadline: Instant,
) -> Result<(), ServiceFailure> {
    let wait = async {
        if changed > catalog.revision() {
            catalogs.reaches(changed).await;
        } else {
            sleep(PAUSE).await;
        }
    };
    timeout_at(deadline, wait).await.map_err(|_| ServiceFailure::unavailable(RevisionMismatch))
}

#[cfg(test)]
mod tests;
