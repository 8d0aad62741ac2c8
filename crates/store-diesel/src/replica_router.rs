//! Routes reads to a hot standby while it is up and not behind, and to the primary otherwise.
//!
//! Large reads go to the standby: catalogs, parts of products, pages and counts of the change log. Decisive reads go to
//! the primary: the present revision, and where the log begins and ends. So a cursor is never reported as expired
//! because a replica lags.
//!
//! Reads never go back in time. Every result of the standby includes its version, in the same statement or before it on
//! the same connection; a stale one is discarded and the primary read. The monitor of `monitor` only avoids futile
//! reads of a standby.

mod monitor;
mod ports;
mod status;

use crate::database_url::DatabaseUrl;
use crate::failure::unavailable;
use crate::migrate::MIGRATION_WAIT;
use crate::open_error::OpenError;
use crate::queries::store_version::StoreVersion;
use crate::store::{Store, StoreOptions};
use catalog_domain::ports::StoreError;
use status::{ReplicaStatus, StatusCell};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long a load waits for the standby to catch up with the primary.
const LAG_WAIT: Duration = Duration::from_millis(500);
/// The pause before the next check.
const LAG_PAUSE: Duration = Duration::from_millis(20);

/// A primary with its hot standby.
pub struct ReplicaRouter {
    primary: Store,
    url: DatabaseUrl,
    options: StoreOptions,
    /// The standby; empty until it could be opened.
    standby: OnceLock<Store>,
    status: StatusCell,
    /// The catalog revision that was loaded last: no part may be older.
    served: AtomicI64,
    served_reads: AtomicU64,
    primary_reads: AtomicU64,
}

/// The use of a standby.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReplicaUse {
    /// Whether reads go to it now.
    pub is_in_use: bool,
    /// Reads that it served.
    pub served_reads: u64,
    /// Reads that the primary served in its place.
    pub primary_reads: u64,
}

impl ReplicaRouter {
    /// Adds the standby at `url` to `primary`. One that is down, or starting up, is used as soon as it is available;
    /// see [`Self::monitor`].
    ///
    /// # Errors
    /// [`OpenError`] when a retry would not help: authentication fails, it is not a standby of this primary, or it does
    /// not get the schema of this version within some seconds.
    pub fn open(primary: Store, url: &DatabaseUrl, options: &StoreOptions) -> Result<Self, OpenError> {
        let pair = Self {
            primary,
            url: url.clone(),
            options: options.clone(),
            standby: OnceLock::new(),
            status: StatusCell::default(),
            served: AtomicI64::new(0),
            served_reads: AtomicU64::new(0),
            primary_reads: AtomicU64::new(0),
        };
        match pair.open_when_migrated() {
            Ok(()) => {}
            Err(error) if error.is_temporary() => pair.status.set(ReplicaStatus::Unreachable, &error),
            Err(error) => return Err(error),
        }
        Ok(pair)
    }

    /// The present use of the standby.
    pub fn replica_use(&self) -> ReplicaUse {
        ReplicaUse {
            is_in_use: self.in_use().is_some(),
            served_reads: self.served_reads.load(Ordering::Relaxed),
            primary_reads: self.primary_reads.load(Ordering::Relaxed),
        }
    }

    /// How many revisions the standby is behind the primary.
    ///
    /// # Errors
    /// [`StoreError`] when either cannot be read.
    pub fn revisions_behind(&self) -> Result<i64, StoreError> {
        let standby = self.standby.get().ok_or_else(|| unavailable("the standby cannot be read"))?;
        let found = standby.version()?.revision;
        Ok(self.primary.version()?.revision - found)
    }

    /// The primary has the schema, so a standby receives it soon: it may lag for a moment.
    fn open_when_migrated(&self) -> Result<(), OpenError> {
        let deadline = Instant::now() + MIGRATION_WAIT;
        loop {
            match self.check() {
                Err(OpenError::Unmigrated { .. }) if Instant::now() < deadline => sleep(LAG_PAUSE),
                Ok(ReplicaStatus::NotAReplica) => return Err(OpenError::NotAReplica { url: self.url.to_string() }),
                result => return result.map(|status| self.status.set(status, &"")),
            }
        }
    }

    /// The standby, if reads may go to it now.
    fn in_use(&self) -> Option<&Store> {
        self.standby.get().filter(|_| self.status.is_in_use(Instant::now()))
    }

    /// Reads from the standby, and from the primary when it is not in use, fails, or is stale: `None` of `of_standby`.
    fn route_read<T>(
        &self,
        of_standby: impl FnOnce(&Store) -> Result<Option<T>, StoreError>,
        of_primary: impl FnOnce(&Store) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let response = self.in_use().map(of_standby);
        match response {
            Some(Ok(Some(response))) => {
                self.served_reads.fetch_add(1, Ordering::Relaxed);
                return Ok(response);
            }
            Some(Err(error)) => self.status.set(ReplicaStatus::Unreachable, &error),
            Some(Ok(None)) | None => {}
        }
        self.primary_reads.fetch_add(1, Ordering::Relaxed);
        of_primary(&self.primary)
    }

    /// Loads from the standby once it has caught up with the primary, within bounds, else from the primary. `revision`
    /// returns which one was loaded.
    fn load_from_either<T>(
        &self,
        load: impl Fn(&Store) -> Result<T, StoreError>,
        revision: impl Fn(&T) -> i64,
    ) -> Result<T, StoreError> {
        let wanted = self.primary.version()?;
        let of_standby = |standby: &Store| {
            if !self.catches_up(standby, &wanted)? {
                return Ok(None);
            }
            let loaded = load(standby)?;
            Ok(Some(loaded).filter(|loaded| revision(loaded) >= wanted.revision))
        };
        let loaded = self.route_read(of_standby, &load)?;
        self.served.store(revision(&loaded), Ordering::Release);
        Ok(loaded)
    }

    /// Waits a moment for the standby to reach the version of the primary, or a later one.
    fn catches_up(&self, standby: &Store, wanted: &StoreVersion) -> Result<bool, StoreError> {
        let deadline = Instant::now() + LAG_WAIT;
        loop {
            let found = standby.version()?;
            if found == *wanted || found.revision > wanted.revision {
                // What is ahead of an earlier version of the primary must not be ahead of its present one.
                return Ok(found.is_reached_by(&self.primary.version()?));
            }
            if Instant::now() >= deadline {
                return Ok(false);
            }
            sleep(LAG_PAUSE);
        }
    }
}

impl std::fmt::Debug for ReplicaRouter {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { primary, url, status, .. } = self;
        formatter
            .debug_struct("ReplicaRouter")
            .field("primary", primary)
            .field("standby", url)
            .field("status", status)
            .finish_non_exhaustive()
    }
}
