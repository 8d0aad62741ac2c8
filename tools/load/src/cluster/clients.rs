//! What clients do while the cluster is broken: they read, log in, register, wait for changes and import. All of it
//! goes on until the end, and each response is noted.

use super::documented::ask;
use super::follower::Follower;
use super::server_machine::ServerMachine;
use crate::client::{Client, items, login_request, percent_encoded, text};
use crate::reader::QuietReader;
use crate::workdir::PASSWORD;
use anyhow::{Context, ensure};
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

pub(super) const LOGIN: &str = "buyer@storefront.example";
/// How long a client waits for a response.
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
    /// A request that waits for changes.
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

    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }
}

/// What clients request, found out by requests.
pub(super) struct Scene {
    pub(super) nginx: SocketAddr,
    pub(super) token: String,
    /// The feed of the largest section, and where it ended at the beginning.
    pub(super) feed: String,
    pub(super) cursor: String,
    page: String,
    products: Vec<String>,
}

impl Scene {
    /// Looks around.
    ///
    /// # Errors
    /// When a response is no success.
    pub(super) fn find(nginx: SocketAddr) -> anyhow::Result<Self> {
        let mut client = Client::log_in(nginx, LOGIN)?;
        let list = client.json("/api/v2/catalog/sections")?;
        let largest = items(&list).iter().max_by_key(|section| section["productCount"].as_u64());
        let section = text(largest.context("no sections")?, "id")?;
        let page = format!("/api/v2/catalog/sections/{section}/products?pageSize=50");
        let first = client.json(&page)?;
        let cursor = percent_encoded(&text(&first["data"]["meta"], "changesCursor")?);
        let products: anyhow::Result<Vec<_>> = client
            .json(&format!("/api/v2/catalog/sections/{section}/products?pageSize=1000"))
            .and_then(|page| items(&page).iter().map(|product| text(product, "stockNumber")).collect());
        let products = products?;
        ensure!(products.len() >= CHANGED, "only {} products in the largest section", products.len());
        let feed = format!("/api/v2/catalog/sections/{section}/product-changes");
        Ok(Self { nginx, token: client.token, feed, cursor, page, products })
    }

    pub(super) fn get(&self, target: &str) -> HttpRequest {
        HttpRequest::get(target, Some(&self.token), &[])
    }

    fn read(&self, ledger: &Ledger, kind: Kind, pause: Duration, requests: &[HttpRequest]) {
        let mut reader = QuietReader::new(self.nginx, pause, PATIENCE);
        for request in requests.iter().cycle().take_while(|_| !ledger.is_over()) {
            let sent = reader.wait_from_now();
            let (_, outcome) = reader.ask(request, &[200]);
            ledger.note(kind, sent, outcome.err().map(|error| format!("{}: {error}", request.target)));
        }
    }

    /// Registers one account after the other, each from an address of its own.
    fn register(&self, ledger: &Ledger) {
        let mut reader = QuietReader::new(self.nginx, Duration::from_secs(1), PATIENCE);
        for number in 0_u32.. {
            if ledger.is_over() {
                return;
            }
            let email = format!("customer{number}@customers.example");
            let body = json!({"email": email, "name": "A customer", "company": "A company"}).to_string();
            let source = format!("10.{}.{}.1", number / 256 % 256, number % 256);
            let request = HttpRequest::post("/auth/registration", &[("X-Forwarded-For", &source)], &body);
            let sent = reader.wait_from_now();
            let (_, outcome) = reader.ask(&request, &[202]);
            if outcome.is_ok() {
                ledger.registered.lock().push(email);
            }
            ledger.note(Kind::Registration, sent, outcome.err().map(|error| error.to_string()));
        }
    }

    /// The keys that the account has.
    ///
    /// # Errors
    /// When the response is no success.
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
            let sent = reader.wait_from_now();
            let (_, made) = reader.ask(&make, &[201]);
            ledger.note(Kind::Keys, sent, made.err().map(|error| error.to_string()));
            for key in self.keys().unwrap_or_default() {
                let delete = HttpRequest::new("DELETE", &format!("/auth/keys/{key}"), &headers, "");
                let sent = reader.wait_from_now();
                let (_, outcome) = reader.ask(&delete, &[200]);
                if outcome.is_ok() {
                    ledger.deleted.lock().insert(key);
                }
                ledger.note(Kind::Keys, sent, outcome.err().map(|error| error.to_string()));
            }
        }
    }

    /// Imports one price after the other.
    fn import(&self, ledger: &Ledger, machine: &Importer) {
        for (number, product) in self.products.iter().take(CHANGED).cycle().enumerate() {
            if ledger.is_over() {
                return;
            }
            let (sent, outcome) = (Instant::now(), machine.import(number, product));
            if outcome.is_ok() {
                *ledger.imported.lock().entry(product.clone()).or_default() += 1;
            }
            ledger.note(Kind::Import, sent, outcome.err().map(|error| format!("{error:#}")));
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
        let feed = format!("{}?cursor={}", self.feed, self.cursor);
        // Logins are not counted by the address of this machine alone.
        let login = |number: u32| login_request(LOGIN, PASSWORD, &[("X-Forwarded-For", &format!("10.255.{number}.1"))]);
        let probes = [
            (Kind::Memory, 50, requests(&product)),
            (Kind::Memory, 100, vec![self.get(&self.page)]),
            (Kind::Memory, 100, vec![self.get(&feed)]),
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

    /// Runs a command of the program to its end.
    ///
    /// # Errors
    /// When it fails or takes too long; with the end of what it wrote.
    pub(super) fn run(&self, arguments: &[&str]) -> anyhow::Result<String> {
        // Waited for by another program, so that it ends however long it hangs.
        let mut command = Command::new("timeout");
        command.arg(IMPORT.as_secs().to_string()).arg(&self.program).args(arguments);
        command.envs(self.settings.iter().map(|(name, value)| (name, value))).stdin(Stdio::null());
        let output = command.current_dir(&self.folder).output()?;
        let complaint = String::from_utf8_lossy(&output.stderr);
        let complaint = complaint.lines().last().unwrap_or_default();
        ensure!(output.status.success(), "{}: {complaint}", output.status);
        Ok(String::from_utf8(output.stdout)?)
    }

    fn import(&self, number: usize, product: &str) -> anyhow::Result<()> {
        let file = self.folder.join("delta.ndjson");
        let price = format!("{}.{:02}", 1 + number / 100, number % 100);
        fs::write(&file, json!({"type": "offer", "stockNumber": product, "retail": price}).to_string() + "\n")?;
        self.run(&["import", "--mode", "delta", "delta.ndjson"]).map(|_| ())
    }
}
