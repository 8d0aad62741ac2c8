//! The state under test: the usual catalog and users, in a store of any kind.

use crate::details::ObservedDetails;
use crate::records::usual_import;
use actix_web::web::Data;
use catalog_domain::accounts::{Account, AccountProfile, AccountStatus, CallerAccount, NewAccount};
use catalog_domain::ports::{AccountStore, PasswordHasher};
use catalog_domain::pricing::{PriceLevel, Role, Viewer};
use catalog_domain::values::AccountId;
use catalog_index::Catalog;
use catalog_testkit::app::{TestApp, quick_hasher, token_of};
use catalog_testkit::builders::{NOON, new_account, storefront};
use catalog_testkit::{AnyStore, FixedClock, ImportRun, TestStore};
use http_common::HttpState;
use std::sync::Arc;
use store_diesel::{Store, StoreOptions};

pub(crate) const PASSWORD: &str = "correct horse battery";

/// HttpState over a store, with users named by their roles.
pub(crate) struct Fixture {
    pub(crate) state: Data<HttpState>,
    pub(crate) details: Arc<ObservedDetails>,
    stored: TestStore,
}

impl Fixture {
    pub(crate) fn new() -> Self {
        Self::over(TestStore::in_memory(), usual_import())
    }

    /// The usual catalog in a store of each kind.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        Self::all_with(usual_import)
    }

    pub(crate) fn all_with(import: impl Fn() -> ImportRun) -> impl Iterator<Item = Self> {
        every_store().map(move |stored| {
            println!("over {}", stored.name);
            Self::over(stored, import())
        })
    }

    /// A catalog in an empty store.
    pub(crate) fn over(stored: TestStore, import: ImportRun) -> Self {
        let store = &stored.store;
        import.commit(&**store).unwrap();
        make_accounts(&**store);
        let details = Arc::new(ObservedDetails::new(store.clone()));
        let clock = Arc::new(FixedClock::default());
        let catalog = Catalog::build(store.load().unwrap(), storefront());
        let app = TestApp { details: details.clone(), ..TestApp::over(store, catalog, &clock) };
        Self { state: app.state(), details, stored }
    }

    pub(crate) fn import(&self, import: ImportRun) {
        import.commit(&*self.stored.store).unwrap();
        self.state.app.catalog.shared().replace(Catalog::build(self.stored.store.load().unwrap(), storefront()));
    }

    pub(crate) fn token(&self, user: &str) -> String {
        let account = self.account(user);
        token_of(&account, NOON)
    }

    pub(crate) fn disable(&self, user: &str) {
        let account = self.account(user);
        let mut disable = |profile: &mut AccountProfile| profile.status = AccountStatus::Disabled;
        self.stored.store.update_profile(account.id, &mut disable, NOON).unwrap();
        self.state.app.accounts.refresh().unwrap();
    }

    pub(crate) fn account_id(&self, user: &str) -> AccountId {
        self.account(user).id
    }

    pub(crate) fn viewer(&self, user: &str) -> Viewer {
        CallerAccount::from(&self.account(user)).viewer()
    }

    fn account(&self, user: &str) -> Account {
        self.stored.store.find_by_login(&format!("{user}@shop.example")).unwrap().unwrap()
    }
}

/// An empty store of each kind.
pub(crate) fn every_store() -> impl Iterator<Item = TestStore> {
    fn open(url: &str) -> Arc<dyn AnyStore> {
        Arc::new(Store::open(&url.parse().unwrap(), &StoreOptions::default()).unwrap())
    }
    TestStore::of_every_kind(open)
}

fn make_accounts(store: &dyn AccountStore) {
    use AccountStatus::{Active, Disabled, Pending};
    let password_hash = Some(quick_hasher().hash(PASSWORD).unwrap());
    for (name, role, status, level, configurator_access) in [
        ("admin", Role::Administrator, Active, "Розн", false),
        ("wholesaler", Role::User, Active, "Опт", false),
        ("retailer", Role::User, Active, "Розн", false),
        ("builder", Role::User, Active, "Опт", true),
        ("disabled", Role::User, Disabled, "Опт", false),
        ("pending", Role::User, Pending, "Опт", false),
    ] {
        let account = new_account(&format!("{name}@shop.example"));
        let price_level = PriceLevel::new(level);
        let profile = AccountProfile { role, status, price_level, configurator_access, ..account.profile };
        let account = NewAccount { profile, password_hash: password_hash.clone(), ..account };
        store.insert(&account).unwrap().unwrap();
    }
}
