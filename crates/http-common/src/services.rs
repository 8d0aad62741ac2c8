//! The dependencies of the HTTP adapters: ports and in-memory state.

use crate::auth::rate_limit::AttemptLimits;
use crate::auth::sessions::Sessions;
use crate::cache::response_cache::ResponseCache;
use catalog_app::accounts::{AccountDirectory, AccountServices, PasswordHashQueue};
use catalog_app::catalog::SharedCatalog;
use catalog_app::feed::FeedServices;
use catalog_app::runtime::{Requester, ResponseBudget, WorkFor, WorkPool};
use catalog_domain::ports::{
    AccountStore, Clock, ImportHistory, PasswordHasher, ProductDetails, TokenSigner, V1UsageStore, VisibilityLookup,
};
use std::fmt;
use std::sync::Arc;

/// Everything a handler may use. Assembled once, by the server.
pub struct Services {
    /// The current catalog.
    pub catalog: Arc<SharedCatalog>,
    /// The response cache.
    pub cache: ResponseCache,
    /// The pool for long work.
    pub work: WorkPool,
    /// The limit on bytes of responses in flight.
    pub response_budget: ResponseBudget,
    /// The heavy parts of products, in the store.
    pub product_details: Arc<dyn ProductDetails>,
    /// What decides on the visibility of one product, in the store: for people who ask why.
    pub visibility: Arc<dyn VisibilityLookup>,
    /// The change log.
    pub feed: FeedServices,
    /// The recorded imports.
    pub imports: Arc<dyn ImportHistory>,
    /// The recorded requests to v1.
    pub v1_usage: Arc<dyn V1UsageStore>,
    /// The accounts that may have tokens by id, in memory.
    pub accounts: Arc<AccountDirectory>,
    /// Accounts in the store: for logins and changes.
    pub account_store: Arc<dyn AccountStore>,
    /// Requests for access, lists and invitations.
    pub account_services: AccountServices,
    /// Who is signed in to the pages for people.
    pub sessions: Sessions,
    /// Passwords.
    pub passwords: Arc<dyn PasswordHasher>,
    /// The queue of password checks.
    pub password_hash_queue: Arc<PasswordHashQueue>,
    /// How often one source may log in or register.
    pub attempts: AttemptLimits,
    /// Access tokens.
    pub tokens: Arc<dyn TokenSigner>,
    /// The time.
    pub clock: Arc<dyn Clock>,
}

impl Services {
    /// The pool and budget, for `requester`.
    #[must_use]
    pub fn work_for(&self, requester: Requester) -> WorkFor<'_> {
        WorkFor { pool: &self.work, response_budget: &self.response_budget, requester }
    }
}

impl fmt::Debug for Services {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Services").field("accounts", &self.accounts).finish_non_exhaustive()
    }
}
