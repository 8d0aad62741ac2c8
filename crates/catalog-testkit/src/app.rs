//! The application under test, over any store: as that of a server that has just started, with small bounds.

use crate::{AnyStore, FixedClock};
use actix_web::web::Data;
use catalog_app::accounts::{AccountDirectory, AccountMail, AccountPorts, Accounts, AttemptLimits, PasswordHashQueue};
use catalog_app::callers::{CallerPorts, Callers};
use catalog_app::catalog::{CatalogPorts, CatalogReads, SharedCatalog};
use catalog_app::feed::{Feed, FeedPorts};
use catalog_app::imports::{ImportPorts, Imports};
use catalog_app::readers::Readers;
use catalog_app::runtime::{ResponseBudget, Work, WorkPool};
use catalog_app::v1_usage::V1UsageReport;
use catalog_domain::accounts::{Account, InvitationLinks, grant_for};
use catalog_domain::ports::{
    AccountList, AccountSource, ChangeLog, ChangeLogBounds, CursorSealer, ImportHistory, Mailer, PasswordHasher,
    ProductDetails, SessionStore, SigningSecret, TokenSigner, VisibilityLookup,
};
use catalog_domain::values::Timestamp;
use catalog_index::Catalog;
use credentials::{
    BcryptHasher, JwtSigner, RandomApiKeys, RandomInvitations, RandomJobIds, RandomSessions, SealedCursors,
    SigningKeySet,
};
use http_common::HttpState;
use http_common::auth::TrustedProxies;
use http_common::cache::ResponseCache;
use std::sync::Arc;
use std::time::Duration;

/// What signs tokens and seals cursors.
pub const SECRET: [u8; 32] = [7; 32];

/// What an application under test is made of. A test replaces what it is about:
/// `TestApp { passwords, ..TestApp::over(store, catalog, clock) }.state()`.
pub struct TestApp {
    /// The first catalog.
    pub catalog: Catalog,
    /// How long the events of later ones are held back.
    pub settle: Duration,
    /// The most bytes that the response cache may take.
    pub cache_bytes: u64,
    /// The heavy parts of products.
    pub details: Arc<dyn ProductDetails>,
    /// What decides on the visibility of a product.
    pub visibility: Arc<dyn VisibilityLookup>,
    /// The change log.
    pub feed: TestFeed,
    /// The accounts that may have tokens.
    pub callers: Arc<dyn AccountSource>,
    /// Access tokens.
    pub tokens: Arc<dyn TokenSigner>,
    /// Sessions.
    pub sessions: Arc<dyn SessionStore>,
    /// Passwords.
    pub passwords: Arc<dyn PasswordHasher>,
    /// How often one source may log in or register.
    pub attempts: AttemptLimits,
    /// The proxies in front of the server.
    pub trusted_proxies: TrustedProxies,
    /// The most pending accounts.
    pub most_pending: u32,
    /// The most bytes of the input of an import over HTTP.
    pub most_import_bytes: u64,
    /// The links of invitations.
    pub links: InvitationLinks,
    /// Mail, if it is set up.
    pub mailer: Option<Arc<dyn Mailer>>,
    /// The accounts as administrators look them up.
    pub account_list: Arc<dyn AccountList>,
    /// The recorded imports.
    pub import_history: Arc<dyn ImportHistory>,
    /// Everything else that is stored.
    pub store: Arc<dyn AnyStore>,
    /// The time.
    pub clock: Arc<FixedClock>,
}

/// A change log as an application reads it.
pub struct TestFeed {
    /// The events.
    pub events: Arc<dyn ChangeLog>,
    /// Their positions.
    pub bounds: Arc<dyn ChangeLogBounds>,
    /// Seals cursors.
    pub cursors: Arc<dyn CursorSealer>,
    /// Events older than this are not retained, in days.
    pub retention_days: u32,
}

impl TestFeed {
    /// A log with a retention of 90 days.
    pub fn of(events: Arc<dyn ChangeLog>, bounds: Arc<dyn ChangeLogBounds>) -> Self {
        Self { events, bounds, cursors: Arc::new(sealed_cursors()), retention_days: 90 }
    }
}

impl TestApp {
    /// An application that reads everything from `store`, except for the catalog.
    pub fn over(store: &Arc<dyn AnyStore>, catalog: Catalog, clock: &Arc<FixedClock>) -> Self {
        Self {
            catalog,
            settle: Duration::ZERO,
            cache_bytes: 1 << 20,
            details: store.clone(),
            visibility: store.clone(),
            feed: TestFeed::of(store.clone(), store.clone()),
            callers: store.clone(),
            tokens: Arc::new(signer()),
            sessions: store.clone(),
            passwords: Arc::new(quick_hasher()),
            attempts: AttemptLimits::default(),
            trusted_proxies: TrustedProxies::default(),
            most_pending: 10_000,
            most_import_bytes: 4 << 20,
            links: InvitationLinks::default(),
            mailer: None,
            account_list: store.clone(),
            import_history: store.clone(),
            store: store.clone(),
            clock: clock.clone(),
        }
    }

    /// The state of handlers.
    pub fn state(self) -> Data<HttpState> {
        let (store, clock) = (self.store, self.clock);
        let shared = Arc::new(SharedCatalog::new(self.catalog, self.settle, clock.clone()));
        let directory = Arc::new(AccountDirectory::new(self.callers));
        let cache = Arc::new(ResponseCache::new(self.cache_bytes));
        let work = Work::new(WorkPool::start(1).unwrap(), ResponseBudget::new(1 << 28));
        let app = catalog_app::App {
            accounts: Accounts::new(AccountPorts {
                store: store.clone(),
                directory: directory.clone(),
                list: self.account_list,
                history: store.clone(),
                registrations: store.clone(),
                most_pending: self.most_pending,
                invitations: store.clone(),
                invitation_tokens: Arc::new(RandomInvitations),
                keys: store.clone(),
                key_texts: Arc::new(RandomApiKeys),
                mail: Arc::new(AccountMail::new(self.mailer, self.links.clone())),
                links: self.links,
                passwords: self.passwords,
                password_hash_queue: PasswordHashQueue::new(1),
                attempts: self.attempts.clone(),
                clock: clock.clone(),
            }),
            callers: Callers::new(CallerPorts {
                directory,
                tokens: self.tokens,
                keys: store.clone(),
                key_texts: Arc::new(RandomApiKeys),
                wrong_keys: self.attempts.keys,
                sessions: self.sessions,
                session_tokens: Arc::new(RandomSessions),
                clock: clock.clone(),
            }),
            catalog: CatalogReads::new(CatalogPorts {
                shared: shared.clone(),
                details: self.details,
                visibility: self.visibility,
                selections: cache.clone(),
                work: work.clone(),
            }),
            feed: Feed::new(FeedPorts {
                catalog: shared,
                events: self.feed.events,
                bounds: self.feed.bounds,
                cursors: self.feed.cursors,
                retention_days: self.feed.retention_days,
                clock: clock.clone(),
            }),
            imports: Imports::new(ImportPorts {
                history: self.import_history,
                written: store.clone(),
                jobs: store.clone(),
                bytes: store.clone(),
                ids: Arc::new(RandomJobIds),
                most_bytes: self.most_import_bytes,
                store_clock: clock.clone(),
                clock: clock.clone(),
            }),
            readers: Readers::default(),
            v1_usage: V1UsageReport::new(store.clone(), store.clone()),
            work,
            clock: clock.clone(),
        };
        Data::new(HttpState { app, cache, trusted_proxies: self.trusted_proxies })
    }
}

/// What seals and opens the cursors of [`TestApp`].
pub fn sealed_cursors() -> SealedCursors {
    SealedCursors::new(&keys())
}

/// Hashes passwords at the lowest cost.
pub fn quick_hasher() -> BcryptHasher {
    BcryptHasher::new(4).unwrap()
}

/// A token of an account that [`TestApp`] accept for a day.
pub fn token_of(account: &Account, issued: Timestamp) -> String {
    signer().issue(grant_for(account), issued, None).unwrap().text
}

/// What signs and verifies the tokens of [`TestApp`].
pub fn signer() -> JwtSigner {
    JwtSigner::new(&keys(), 86_400)
}

fn keys() -> SigningKeySet {
    SigningKeySet { current: SigningSecret::new(SECRET.to_vec()).unwrap(), previous: None, replaced_at: None }
}
