//! A server of both interfaces in this process, over a store in memory. What it responds may be changed on the way.

use actix_web::body::{MessageBody, to_bytes};
use actix_web::dev::{Service, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header::ACCEPT_ENCODING;
use actix_web::rt::System;
use actix_web::web::Data;
use actix_web::{Error, HttpResponse, HttpServer};
use catalog_app::accounts::AttemptLimits;
use catalog_domain::accounts::{AccountProfile, NewAccount};
use catalog_domain::ports::PasswordHasher;
use catalog_domain::pricing::{PriceLevel, Role};
use catalog_index::Catalog;
use catalog_testkit::app::{TestApp, quick_hasher};
use catalog_testkit::builders::{NOON, new_account, storefront};
use catalog_testkit::service::TestService;
use catalog_testkit::{AnyStore, FixedClock, ImportRun, MemoryStore};
use http_common::HttpState;
use serde_json::Value;
use std::sync::{Arc, Mutex, mpsc};

pub(crate) const PASSWORD: &str = "correct horse battery";

/// The accounts that compare: at a price level, at the retail level, and with all levels.
pub(crate) const USERS: [&str; 3] = ["wholesaler@shop.example", "retailer@shop.example", "admin@shop.example"];

/// A response before it is sent.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) body: Value,
    pub(crate) header: Option<(&'static str, &'static str)>,
}

pub(crate) struct Site {
    pub(crate) url: String,
    shared: Arc<Shared>,
}

type Rewrite = Arc<dyn Fn(&str) -> String + Send + Sync>;
type Change = Arc<dyn Fn(&str, &mut Reply) + Send + Sync>;

struct Shared {
    /// What is served instead of a target.
    rewrite: Mutex<Rewrite>,
    change: Mutex<Change>,
    targets: Mutex<Vec<String>>,
}

/// A server that has imported a catalog, and has the accounts.
fn state_of(import: ImportRun) -> Data<HttpState> {
    let store: Arc<dyn AnyStore> = Arc::new(MemoryStore::new());
    import.commit(&*store).unwrap();
    for (login, (role, level)) in
        USERS.into_iter().zip([(Role::User, "Опт"), (Role::User, "Розн"), (Role::Administrator, "Опт")])
    {
        let account = new_account(login);
        let profile = AccountProfile { role, price_level: PriceLevel::new(level), ..account.profile };
        let profile = AccountProfile { configurator_access: true, ..profile };
        let password_hash = Some(quick_hasher().hash(PASSWORD).unwrap());
        store.insert(&NewAccount { profile, password_hash, ..account }).unwrap().unwrap();
    }
    let catalog = Catalog::build(store.load().unwrap(), storefront());
    let attempts = AttemptLimits::in_memory(1_000_000);
    let app = TestApp { attempts, ..TestApp::over(&store, catalog, &Arc::new(FixedClock::at(NOON))) };
    let state = app.state();
    state.app.accounts.refresh().unwrap();
    state
}

impl Site {
    pub(crate) fn of(import: ImportRun) -> Self {
        let state = state_of(import);
        let shared = Arc::new(Shared {
            rewrite: Mutex::new(Arc::new(str::to_owned)),
            change: Mutex::new(Arc::new(|_, _| {})),
            targets: Mutex::default(),
        });
        let (sender, address) = mpsc::channel();
        let serving = shared.clone();
        std::thread::spawn(move || {
            System::new().block_on(async move {
                let app = move || {
                    let shared = serving.clone();
                    TestService::over(&state).app().wrap_fn(move |mut request, service| {
                        let (shared, target) = (shared.clone(), request.uri().to_string());
                        request.headers_mut().remove(ACCEPT_ENCODING);
                        request.head_mut().uri = shared.rewrite.lock().unwrap()(&target).parse().unwrap();
                        let response = service.call(request);
                        async move { shared.alter(&target, response.await?).await }
                    })
                };
                let server = HttpServer::new(app).workers(1).disable_signals().bind(("127.0.0.1", 0)).unwrap();
                sender.send(server.addrs()[0]).unwrap();
                server.run().await.unwrap();
            });
        });
        Self { url: format!("http://{}", address.recv().unwrap()), shared }
    }

    /// Changes every response from now on, given the target of its request.
    pub(crate) fn change(&self, change: impl Fn(&str, &mut Reply) + Send + Sync + 'static) {
        *self.shared.change.lock().unwrap() = Arc::new(change);
    }

    /// The same for `data` of targets that begin so.
    pub(crate) fn change_data(&self, start: &'static str, change: impl Fn(&mut Value) + Send + Sync + 'static) {
        self.change(move |target, reply| {
            if target.starts_with(start) && reply.body["data"] != Value::Null {
                change(&mut reply.body["data"]);
            }
        });
    }

    pub(crate) fn rewrite(&self, rewrite: impl Fn(&str) -> String + Send + Sync + 'static) {
        *self.shared.rewrite.lock().unwrap() = Arc::new(rewrite);
    }

    /// The targets of all requests so far.
    pub(crate) fn targets(&self) -> Vec<String> {
        self.shared.targets.lock().unwrap().clone()
    }
}

impl Shared {
    async fn alter(&self, target: &str, response: ServiceResponse<impl MessageBody>) -> Result<ServiceResponse, Error> {
        self.targets.lock().unwrap().push(target.to_owned());
        let (request, response) = response.into_parts();
        let status = response.status().as_u16();
        let body = to_bytes(response.into_body()).await.unwrap_or_else(|_| panic!("a body of {target}"));
        let mut reply = Reply { status, body: serde_json::from_slice(&body).unwrap_or_default(), header: None };
        let change = self.change.lock().unwrap().clone();
        change(target, &mut reply);
        let mut response = HttpResponse::build(StatusCode::from_u16(reply.status).unwrap());
        if let Some(header) = reply.header {
            response.insert_header(header);
        }
        Ok(ServiceResponse::new(request, response.json(reply.body)))
    }
}
