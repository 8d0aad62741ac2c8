//! Keeps memory equal to the store: polls the revisions at an interval, and loads what changed.

mod tail;
mod thread;

pub(crate) use tail::TailReader;
pub(crate) use thread::RefreshThread;

use crate::config::{SettingError, storefront_mismatch};
use crate::key_follower::KeyFollower;
use crate::refresh_health::RefreshHealth;
use catalog_app::accounts::AccountDirectory;
use catalog_app::catalog::SharedCatalog;
use catalog_app::runtime::lower_priority;
use catalog_domain::ports::{CatalogSource, StoreError, StoreSettings};
use catalog_domain::values::{AccountRevision, CatalogRevision, StorefrontHost};
use catalog_index::{Catalog, ChangeTail, TailLimit, V1Catalog};
use std::sync::Arc;
use std::time::Instant;
use store_diesel::LostStoreFile;

/// Why a server is not ready whose store is no longer the one that is written to.
const MOVED: &str = "the store was moved elsewhere by `catalog copy --final`; this server shows its last state";

/// Follows one store.
pub(crate) struct Refresher {
    source: Arc<dyn CatalogSource>,
    settings: Arc<dyn StoreSettings>,
    storefront: StorefrontHost,
    catalog: Arc<SharedCatalog>,
    accounts: Arc<AccountDirectory>,
    /// `None` when the signing secret is not the store's.
    keys: Option<KeyFollower>,
    /// `None`: no events are held in memory.
    tail: Option<TailReader>,
    refresh_health: Arc<RefreshHealth>,
    /// The revisions in memory; `None` before they were loaded.
    loaded_catalog: Option<CatalogRevision>,
    loaded_accounts: Option<AccountRevision>,
    /// How often the store had been replaced by then.
    replacements: u64,
    /// Whether v1 is served: then what its first request needs is made in advance.
    serves_v1: bool,
    /// Whether memory may be updated incrementally. False after an update that panicked: it would panic again.
    may_update: bool,
    /// Catalogs that were replaced while requests still used them. They are freed here rather than by the last of those
    /// requests: freeing a large catalog takes longer than a response.
    retired: Vec<Arc<Catalog>>,
}

/// Why memory could not be refreshed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RefreshError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The store belongs to another storefront.
    #[error(transparent)]
    Storefront(#[from] SettingError),
    /// A bug of this service.
    #[error("the refresh panicked")]
    Panicked,
}

impl Refresher {
    /// Follows `source` into `catalog` and `accounts`, and records in `refresh_health` when they agree.
    pub(crate) fn new(
        source: Arc<dyn CatalogSource>,
        settings: Arc<dyn StoreSettings>,
        storefront: StorefrontHost,
        (catalog, accounts): (Arc<SharedCatalog>, Arc<AccountDirectory>),
        refresh_health: Arc<RefreshHealth>,
    ) -> Self {
        Self {
            source,
            settings,
            storefront,
            catalog,
            accounts,
            keys: None,
            tail: None,
            refresh_health,
            loaded_catalog: None,
            loaded_accounts: None,
            replacements: 0,
            serves_v1: true,
            may_update: true,
            retired: Vec::new(),
        }
    }

    /// The same, which also follows rotations of the store's signing secret.
    pub(crate) fn with_keys(self, keys: Option<KeyFollower>) -> Self {
        Self { keys, ..self }
    }

    /// The same, which also holds the last events of the change log in memory.
    pub(crate) fn with_tail(self, tail: TailReader) -> Self {
        Self { tail: Some(tail), ..self }
    }

    /// The same for a server whose v1 is on or off.
    pub(crate) fn with_v1(self, serves_v1: bool) -> Self {
        Self { serves_v1, ..self }
    }

    /// Polls the store once and loads what changed since the last time. Data that cannot be loaded stays as it is.
    ///
    /// # Errors
    /// [`RefreshError`] when the store cannot be read or belongs to another storefront.
    pub(crate) fn refresh(&mut self) -> Result<(), RefreshError> {
        let result = self.load_what_moved();
        if let Err(RefreshError::Store(error)) = &result
            && let Some(lost) = LostStoreFile::behind(error)
        {
            self.refresh_health.lose(lost.public_reason());
        }
        result
    }

    fn load_what_moved(&mut self) -> Result<(), RefreshError> {
        let looked_at = Instant::now();
        let revisions = self.source.revisions().inspect_err(|error| self.read_accounts_without_catalog(error))?;
        if revisions.replacements != self.replacements {
            // Equal revisions of another store say nothing.
            (self.loaded_catalog, self.loaded_accounts) = (None, None);
            self.replacements = revisions.replacements;
        }
        if self.loaded_accounts != Some(revisions.accounts) {
            self.accounts.refresh()?;
            // A rotation makes a revision of the accounts.
            self.keys.as_mut().map_or(Ok(()), KeyFollower::refresh)?;
            self.loaded_accounts = Some(revisions.accounts);
        }
        if self.loaded_catalog != Some(revisions.catalog) {
            self.reload_catalog()?;
        }
        if revisions.is_moved {
            self.refresh_health.lose(MOVED.to_owned());
        } else {
            self.refresh_health.confirm(looked_at);
        }
        self.retired.retain(|catalog| Arc::strong_count(catalog) > 1);
        Ok(())
    }

    /// The catalog's file may be missing while the accounts' own is there: an account disabled there must be disabled
    /// here.
    fn read_accounts_without_catalog(&self, error: &StoreError) {
        if LostStoreFile::behind(error).is_some()
            && let Err(error) = self.accounts.refresh()
        {
            tracing::debug!(cause = crate::output::causes(&error), "the accounts cannot be read either");
        }
    }

    fn reload_catalog(&mut self) -> Result<(), RefreshError> {
        let started = Instant::now();
        check_storefront(&*self.settings, &self.storefront)?;
        let (catalog, how) = match self.updated_catalog()? {
            Some(catalog) => (catalog, "catalog updated"),
            None => (Catalog::build(self.source.load()?, self.storefront.clone()), "catalog loaded"),
        };
        self.may_update = true;
        let (revision, sections, products) = (catalog.revision(), catalog.sections().len(), catalog.product_count());
        // Whoever sees the new catalog must find its events.
        let tail = match &self.tail {
            Some(tail) => tail.follow(&self.catalog.feed_view().tail, catalog.log_position())?,
            None => ChangeTail::starting_at(catalog.log_position(), TailLimit::NOTHING),
        };
        self.retired.push(self.catalog.current());
        self.catalog.replace_with(catalog, tail);
        if self.serves_v1 {
            prepare_v1(self.catalog.current().v1().clone());
        }
        self.loaded_catalog = Some(revision);
        let took = started.elapsed();
        self.refresh_health.loads().observe(took);
        let milliseconds = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        tracing::info!(revision = revision.0, sections, products, milliseconds, "{how}");
        Ok(())
    }

    /// Reads some of the older events that are to be held in memory; returns whether there are more.
    fn read_older_events(&self) -> bool {
        self.tail.as_ref().is_some_and(|tail| tail.read_older(&self.catalog))
    }

    /// The present catalog with the changes since; `None` when there is none yet, or the store does not know.
    fn updated_catalog(&mut self) -> Result<Option<Catalog>, StoreError> {
        if self.loaded_catalog.is_none() || !self.may_update {
            return Ok(None);
        }
        let current = self.catalog.current();
        let Some(delta) = self.source.changes_since(current.revision(), current.log_position())? else {
            return Ok(None);
        };
        self.may_update = false;
        Ok(Some(current.updated(delta)))
    }
}

/// Makes on a thread of low priority what the first request of v1 would otherwise wait for. The thread does not hold
/// the catalog, which may be replaced meanwhile and is freed by the refresher.
fn prepare_v1(v1: V1Catalog) {
    if v1.is_prepared() {
        return;
    }
    let prepare = move || {
        lower_priority();
        v1.prepare();
    };
    // Without a thread, the first request makes it.
    if let Err(error) = std::thread::Builder::new().name("prepare-v1".into()).spawn(prepare) {
        tracing::debug!(%error, "no thread to prepare v1 on");
    }
}

/// Refuses a store that was filled for another storefront; an empty one accepts any.
///
/// # Errors
/// [`RefreshError`] when it belongs to another storefront, or cannot be read.
fn check_storefront(settings: &dyn StoreSettings, wanted: &StorefrontHost) -> Result<(), RefreshError> {
    match settings.storefront()? {
        Some(stored) if stored != *wanted => Err(storefront_mismatch(&stored, wanted).into()),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
