//! A server of both interfaces over a store in memory.

use actix_web::middleware::from_fn;
use actix_web::rt::System;
use actix_web::{App, HttpServer};
use catalog_domain::accounts::{AccountProfile, NewAccount};
use catalog_domain::ports::PasswordHasher;
use catalog_domain::pricing::{PriceLevel, Role};
use catalog_index::Catalog;
use catalog_testkit::app::{TestApp, quick_hasher};
use catalog_testkit::builders::{NOON, new_account, storefront};
use catalog_testkit::{AnyStore, FixedClock, ImportRun, MemoryStore};
use http_v1_compat::V1Settings;
use std::net::SocketAddr;
use std::sync::{Arc, mpsc};

pub(super) const PASSWORD: &str = "correct horse battery";

/// The accounts that compare: at a price level, at the retail level, and with all levels.
pub(super) const USERS: [&str; 3] = ["wholesaler", "retailer", "admin"];

pub(super) struct TestServer {
    address: SocketAddr,
}

impl TestServer {
    pub(super) fn start(import: ImportRun) -> Self {
        let store: Arc<dyn AnyStore> = Arc::new(MemoryStore::new());
        import.commit(&*store).unwrap();
        let password_hash = Some(quick_hasher().hash(PASSWORD).unwrap());
        for (name, role, level) in
            [("wholesaler", Role::User, "Опт"), ("retailer", Role::User, "Розн"), ("admin", Role::Administrator, "Опт")]
        {
            let account = new_account(&format!("{name}@shop.example"));
            let profile = AccountProfile { role, price_level: PriceLevel::new(level), ..account.profile };
            let account = NewAccount { profile, password_hash: password_hash.clone(), ..account };
            store.insert(&account).unwrap().unwrap();
        }
        let catalog = Catalog::build(store.load().unwrap(), storefront());
        let state = TestApp::over(&store, catalog, &Arc::new(FixedClock::at(NOON))).state();
        state.app.accounts.refresh().unwrap();
        let (sender, address) = mpsc::channel();
        std::thread::spawn(move || {
            System::new().block_on(async move {
                let app = move || {
                    App::new()
                        .app_data(state.clone())
                        .configure(http_v2::configure)
                        .configure(|config| http_v1_compat::configure(config, &V1Settings::default()))
                        .wrap(from_fn(http_common::request::stamp_request_id))
                };
                let server = HttpServer::new(app).workers(1).disable_signals().bind(("127.0.0.1", 0)).unwrap();
                sender.send(server.addrs()[0]).unwrap();
                server.run().await.unwrap();
            });
        });
        Self { address: address.recv().unwrap() }
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}", self.address)
    }
}
