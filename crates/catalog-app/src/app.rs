//! The application as a whole.

use crate::accounts::Accounts;
use crate::callers::Callers;
use crate::catalog::CatalogReads;
use crate::feed::Feed;
use crate::imports::Imports;
use crate::readers::Readers;
use crate::runtime::Work;
use crate::v1_usage::V1UsageReport;
use catalog_domain::ports::Clock;
use catalog_domain::values::Timestamp;
use std::sync::Arc;

/// Everything that can be done: one field for each use case, each made with its ports.
pub struct App {
    /// Accounts, passwords and invitations.
    pub accounts: Accounts,
    /// The identities of callers.
    pub callers: Callers,
    /// The catalog.
    pub catalog: CatalogReads,
    /// The change feed.
    pub feed: Feed,
    /// The recorded imports.
    pub imports: Imports,
    /// The usage of accounts.
    pub readers: Readers,
    /// The use of v1.
    pub v1_usage: V1UsageReport,
    /// The bounds of long work and of large responses.
    pub work: Work,
    /// The time.
    pub clock: Arc<dyn Clock>,
}

impl App {
    /// The time.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }
}
