//! The routes of both interfaces in process, over a small generated catalog and three accounts.

use actix_web::rt;
use actix_web::test::TestRequest;
use catalog_domain::accounts::AccountStatus::Active;
use catalog_domain::pricing::Role;
use catalog_domain::values::{StorefrontHost, Timestamp};
use catalog_generator::GeneratorOptions;
use catalog_import::{ImportInput, ImportOptions, run_import};
use catalog_index::Catalog;
use catalog_testkit::app::{TestApp, token_of};
use catalog_testkit::service::TestService;
use catalog_testkit::usual::add_users;
use catalog_testkit::{FixedClock, TestResponse, TestStore, all_accounts};
use serde_json::Value;
use std::io::Cursor;
use std::sync::Arc;

/// 2026-01-31T10:00:00Z.
const NOW: Timestamp = Timestamp::from_unix_microseconds(1_769_853_600_000_000);

pub(crate) struct Service {
    runtime: rt::SystemRunner,
    service: TestService,
    /// Tokens of an administrator, a user and a user with access to the configurator.
    tokens: Vec<String>,
    // Deleted after the service, which has it open.
    _stored: TestStore,
}

impl Service {
    /// A service over a generated catalog of `products` in 12 sections.
    pub(crate) fn start(products: u64) -> Self {
        let clock = Arc::new(FixedClock::at(NOW));
        let storefront = StorefrontHost::parse("storefront.example").unwrap();
        let stored = TestStore::on_sqlite();
        let store = &stored.store;
        let options = ImportOptions::new(&storefront);
        run_import(vec![generated(products)], &options, &**store, &*clock).unwrap();
        let viewers = [("admin", Role::Administrator, false), ("user", Role::User, false), ("buyer", Role::User, true)];
        let viewers = viewers.map(|(name, role, configurator)| (name, role, Active, "retail", configurator));
        add_users(&**store, &viewers, |_, _| ());
        let tokens = all_accounts(&**store).iter().map(|account| token_of(account, NOW)).collect();
        let catalog = Catalog::build(store.load().unwrap(), storefront);
        let runtime = rt::System::new();
        // The state start tasks, and live as long as the routes.
        let service = runtime.block_on(async { TestService::over(&TestApp::over(store, catalog, &clock).state()) });
        Self { runtime, service, tokens, _stored: stored }
    }

    /// The response to `request` with the token of viewer `viewer`; wraps around, with none after the last.
    pub(crate) fn send(&self, request: TestRequest, viewer: usize) -> TestResponse {
        let request = match self.tokens.get(viewer % (self.tokens.len() + 1)) {
            Some(token) => request.insert_header(("Authorization", format!("Bearer {token}"))),
            None => request,
        };
        self.runtime.block_on(self.service.send(request))
    }

    /// The `data` of a successful GET of the administrator.
    pub(crate) fn data(&self, path: &str) -> Value {
        let response = self.send(TestRequest::get().uri(path), 0);
        assert_eq!(response.status, 200, "{path}: {}", response.body);
        response.json()["data"].take()
    }
}

fn generated(products: u64) -> ImportInput {
    let options = GeneratorOptions {
        products,
        sections: 12,
        seed: 3,
        changes: None,
        storefront: "storefront.example".into(),
        pictures: None,
    };
    let mut export = Vec::new();
    catalog_generator::generate(&options, &mut export).unwrap();
    ImportInput::from_reader("generated", Cursor::new(export))
}

/// The bytes as the text of a URI: what none may have is escaped with percent signs.
pub(crate) fn escaped(bytes: &[u8]) -> String {
    let is_plain = |byte: u8| byte.is_ascii_graphic() && !b"\"#<>\\^`{|}".contains(&byte);
    bytes
        .iter()
        .map(|byte| if is_plain(*byte) { char::from(*byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}
