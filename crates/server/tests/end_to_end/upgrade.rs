//! An upgrade from the previous release, 0.2.0, as the manual describes it: its store is used all the time, and what
//! its clients hold stays good.

use crate::moves::AT_ONCE;
use crate::support::{BUYER, Sandbox, Server, offer, until};
use catalog_testkit::forged_token::ForgedToken;
use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection, SqliteConnection};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::ScopedJoinHandle;

const SQLITE: &str = include_str!("previous_release/sqlite.sql");
const SQLITE_ACCOUNTS: &str = include_str!("previous_release/sqlite_accounts.sql");
const POSTGRES: &str = include_str!("previous_release/postgres.sql");

/// What servers of that release do all day, in their own words: look for a new revision, load, log in, change accounts.
const DAILY: [&str; 6] = [
    "SELECT catalog_revision, account_revision, last_event_number, history_id, storefront_host FROM store_state",
    "SELECT id, stock_number, source_id, name, levels, stock, revision FROM products WHERE is_active",
    "SELECT id, login_key, password_hash, status, price_level, revision, invitation_hash FROM accounts",
    "UPDATE accounts SET comment = 'x', updated_at = updated_at + 1 WHERE id = 1",
    "INSERT INTO account_commits (revision) SELECT MAX(revision) + 1 FROM account_commits",
    "INSERT INTO catalog_commits (revision, committed_at) SELECT MIN(revision) - 1, 1 FROM catalog_commits",
];

struct OldStore {
    sandbox: Sandbox,
    token: String,
    /// Its cursor, from before the last event.
    cursor: String,
}

fn connect_sqlite(path: &Path) -> SqliteConnection {
    let mut connection = SqliteConnection::establish(path.to_str().unwrap()).unwrap();
    connection.batch_execute("PRAGMA busy_timeout = 60000").unwrap();
    connection
}

impl OldStore {
    fn on_every_engine() -> Vec<Self> {
        let on_engine = |sandbox: Sandbox| match sandbox.url() {
            Some(url) => Self::postgres(sandbox, &url),
            None => Self::sqlite(sandbox),
        };
        Sandbox::on_every_engine().into_iter().map(on_engine).collect()
    }

    fn sqlite(sandbox: Sandbox) -> Self {
        std::fs::create_dir(sandbox.path("data")).unwrap();
        connect_sqlite(&sandbox.path("data/catalog.db")).batch_execute(SQLITE).unwrap();
        connect_sqlite(&sandbox.path("data/catalog.db.accounts")).batch_execute(SQLITE_ACCOUNTS).unwrap();
        Self::of(sandbox, SQLITE)
    }

    fn postgres(sandbox: Sandbox, url: &str) -> Self {
        PgConnection::establish(url).unwrap().batch_execute(POSTGRES).unwrap();
        Self::of(sandbox, POSTGRES)
    }

    /// The token is that of the dump, with a time that is now.
    fn of(sandbox: Sandbox, dump: &str) -> Self {
        let held = |name: &str| {
            let line = dump.lines().find_map(|line| line.strip_prefix("-- ")?.strip_prefix(name)?.strip_prefix(": "));
            line.unwrap().to_owned()
        };
        let secret = held("secret");
        let bytes = (0..secret.len()).step_by(2).map(|at| u8::from_str_radix(&secret[at..at + 2], 16).unwrap());
        let mut token = ForgedToken::of(&held("token"));
        (token.claims["iat"], token.claims["exp"]) = (1_700_000_000.into(), 4_000_000_000_u64.into());
        Self { sandbox, token: token.signed(&bytes.collect::<Vec<_>>()), cursor: held("cursor") }
    }

    /// Starts a server of this release. The cursor is of any age.
    fn serve(&self) -> Server {
        self.sandbox.serve(&[&["--change-retention-days", "36500"], &AT_ONCE[..]].concat())
    }

    /// Does what servers of that release do until `done`; nothing may fail.
    fn use_meanwhile(&self, done: &AtomicBool) -> usize {
        let mut rounds = 0;
        let statements = || DAILY.iter().take_while(|_| !done.load(Ordering::Acquire));
        if let Some(url) = self.sandbox.url() {
            let mut connection = PgConnection::establish(&url).unwrap();
            while !done.load(Ordering::Acquire) {
                statements().for_each(|statement| connection.batch_execute(statement).unwrap());
                rounds += 1;
            }
            return rounds;
        }
        let path = self.sandbox.path("data/catalog.db");
        let mut catalog = connect_sqlite(&path);
        let mut accounts = connect_sqlite(&path.with_extension("db.accounts"));
        while !done.load(Ordering::Acquire) {
            for statement in statements() {
                let is_of_accounts = statement.contains("account");
                let connection = if is_of_accounts { &mut accounts } else { &mut catalog };
                connection.batch_execute(statement).unwrap();
            }
            rounds += 1;
        }
        rounds
    }

    fn events(&self, server: &Server) -> usize {
        let response = server.changes(&self.cursor, &self.token);
        assert_eq!(response.status, 200, "{response:?}");
        response.json()["data"]["items"].as_array().unwrap().len()
    }
}

fn version_and_revision(server: &Server, token: &str) -> (i64, i64) {
    let response = server.get("/api/v2/products/PMP-001?include=version", token);
    let revision = response.header("Catalog-Revision").unwrap().parse().unwrap();
    (response.json()["data"]["version"].as_i64().unwrap(), revision)
}

#[test]
fn a_store_of_the_previous_release_is_upgraded_while_it_is_used_and_its_clients_notice_nothing() {
    for old in OldStore::on_every_engine() {
        let done = AtomicBool::new(false);
        // Two servers at once: one migrates, the other one finds it done.
        let servers = std::thread::scope(|scope| {
            let usage = scope.spawn(|| old.use_meanwhile(&done));
            let starting = [scope.spawn(|| old.serve()), scope.spawn(|| old.serve())];
            let servers = starting.map(ScopedJoinHandle::join);
            done.store(true, Ordering::Release);
            assert!(usage.join().unwrap() > 0);
            servers.map(Result::unwrap)
        });
        assert!(servers.iter().any(|server| server.log().contains("migrated the store")));
        for server in &servers {
            let user = server.get("/auth/v2/check", &old.token).json()["data"]["user"].clone();
            assert_eq!((&user["email"], &user["priceLevel"]), (&BUYER.into(), &"Опт".into()));
            assert_eq!(server.log_in().status, 200);
            let product = server.get("/api/v2/products/PMP-001?include=features,sections", &old.token).json();
            assert_eq!(product["data"]["pricing"]["retail"]["value"], 2500, "{product}");
            assert_eq!(product["data"]["features"][0]["items"][0]["value"], "5 kW", "{product}");
            assert_eq!(old.events(server), 1);
            let (version, revision) = version_and_revision(server, &old.token);
            assert_eq!(version, revision, "that of the upgrade, which makes none");
        }
        old.sandbox.must_import(&offer("2600"));
        for server in &servers {
            until("the next event", || (old.events(server) == 2).then_some(()));
            let (version, revision) = version_and_revision(server, &old.token);
            assert_eq!(version, revision, "that of the event");
        }
    }
}
