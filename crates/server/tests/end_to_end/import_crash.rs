//! Imports that are ended from outside: by SIGKILL at any moment, by SIGINT.

use crate::support::{Outcome, STOREFRONT, Sandbox, seed, setting, signal, until};
use catalog_generator::Random;
use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::Text;
use std::io::Write;
use std::path::PathBuf;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

/// How often an import of each engine is killed unless `CATALOG_TEST_KILLS` says otherwise.
const KILLS: u64 = 12;
/// Stores of each engine. The next import waits for the lease of a killed one to end.
const STORES: u64 = 4;

/// Any moment of that duration, half of the time one near its end, which is decisive.
fn moment_of(random: &mut Random, duration: Duration) -> Duration {
    let whole = u64::try_from(duration.as_micros()).unwrap();
    let micros = match random.below(2) {
        0 => random.below(whole),
        _ => random.below(whole / 2) + whole * 7 / 10,
    };
    Duration::from_micros(micros)
}

fn generate(sandbox: &Sandbox, name: &str, seed: &str) {
    sandbox.write(name, &sandbox.generate("150", "10", seed));
}

fn import(file: &str) -> [&str; 8] {
    ["import", "--storefront-host", STOREFRONT, "--mode", "full", "--allow-removals", "1000000", file]
}

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    integrity_check: String,
}

/// Checks every index against its table.
const POSTGRES_CHECK: &str = "DO $$ BEGIN
    PERFORM bt_index_check(pg_class.oid::regclass, true) FROM pg_class JOIN pg_am ON pg_am.oid = relam
    WHERE relkind = 'i' AND amname = 'btree' AND relnamespace = 'public'::regnamespace;
END $$";

fn check_integrity(sandbox: &Sandbox, moment: Duration) {
    if let Some(url) = sandbox.url() {
        let mut connection = PgConnection::establish(&url).unwrap();
        // Only a superuser may run this check.
        if connection.batch_execute("CREATE EXTENSION IF NOT EXISTS amcheck").is_ok() {
            connection.batch_execute(POSTGRES_CHECK).unwrap_or_else(|error| panic!("killed after {moment:?}: {error}"));
        }
        return;
    }
    let files = std::fs::read_dir(sandbox.path("data")).unwrap().map(|file| file.unwrap().path());
    let is_database = |path: &PathBuf| path.extension().is_some_and(|kind| kind == "db" || kind == "accounts");
    let databases: Vec<PathBuf> = files.filter(is_database).collect();
    assert!(databases.contains(&sandbox.path("data/catalog.db")));
    for path in databases {
        let mut connection = SqliteConnection::establish(path.to_str().unwrap()).unwrap();
        let lines: Vec<Line> = diesel::sql_query("PRAGMA integrity_check").load(&mut connection).unwrap();
        let lines: Vec<String> = lines.into_iter().map(|line| line.integrity_check).collect();
        assert_eq!(lines, ["ok"], "{} killed after {moment:?}", path.display());
    }
}

#[test]
fn an_import_killed_at_any_moment_leaves_the_old_catalog_or_the_new_one() {
    let kills = setting("CATALOG_TEST_KILLS").unwrap_or(KILLS);
    let mut random = Random::seeded(seed());
    thread::scope(|scope| {
        for sandbox in (0..STORES).flat_map(|_| Sandbox::on_every_engine()) {
            let mut random = Random::seeded(random.below(u64::MAX));
            scope.spawn(move || kill_imports(&sandbox, kills.div_ceil(STORES), &mut random));
        }
    });
}

fn kill_imports(sandbox: &Sandbox, kills: u64, random: &mut Random) {
    generate(sandbox, "one.ndjson", "1");
    generate(sandbox, "two.ndjson", "2");
    sandbox.must_run(&import("one.ndjson"));
    // The duration of an import grows with what killed ones left behind.
    let import_whole = |file| {
        let started = Instant::now();
        assert_eq!(sandbox.run(&import(file)).json()["changed"], true);
        started.elapsed()
    };
    let mut duration = import_whole("two.ndjson");
    let (mut old, mut new) = ("two.ndjson", "one.ndjson");
    let (mut found_old, mut found_new) = (0, 0);
    for _ in 0..kills {
        let mut child = sandbox.command(&import(new)).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let moment = moment_of(random, duration);
        thread::sleep(moment);
        child.kill().unwrap();
        child.wait().unwrap();
        check_integrity(sandbox, moment);
        let (is_old, is_new) = (sandbox.holds(old), sandbox.holds(new));
        assert!(is_old != is_new, "killed after {moment:?}: neither the old catalog nor the new one, or both");
        if is_new {
            found_new += 1;
        } else {
            found_old += 1;
            duration = import_whole(new);
        }
        std::mem::swap(&mut old, &mut new);
    }
    println!("{found_old} times the old catalog, {found_new} times the new one");
}

/// Whether further lines come or it waits in vain.
#[test]
fn an_interrupted_import_reports_that_nothing_was_written() {
    let sandbox = Sandbox::new();
    generate(&sandbox, "one.ndjson", "1");
    sandbox.must_run(&import("one.ndjson"));
    for goes_on in [true, false] {
        let mut command = sandbox.command(&import("-"));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // More than a pipe holds: when all of it is written, the import handles signals and has begun to read.
        let mut input = child.stdin.take().unwrap();
        input.write_all(format!("{}\n", " ".repeat(1_000_000)).as_bytes()).unwrap();
        signal(&child, "INT");
        until("the end of the import", || {
            // Writing may fail when the process has ended already.
            let _ = goes_on.then(|| input.write_all(b"\n"));
            child.try_wait().unwrap()
        });
        let outcome = Outcome::from(child.wait_with_output().unwrap());
        assert_eq!((outcome.code, &*outcome.stderr), (Some(1), "catalog: stopped; nothing was written\n"));
        assert!(sandbox.holds("one.ndjson"));
    }
}
