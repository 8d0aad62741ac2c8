//! The law of followers: **no follower stores a product that is older than its event**, behind any balancer, while one
//! of two servers is cut off from the store at random moments; and every copy ends as the list, unverified.
//!
//! A history is some imports, cuts of random length, and followers that read through the balancer all the while.
//! `CATALOG_CUT_OFF_HISTORIES=200` performs so many in place of a few, `CATALOG_CUT_OFF_SEED` begins with another seed.

use crate::support::{BUYER, Balancer, Nginx, PASSWORD, STOREFRONT, Sandbox, Server, setting, until};
use catalog_client::{
    CatalogClient, Checkpoint, ClientError, ClientOptions, FollowOptions, ListPart, ProductQuery, RetryPolicy,
    SyncHandler, SyncStep,
};
use catalog_domain::values::StorefrontHost;
use catalog_generator::Random;
use catalog_import::{ImportInput, ImportOptions, run_import};
use catalog_testkit::AnyStore;
use catalog_testkit::open_store;
use catalog_testkit::postgres::TempCluster;
use catalog_testkit::process::Forwarder;
use credentials::SystemClock;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Cursor;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

const SECTION: &str = "1042";
/// Products that come, change and go.
const PRODUCTS: u64 = 40;
const FOLLOWERS: u64 = 2;

/// Two servers over one store, each with its own way there.
struct Site {
    servers: [Server; 2],
    ways: [Forwarder; 2],
    store: Arc<dyn AnyStore>,
    /// The names of all products so far, so that each import has others.
    imports: AtomicU64,
    _sandbox: Sandbox,
    _postgres: TempCluster,
}

impl Site {
    fn start() -> Option<Self> {
        let postgres = TempCluster::start_new()?;
        let sandbox = Sandbox::over(&postgres.url()).filled();
        let ways = [(), ()].map(|()| Forwarder::start(&postgres.socket()).unwrap());
        let servers = [0, 1].map(|at| {
            let quick = ["--refresh-interval-ms", "50", "--feed-settle-ms", "300"];
            let mut command = sandbox.serve_command(&[&quick[..], &["--login-attempts-per-minute", "10000"]].concat());
            let url = format!("postgres://postgres@{}/postgres?sslmode=disable", ways[at].address);
            command.env("DATABASE_URL", url);
            Server::spawn(command)
        });
        let store = open_store(&postgres.url());
        Some(Self { servers, ways, store, imports: AtomicU64::new(0), _sandbox: sandbox, _postgres: postgres })
    }

    /// Changes some products, makes some public and hides some. Returns the revision.
    fn import(&self, random: &mut Random) -> u64 {
        let import = self.imports.fetch_add(1, Ordering::Relaxed);
        let mut lines = String::new();
        for number in 0..PRODUCTS {
            // The last event of each import is of the last product.
            let is_last = number + 1 == PRODUCTS;
            if !is_last && random.chance(70) {
                continue;
            }
            let (id, is_active) = (91_000 + number, is_last || random.chance(80));
            let record = json!({"type": "product", "sourceId": id, "stockNumber": format!("P-{number:02}"),
                "name": import.to_string(), "fullName": "f", "url": null, "isActive": is_active, "typeId": 5,
                "sections": [1042]});
            lines.push_str(&format!("{record}\n"));
        }
        let input = ImportInput::from_reader("changes", Cursor::new(lines));
        let storefront = StorefrontHost::parse(STOREFRONT).unwrap();
        let options = ImportOptions { allow_removals: u64::MAX, ..ImportOptions::new(&storefront) };
        let report = run_import(vec![input], &options, &*self.store, &SystemClock).unwrap();
        u64::try_from(report.revision.0).unwrap()
    }

    /// The versions of all products that a server shows, as soon as it has that revision.
    fn listed(&self, at: usize, revision: u64) -> BTreeMap<String, u64> {
        let client = client(&self.servers[at].address, 1);
        let query = ProductQuery { include: vec![ListPart::Version], ..ProductQuery::default() };
        let page = until("the last import", || {
            let page = client.page(SECTION, &query, 1).unwrap();
            (page.revision >= revision).then_some(page)
        });
        page.items.into_iter().map(|product| (product.stock_number.clone(), product.version.unwrap())).collect()
    }
}

fn client(address: &str, attempts: u32) -> CatalogClient {
    let retry = RetryPolicy { attempts, first_pause: Duration::from_millis(10), ..RetryPolicy::default() };
    let options = ClientOptions::new(format!("http://{address}"), BUYER, PASSWORD);
    CatalogClient::new(ClientOptions { retry, ..options }).unwrap()
}

/// A copy that notes what breaks the law, and follows until it has the last revision.
struct Copy<'a> {
    products: BTreeMap<String, u64>,
    checkpoint: Option<Checkpoint>,
    broken: Vec<String>,
    /// The version of the newest event of an import's end, or what a first copy has of it.
    newest: u64,
    /// That of the history's end, once it is known.
    last: &'a AtomicU64,
}

impl SyncHandler for Copy<'_> {
    type Error = ClientError;

    fn checkpoint(&mut self) -> Result<Option<Checkpoint>, ClientError> {
        Ok(self.checkpoint.clone())
    }

    fn apply(&mut self, step: SyncStep) -> Result<ControlFlow<()>, ClientError> {
        let events: BTreeMap<&str, u64> =
            step.events.iter().map(|event| (&*event.stock_number, event.version.unwrap())).collect();
        for product in &step.upserts {
            let (name, version) = (product.stock_number.clone(), product.version.unwrap());
            if events.get(&*name).is_some_and(|event| version < *event) {
                self.broken.push(format!("{name} of {version} for an event of {}", events[&*name]));
            }
            self.products.insert(name, version);
        }
        self.products.retain(|name, _| !step.removals.contains(name));
        let ending = format!("P-{}", PRODUCTS - 1);
        self.newest = events.get(&*ending).copied().unwrap_or(self.newest);
        if step.progress.is_some() && step.checkpoint.is_whole() {
            self.newest = self.products.get(&ending).copied().unwrap_or_default();
        }
        self.checkpoint = Some(step.checkpoint);
        let is_over = self.newest == self.last.load(Ordering::Acquire);
        Ok(if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }
}

/// Performs a history behind `address`. Returns what broke the law.
fn perform(site: &Site, address: &str, random: &mut Random) -> Vec<String> {
    let (client, last) = (client(address, 1_000), AtomicU64::new(u64::MAX));
    let copies: Vec<Copy<'_>> = thread::scope(|scope| {
        let followers: Vec<_> = (0..FOLLOWERS)
            .map(|_| {
                let (limit, client, last) = (u32::try_from(random.number(1..40)).unwrap(), &client, &last);
                scope.spawn(move || {
                    let (products, broken) = (BTreeMap::new(), Vec::new());
                    let mut copy = Copy { products, checkpoint: None, broken, newest: 0, last };
                    let options = FollowOptions { limit, wait: 1, ..FollowOptions::default() };
                    client.follow(SECTION, &options, &mut copy).unwrap();
                    copy
                })
            })
            .collect();
        for _ in 0..random.number(2..6) {
            let cut = random.number(0..4);
            site.ways.iter().zip(0..).for_each(|(way, at)| way.hold_back(at == cut));
            site.import(random);
            // What passes meanwhile is what the history is about.
            thread::sleep(Duration::from_millis(random.number(0..900)));
        }
        if random.chance(20) {
            thread::sleep(Duration::from_millis(2_500));
        }
        site.ways.iter().for_each(|way| way.hold_back(false));
        last.store(site.import(random), Ordering::Release);
        followers.into_iter().map(|follower| follower.join().unwrap()).collect()
    });
    let listed = site.listed(0, last.load(Ordering::Acquire));
    let mut broken = Vec::new();
    for copy in copies {
        broken.extend(copy.broken);
        for name in copy.products.keys().chain(listed.keys()).collect::<BTreeSet<_>>() {
            let (own, shown) = (copy.products.get(name), listed.get(name));
            broken.extend((own != shown).then(|| format!("{name} ends as {own:?} and not as {shown:?}")));
        }
    }
    broken
}

#[test]
fn no_follower_stores_a_product_older_than_its_event_while_a_server_is_cut_off_from_the_store() {
    let Some(site) = Site::start() else { return };
    let histories = setting("CATALOG_CUT_OFF_HISTORIES").unwrap_or(4);
    let seed = setting("CATALOG_CUT_OFF_SEED").unwrap_or_else(|| u64::from(std::process::id()));
    println!("CATALOG_CUT_OFF_SEED={seed}");
    let balancer = Balancer::start(&site.servers, Random::seeded(seed), str::to_owned);
    let nginx = Nginx::start(&site.servers);
    for number in 0..histories {
        // The last one is behind the documented nginx.
        let documented = nginx.as_ref().filter(|_| number + 1 == histories).map(|nginx| nginx.address.clone());
        let address = documented.unwrap_or_else(|| balancer.address.to_string());
        let broken = perform(&site, &address, &mut Random::seeded(seed.wrapping_mul(1_000).wrapping_add(number)));
        assert!(broken.is_empty(), "history {number} behind {address}: {broken:#?}");
    }
    let behind: usize = site.servers.iter().map(|server| server.log().matches("status=503").count()).sum();
    println!("{histories} histories, {} imports, {behind} times 503", site.imports.into_inner());
}

/// The same without the demand: followers do store what is older, so the histories are such that it matters.
#[test]
fn without_a_demanded_revision_followers_behind_a_cut_off_server_go_wrong() {
    let Some(site) = Site::start() else { return };
    let without = |line: &str| {
        let (before, after) = line.split_once("&minRevision=").unwrap_or((line, ""));
        format!("{before}{}", after.trim_start_matches(|digit: char| digit.is_ascii_digit()))
    };
    let balancer = Balancer::start(&site.servers, Random::seeded(1), without);
    let address = balancer.address.to_string();
    let broken = (0..50).map(|number| perform(&site, &address, &mut Random::seeded(number)));
    let first = broken.enumerate().find(|(_, broken)| !broken.is_empty());
    println!("{:?}", first.expect("a history of fifty in which something goes wrong"));
}
