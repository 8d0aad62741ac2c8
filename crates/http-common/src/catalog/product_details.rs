//! Products and their heavy parts from one revision: combines the catalog in memory with the store.

use crate::catalog::shared_catalog::SharedCatalog;
use crate::runtime::store_call::try_call_store;
use crate::service_failure::ServiceFailure;
use crate::services::Services;
use catalog_domain::catalog::Catalog;
use catalog_domain::ports::{PartSelection, ProductDetail, ProductDetails};
use catalog_domain::values::CatalogRevision;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout_at};

/// How long a response may wait for the catalog and the store to agree.
const MAXIMUM_WAIT: Duration = Duration::from_secs(5);

/// The pause before a store that is behind is read again.
const PAUSE: Duration = Duration::from_millis(50);

/// A catalog, and parts of some of its products of the same revision.
#[derive(Debug)]
pub struct DetailedCatalog {
    /// The catalog.
    pub catalog: Arc<Catalog>,
    /// One entry per selected product, in that order; empty when no part was selected.
    pub details: Vec<ProductDetail>,
}

/// Why parts could not be read.
#[derive(Debug, thiserror::Error)]
pub enum DetailsError<E> {
    /// The selection itself failed.
    #[error("nothing to read parts of")]
    Selection(E),
    /// The store failed, or did not reach the catalog's revision in time.
    #[error(transparent)]
    Failure(#[from] ServiceFailure),
}

/// The catalog and the store did not reach the same revision in time.
#[derive(Debug, thiserror::Error)]
#[error("the catalog and the store are at different revisions")]
struct RevisionMismatch;

/// Reads the `wanted` parts of the products that `choose` returns as stock numbers. When an import changes one of them
/// in between, `choose` runs again on the newer catalog. Without a selected part the store is not read.
///
/// # Errors
/// [`DetailsError`]; a mismatch is reported after a few seconds at most.
pub async fn read_details<E>(
    services: &Services,
    wanted: PartSelection,
    choose: impl Fn(&Catalog) -> Result<Vec<Box<str>>, E>,
) -> Result<DetailedCatalog, DetailsError<E>> {
    read_from(&services.catalog, &services.product_details, wanted, choose).await
}

async fn read_from<E>(
    catalogs: &SharedCatalog,
    store: &Arc<dyn ProductDetails>,
    wanted: PartSelection,
    choose: impl Fn(&Catalog) -> Result<Vec<Box<str>>, E>,
) -> Result<DetailedCatalog, DetailsError<E>> {
    let deadline = Instant::now() + MAXIMUM_WAIT;
    loop {
        let catalog = catalogs.current();
        if wanted == PartSelection::NONE {
            return Ok(DetailedCatalog { catalog, details: Vec::new() });
        }
        let chosen = choose(&catalog).map_err(DetailsError::Selection)?;
        let store = Arc::clone(store);
        let batch = try_call_store(move || store.read(&chosen, wanted)).await?;
        if batch.belongs_to(catalog.revision()) {
            let details = batch.details.into_iter().map(Option::unwrap_or_default).collect();
            return Ok(DetailedCatalog { catalog, details });
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
