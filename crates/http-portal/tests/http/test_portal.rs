//! A separate portal for each test: a store, a fixed clock, and people named by their state.

use actix_web::web::Data;
use catalog_domain::accounts::{Account, AccountProfile, AccountStatus, InvitationLinks, NewAccount};
use catalog_domain::catalog::Catalog;
use catalog_domain::ports::{AccountStore, PasswordHasher};
use catalog_domain::pricing::{PriceLevel, Role};
use catalog_testkit::builders::{NOON, product_record, product_type, section, storefront, warehouse};
use catalog_testkit::services::quick_hasher;
use catalog_testkit::{AnyStore, FixedClock, ImportRun, TestStore};
use http_common::Services;
use http_common::auth::AccountServices;
use http_portal::PortalSettings;
use std::sync::Arc;
use store_diesel::{Store, StoreOptions};

/// The password of everybody.
pub(crate) const PASSWORD: &str = "correct horse battery";

/// A portal.
pub(crate) struct TestPortal {
    /// The services of the pages.
    pub(crate) services: Data<Services>,
    /// The portal's settings.
    pub(crate) settings: PortalSettings,
    /// Their clock.
    pub(crate) clock: Arc<FixedClock>,
    /// The store behind them.
    pub(crate) stored: TestStore,
}

impl TestPortal {
    /// One over each kind of store.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        TestStore::of_every_kind(open).map(|stored| {
            println!("over {}", stored.name);
            Self::over(stored)
        })
    }

    /// One over the store in memory.
    pub(crate) fn in_memory() -> Self {
        Self::over(TestStore::in_memory())
    }

    fn over(stored: TestStore) -> Self {
        let run = ImportRun {
            product_types: vec![product_type(1)],
            warehouses: vec![warehouse("main")],
            sections: vec![section(1)],
            ..ImportRun::of_records([product_record("P-1", &[1])])
        };
        run.commit(&*stored.store).unwrap();
        add_people(&*stored.store);
        let clock = Arc::new(FixedClock::at(NOON));
        let services = Data::new(services(&stored.store, &clock));
        let settings = PortalSettings { is_on: true, ..PortalSettings::default() };
        Self { services, settings, clock, stored }
    }

    /// Another server on the same store.
    pub(crate) fn another_server(&self) -> Data<Services> {
        Data::new(services(&self.stored.store, &self.clock))
    }

    /// The account of a person.
    pub(crate) fn account(&self, person: &str) -> Account {
        self.stored.store.find_by_login(&login(person)).unwrap().unwrap()
    }
}

/// The e-mail address of a person.
pub(crate) fn login(person: &str) -> String {
    format!("{person}@shop.example")
}

fn open(url: &str) -> Arc<dyn AnyStore> {
    Arc::new(Store::open(&url.parse().unwrap(), &StoreOptions::default()).unwrap())
}

fn services(store: &Arc<dyn AnyStore>, clock: &Arc<FixedClock>) -> Services {
    let catalog = Catalog::build(store.load().unwrap(), storefront());
    let services = catalog_testkit::services::services(store, catalog, clock);
    services.accounts.refresh().unwrap();
    let links = InvitationLinks::new("https://shop.example");
    let account_services = AccountServices { links, ..services.account_services };
    Services { account_services, ..services }
}

fn add_people(store: &dyn AccountStore) {
    use AccountStatus::{Active, Disabled, Pending};
    let password_hash = Some(quick_hasher().hash(PASSWORD).unwrap());
    for (name, role, status) in [
        ("administrator", Role::Administrator, Active),
        ("user", Role::User, Active),
        ("disabled", Role::User, Disabled),
        ("pending", Role::User, Pending),
    ] {
        let profile = AccountProfile {
            email: login(name),
            name: name.into(),
            company: "Shop Ltd".into(),
            phone: None,
            comment: None,
            role,
            status,
            price_level: PriceLevel::retail(),
            configurator_access: false,
        };
        let password_hash = password_hash.clone().filter(|_| status != Pending);
        store.insert(&NewAccount { profile, password_hash, created_at: NOON }).unwrap().unwrap();
    }
}
