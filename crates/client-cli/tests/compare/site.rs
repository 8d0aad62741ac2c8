//! A server in this process: the routes of the service over a catalog. What it responds may be changed on the way.

use crate::catalog::Catalog;
use actix_web::test::TestRequest;
use catalog_import::{ImportInput, ImportOptions, ResourceOptions, run_import, run_resource_import};
use catalog_testkit::builders::storefront;
use catalog_testkit::usual::{Fixture, add_usual_users};
use catalog_testkit::{FixedClock, TestResponse, TestStore};
use serde_json::Value;
use std::io::{BufRead, BufReader, Cursor, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
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
    /// Is deleted with the site.
    _stored: Arc<TestStore>,
}

/// A request to the service, which is of one thread: target, authorization, and where the response goes.
type Asked = (String, Option<String>, Sender<TestResponse>);

struct Shared {
    service: Sender<Asked>,
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
        let (service, asked) = channel();
        let serving = Arc::clone(&stored);
        std::thread::spawn(move || run_service(serving, asked));
        let shared = Arc::new(Shared {
            service,
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
                std::thread::spawn(move || serving.serve(connection.unwrap()));
            }
        });
        Self { url, shared, _stored: stored }
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

/// Does not hold the store's folder: the thread ends with the process.
fn run_service(stored: Arc<TestStore>, asked: Receiver<Asked>) {
    let Fixture { service, clock, .. } = Fixture::over(stored);
    actix_web::rt::System::new().block_on(async {
        for (target, authorization, respond) in asked {
            if target.starts_with("/auth/token/") {
                // The number of logins a minute is limited.
                clock.advance(60);
            }
            let headers = authorization.map(|authorization| ("authorization", authorization));
            let request = headers.into_iter().fold(TestRequest::get().uri(&target), TestRequest::insert_header);
            // A comparison that was killed waits no longer.
            let _ = respond.send(service.send(request).await);
        }
    });
}

impl Shared {
    /// Responds to the requests of a connection until the client closes it.
    fn serve(&self, mut connection: TcpStream) {
        let mut lines = BufReader::new(connection.try_clone().unwrap()).lines().map_while(Result::ok);
        while let Some(first) = lines.next() {
            let target = first.split(' ').nth(1).unwrap().to_owned();
            let head = lines.by_ref().take_while(|line| !line.is_empty());
            let authorization = head.filter_map(|line| {
                let (name, value) = line.split_once(": ")?;
                name.eq_ignore_ascii_case("authorization").then(|| value.to_owned())
            });
            let (respond, responses) = channel();
            self.service.send((self.paged(&target), authorization.last(), respond)).unwrap();
            self.targets.lock().unwrap().push(target.clone());
            let response = responses.recv().unwrap();
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
