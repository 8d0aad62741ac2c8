//! Keeps memory equal to the store: polls the revisions at an interval, and loads what changed.

mod health;
mod key_follower;
mod tail;
mod thread;

pub use health::{NotReady, RefreshHealth};
pub use key_follower::{SigningKeyFollower, SigningKeys};
pub use tail::TailReader;

use crate::accounts::AccountDirectory;
use crate::catalog::{ReplacedOffers, SharedCatalog};
use crate::runtime::lower_priority;
use catalog_domain::ports::{CatalogSource, StoreError, StoreSettings};
use catalog_domain::values::{AccountRevision, CatalogRevision, StorefrontHost};
use catalog_index::{Catalog, ChangeTail, TailLimit, V1Catalog};
use std::sync::Arc;
use std::time::Instant;

/// Why a server is not ready whose store is no longer the one that is written to.
const MOVED: &str = "the store was moved elsewhere by `catalog copy --final`; this server shows its last state";

/// What a refresher follows, and where to.
pub struct RefreshPorts {
    /// The catalog in the store.
    pub source: Arc<dyn CatalogSource>,
    /// The settings of the store.
    pub settings: Arc<dyn StoreSettings>,
    /// The storefront that the store must belong to.
    pub storefront: StorefrontHost,
    /// The catalog in memory.
    pub catalog: Arc<SharedCatalog>,
    /// The accounts in memory.
    pub accounts: Arc<AccountDirectory>,
    /// Follows rotations of the signing secret; `None` when it is not the store's.
    pub keys: Option<SigningKeyFollower>,
    /// Holds the last events of the change log; `None`: no events are held in memory.
    pub tail: Option<TailReader>,
    /// Records when memory agrees with the store.
    pub health: Arc<RefreshHealth>,
    /// Whether v1 is served: then what its first request needs is made in advance.
    pub serves_v1: bool,
    /// Why the opened store is gone for good, if that is what the error says.
    pub loss: fn(&StoreError) -> Option<String>,
}

/// Follows one store.
pub struct Refresher {
    ports: RefreshPorts,
    /// The revisions in memory; `None` before they were loaded.
    loaded_catalog: Option<CatalogRevision>,
    loaded_accounts: Option<AccountRevision>,
    /// How often the store had been replaced by then.
    replacements: u64,
    /// Whether memory may be updated incrementally. False after an update that panicked: it would panic again.
    may_update: bool,
    /// Catalogs that were replaced while requests still used them. They are freed here rather than by the last of those
    /// requests: freeing a large catalog takes longer than a response.
    retired: Vec<Arc<Catalog>>,
}

/// Why memory could not be refreshed.
#[derive(Debug, thiserror::Error)]
pub enum RefreshError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The store belongs to another storefront.
    #[error("the store belongs to the storefront {}, not {}", stored.as_str(), wanted.as_str())]
    Storefront {
        /// Its storefront.
        stored: StorefrontHost,
        /// The one that is to be served.
        wanted: StorefrontHost,
    },
    /// A bug of this service.
    #[error("the refresh panicked")]
    Panicked,
}

impl Refresher {
    /// Follows the store behind `ports`.
    pub fn new(ports: RefreshPorts) -> Self {
        Self {
            ports,
            loaded_catalog: None,
            loaded_accounts: None,
            replacements: 0,
            may_update: true,
            retired: Vec::new(),
        }
    }

    /// Polls the store once and loads what changed since the last time. Data that cannot be loaded stays as it is.
    ///
    /// # Errors
    /// [`RefreshError`] when the store cannot be read or belongs to another storefront.
    pub fn refresh(&mut self) -> Result<(), RefreshError> {
        let result = self.load_what_moved();
        if let Err(RefreshError::Store(error)) = &result
            && let Some(reason) = (self.ports.loss)(error)
        {
            self.ports.health.lose(reason);
        }
        result
    }

    fn load_what_moved(&mut self) -> Result<(), RefreshError> {
        let looked_at = Instant::now();
        let revisions = self.ports.source.revisions().inspect_err(|error| self.read_accounts_without_catalog(error))?;
        if revisions.replacements != self.replacements {
            // Equal revisions of another store say nothing.
            (self.loaded_catalog, self.loaded_accounts) = (None, None);
            self.replacements = revisions.replacements;
        }
        if self.loaded_accounts != Some(revisions.accounts) {
            self.ports.accounts.refresh()?;
            // A rotation makes a revision of the accounts.
            self.ports.keys.as_mut().map_or(Ok(()), SigningKeyFollower::refresh)?;
            self.loaded_accounts = Some(revisions.accounts);
        }
        self.ports.accounts.confirm(looked_at);
        if self.loaded_catalog != Some(revisions.catalog) {
            self.reload_catalog()?;
        }
        if revisions.is_moved {
            self.ports.health.lose(MOVED.to_owned());
        } else {
            self.ports.health.confirm(looked_at);
        }
        self.retired.retain(|catalog| Arc::strong_count(catalog) > 1);
        Ok(())
    }

    /// The catalog's file may be missing while the accounts' own is there: an account disabled there must be disabled
    /// here.
    fn read_accounts_without_catalog(&self, error: &StoreError) {
        if (self.ports.loss)(error).is_some()
            && let Err(error) = self.ports.accounts.refresh()
        {
            tracing::debug!(cause = crate::service_failure::causes(&error), "the accounts cannot be read either");
        }
    }

    fn reload_catalog(&mut self) -> Result<(), RefreshError> {
        let started = Instant::now();
        check_storefront(&*self.ports.settings, &self.ports.storefront)?;
        let (catalog, replaced, how) = match self.updated_catalog()? {
            Some((catalog, replaced)) => (catalog, Some(replaced), "catalog updated"),
            None => (Catalog::build(self.ports.source.load()?, self.ports.storefront.clone()), None, "catalog loaded"),
        };
        self.may_update = true;
        let (revision, sections, products) = (catalog.revision(), catalog.sections().len(), catalog.product_count());
        // A client that sees the new catalog must find its events.
        let tail = match &self.ports.tail {
            Some(tail) => tail.follow(&self.ports.catalog.feed_view().tail, catalog.log_position())?,
            None => ChangeTail::starting_at(catalog.log_position(), TailLimit::NOTHING),
        };
        self.retired.push(self.ports.catalog.current());
        match replaced {
            Some(replaced) => self.ports.catalog.update_to(catalog, tail, replaced),
            None => self.ports.catalog.replace_with(catalog, tail),
        }
        if self.ports.serves_v1 {
            prepare_v1(self.ports.catalog.current().v1().clone());
        }
        self.loaded_catalog = Some(revision);
        let took = started.elapsed();
        self.ports.health.loads().observe(took);
        let milliseconds = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        tracing::info!(revision = revision.0, sections, products, milliseconds, "{how}");
        Ok(())
    }

    /// Reads some of the older events that are to be held in memory; returns whether there are more.
    fn read_older_events(&self) -> bool {
        self.ports.tail.as_ref().is_some_and(|tail| tail.read_older(&self.ports.catalog))
    }

    /// The present catalog with the changes since, and the offers that they replace; `None` when there is none yet, or
    /// the store does not know.
    fn updated_catalog(&mut self) -> Result<Option<(Catalog, ReplacedOffers)>, StoreError> {
        if self.loaded_catalog.is_none() || !self.may_update {
            return Ok(None);
        }
        let current = self.ports.catalog.current();
        let Some(delta) = self.ports.source.changes_since(current.revision(), current.log_position())? else {
            return Ok(None);
        };
        self.may_update = false;
        let replaced = ReplacedOffers::by(&current, &delta);
        Ok(Some((current.updated(delta), replaced)))
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
        Some(stored) if stored != *wanted => Err(RefreshError::Storefront { stored, wanted: wanted.clone() }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
