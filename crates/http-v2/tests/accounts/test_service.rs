//! A separate service for each test: a store, a fixed clock, and users named by their state.

use actix_web::web::Data;
use catalog_domain::accounts::{
    Account, AccountProfile, AccountStatus, InvitationLinks, NewAccount, PasswordHash, grant_for,
};
use catalog_domain::catalog::Catalog;
use catalog_domain::ports::{AccountStore, CredentialsError, PasswordHasher, SigningSecret, TokenSigner};
use catalog_domain::pricing::{PriceLevel, Role};
use catalog_testkit::builders::{self, NOON, product_record, product_type, section, warehouse};
use catalog_testkit::{AnyStore, FixedClock, ImportRun, TestStore, all_accounts};
use credentials::{BcryptHasher, JwtSigner, RandomInvitations, SealedCursors, TokenKeys};
use http_common::Services;
use http_common::auth::{AccountDirectory, AccountServices, AttemptLimits, PasswordHashQueue};
use http_common::cache::ResponseCache;
use http_common::catalog::SharedCatalog;
use http_common::feed::FeedServices;
use http_common::runtime::{ResponseBudget, WorkPool};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use store_diesel::{Store, StoreOptions};

/// The password of all users.
pub(crate) const PASSWORD: &str = "correct horse battery";

/// The bound on pending accounts in every test service; one user of the tests is pending.
pub(crate) const MOST_PENDING: u32 = 30;

/// The signing secret of every test service.
pub(crate) const SECRET: [u8; 32] = [7; 32];

/// Services over a store with one product and some users.
pub(crate) struct TestService {
    /// The services of the routes.
    pub(crate) services: Data<Services>,
    /// Their clock.
    pub(crate) clock: Arc<FixedClock>,
    /// Counts hashes and verifications.
    pub(crate) hasher: Arc<CountingHasher>,
    /// The store behind them.
    pub(crate) stored: TestStore,
}

/// Hashes quickly, and counts its calls.
pub(crate) struct CountingHasher {
    inner: BcryptHasher,
    hashed: AtomicUsize,
    verified: AtomicUsize,
}

impl TestService {
    /// One over each kind of store.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        TestStore::of_every_kind(open).map(|stored| {
            println!("over {}", stored.name);
            Self::over(stored)
        })
    }

    fn over(stored: TestStore) -> Self {
        let run = ImportRun {
            product_types: vec![product_type(1)],
            warehouses: vec![warehouse("main")],
            sections: vec![section(1)],
            ..ImportRun::of_records([product_record("P-1", &[1])])
        };
        run.commit(&*stored.store).unwrap();
        let hasher = Arc::new(CountingHasher::new());
        add_users(&*stored.store, &hasher.inner);
        let clock = Arc::new(FixedClock::at(NOON));
        let services = services(&stored.store, &clock, &hasher);
        Self { services: Data::new(services), clock, stored, hasher }
    }

    /// Another server on the same store, freshly loaded.
    pub(crate) fn another_server(&self) -> Data<Services> {
        let Services { catalog, product_details, account_store, account_services, passwords, tokens, clock, .. } =
            &**self.services;
        let accounts = Arc::new(AccountDirectory::new(self.stored.store.clone()));
        accounts.refresh().unwrap();
        let FeedServices { events, bounds, cursors, retention_days } = &self.services.feed;
        Data::new(Services {
            catalog: catalog.clone(),
            cache: ResponseCache::new(1 << 20),
            work: WorkPool::start(1).unwrap(),
            response_budget: ResponseBudget::new(1 << 28),
            product_details: product_details.clone(),
            feed: FeedServices {
                events: events.clone(),
                bounds: bounds.clone(),
                cursors: cursors.clone(),
                retention_days: *retention_days,
            },
            accounts,
            account_store: account_store.clone(),
            account_services: account_services.clone(),
            passwords: passwords.clone(),
            password_hash_queue: PasswordHashQueue::new(1),
            attempts: AttemptLimits::default(),
            tokens: tokens.clone(),
            clock: clock.clone(),
        })
    }

    /// The account of a user.
    pub(crate) fn account(&self, user: &str) -> Account {
        self.stored.store.find_by_login(&login(user)).unwrap().unwrap()
    }

    /// A new token of the user.
    pub(crate) fn token(&self, user: &str) -> String {
        signer().issue(grant_for(&self.account(user)), self.services.clock.now()).unwrap().text
    }

    /// Every stored account.
    pub(crate) fn accounts(&self) -> Vec<Account> {
        all_accounts(&*self.stored.store)
    }
}

impl CountingHasher {
    fn new() -> Self {
        Self { inner: BcryptHasher::new(4).unwrap(), hashed: AtomicUsize::new(0), verified: AtomicUsize::new(0) }
    }

    /// How often a password was hashed, and how often one was verified.
    pub(crate) fn counts(&self) -> (usize, usize) {
        (self.hashed.load(Ordering::SeqCst), self.verified.load(Ordering::SeqCst))
    }
}

impl PasswordHasher for CountingHasher {
    fn hash(&self, password: &str) -> Result<PasswordHash, CredentialsError> {
        self.hashed.fetch_add(1, Ordering::SeqCst);
        self.inner.hash(password)
    }

    fn verify(&self, password: &str, hash: Option<&PasswordHash>) -> Result<bool, CredentialsError> {
        self.verified.fetch_add(1, Ordering::SeqCst);
        self.inner.verify(password, hash)
    }

    fn is_outdated(&self, hash: &PasswordHash) -> bool {
        self.inner.is_outdated(hash)
    }
}

/// The e-mail address of a user of these tests.
pub(crate) fn login(user: &str) -> String {
    format!("{user}@shop.example")
}

fn open(url: &str) -> Arc<dyn AnyStore> {
    Arc::new(Store::open(&url.parse().unwrap(), &StoreOptions::default()).unwrap())
}

fn keys() -> TokenKeys {
    TokenKeys { current: SigningSecret::new(SECRET.to_vec()).unwrap(), previous: None }
}

fn signer() -> JwtSigner {
    JwtSigner::new(&keys(), 86_400)
}

fn services(store: &Arc<dyn AnyStore>, clock: &Arc<FixedClock>, hasher: &Arc<CountingHasher>) -> Services {
    let catalog = Catalog::build(store.load().unwrap(), builders::storefront());
    let accounts = Arc::new(AccountDirectory::new(store.clone()));
    accounts.refresh().unwrap();
    Services {
        catalog: Arc::new(SharedCatalog::new(catalog, Duration::ZERO, clock.clone())),
        cache: ResponseCache::new(1 << 20),
        work: WorkPool::start(1).unwrap(),
        response_budget: ResponseBudget::new(1 << 28),
        product_details: store.clone(),
        feed: FeedServices {
            events: store.clone(),
            bounds: store.clone(),
            cursors: Arc::new(SealedCursors::new(&keys())),
            retention_days: 90,
        },
        accounts,
        account_store: store.clone(),
        account_services: AccountServices {
            list: store.clone(),
            registrations: store.clone(),
            most_pending: MOST_PENDING,
            invitations: store.clone(),
            invitation_tokens: Arc::new(RandomInvitations),
            links: InvitationLinks::new("https://shop.example"),
        },
        passwords: hasher.clone(),
        password_hash_queue: PasswordHashQueue::new(1),
        attempts: AttemptLimits::default(),
        tokens: Arc::new(signer()),
        clock: clock.clone(),
    }
}

fn add_users(store: &dyn AccountStore, hasher: &BcryptHasher) {
    use AccountStatus::{Active, Disabled, Pending};
    let password_hash = Some(hasher.hash(PASSWORD).unwrap());
    for (name, role, status, configurator_access) in [
        ("administrator", Role::Administrator, Active, false),
        ("user", Role::User, Active, false),
        ("builder", Role::User, Active, true),
        ("disabled", Role::User, Disabled, false),
        ("pending", Role::User, Pending, false),
        ("former", Role::Administrator, Disabled, false),
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
            configurator_access,
        };
        let password_hash = password_hash.clone().filter(|_| status != Pending);
        let account = NewAccount { profile, password_hash, created_at: NOON };
        store.insert(&account).unwrap().unwrap();
    }
}
