//! A store in memory: the same ports, the same contract, nothing stored when the process ends.

mod accounts;
mod change_log;
mod import;
mod jobs;
mod reads;

use accounts::Accounts;
use catalog_domain::catalog::Warehouse;
use catalog_domain::change::ChangeEvent;
use catalog_domain::imports::{JobId, Jobs};
use catalog_domain::ports::{
    ImportHistory, OfferRecord, ProductRecord, RecordedImport, ReplacedSecret, ResourceSet, SigningSecret,
    SigningSecrets, StoreError, StoreSettings,
};
use catalog_domain::pricing::PriceLevel;
use catalog_domain::products::ProductType;
use catalog_domain::sections::Section;
use catalog_domain::values::{
    CatalogRevision, EventNumber, ProductTypeId, SectionId, SourceId, StorefrontHost, Timestamp,
};
use jobs::Pieces;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A store in memory. An import is refused at once, without a wait, while another one runs.
#[derive(Default)]
pub struct MemoryStore {
    state: Mutex<State>,
    import_runs: AtomicBool,
}

/// The whole content. A commit works on a copy and swaps it in on success.
#[derive(Clone, Default)]
struct State {
    revision: CatalogRevision,
    /// The time of the run that made the revision.
    committed_at: Option<Timestamp>,
    storefront: Option<StorefrontHost>,
    signing_secrets: Option<SigningSecrets>,
    product_types: BTreeMap<ProductTypeId, ProductType>,
    warehouses: BTreeMap<Arc<str>, Warehouse>,
    price_levels: Vec<PriceLevel>,
    sections: BTreeMap<SectionId, Section>,
    /// The revision that last wrote one of them.
    sections_written: CatalogRevision,
    commits: BTreeMap<CatalogRevision, Timestamp>,
    products: BTreeMap<Box<str>, ProductEntry>,
    /// The last one is never pruned.
    events: BTreeMap<EventNumber, EventEntry>,
    /// The recorded runs, the oldest first.
    imports: Vec<RecordedImport>,
    accounts: Accounts,
    jobs: Jobs,
    pieces: Pieces,
}

#[derive(Clone)]
struct ProductEntry {
    record: ProductRecord,
    offer: OfferRecord,
    /// The record's, until another product takes it over.
    source_id: Option<SourceId>,
    /// Documentation and software; a record of the product does not touch them.
    links: Option<ResourceSet>,
    /// The revision that last wrote it.
    revision: CatalogRevision,
    /// The revision of its last event.
    version: CatalogRevision,
}

#[derive(Clone)]
struct EventEntry {
    event: ChangeEvent,
    revision: CatalogRevision,
    at: Timestamp,
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A test that panicked while it held the lock has failed already; the others need not fail for it.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl StoreSettings for MemoryStore {
    fn storefront(&self) -> Result<Option<StorefrontHost>, StoreError> {
        Ok(self.state().storefront.clone())
    }

    fn signing_secret(&self, candidate: &SigningSecret, now: Timestamp) -> Result<SigningSecrets, StoreError> {
        let first = || SigningSecrets { current: candidate.clone(), since: Some(now), previous: None };
        Ok(self.state().signing_secrets.get_or_insert_with(first).clone())
    }

    fn signing_secrets(&self) -> Result<Option<SigningSecrets>, StoreError> {
        Ok(self.state().signing_secrets.clone())
    }

    fn rotate_signing_secret(
        &self,
        secret: &SigningSecret,
        replaced: ReplacedSecret,
        now: Timestamp,
    ) -> Result<SigningSecrets, StoreError> {
        let mut state = self.state();
        state.accounts.revision += 1;
        let before = state.signing_secrets.take().filter(|_| replaced == ReplacedSecret::Keep);
        let previous = before.map(|secrets| secrets.current);
        let rotated = SigningSecrets { current: secret.clone(), since: Some(now), previous };
        Ok(state.signing_secrets.insert(rotated).clone())
    }
}

impl ImportHistory for MemoryStore {
    fn latest_imports(&self, limit: u32) -> Result<Vec<RecordedImport>, StoreError> {
        Ok(self.state().imports.iter().rev().take(limit as usize).cloned().collect())
    }

    fn find_import(&self, revision: CatalogRevision) -> Result<Option<RecordedImport>, StoreError> {
        Ok(self.state().imports.iter().find(|import| import.revision == revision).cloned())
    }

    fn find_import_of_job(&self, job: JobId) -> Result<Option<RecordedImport>, StoreError> {
        Ok(self.state().imports.iter().find(|import| import.summary.job == Some(job)).cloned())
    }
}
