//! The service in process: its own store, the real routes, and a clock that a test sets.

use crate::world::{STOREFRONT, line};
use actix_web::test::TestRequest;
use catalog_domain::accounts::{Account, AccountStatus};
use catalog_domain::ports::{ChangeLog, Clock, EventRange, FeedEnd, LoggedEvent, PublicCounts};
use catalog_domain::pricing::Role;
use catalog_domain::values::{SectionId, StorefrontHost, Timestamp};
use catalog_import::{
    ImportError, ImportInput, ImportMode, ImportOptions, ImportReport, ResourceOptions, run_import, run_resource_import,
};
use catalog_index::{Catalog, ChangeTail, TailLimit};
use catalog_testkit::app::{TestApp, token_of};
use catalog_testkit::service::TestService;
use catalog_testkit::usual::{TestUser, add_users};
use catalog_testkit::{AnyStore, FixedClock, TestStore, all_accounts, open_store};
use http_portal::PortalSettings;
use serde_json::Value;
use std::io::Cursor;
use std::sync::Arc;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StoreKind {
    Sqlite,
    Postgres,
}

/// A service and its store, which is deleted with it.
pub(crate) struct Service {
    store: Arc<dyn AnyStore>,
    clock: Arc<FixedClock>,
    service: TestService,
    /// The `Authorization` headers of [`VIEWERS`].
    tokens: Vec<String>,
    // Deleted after the store, which has it open.
    stored: TestStore,
}

pub(crate) const VIEWERS: [TestUser<'_>; 4] = [
    ("admin", Role::Administrator, AccountStatus::Active, "Розн", false),
    ("retail", Role::User, AccountStatus::Active, "Розн", false),
    ("wholesale", Role::User, AccountStatus::Active, "Опт", false),
    ("builder", Role::User, AccountStatus::Active, "Дилер", true),
];

impl Service {
    /// A service on an empty store; `None` where no such store is available. Its time begins at `second`.
    pub(crate) async fn start(kind: StoreKind, second: i64) -> Option<Self> {
        let stored = match kind {
            StoreKind::Sqlite => TestStore::on_sqlite(),
            StoreKind::Postgres => TestStore::on_postgres()?,
        };
        let store = Arc::clone(&stored.store);
        let clock = Arc::new(FixedClock::at(Timestamp::from_unix_microseconds(second * 1_000_000)));
        add_users(&*store, &VIEWERS, |_, _| ());
        let token = |account: &Account| format!("Bearer {}", token_of(account, clock.now()));
        let tokens = all_accounts(&*store).iter().map(token).collect();
        let service = service(&store, &clock);
        Some(Self { store, clock, service, tokens, stored })
    }

    pub(crate) async fn restart(&mut self) {
        self.store = open_store(&self.stored.url);
        self.service = service(&self.store, &self.clock);
    }

    pub(crate) fn set_clock(&self, second: i64) {
        self.clock.set(Timestamp::from_unix_microseconds(second * 1_000_000));
    }

    pub(crate) fn import(&self, full: bool, records: &[Value]) -> Result<ImportReport, ImportError> {
        let storefront = StorefrontHost::parse(STOREFRONT).unwrap();
        let mut options = ImportOptions { allow_empty: true, ..ImportOptions::new(&storefront) };
        options.mode = if full { ImportMode::Full } else { ImportMode::Delta };
        options.allow_removals = u64::MAX;
        run_import(vec![input(records)], &options, &*self.store, &*self.clock)
    }

    pub(crate) fn public(&self) -> PublicCounts {
        let catalog = self.service.app.catalog.current();
        PublicCounts { sections: catalog.sections().len() as u64, products: catalog.product_count() as u64 }
    }

    pub(crate) fn import_resources(&self, records: &[Value]) -> Result<ImportReport, ImportError> {
        run_resource_import(vec![input(records)], &ResourceOptions::default(), &*self.store, &*self.clock)
    }

    /// Refreshes the catalog and the last events in memory, as a server does that follows its store.
    pub(crate) fn refresh(&self) {
        let catalog = self.service.app.catalog.shared();
        let current = catalog.current();
        let next = match self.store.changes_since(current.revision(), current.log_position()).unwrap() {
            Some(delta) => current.updated(delta),
            None => loaded(&*self.store),
        };
        let (head, tail) = (next.log_position().clone(), catalog.feed_view().tail);
        let extended = || tail.extended(&head, &self.store.recorded_events(tail.newer_range(&head)?).unwrap());
        // What a restart leaves is not in memory, so both ways of reading the feed are taken.
        let tail = extended().unwrap_or_else(|| ChangeTail::starting_at(&head, TailLimit::new(20, usize::MAX)));
        catalog.replace_with(next, tail);
    }

    pub(crate) fn revision(&self) -> i64 {
        self.store.revisions().unwrap().catalog.0
    }

    /// The number of the last event that the catalog in memory includes.
    pub(crate) fn last_event(&self) -> i64 {
        self.service.app.catalog.current().log_position().last.number.0
    }

    /// The events of the store in `section`'s feed, public or not, after number `after`.
    pub(crate) fn logged_events(&self, section: i64, after: i64) -> Vec<LoggedEvent> {
        let number = catalog_domain::values::EventNumber;
        let range = EventRange { after: number(after), up_to: number(self.last_event()) };
        ChangeLog::events_of_section(&*self.store, SectionId(section), range, FeedEnd::First(10_000)).unwrap()
    }

    /// The `data` of the responses to requests, each of a viewer (by position in [`VIEWERS`]) for a path.
    pub(crate) async fn request(&self, requests: &[(usize, String)]) -> Vec<Value> {
        let mut responses = Vec::new();
        for (viewer, path) in requests {
            let request = TestRequest::get().uri(path).insert_header(("Authorization", self.tokens[*viewer].as_str()));
            let mut response = self.service.send(request).await.json();
            assert_eq!(response["status"], true, "{path}: {response}");
            responses.push(response["data"].take());
        }
        responses
    }
}

fn input(records: &[Value]) -> ImportInput {
    let lines: Vec<String> = records.iter().map(line).collect();
    ImportInput::from_reader("input", Cursor::new(lines.join("\n")))
}

fn loaded(store: &dyn AnyStore) -> Catalog {
    Catalog::build(store.load().unwrap(), StorefrontHost::parse(STOREFRONT).unwrap())
}

/// Without the portal: no history requests its pages, and its routes take a seventh of the time.
fn service(store: &Arc<dyn AnyStore>, clock: &Arc<FixedClock>) -> TestService {
    TestService::over(&TestApp::over(store, loaded(&**store), clock).state()).with_portal(&PortalSettings::default())
}
