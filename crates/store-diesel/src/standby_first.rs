//! Reads from a hot standby while it is up and not behind, and from the primary otherwise.
//!
//! What is large goes to the standby: catalogs, parts of products, pages and counts of the log of changes. What decides
//! stays with the primary: which revision is the present one, and where the log begins and ends. So nobody is told that a
//! cursor is gone because a copy has not heard of it yet.
//!
//! No answer is older than what was answered before. Every answer of the standby says what it includes, in the same
//! statement or before it on the same connection, and one that lacks something is thrown away and the primary asked. The
//! watch of `watch` only keeps requests from asking a standby in vain.

mod ports;
mod standing;
mod watch;

pub use watch::StandbyWatch;

use crate::database_url::DatabaseUrl;
use crate::migrate::MIGRATION_WAIT;
use crate::open_error::OpenError;
use crate::queries::store_mark::StoreMark;
use crate::store::{Store, StoreOptions};
use catalog_domain::ports::StoreError;
use standing::{Standing, StandingCell};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long a load waits for the standby to have what the primary has.
const LAG_WAIT: Duration = Duration::from_millis(500);
/// The pause before it looks again.
const LAG_PAUSE: Duration = Duration::from_millis(20);

/// A primary with a hot standby of it.
pub struct StandbyFirst {
    primary: Store,
    url: DatabaseUrl,
    options: StoreOptions,
    /// The standby; empty until it could be opened.
    standby: OnceLock<Store>,
    standing: StandingCell,
    /// The catalog revision that was loaded last: no part may be older.
    served: AtomicI64,
    answers: AtomicU64,
    refusals: AtomicU64,
}

/// How a standby is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StandbyUse {
    /// Whether reads go to it now.
    pub is_in_use: bool,
    /// Reads that it answered.
    pub answers: u64,
    /// Reads that the primary answered in its place.
    pub refusals: u64,
}

impl StandbyFirst {
    /// Puts the standby at `url` before `primary`. One that is down, or starting up, is used as soon as it is there; see
    /// [`StandbyWatch`].
    ///
    /// # Errors
    /// [`OpenError`] when waiting would not help: it cannot be logged into, is no standby of this primary, or does not get
    /// the schema of this version within some seconds.
    pub fn open(primary: Store, url: &DatabaseUrl, options: &StoreOptions) -> Result<Self, OpenError> {
        let pair = Self {
            primary,
            url: url.clone(),
            options: options.clone(),
            standby: OnceLock::new(),
            standing: StandingCell::default(),
            served: AtomicI64::new(0),
            answers: AtomicU64::new(0),
            refusals: AtomicU64::new(0),
        };
        match pair.open_when_migrated() {
            Ok(()) => {}
            Err(error) if error.is_temporary() => pair.standing.set(Standing::Unreachable, &error),
            Err(error) => return Err(error),
        }
        Ok(pair)
    }

    /// How the standby is used now.
    #[must_use]
    pub fn standby_use(&self) -> StandbyUse {
        StandbyUse {
            is_in_use: self.in_use().is_some(),
            answers: self.answers.load(Ordering::Relaxed),
            refusals: self.refusals.load(Ordering::Relaxed),
        }
    }

    /// The primary has the schema, so a standby has it soon: it may be a moment behind.
    fn open_when_migrated(&self) -> Result<(), OpenError> {
        let deadline = Instant::now() + MIGRATION_WAIT;
        loop {
            match self.look() {
                Err(OpenError::Unmigrated { .. }) if Instant::now() < deadline => sleep(LAG_PAUSE),
                Ok(Standing::NoCopy) => return Err(OpenError::NoCopy { url: self.url.to_string() }),
                result => return result.map(|standing| self.standing.set(standing, &"")),
            }
        }
    }

    /// The standby, if reads may go to it now.
    fn in_use(&self) -> Option<&Store> {
        self.standby.get().filter(|_| self.standing.is_in_use(Instant::now()))
    }

    /// Asks the standby, and the primary when it is not in use, fails, or has too little: `None` of `of_standby`.
    fn ask<T>(
        &self,
        of_standby: impl FnOnce(&Store) -> Result<Option<T>, StoreError>,
        of_primary: impl FnOnce(&Store) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let answer = self.in_use().map(of_standby);
        match answer {
            Some(Ok(Some(answer))) => {
                self.answers.fetch_add(1, Ordering::Relaxed);
                return Ok(answer);
            }
            Some(Err(error)) => self.standing.set(Standing::Unreachable, &error),
            Some(Ok(None)) | None => {}
        }
        self.refusals.fetch_add(1, Ordering::Relaxed);
        of_primary(&self.primary)
    }

    /// Loads from the standby once it has what the primary has now, within bounds, else from the primary. `revision` tells
    /// which one was loaded.
    fn load_from_either<T>(
        &self,
        load: impl Fn(&Store) -> Result<T, StoreError>,
        revision: impl Fn(&T) -> i64,
    ) -> Result<T, StoreError> {
        let wanted = self.primary.mark()?;
        let of_standby = |standby: &Store| {
            if !self.catches_up(standby, &wanted)? {
                return Ok(None);
            }
            let loaded = load(standby)?;
            Ok(Some(loaded).filter(|loaded| revision(loaded) >= wanted.revision))
        };
        let loaded = self.ask(of_standby, &load)?;
        self.served.store(revision(&loaded), Ordering::Release);
        Ok(loaded)
    }

    /// Waits a moment for the standby to be where the primary was found, or further on the same way.
    fn catches_up(&self, standby: &Store, wanted: &StoreMark) -> Result<bool, StoreError> {
        let deadline = Instant::now() + LAG_WAIT;
        loop {
            let found = standby.mark()?;
            if found == *wanted || found.revision > wanted.revision {
                // What is ahead of an earlier look at the primary must not be ahead of it now.
                return Ok(found.is_reached_by(&self.primary.mark()?));
            }
            if Instant::now() >= deadline {
                return Ok(false);
            }
            sleep(LAG_PAUSE);
        }
    }
}

impl std::fmt::Debug for StandbyFirst {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { primary, url, standing, .. } = self;
        formatter
            .debug_struct("StandbyFirst")
            .field("primary", primary)
            .field("standby", url)
            .field("standing", standing)
            .finish_non_exhaustive()
    }
}
