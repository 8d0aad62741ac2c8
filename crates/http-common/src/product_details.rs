//! Products and their heavy parts from one revision: the catalog in memory and the store are brought together.

use crate::service_failure::ServiceFailure;
use crate::services::Services;
use crate::shared_catalog::SharedCatalog;
use crate::store_call::try_call_store;
use catalog_domain::catalog::Catalog;
use catalog_domain::identifiers::CatalogRevision;
use catalog_domain::ports::{PartSelection, ProductDetail, ProductDetails};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout_at};

/// How long an answer may wait for the catalog and the store to agree.
const MAXIMUM_WAIT: Duration = Duration::from_secs(5);

/// The pause before a store that is behind is asked again.
const PAUSE: Duration = Duration::from_millis(50);

/// A catalog, and parts of some of its products as they are in its revision.
#[derive(Debug)]
pub struct DetailedCatalog {
    /// The catalog.
    pub catalog: Arc<Catalog>,
    /// One entry per product chosen, in the order chosen; empty when no part was wanted.
    pub details: Vec<ProductDetail>,
}

/// Why parts could not be read.
#[derive(Debug, thiserror::Error)]
pub enum DetailsError<E> {
    /// The choice itself failed.
    #[error("nothing to read parts of")]
    Selection(E),
    /// The store failed, or did not come to agree with the catalog in time.
    #[error(transparent)]
    Failure(#[from] ServiceFailure),
}

/// The catalog and the store did not come to agree in time.
#[derive(Debug, thiserror::Error)]
#[error("the catalog and the store are at different revisions")]
struct RevisionMismatch;

/// Reads the `wanted` parts of the products that `choose` names by stock number. An import that changes one of them in
/// between makes the choice be repeated from the newer catalog. Without a wanted part no store is asked.
///
/// # Errors
/// [`DetailsError`]; a disagreement lasts at most a few seconds before it is one.
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

/// Waits until the catalog has caught up with the store, or, when it is the store that is behind, for a moment.
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
