//! The routes of both interfaces in process, over a small generated catalog and three accounts.

use actix_web::rt;
use actix_web::test::TestRequest;
use catalog_domain::accounts::AccountProfile;
use catalog_domain::ports::PasswordHasher;
use catalog_domain::pricing::{PriceLevel, Role};
use catalog_domain::values::{StorefrontHost, Timestamp};
use catalog_generator::GeneratorOptions;
use catalog_import::{ImportInput, ImportOptions, run_import};
use catalog_index::Catalog;
use catalog_testkit::app::{TestApp, quick_hasher, token_of};
use catalog_testkit::builders::new_account;
use catalog_testkit::service::TestService;
use catalog_testkit::{FixedClock, TestStore};
use serde_json::Value;
use std::io::Cursor;
use std::sync::Arc;

/// 2026-01-31T10:00:00Z.
const NOW: Timestamp = Timestamp::from_unix_microseconds(1_769_853_600_000_000);

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

impl Response {
    /// The body as JSON; null when it is none.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }
}

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
        let tokens = viewers.map(|(login, role, configurator_access)| {
            let mut account = new_account(&format!("{login}@shop.example"));
            account.password_hash = Some(quick_hasher().hash("secret").unwrap());
            let price_level = PriceLevel::new("retail");
            account.profile = AccountProfile { role, price_level, configurator_access, ..account.profile };
            token_of(&store.insert(&account).unwrap().unwrap(), NOW)
        });
        let catalog = Catalog::build(store.load().unwrap(), storefront);
        let runtime = rt::System::new();
        // The state start tasks, and live as long as the routes.
        let service = runtime.block_on(async { TestService::over(&TestApp::over(store, catalog, &clock).state()) });
        Self { runtime, service, tokens: tokens.to_vec(), _stored: stored }
    }

    /// The response to `request` with the token of viewer `viewer`; wraps around, with none after the last.
    pub(crate) fn send(&self, request: TestRequest, viewer: usize) -> Response {
        let request = match self.tokens.get(viewer % (self.tokens.len() + 1)) {
            Some(token) => request.insert_header(("Authorization", format!("Bearer {token}"))),
            None => request,
        };
        let response = self.runtime.block_on(self.service.send(request));
        Response { status: response.status, body: response.bytes }
    }

    /// The `data` of a successful GET of the administrator.
    pub(crate) fn data(&self, path: &str) -> Value {
        let response = self.send(TestRequest::get().uri(path), 0);
        assert_eq!(response.status, 200, "{path}: {}", String::from_utf8_lossy(&response.body));
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
