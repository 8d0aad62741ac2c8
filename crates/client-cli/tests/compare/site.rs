//! A server in this process: the routes of the service over a catalog. What it responds may be changed on the way.

use crate::catalog::Catalog;
use actix_web::test::TestRequest;
use catalog_import::{ImportInput, ImportOptions, ResourceOptions, run_import, run_resource_import};
use catalog_testkit::builders::storefront;
use catalog_testkit::service::TestService;
use catalog_testkit::usual::{Fixture, add_usual_users};
use catalog_testkit::{FixedClock, TestStore};
use serde_json::Value;
use std::io::{BufRead, BufReader, Cursor, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

pub(crate) use catalog_testkit::usual::PASSWORD;
/// An account that sees everything.
pub(crate) const LOGIN: &str = "builder@shop.example";

/// A response before it is sent.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) body: Value,
    pub(crate) header: Option<(&'static str, &'static str)>,
}

type Change = Arc<dyn Fn(&str, &mut Reply) + Send + Sync>;

pub(crate) struct Site {
    pub(crate) url: String,
    shared: Arc<Shared>,
}

struct Shared {
    /// Makes the service, which is of one thread.
    service: Box<dyn Fn() -> TestService + Send + Sync>,
    clock: Arc<FixedClock>,
    _stored: Arc<TestStore>,
    change: Mutex<Change>,
    /// The most products of a page; none where the system knows no pages.
    page: Mutex<Option<usize>>,
    targets: Mutex<Vec<String>>,
}

impl Site {
    pub(crate) fn of(catalog: Catalog) -> Self {
        let stored = Arc::new(TestStore::on_sqlite());
        let input = |lines: String| vec![ImportInput::from_reader("catalog", Cursor::new(lines))];
        let (store, now) = (&*stored.store, FixedClock::default());
        run_import(input(catalog.lines()), &ImportOptions::new(&storefront()), store, &now).unwrap();
        run_resource_import(input(catalog.links()), &ResourceOptions::default(), store, &now).unwrap();
        add_usual_users(store);
        let Fixture { service, clock, stored: _stored, .. } = Fixture::over(stored);
        let state = service.state;
        let shared = Arc::new(Shared {
            service: Box::new(move || TestService::over(&state)),
            clock,
            _stored,
            change: Mutex::new(Arc::new(|_: &str, _: &mut Reply| {})),
            page: Mutex::new(Some(1_000)),
            targets: Mutex::default(),
        });
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let serving = Arc::clone(&shared);
        std::thread::spawn(move || {
            for connection in listener.incoming() {
                let serving = Arc::clone(&serving);
                let serve = move || actix_web::rt::System::new().block_on(serving.serve(connection.unwrap()));
                std::thread::spawn(serve);
            }
        });
        Self { url, shared }
    }

    /// Changes every response from now on, given the target of its request.
    pub(crate) fn change(&self, change: impl Fn(&str, &mut Reply) + Send + Sync + 'static) {
        *self.shared.change.lock().unwrap() = Arc::new(change);
    }

    pub(crate) fn has_pages_of(&self, page: Option<usize>) {
        *self.shared.page.lock().unwrap() = page;
    }

    /// The targets of all requests so far.
    pub(crate) fn targets(&self) -> Vec<String> {
        self.shared.targets.lock().unwrap().clone()
    }
}

impl Shared {
    /// Responds to the requests of a connection until the client closes it.
    async fn serve(&self, mut connection: TcpStream) {
        let service = (self.service)();
        let mut lines = BufReader::new(connection.try_clone().unwrap()).lines().map_while(Result::ok);
        while let Some(first) = lines.next() {
            let target = first.split(' ').nth(1).unwrap().to_owned();
            let head = lines.by_ref().take_while(|line| !line.is_empty());
            let authorization = head.filter_map(|line| {
                let (name, value) = line.split_once(": ")?;
                name.eq_ignore_ascii_case("authorization").then(|| ("authorization", value.to_owned()))
            });
            let authorization = authorization.last();
            self.targets.lock().unwrap().push(target.clone());
            if target.starts_with("/auth/token/") {
                // The number of logins a minute is limited.
                self.clock.advance(60);
            }
            let request = TestRequest::get().uri(&self.paged(&target));
            let request = authorization.into_iter().fold(request, TestRequest::insert_header);
            let response = service.send(request).await;
            let mut reply = Reply { status: response.status, body: response.json(), header: None };
            let change = self.change.lock().unwrap().clone();
            change(&target, &mut reply);
            let header = reply.header.map(|(name, value)| format!("{name}: {value}\r\n")).unwrap_or_default();
            let body = reply.body.to_string();
            let head = format!("HTTP/1.1 {} X\r\nContent-Length: {}\r\n{header}\r\n", reply.status, body.len());
            if connection.write_all((head + &body).as_bytes()).is_err() {
                return;
            }
        }
    }

    /// The target of a page of this system's length, or of the whole list.
    fn paged(&self, target: &str) -> String {
        match (target.split_once("&limit=200&offset="), *self.page.lock().unwrap()) {
            (Some((list, _)), None) => format!("{list}&limit=1000&offset=0"),
            (Some((list, offset)), Some(most)) if most < 200 => format!("{list}&limit={most}&offset={offset}"),
            _ => target.to_owned(),
        }
    }
}
