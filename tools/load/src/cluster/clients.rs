//! What clients do while the cluster is broken: they read, log in, register, wait for changes and import. All of it
//! goes on until the end, and each response is noted.

use super::documented::ask;
use super::follower::Follower;
use super::server_machine::ServerMachine;
use crate::client::{Client, items, login_request, percent_encoded, text};
use crate::feed::Feed;
use crate::reader::QuietReader;
use crate::workdir::{LOGIN, PASSWORD, run_to_end};
use anyhow::ensure;
use catalog_testkit::process::HttpRequest;
use parking_lot::Mutex;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(60);
/// How long an import may take.
const IMPORT: Duration = Duration::from_secs(90);
const IMPORT_PAUSE: Duration = Duration::from_secs(1);
/// Products that imports change in turns.
const CHANGED: usize = 100;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// A product, a page of products, or a page of the feed: in the memory of every server.
    Memory,
    /// A product with parts from the store.
    Parts,
    Login,
    Registration,
    /// Keys that are made and deleted in turns.
    Keys,
    Import,
    Wait,
}

/// A response: when its request was sent, how long it took, and why it was no success.
#[derive(Debug, Clone)]
pub(super) struct Seen {
    pub(super) kind: Kind,
    pub(super) sent: Instant,
    pub(super) took: Duration,
    pub(super) failure: Option<String>,
}

/// What all clients have seen and been promised.
#[derive(Default)]
pub(super) struct Ledger {
    pub(super) seen: Mutex<Vec<Seen>>,
    /// Addresses whose registration was acknowledged.
    pub(super) registered: Mutex<Vec<String>>,
    /// Ids of keys whose deletion was acknowledged.
    pub(super) deleted: Mutex<BTreeSet<String>>,
    /// How many acknowledged imports changed each product.
    pub(super) imported: Mutex<BTreeMap<String, usize>>,
    pub(super) is_over: AtomicBool,
}

impl Ledger {
    pub(super) fn note(&self, kind: Kind, sent: Instant, failure: Option<String>) {
        let seen = Seen { kind, sent, took: sent.elapsed(), failure };
        self.seen.lock().push(seen);
    }

    /// Sends a request when it is due, and notes what comes. Gives whether that has the expected status.
    fn ask(&self, reader: &mut QuietReader, kind: Kind, request: &HttpRequest, expected: u16) -> bool {
        let sent = reader.wait_from_now();
        let (_, outcome) = reader.ask(request, &[expected]);
        let is_right = outcome.is_ok();
        self.note(kind, sent, outcome.err().map(|error| format!("{}: {error}", request.target)));
        is_right
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }
}

/// What clients request, found out by requests.
pub(super) struct Scene {
    pub(super) nginx: SocketAddr,
    token: String,
    /// Where the feed of the largest section ended at the beginning.
    pub(super) feed: Feed,
    products: Vec<String>,
}

impl Scene {
    pub(super) fn find(nginx: SocketAddr) -> anyhow::Result<Self> {
        let mut client = Client::log_in(nginx, LOGIN)?;
        let largest = client.sections()?.swap_remove(0);
        let feed = Feed::end(&mut client, &largest)?;
        let products = client.stock_numbers(&feed.section, 1_000)?;
        ensure!(products.len() >= CHANGED, "only {} products in the largest section", products.len());
        Ok(Self { nginx, token: client.token, feed, products })
    }

    pub(super) fn client(&self, address: SocketAddr) -> Client {
        Client::new(address, &self.token).patient(PATIENCE)
    }

    fn get(&self, target: &str) -> HttpRequest {
        HttpRequest::get(target, Some(&self.token), &[])
    }

    fn read(&self, ledger: &Ledger, kind: Kind, pause: Duration, requests: &[HttpRequest]) {
        let mut reader = QuietReader::new(self.nginx, pause, PATIENCE);
        for request in requests.iter().cycle().take_while(|_| !ledger.is_over()) {
            ledger.ask(&mut reader, kind, request, 200);
        }
    }

    /// Registers one account after the other, each from an address of its own.
    fn register(&self, ledger: &Ledger) {
        let mut reader = QuietReader::new(self.nginx, Duration::from_secs(1), PATIENCE);
        for number in (0_u32..).take_while(|_| !ledger.is_over()) {
            let email = format!("customer{number}@customers.example");
            let body = json!({"email": email, "name": "A customer", "company": "A company"}).to_string();
            let source = format!("10.{}.{}.1", number / 256 % 256, number % 256);
            let request = HttpRequest::post("/auth/registration", &[("X-Forwarded-For", &source)], &body);
            if ledger.ask(&mut reader, Kind::Registration, &request, 202) {
                ledger.registered.lock().push(email);
            }
        }
    }

    pub(super) fn keys(&self) -> anyhow::Result<Vec<String>> {
        let request = self.get("/auth/keys");
        let (status, list) = ask(&self.nginx.ip().to_string(), self.nginx.port(), &request)?;
        ensure!(status == 200, "keys: {status}");
        items(&list).iter().map(|key| text(key, "id")).collect()
    }

    /// Makes a key and deletes what there is, in turns.
    fn change_keys(&self, ledger: &Ledger) {
        let mut reader = QuietReader::new(self.nginx, Duration::from_secs(1), PATIENCE);
        let authorization = format!("Bearer {}", self.token);
        let headers = [("authorization", &*authorization)];
        let make = HttpRequest::post("/auth/keys", &headers, r#"{"name": "a key"}"#);
        while !ledger.is_over() {
            ledger.ask(&mut reader, Kind::Keys, &make, 201);
            for key in self.keys().unwrap_or_default() {
                let delete = HttpRequest::new("DELETE", &format!("/auth/keys/{key}"), &headers, "");
                if ledger.ask(&mut reader, Kind::Keys, &delete, 200) {
                    ledger.deleted.lock().insert(key);
                }
            }
        }
    }

    fn import(&self, ledger: &Ledger, machine: &Importer) {
        let products = self.products.iter().take(CHANGED).cycle();
        for (number, product) in products.enumerate().take_while(|_| !ledger.is_over()) {
            let (sent, outcome) = (Instant::now(), machine.import(number, product));
            if outcome.is_ok() {
                *ledger.imported.lock().entry(product.clone()).or_default() += 1;
            }
            ledger.note(Kind::Import, sent, outcome.err().map(|error| last_line(&error)));
            thread::sleep(IMPORT_PAUSE);
        }
    }

    /// Starts all clients, which go on until the ledger says that it is over.
    pub(super) fn start<'scope>(
        &'scope self,
        scope: &'scope thread::Scope<'scope, '_>,
        ledger: &'scope Ledger,
        importer: &'scope Importer,
        followers: &'scope [Mutex<Follower>],
    ) {
        let product = |number: &String| format!("/api/v2/products/{}", percent_encoded(number));
        let requests = |target: &dyn Fn(&String) -> String| -> Vec<_> {
            self.products.iter().map(|number| self.get(&target(number))).collect()
        };
        let parts = requests(&|number| product(number) + "?include=description,features");
        // Logins are not counted by the address of this machine alone.
        let login = |number: u32| login_request(LOGIN, PASSWORD, &[("X-Forwarded-For", &format!("10.255.{number}.1"))]);
        let probes = [
            (Kind::Memory, 50, requests(&product)),
            (Kind::Memory, 100, vec![self.get(&self.feed.section.at("/products?pageSize=50"))]),
            (Kind::Memory, 100, vec![self.get(&self.feed.address("?"))]),
            (Kind::Parts, 200, parts),
            (Kind::Login, 1_000, (0..250).map(login).collect()),
        ];
        for (kind, milliseconds, requests) in probes {
            scope.spawn(move || self.read(ledger, kind, Duration::from_millis(milliseconds), &requests));
        }
        scope.spawn(|| self.register(ledger));
        scope.spawn(|| self.change_keys(ledger));
        scope.spawn(|| self.import(ledger, importer));
        for follower in followers {
            scope.spawn(move || Follower::follow(follower, self, ledger));
        }
    }
}

fn last_line(error: &anyhow::Error) -> String {
    format!("{error:#}").trim_end().lines().last().unwrap_or_default().to_owned()
}

/// Imports as a nightly job does, on one of the machines.
#[derive(Clone)]
pub(super) struct Importer {
    settings: Vec<(std::ffi::OsString, std::ffi::OsString)>,
    program: PathBuf,
    folder: PathBuf,
}

impl Importer {
    pub(super) fn on(machine: &ServerMachine, program: &Path, folder: &Path) -> Self {
        let command = machine.catalog();
        let settings = command.get_envs().filter_map(|(name, value)| Some((name.to_owned(), value?.to_owned())));
        Self { settings: settings.collect(), program: program.to_owned(), folder: folder.to_owned() }
    }

    pub(super) fn run(&self, arguments: &[&str]) -> anyhow::Result<String> {
        // Waited for by another program, so that it ends however long it hangs.
        let mut command = Command::new("timeout");
        command.arg(IMPORT.as_secs().to_string()).arg(&self.program).args(arguments);
        command.envs(self.settings.iter().map(|(name, value)| (name, value))).stdin(Stdio::null());
        run_to_end(command.current_dir(&self.folder))
    }

    fn import(&self, number: usize, product: &str) -> anyhow::Result<()> {
        let file = self.folder.join("delta.ndjson");
        let price = format!("{}.{:02}", 1 + number / 100, number % 100);
        fs::write(&file, json!({"type": "offer", "stockNumber": product, "retail": price}).to_string() + "\n")?;
        self.run(&["import", "--mode", "delta", "delta.ndjson"]).map(drop)
    }
}
