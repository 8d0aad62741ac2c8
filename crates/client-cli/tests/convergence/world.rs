//! A catalog, its server, and mirrors of some of its sections; and everything that happens to them.

use crate::listed::compare_with_lists;
use crate::sandbox::{LOGIN, PASSWORD, STOREFRONT, Sandbox};
use crate::service::serve;
use catalog_client::{CatalogClient, ClientOptions, TokenRoute};
use catalog_generator::Random;
use catalog_testkit::process::ServerProcess;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The mirrors, each with a file of its own: a root, another with tables, two sections in one file, and everything.
const MIRRORS: [&str; 4] = [
    "--section 1000 --database root.db",
    "--section 1001 --store root.sqlite",
    "--section 1007 --section 1012 --database two.db",
    "--all --store all.sqlite",
];
const SIZE: [&str; 4] = ["--products", "400", "--sections", "24"];

pub(crate) struct World {
    seed: u64,
    sandbox: Sandbox,
    service: Mutex<ServerProcess>,
}

/// How long the chaos may be extended for lack of events: a slow machine needs longer for the same.
const DEADLINE: Duration = Duration::from_secs(300);

#[derive(Debug, Default)]
pub(crate) struct Progress {
    imports: AtomicU32,
    importers_killed: AtomicU32,
    mirrors_killed: AtomicU32,
    servers_killed: AtomicU32,
}

impl Progress {
    pub(crate) fn are_enough(&self) -> bool {
        let count = |counter: &AtomicU32| counter.load(Ordering::Relaxed);
        let imports = count(&self.imports);
        let kills = [&self.importers_killed, &self.mirrors_killed, &self.servers_killed].map(count);
        imports >= 2 && imports + kills[0] >= 4 && kills[1] >= 4 && kills[2] >= 1
    }

    /// Whether the chaos that should last until `end` continues.
    fn resume(&self, end: Instant) -> bool {
        let now = Instant::now();
        now < end || (now < end + DEADLINE && !self.are_enough())
    }
}

impl World {
    /// A filled catalog that is served, and an account for the mirrors.
    pub(crate) fn make(seed: u64) -> Self {
        let sandbox = Sandbox::new();
        let world_seed = seed.to_string();
        generate(&sandbox, &world_seed, &[], "base.ndjson");
        must_succeed(import(&sandbox, "base.ndjson"));
        let mut add = sandbox.catalog(&["user", "add", LOGIN, "--password-stdin", "--price-level", "Опт"]);
        let mut adding = add.stdin(Stdio::piped()).spawn().unwrap();
        adding.stdin.take().unwrap().write_all(PASSWORD.as_bytes()).unwrap();
        assert!(adding.wait().unwrap().success());
        let service = Mutex::new(serve(&sandbox, None));
        Self { seed, sandbox, service }
    }

    /// Imports, mirrors and kills until the time is over and enough happened, all at once.
    pub(crate) fn run_chaos(&self, duration: Duration) -> Progress {
        // Deltas may hide the sections of this one: it has to know them by then.
        assert!(self.run_mirror(MIRRORS[2]).status.success());
        let (end, progress) = (Instant::now() + duration, Progress::default());
        thread::scope(|scope| {
            for series in 0..2 {
                let progress = &progress;
                scope.spawn(move || self.import_and_kill(series, end, progress));
            }
            for (series, flags) in (10..).zip(MIRRORS) {
                let progress = &progress;
                scope.spawn(move || self.mirror_and_kill(flags, series, end, progress));
            }
            self.kill_servers(end, &progress);
        });
        progress
    }

    /// Brings every mirror up to date, has it verify its copy, and compares the latter with the lists. Sections that
    /// are hidden at the end are refused after the others have been verified.
    pub(crate) fn verify_all(&self) {
        // Otherwise lists may have an import that their mirror has not.
        self.wait_until_shown(&self.client(TokenRoute::V2));
        for flags in MIRRORS {
            let output = self.run_mirror(&format!("{flags} --verify"));
            let log = String::from_utf8_lossy(&output.stderr);
            let (verified, hidden) =
                (log.matches(" verified: ").count(), log.matches(" is not in the public catalog").count());
            let is_whole = flags.contains("--all") || verified + hidden == flags.matches("--section").count();
            let is_expected = is_whole && output.status.success() == (hidden == 0);
            assert!(is_expected, "seed {}, {flags}:\n{log}", self.seed);
            self.log(flags).write_all(&output.stderr).unwrap();
            let file = self.sandbox.path(flags.rsplit(' ').next().unwrap());
            compare_with_lists(&self.client(TokenRoute::V2), &file);
        }
    }

    pub(crate) fn client(&self, token_route: TokenRoute) -> CatalogClient {
        let url = format!("http://{}", self.service.lock().unwrap().address);
        CatalogClient::new(ClientOptions { token_route, ..ClientOptions::new(url, LOGIN, PASSWORD) }).unwrap()
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.service.lock().unwrap().address
    }

    pub(crate) fn run_mirror(&self, flags: &str) -> Output {
        self.mirror_command(flags).stderr(Stdio::piped()).output().unwrap()
    }

    pub(crate) fn mirror_command(&self, flags: &str) -> Command {
        self.mirror(flags, &mut choices(self.seed, 99))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.sandbox.path(name)
    }

    /// Gives the account another price level, and waits until the server knows it.
    pub(crate) fn set_price_level(&self, level: &str) {
        must_succeed(&mut self.sandbox.catalog(&["user", "set", LOGIN, "--price-level", level]));
        let client = self.client(TokenRoute::V2);
        while client.account().unwrap().price_level != level {
            thread::yield_now();
        }
    }

    /// Imports one more delta, undisturbed, without the moves of its sections: together with those of earlier deltas,
    /// which it knows nothing of, they may be a loop.
    pub(crate) fn import_another(&self) {
        self.import_changes(100);
    }

    /// The same of so many changes. Another number gives others.
    pub(crate) fn import_changes(&self, changes: u64) {
        generate(&self.sandbox, &self.seed.to_string(), &["--changes", &changes.to_string()], "last.ndjson");
        rename_vendors(&self.sandbox, "last.ndjson", &mut choices(self.seed, 98));
        let delta = std::fs::read_to_string(self.sandbox.path("last.ndjson")).unwrap();
        let products = delta.lines().filter(|line| !line.contains(r#""type":"section""#));
        let products: String = products.map(|line| format!("{line}\n")).collect();
        assert!(!products.is_empty());
        std::fs::write(self.sandbox.path("last.ndjson"), products).unwrap();
        must_succeed(import(&self.sandbox, "last.ndjson"));
    }

    /// Waits until the server shows what was imported last.
    pub(crate) fn wait_until_shown(&self, client: &CatalogClient) {
        let mut imports = self.sandbox.catalog(&["imports", "--limit", "20", "--format", "json"]);
        let imports = imports.stdout(Stdio::piped()).output().unwrap().stdout;
        let imports: Vec<serde_json::Value> = serde_json::from_slice(&imports).unwrap();
        let newest = imports.iter().filter_map(|import| import["revision"].as_u64()).max().unwrap();
        while client.get(CatalogClient::SECTIONS).unwrap().revision().unwrap() < newest {
            thread::yield_now();
        }
    }

    /// How many pages of the feed were applied, by all mirrors.
    pub(crate) fn pages_followed(&self) -> usize {
        self.logged(|line| line.ends_with(" changes")).len()
    }

    /// What mirrors said about copies that were wrong.
    pub(crate) fn repairs(&self) -> Vec<String> {
        self.logged(|line| line.contains("the copy is wrong"))
    }

    fn logged(&self, is_wanted: fn(&str) -> bool) -> Vec<String> {
        let logs = MIRRORS.map(|flags| std::fs::read_to_string(self.sandbox.path(&log_name(flags))).unwrap());
        logs.iter().flat_map(|log| log.lines()).filter(|line| is_wanted(line)).map(str::to_owned).collect()
    }

    fn log(&self, flags: &str) -> File {
        OpenOptions::new().create(true).append(true).open(self.sandbox.path(&log_name(flags))).unwrap()
    }

    /// Imports one delta after the other; now and then an import is killed in the middle.
    fn import_and_kill(&self, series: u64, end: Instant, progress: &Progress) {
        let mut random = choices(self.seed, series);
        let (seed, file) = (self.seed.to_string(), format!("delta-{series}.ndjson"));
        while progress.resume(end) {
            let changes = random.number(1..60).to_string();
            generate(&self.sandbox, &seed, &["--changes", &changes], &file);
            rename_vendors(&self.sandbox, &file, &mut random);
            let mut importing = import(&self.sandbox, &file).spawn().unwrap();
            if random.number(0..4) == 0 {
                thread::sleep(Duration::from_millis(random.number(0..150)));
                kill(&mut importing);
                progress.importers_killed.fetch_add(1, Ordering::Relaxed);
            } else if importing.wait().unwrap().success() {
                progress.imports.fetch_add(1, Ordering::Relaxed);
            }
            thread::sleep(Duration::from_millis(random.number(0..200)));
        }
    }

    /// Runs one mirror after the other on the same file, each with other page sizes, and kills them.
    fn mirror_and_kill(&self, flags: &str, series: u64, end: Instant, progress: &Progress) {
        let mut random = choices(self.seed, series);
        while progress.resume(end) {
            let mut command = self.mirror(flags, &mut random);
            let mut following = command.arg("--follow").stderr(self.log(flags)).spawn().unwrap();
            thread::sleep(Duration::from_millis(random.number(200..4_000)));
            kill(&mut following);
            progress.mirrors_killed.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn kill_servers(&self, end: Instant, progress: &Progress) {
        let mut random = choices(self.seed, 20);
        while progress.resume(end) {
            thread::sleep(Duration::from_millis(random.number(500..4_000)));
            let mut service = self.service.lock().unwrap();
            service.kill();
            thread::sleep(Duration::from_millis(random.number(0..300)));
            *service = serve(&self.sandbox, Some(service.address));
            progress.servers_killed.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn mirror(&self, flags: &str, random: &mut Random) -> Command {
        let url = format!("http://{}", self.service.lock().unwrap().address);
        let (page_size, limit) = (random.number(3..60).to_string(), random.number(1..30).to_string());
        let mut command = self.sandbox.mirror(&["--base-url", &url, "--login", LOGIN]);
        command.args(flags.split(' ')).args(["--page-size", &page_size, "--limit", &limit]);
        command
    }
}

fn log_name(flags: &str) -> String {
    format!("{}.log", flags.rsplit(' ').next().unwrap())
}

fn generate(sandbox: &Sandbox, seed: &str, more: &[&str], file: &str) {
    let mut command = sandbox.catalog(&["generate", "--seed", seed]);
    let output = File::create(sandbox.path(file)).unwrap();
    must_succeed(command.args(SIZE).args(more).stdout(output));
}

pub(crate) fn choices(seed: u64, series: u64) -> Random {
    Random::seeded(seed.wrapping_mul(1_000).wrapping_add(series))
}

/// Renames half of the vendors of a file: every product of the vendor shows the name of one of them, so this changes
/// products that the file does not name.
fn rename_vendors(sandbox: &Sandbox, file: &str, random: &mut Random) {
    let text = std::fs::read_to_string(sandbox.path(file)).unwrap();
    let mut renamed = String::new();
    for line in text.lines() {
        let mut record: serde_json::Value = serde_json::from_str(line).unwrap();
        if let Some(serde_json::Value::String(name)) = record.pointer_mut("/vendor/name")
            && random.number(0..2) == 0
        {
            name.push_str(&format!(" {}", random.number(0..1_000)));
        }
        renamed.push_str(&format!("{record}\n"));
    }
    std::fs::write(sandbox.path(file), renamed).unwrap();
}

fn import(sandbox: &Sandbox, file: &str) -> Command {
    let mut command = sandbox.catalog(&["import", "--storefront-host", STOREFRONT, file]);
    command.args(["--allow-removals", "1000000"]);
    command
}

fn must_succeed(mut command: impl std::borrow::BorrowMut<Command>) {
    let output = command.borrow_mut().stderr(Stdio::piped()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn kill(child: &mut Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}
