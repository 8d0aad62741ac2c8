//! A server in this process: the routes of the service over a catalog. What it responds may be changed on the way.

use crate::catalog::Catalog;
use actix_web::body::{MessageBody, to_bytes};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{StatusCode, header};
use actix_web::middleware::{Next, from_fn};
use actix_web::web::Data;
use actix_web::{Error, HttpResponse, HttpServer};
use catalog_import::{ImportInput, ImportOptions, ResourceOptions, run_import, run_resource_import};
use catalog_testkit::builders::storefront;
use catalog_testkit::service::TestService;
use catalog_testkit::usual::{Fixture, add_usual_users};
use catalog_testkit::{FixedClock, TestStore};
use parking_lot::Mutex;
use serde_json::Value;
use std::io::Cursor;
use std::sync::Arc;
use std::sync::mpsc::channel;

pub(crate) use catalog_testkit::usual::PASSWORD;
/// An account that sees everything.
pub(crate) const LOGIN: &str = "builder@shop.example";

/// A response before it is sent.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) body: Value,
    pub(crate) header: Option<(&'static str, &'static str)>,
}

impl Reply {
    /// The products of the response.
    pub(crate) fn items(&mut self) -> &mut [Value] {
        match &mut self.body["data"] {
            Value::Array(items) => items,
            item => std::slice::from_mut(item),
        }
    }
}

type Change = Arc<dyn Fn(&str, &mut Reply) + Send + Sync>;

pub(crate) struct Site {
    pub(crate) url: String,
    shared: Arc<Shared>,
    /// Is deleted with the site. The server ends with the process.
    _stored: Arc<TestStore>,
}

struct Shared {
    clock: Arc<FixedClock>,
    change: Mutex<Change>,
    /// The most products of a page; none where the system knows no pages.
    page: Mutex<Option<usize>>,
    targets: Mutex<Vec<String>>,
}

impl Site {
    pub(crate) fn of(catalog: &Catalog) -> Self {
        let stored = Arc::new(TestStore::on_sqlite());
        let input = |lines: String| vec![ImportInput::from_reader("catalog", Cursor::new(lines))];
        let (store, now) = (&*stored.store, FixedClock::default());
        run_import(input(catalog.lines()), &ImportOptions::new(&storefront()), store, &now).unwrap();
        run_resource_import(input(catalog.links()), &ResourceOptions::default(), store, &now).unwrap();
        add_usual_users(store);
        let Fixture { service, clock, .. } = Fixture::over(Arc::clone(&stored));
        let (page, change): (_, Change) = (Mutex::new(Some(1_000)), Arc::new(|_: &str, _: &mut Reply| {}));
        let shared = Arc::new(Shared { clock, change: Mutex::new(change), page, targets: Mutex::default() });
        let (state, serving) = (service.state.clone(), Arc::clone(&shared));
        let make = move || TestService::over(&state).app().app_data(Data::from(serving.clone())).wrap(from_fn(respond));
        let (sender, addresses) = channel();
        std::thread::spawn(move || {
            actix_web::rt::System::new().block_on(async {
                let server = HttpServer::new(make).workers(1).disable_signals().bind("127.0.0.1:0").unwrap();
                sender.send(server.addrs()[0]).unwrap();
                server.run().await.unwrap();
            });
        });
        Self { url: format!("http://{}", addresses.recv().unwrap()), shared, _stored: stored }
    }

    /// Changes every response from now on, given the target of its request.
    pub(crate) fn change(&self, change: impl Fn(&str, &mut Reply) + Send + Sync + 'static) {
        *self.shared.change.lock() = Arc::new(change);
    }

    pub(crate) fn has_pages_of(&self, page: Option<usize>) {
        *self.shared.page.lock() = page;
    }

    /// The targets of all requests so far.
    pub(crate) fn targets(&self) -> Vec<String> {
        self.shared.targets.lock().clone()
    }
}

async fn respond(mut request: ServiceRequest, next: Next<impl MessageBody>) -> Result<ServiceResponse, Error> {
    let shared = request.app_data::<Data<Shared>>().unwrap().clone();
    let target = request.uri().to_string();
    shared.targets.lock().push(target.clone());
    if target.starts_with("/auth/token/") {
        // The number of logins a minute is limited.
        shared.clock.advance(60);
    }
    // A page of this system's length, or the whole list.
    let paged = match (target.split_once("&limit=200&offset="), *shared.page.lock()) {
        (Some((list, _)), None) => format!("{list}&limit=1000&offset=0"),
        (Some((list, offset)), Some(most)) if most < 200 => format!("{list}&limit={most}&offset={offset}"),
        _ => target.clone(),
    };
    request.head_mut().uri = paged.parse().unwrap();
    request.headers_mut().remove(header::ACCEPT_ENCODING);
    let (request, response) = next.call(request).await?.into_parts();
    let status = response.status().as_u16();
    let body = to_bytes(response.into_body()).await.ok().unwrap();
    let mut reply = Reply { status, body: serde_json::from_slice(&body).unwrap(), header: None };
    let change = shared.change.lock().clone();
    change(&target, &mut reply);
    let mut response = HttpResponse::build(StatusCode::from_u16(reply.status).unwrap());
    reply.header.map(|header| response.insert_header(header));
    Ok(ServiceResponse::new(request, response.json(reply.body)))
}
