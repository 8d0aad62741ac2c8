//! A separate portal for each test: a store, a fixed clock, and people named by their state or role.

use actix_web::web::Data;
use catalog_domain::accounts::{Account, AccountProfile, AccountStatus, InvitationLinks, NewAccount};
use catalog_domain::ports::{Mailer, PasswordHasher, VisibilityLookup};
use catalog_domain::pricing::{PriceLevel, Role};
use catalog_index::Catalog;
use catalog_testkit::app::{TestApp, quick_hasher};
use catalog_testkit::builders::{NOON, new_account, storefront};
use catalog_testkit::service::every_store;
use catalog_testkit::{AnyStore, FixedClock, ImportRun, TestStore};
use http_common::HttpState;
use http_portal::{PortalSettings, ServerStatus, StatusFact, StatusGroup};
use std::sync::Arc;

pub(crate) use catalog_testkit::usual::PASSWORD;

/// People of every state.
const PEOPLE: [(&str, Role, AccountStatus); 4] = [
    ("administrator", Role::Administrator, AccountStatus::Active),
    ("user", Role::User, AccountStatus::Active),
    ("disabled", Role::User, AccountStatus::Disabled),
    ("pending", Role::User, AccountStatus::Pending),
];

const ADMINISTERED: [(&str, Role, AccountStatus); 2] =
    [("admin", Role::Administrator, AccountStatus::Active), ("buyer", Role::User, AccountStatus::Active)];

pub(crate) struct TestPortal {
    pub(crate) state: Data<HttpState>,
    pub(crate) settings: PortalSettings,
    pub(crate) clock: Arc<FixedClock>,
    pub(crate) store: Arc<dyn AnyStore>,
    _stored: TestStore,
}

/// A server that reports one fact of a hostile name.
#[derive(Debug)]
struct FixedStatus;

impl ServerStatus for FixedStatus {
    fn status(&self) -> Vec<StatusGroup> {
        let facts =
            vec![StatusFact::plain("status-revision", &7), StatusFact::plain("status-ready", &"<no>").marked(true)];
        vec![StatusGroup { title: "status-server", facts }]
    }
}

impl TestPortal {
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        every_store().map(|stored| Self::over(stored, &PEOPLE))
    }

    pub(crate) fn new() -> Self {
        Self::over(TestStore::on_sqlite(), &PEOPLE)
    }

    /// One with an administrator and a buyer over each kind of store.
    pub(crate) fn administered_on_all() -> impl Iterator<Item = Self> {
        every_store().map(|stored| Self::over(stored, &ADMINISTERED))
    }

    /// The same over one store.
    pub(crate) fn administered() -> Self {
        Self::over(TestStore::on_sqlite(), &ADMINISTERED)
    }

    fn over(stored: TestStore, people: &[(&str, Role, AccountStatus)]) -> Self {
        println!("over {}", stored.name);
        let store = Arc::clone(&stored.store);
        let run = ImportRun {
            new_price_levels: vec![PriceLevel::new("Опт"), PriceLevel::new("<b>\u{202e}")],
            ..ImportRun::of_one_product()
        };
        run.commit(&*store).unwrap();
        let clock = Arc::new(FixedClock::at(NOON));
        let state = state(&store, &clock);
        let settings = PortalSettings { is_on: true, status: Some(Arc::new(FixedStatus)), ..PortalSettings::default() };
        let portal = Self { state, settings, clock, store, _stored: stored };
        for (person, role, status) in people {
            portal.add(person, *role, *status, *status != AccountStatus::Pending);
        }
        portal.state.app.accounts.refresh().unwrap();
        portal
    }

    /// The same with the application that `change` makes of the usual one.
    pub(crate) fn with(self, change: impl FnOnce(TestApp) -> TestApp) -> Self {
        let state = change(app(&self.store, &self.clock)).state();
        state.app.accounts.refresh().unwrap();
        Self { state, ..self }
    }

    pub(crate) fn with_mail(self, mailer: Arc<dyn Mailer>) -> Self {
        let links = InvitationLinks::new("https://shop.example");
        self.with(|app| TestApp { mailer: Some(mailer), links, ..app })
    }

    /// The same with the look-ups that `wrap` makes of the store's.
    pub(crate) fn with_lookup(self, wrap: impl FnOnce(Arc<dyn VisibilityLookup>) -> Arc<dyn VisibilityLookup>) -> Self {
        self.with(|app| TestApp { visibility: wrap(app.visibility.clone()), ..app })
    }

    pub(crate) fn add(&self, person: &str, role: Role, status: AccountStatus, has_password: bool) -> i64 {
        self.insert(AccountProfile { role, status, ..profile(person) }, has_password)
    }

    pub(crate) fn insert(&self, profile: AccountProfile, has_password: bool) -> i64 {
        let password_hash = has_password.then(|| quick_hasher().hash(PASSWORD).unwrap());
        let account = NewAccount { profile, password_hash, created_at: NOON };
        self.store.insert(&account).unwrap().unwrap().id.0
    }

    pub(crate) fn another_server(&self) -> Data<HttpState> {
        let state = state(&self.store, &self.clock);
        state.app.accounts.refresh().unwrap();
        state
    }

    pub(crate) fn account(&self, person: &str) -> Account {
        self.store.find_by_login(&login(person)).unwrap().unwrap()
    }
}

pub(crate) fn login(person: &str) -> String {
    format!("{person}@shop.example")
}

pub(crate) fn profile(person: &str) -> AccountProfile {
    let (name, company) = (format!("Name of {person}"), format!("Company of {person}"));
    AccountProfile { name, company, ..new_account(&login(person)).profile }
}

fn state(store: &Arc<dyn AnyStore>, clock: &Arc<FixedClock>) -> Data<HttpState> {
    app(store, clock).state()
}

fn app(store: &Arc<dyn AnyStore>, clock: &Arc<FixedClock>) -> TestApp {
    TestApp::over(store, Catalog::build(store.load().unwrap(), storefront()), clock)
}
