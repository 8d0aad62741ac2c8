//! A separate service for each test: a store, a fixed clock, and users named by their state.

use catalog_domain::accounts::{Account, AccountStatus, InvitationLinks, PasswordHash};
use catalog_domain::ports::{
    CredentialsError, MailDelivery, MailMessage, MailOutcome, MailStatus, Mailer, PasswordHasher,
};
use catalog_domain::pricing::Role;
use catalog_index::Catalog;
use catalog_testkit::app::{TestApp, quick_hasher, token_of};
use catalog_testkit::builders::{self, NOON};
use catalog_testkit::service::{TestService as Server, every_store};
use catalog_testkit::usual::{TestUser, add_users};

pub(crate) use catalog_testkit::usual::PASSWORD;
use catalog_testkit::{AnyStore, FixedClock, ImportRun, TestStore, all_accounts};
use credentials::BcryptHasher;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// The bound on pending accounts in every test service; one user of the tests is pending.
pub(crate) const MOST_PENDING: u32 = 30;

const USERS: [TestUser<'_>; 6] = [
    ("administrator", Role::Administrator, AccountStatus::Active, "Розн", false),
    ("user", Role::User, AccountStatus::Active, "Розн", false),
    ("builder", Role::User, AccountStatus::Active, "Розн", true),
    ("disabled", Role::User, AccountStatus::Disabled, "Розн", false),
    ("pending", Role::User, AccountStatus::Pending, "Розн", false),
    ("former", Role::Administrator, AccountStatus::Disabled, "Розн", false),
];

/// HttpState over a store with one product and some users.
pub(crate) struct TestService {
    pub(crate) state: Server,
    pub(crate) clock: Arc<FixedClock>,
    pub(crate) hasher: Arc<CountingHasher>,
    pub(crate) stored: TestStore,
}

pub(crate) struct CountingHasher {
    inner: BcryptHasher,
    hashed: AtomicUsize,
    verified: AtomicUsize,
}

impl TestService {
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        every_store().map(|stored| {
            println!("over {}", stored.name);
            Self::over(stored)
        })
    }

    fn over(stored: TestStore) -> Self {
        ImportRun::of_one_product().commit(&*stored.store).unwrap();
        let hasher = Arc::new(CountingHasher::new());
        add_users(&*stored.store, &USERS, |name, account| {
            account.profile.name = name.into();
            account.profile.company = "Shop Ltd".into();
            account.password_hash = account.password_hash.take().filter(|_| name != "pending");
        });
        let clock = Arc::new(FixedClock::at(NOON));
        let state = loaded(app(&stored.store, &clock, &hasher));
        Self { state, clock, stored, hasher }
    }

    /// The application of the service, to be changed and loaded.
    pub(crate) fn app(&self) -> TestApp {
        app(&self.stored.store, &self.clock, &self.hasher)
    }

    pub(crate) fn with_mail(self, mailer: &Arc<TestMailer>) -> Self {
        Self { state: loaded(TestApp { mailer: Some(mailer.clone()), ..self.app() }), ..self }
    }

    pub(crate) fn another_server(&self) -> Server {
        loaded(self.app())
    }

    pub(crate) fn account(&self, user: &str) -> Account {
        self.stored.store.find_by_login(&login(user)).unwrap().unwrap()
    }

    pub(crate) fn token(&self, user: &str) -> String {
        token_of(&self.account(user), self.state.app.now())
    }

    pub(crate) fn accounts(&self) -> Vec<Account> {
        all_accounts(&*self.stored.store)
    }
}

pub(crate) struct TestMailer {
    outcome: MailOutcome,
    messages: Mutex<Vec<MailMessage>>,
}

impl TestMailer {
    /// One that says what has become of each message.
    pub(crate) fn new(outcome: MailOutcome) -> Self {
        Self { outcome, messages: Mutex::default() }
    }

    /// The messages since the last time.
    pub(crate) fn take(&self) -> Vec<MailMessage> {
        std::mem::take(&mut *self.messages.lock().unwrap())
    }

    pub(crate) async fn wait_for_one(&self) -> Vec<MailMessage> {
        loop {
            let messages = self.take();
            if !messages.is_empty() {
                return messages;
            }
            tokio::task::yield_now().await;
        }
    }
}

impl Mailer for TestMailer {
    fn undelivered(&self, _: &'static [&'static str]) -> Vec<String> {
        Vec::new()
    }

    fn send(&self, message: MailMessage) -> MailOutcome {
        self.messages.lock().unwrap().push(message);
        self.outcome
    }

    fn deliveries(&self, _: &str) -> Vec<MailDelivery> {
        Vec::new()
    }

    fn forget(&self, recipient: &str) {
        self.messages.lock().unwrap().retain(|message| message.recipient != recipient);
    }

    fn retry_now(&self) {}

    fn status(&self) -> MailStatus {
        MailStatus { limit: usize::from(self.outcome.is_queued()), ..MailStatus::default() }
    }
}

impl CountingHasher {
    fn new() -> Self {
        Self { inner: quick_hasher(), hashed: AtomicUsize::new(0), verified: AtomicUsize::new(0) }
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

fn app(store: &Arc<dyn AnyStore>, clock: &Arc<FixedClock>, hasher: &Arc<CountingHasher>) -> TestApp {
    let catalog = Catalog::build(store.load().unwrap(), builders::storefront());
    let links = InvitationLinks::new("https://shop.example");
    TestApp { most_pending: MOST_PENDING, links, passwords: hasher.clone(), ..TestApp::over(store, catalog, clock) }
}

pub(crate) fn loaded(app: TestApp) -> Server {
    let state = Server::over(&app.state());
    state.app.accounts.refresh().unwrap();
    state
}
