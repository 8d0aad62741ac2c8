//! The state under test: the usual catalog and users, in memory and in every kind of store.

mod catalog;
mod users;

pub(crate) use catalog::*;
pub(crate) use users::*;

use crate::details::{FixedDetails, ObservedDetails};
use crate::stores::usual_databases;
use actix_web::web::Data;
use catalog_domain::accounts::Account;
use catalog_domain::catalog::{CatalogFacts, LogPosition};
use catalog_domain::ports::{AccountSource, Clock, MockAccountSource, ProductDetails};
use catalog_domain::values::{AccountId, StorefrontHost, Timestamp};
use catalog_index::Catalog;
use catalog_testkit::app::{TestApp, TestFeed, token_of};
use catalog_testkit::{AnyStore, FixedClock, MemoryStore, TestStore, all_accounts};
use http_common::HttpState;
use std::sync::Arc;
use std::time::Duration;

/// 2026-01-31T10:00:00Z.
pub(crate) const NOW: Timestamp = Timestamp::from_unix_microseconds(1_769_853_600_000_000);

/// HttpState over a known catalog, with users named by their roles.
pub(crate) struct Fixture {
    pub(crate) state: Data<HttpState>,
    pub(crate) details: Arc<ObservedDetails>,
    /// The clock; [`NOW`] until a test changes it.
    pub(crate) clock: Arc<FixedClock>,
    accounts: Vec<Account>,
    /// Owned for as long as the state read from it.
    _store: Option<Arc<TestStore>>,
}

struct Sources {
    facts: CatalogFacts,
    details: Arc<dyn ProductDetails>,
    accounts: Arc<dyn AnyStore>,
    callers: Arc<dyn AccountSource>,
    feed: TestFeed,
    settle: Duration,
}

impl Fixture {
    /// The usual catalog and users, from values that no store has touched and then from every kind of database. The
    /// databases are shared between tests: nothing may be written to them.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let stored = usual_databases().map(|store| {
            println!("over {}", store.name);
            Self::over(store)
        });
        std::iter::once_with(Self::new).chain(stored)
    }

    pub(crate) fn new() -> Self {
        Self::with_facts(facts())
    }

    pub(crate) fn with_facts(facts: CatalogFacts) -> Self {
        let accounts = store_of_users();
        Self::assemble(facts, accounts.clone(), accounts)
    }

    /// The usual catalog and users, who are found through `callers`.
    pub(crate) fn with_callers(callers: MockAccountSource) -> Self {
        Self::assemble(facts(), store_of_users(), Arc::new(callers))
    }

    /// The usual catalog and users with a change log, whose events are held back for `settle`.
    pub(crate) fn with_feed(head: LogPosition, feed: TestFeed, settle: Duration) -> Self {
        let facts = CatalogFacts { log_position: head, ..facts() };
        let details = Arc::new(FixedDetails::of(&facts));
        let store = store_of_users();
        let accounts = all_accounts(&*store);
        Self::from(Sources { facts, details, accounts: store.clone(), callers: store, feed, settle }, accounts, None)
    }

    fn assemble(facts: CatalogFacts, accounts: Arc<dyn AnyStore>, callers: Arc<dyn AccountSource>) -> Self {
        let details = Arc::new(FixedDetails::of(&facts));
        let feed = feed_of(Arc::new(MemoryStore::new()));
        let users = all_accounts(&*accounts);
        let sources = Sources { facts, details, accounts, callers, feed, settle: Duration::ZERO };
        Self::from(sources, users, None)
    }

    pub(crate) fn over(stored: Arc<TestStore>) -> Self {
        let store = &stored.store;
        let sources = Sources {
            facts: store.load().unwrap(),
            details: store.clone(),
            accounts: store.clone(),
            callers: store.clone(),
            feed: feed_of(store.clone()),
            settle: Duration::ZERO,
        };
        let accounts = all_accounts(&**store);
        Self::from(sources, accounts, Some(stored))
    }

    fn from(sources: Sources, accounts: Vec<Account>, stored: Option<Arc<TestStore>>) -> Self {
        let details = Arc::new(ObservedDetails::new(sources.details));
        let clock = Arc::new(FixedClock::at(NOW));
        let catalog = Catalog::build(sources.facts, storefront());
        let app = TestApp {
            settle: sources.settle,
            details: details.clone(),
            feed: sources.feed,
            callers: sources.callers,
            sessions: Arc::new(MemoryStore::new()),
            ..TestApp::over(&sources.accounts, catalog, &clock)
        };
        Self { state: app.state(), accounts, details, clock, _store: stored }
    }

    /// The revision of the catalog, as in the header.
    pub(crate) fn revision(&self) -> String {
        self.state.app.catalog.current().revision().0.to_string()
    }

    pub(crate) fn account_id(&self, user: &str) -> AccountId {
        self.account(user).id
    }

    pub(crate) fn account(&self, user: &str) -> &Account {
        let email = format!("{user}@shop.example");
        self.accounts.iter().find(|account| account.profile.email == email).unwrap()
    }

    /// The `Authorization` header of a user.
    pub(crate) fn bearer(&self, user: &str) -> String {
        self.bearer_issued_at(user, self.clock.now())
    }

    /// The same with a token from another time.
    pub(crate) fn bearer_issued_at(&self, user: &str, at: Timestamp) -> String {
        format!("Bearer {}", token_of(self.account(user), at))
    }
}

/// A change log with a retention of 90 days, in a store.
pub(crate) fn feed_of(log: Arc<dyn AnyStore>) -> TestFeed {
    TestFeed::of(log.clone(), log)
}

pub(crate) fn storefront() -> StorefrontHost {
    StorefrontHost::parse("storefront.example").unwrap()
}
