//! The state under test: a small catalog and the usual users, in every kind of store.

use super::sessions::OwnSessions;
use super::users::add_plain_users;
use super::{NOW, add_usual_users, usual_facts, usual_import};
use crate::app::{TestApp, TestFeed, token_of};
use crate::builders::storefront;
use crate::service::{TestService, UnreadBody, every_store};
use crate::{AnyStore, FixedClock, ImportRun, ObservedDetails, StoreFiles, TestStore};
use actix_web::test::TestRequest;
use catalog_domain::accounts::Account;
use catalog_domain::catalog::{CatalogFacts, LogPosition};
use catalog_domain::ports::{AccountStore, Clock};
use catalog_domain::values::{AccountId, Timestamp};
use catalog_index::Catalog;
use parking_lot::Mutex;
use serde_json::Value;
use std::sync::{Arc, LazyLock, Weak};

/// A service over a known catalog, with the usual users.
pub struct Fixture {
    /// What is asked, with its state.
    pub service: TestService,
    /// The heavy parts of its products.
    pub details: Arc<ObservedDetails>,
    /// The clock; [`NOW`] until a test changes it.
    pub clock: Arc<FixedClock>,
    /// What it was read from.
    pub stored: Arc<TestStore>,
    /// Where its feed is, if that is elsewhere.
    pub log: Option<Arc<TestStore>>,
}

impl Default for Fixture {
    fn default() -> Self {
        Self::with(|app| app)
    }
}

impl Fixture {
    /// The usual catalog in a store of its own.
    pub fn new() -> Self {
        Self::default()
    }

    /// The usual catalog in every kind of store. Tests share the stores: nothing may be written to them.
    pub fn all() -> impl Iterator<Item = Self> {
        usual_stores().map(Self::over)
    }

    /// The catalog that `import` makes, with users that have no names of their own.
    pub fn of(import: ImportRun) -> Self {
        Self::over(filled(TestStore::on_sqlite(), import, add_plain_users))
    }

    /// The same in a store of each kind, of this test only.
    pub fn on_every_store(import: impl Fn() -> ImportRun) -> impl Iterator<Item = Self> {
        every_store().map(move |stored| Self::over(filled(stored, import(), add_plain_users)))
    }

    /// The usual catalog and what `edit` makes of the application.
    pub fn with(edit: impl FnOnce(TestApp) -> TestApp) -> Self {
        Self::with_app(Arc::new(usual_store()), edit)
    }

    /// The usual catalog at `head` of a change log.
    pub fn with_feed(head: LogPosition, feed: TestFeed) -> Self {
        Self::with(|app| TestApp { catalog: usual_catalog_at(head), feed, ..app })
    }

    /// What a store with users has.
    pub fn over(stored: Arc<TestStore>) -> Self {
        Self::with_app(stored, |app| app)
    }

    fn with_app(stored: Arc<TestStore>, edit: impl FnOnce(TestApp) -> TestApp) -> Self {
        println!("over {}", stored.name);
        let (store, clock) = (&stored.store, Arc::new(FixedClock::at(NOW)));
        let returns_all = stored.name == TestStore::SQLITE;
        let details = Arc::new(ObservedDetails::new(store.clone(), returns_all));
        let app = TestApp {
            details: details.clone(),
            sessions: Arc::new(OwnSessions::default()),
            ..TestApp::over(store, Catalog::build(store.load().unwrap(), storefront()), &clock)
        };
        Self { service: TestService::over(&edit(app).state()), details, clock, stored, log: None }
    }

    /// Commits `import` and serves the catalog that it makes.
    pub fn import(&self, import: ImportRun) {
        import.commit(&*self.stored.store).unwrap();
        self.service.app.catalog.shared().replace(Catalog::build(self.stored.store.load().unwrap(), storefront()));
    }

    /// Serves the usual catalog at the present head of `log`.
    pub fn follow(&self, log: &dyn AnyStore) {
        self.service.app.catalog.shared().replace(usual_catalog_at(log.load().unwrap().log_position));
    }

    /// The revision of the catalog, as in the header.
    pub fn revision(&self) -> String {
        self.service.app.catalog.current().revision().0.to_string()
    }

    /// A user's account.
    pub fn account(&self, user: &str) -> Account {
        self.stored.store.find_by_login(&format!("{user}@shop.example")).unwrap().unwrap()
    }

    /// The id of a user's account.
    pub fn account_id(&self, user: &str) -> AccountId {
        self.account(user).id
    }

    /// A user's token.
    pub fn token(&self, user: &str) -> String {
        token_of(&self.account(user), self.clock.now())
    }

    /// The `Authorization` header of a user.
    pub fn bearer(&self, user: &str) -> String {
        self.bearer_issued_at(user, self.clock.now())
    }

    /// The same with a token from another time.
    pub fn bearer_issued_at(&self, user: &str, at: Timestamp) -> String {
        format!("Bearer {}", token_of(&self.account(user), at))
    }

    /// Sends a user's request for `path`, and reads nothing of a 200 yet.
    pub async fn begin(&self, user: &str, path: &str) -> UnreadBody {
        let request = TestRequest::get().uri(path).insert_header(("Authorization", self.bearer(user)));
        self.service.begin(request).await
    }

    /// Changes a user's account as an administrator does.
    pub async fn change_user(&self, user: &str, change: &Value) {
        let path = format!("/auth/admin/users/{}", self.account_id(user));
        let request = TestRequest::patch().uri(&path).insert_header(("Authorization", self.bearer("admin")));
        let response = self.service.send(request.set_json(change)).await;
        assert_eq!(response.status, 200, "{}", response.body);
    }
}

/// The usual catalog at `head` of a change log.
pub fn usual_catalog_at(head: LogPosition) -> Catalog {
    Catalog::build(CatalogFacts { log_position: head, ..usual_facts() }, storefront())
}

fn filled(stored: TestStore, import: ImportRun, add_users: fn(&dyn AccountStore)) -> Arc<TestStore> {
    import.commit(&*stored.store).unwrap();
    add_users(&*stored.store);
    Arc::new(stored)
}

/// A store of its own with the usual catalog and users.
fn usual_store() -> TestStore {
    static USUAL: LazyLock<StoreFiles> = LazyLock::new(|| {
        StoreFiles::with(|store| {
            usual_import().commit(store).unwrap();
            add_usual_users(store);
        })
    });
    USUAL.copy()
}

/// A store of each kind with the usual catalog and users. Concurrent tests share them, and the last one of them deletes
/// them.
fn usual_stores() -> impl Iterator<Item = Arc<TestStore>> {
    static SHARED: [Mutex<Weak<TestStore>>; 2] = [const { Mutex::new(Weak::new()) }; 2];
    let on_postgres = || Some(filled(TestStore::on_postgres()?, usual_import(), add_usual_users));
    let kinds: [fn() -> Option<Arc<TestStore>>; 2] = [|| Some(Arc::new(usual_store())), on_postgres];
    SHARED.iter().zip(kinds).filter_map(|(shared, make)| {
        let mut shared = shared.lock();
        let stored = shared.upgrade().or_else(make)?;
        *shared = Arc::downgrade(&stored);
        Some(stored)
    })
}
