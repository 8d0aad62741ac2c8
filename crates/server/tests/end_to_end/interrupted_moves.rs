//! Copies, exports, backups and restores that are interrupted by signals, by a full disk or by a PostgreSQL that dies:
//! the target is whole or absent.

use crate::moves::{generate, left_in, url_of};
use crate::support::{CATALOG, Outcome, Sandbox, documented, exit_of, moment_of, run_within, signal, until};
use catalog_generator::Random;
use catalog_testkit::postgres::{StopMode, TempCluster};
use diesel::connection::SimpleConnection;
use diesel::sql_types::BigInt;
use diesel::{Connection, PgConnection, QueryableByName, RunQueryDsl};
use std::process::Stdio;
use std::time::{Duration, Instant};

const INTERRUPTIONS: u64 = 6;

/// Runs a command, and signals it at a moment of `duration`.
fn interrupt(sandbox: &Sandbox, arguments: &[&str], name: &str, (seed, duration): (u64, Duration)) -> Outcome {
    let mut command = sandbox.command(arguments);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(moment_of(&mut Random::seeded(seed), duration));
    signal(&child, name);
    let outcome = Outcome::from(child.wait_with_output().unwrap());
    let is_stopped = outcome.code == Some(1) && outcome.only_error().contains("stopped; nothing was written");
    // Before it listens for signals, one ends it as any program.
    assert!(is_stopped || outcome.code == Some(0) || outcome.code.is_none(), "{outcome:?}");
    outcome
}

#[test]
fn a_move_that_is_interrupted_at_any_moment_leaves_its_target_whole_or_absent() {
    let sandbox = Sandbox::new();
    generate(&sandbox, "300");
    let catalog = sandbox.path("catalog.ndjson");
    let began = Instant::now();
    sandbox.must_run(&["export", "timed.ndjson.gz"]);
    let duration = began.elapsed();
    for (name, seed) in signals() {
        let (target, moment) = (Sandbox::new(), (seed, duration));
        let (export, backups) = (target.path("all.ndjson.gz"), target.path("backups"));
        let outcome = interrupt(&sandbox, &["export", export.to_str().unwrap()], name, moment);
        let left = left_in(export.parent().unwrap());
        let is_temporary = |left: &String| left.starts_with(".tmp") && name == "KILL";
        assert!(export.exists() || left.iter().all(is_temporary), "{outcome:?}: {left:?}");
        assert!(outcome.code != Some(0) || export.exists(), "{outcome:?}");
        assert!(!export.exists() || sandbox.holds(&export), "{outcome:?}");

        let outcome = interrupt(&sandbox, &["backup", backups.to_str().unwrap()], name, moment);
        let whole = left_in(&backups).into_iter().filter(|name| !name.ends_with(".unfinished")).count();
        assert!(whole > 0 || outcome.code != Some(0), "{outcome:?}");
        if whole > 0 {
            let restored = Sandbox::new();
            restored.must_run(&["restore", backups.to_str().unwrap()]);
            assert!(restored.holds(&catalog), "{outcome:?}");
        }
    }
}

#[test]
fn a_copy_that_is_interrupted_at_any_moment_leaves_a_whole_store_or_none() {
    let source = Sandbox::new();
    generate(&source, "300");
    for number in 0..Sandbox::on_every_engine().len() {
        let fresh = || Sandbox::on_every_engine().remove(number);
        let (timed, began) = (fresh(), Instant::now());
        source.must_run(&["copy", "--to", &url_of(&timed)]);
        let duration = began.elapsed();
        for (name, seed) in signals() {
            let target = fresh();
            let copy = ["copy", "--to", &url_of(&target)];
            interrupt(&source, &copy, name, (seed, duration));
            // What is there is whole, and refused as not empty; or there is nothing, and it is copied to.
            let again = source.run(&copy);
            assert!(again.code == Some(0) || again.stderr.contains("is not empty"), "{again:?}");
            assert!(target.holds(source.path("catalog.ndjson")), "{again:?}");
        }
    }
}

/// Each signal at some moments.
fn signals() -> impl Iterator<Item = (&'static str, u64)> {
    ["INT", "TERM", "KILL"].into_iter().flat_map(|name| (0..INTERRUPTIONS).map(move |seed| (name, seed)))
}

#[test]
fn a_restore_that_is_interrupted_or_has_no_room_leaves_the_old_store_or_the_new_one() {
    let sandbox = Sandbox::new();
    generate(&sandbox, "300");
    let catalog = sandbox.path("catalog.ndjson");
    let began = Instant::now();
    sandbox.must_run(&["backup", "backups"]);
    let duration = began.elapsed();
    let disable = || sandbox.must_run(&["user", "disable", "buyer@storefront.example"]);
    let is_disabled = || {
        assert!(sandbox.holds(&catalog));
        sandbox.must_run(&["user", "list", "--status", "disabled"]).contains("buyer@storefront.example")
    };
    disable();
    for kibibytes in [20, 100, 150] {
        let outcome = run_within(kibibytes, &sandbox.command(&["restore", "backups"]));
        assert_eq!(outcome.code, Some(1), "{outcome:?}");
        assert!(is_disabled(), "{outcome:?}");
        assert!(!sandbox.path("data/catalog.db.partial").exists(), "{outcome:?}");
    }
    for (name, seed) in signals() {
        let outcome = interrupt(&sandbox, &["restore", "backups"], name, (seed, duration));
        let is_whole = sandbox.run(&["user", "list"]);
        if name == "KILL" && is_whole.code != Some(0) {
            is_whole.assert_refused(&["run the same command again"]);
            sandbox.must_run(&["restore", "backups"]);
        }
        let was_restored = !is_disabled();
        assert!(outcome.code != Some(0) || was_restored, "{outcome:?}");
        if was_restored {
            disable();
        }
    }
}

#[test]
fn a_full_disk_leaves_no_copy_no_backup_and_no_export() {
    let sandbox = Sandbox::new();
    generate(&sandbox, "300");
    let copy = format!("sqlite://{}", sandbox.path("new/catalog.db").display());
    for (arguments, folder) in [
        (vec!["copy", "--to", &copy], "new"),
        (vec!["backup", "saved"], "saved"),
        (vec!["export", "written/all.ndjson"], "written"),
    ] {
        let folder = sandbox.path(folder);
        std::fs::create_dir_all(&folder).unwrap();
        for kibibytes in [100, 150, 200] {
            let outcome = run_within(kibibytes, &sandbox.command(&arguments));
            assert_eq!((outcome.code, left_in(&folder)), (Some(1), Vec::new()), "{kibibytes} KiB: {outcome:?}");
            assert!(outcome.only_error().len() > 20, "{outcome:?}");
        }
        sandbox.must_run(&arguments);
        assert!(!left_in(&folder).is_empty());
    }
    sandbox.run(&["export", "/dev/full"]).assert_refused(&["No space left on device"]);
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

#[test]
fn a_postgresql_that_dies_in_the_middle_leaves_no_copy_and_no_export_and_both_succeed_when_it_is_back() {
    let Some(cluster) = TempCluster::start_new() else { return };
    let (source, target) = (Sandbox::over(&cluster.url()), Sandbox::new());
    source.must_import(CATALOG);
    source.write("catalog.ndjson", CATALOG);
    let connect = || PgConnection::establish(&cluster.url()).unwrap();
    let (mut holder, mut observer) = (connect(), connect());
    holder.batch_execute("BEGIN; LOCK TABLE products").unwrap();
    let (url, file) = (url_of(&target), target.path("all.ndjson"));
    let commands = [["copy", "--to", &url].to_vec(), ["export", file.to_str().unwrap()].to_vec()];
    let mut children = commands
        .each_ref()
        .map(|arguments| source.command(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
    // Both wait for the table that they read; or have given up by now on a busy machine.
    until("both to wait", || {
        let waiting = "SELECT COUNT(*) AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
        let waiting: Count = diesel::sql_query(waiting).get_result(&mut observer).unwrap();
        let ended = children.iter_mut().filter_map(|child| child.try_wait().unwrap()).count();
        (usize::try_from(waiting.count).unwrap() + ended >= children.len()).then_some(())
    });
    cluster.end(StopMode::Kill);
    for child in &mut children {
        assert_eq!(exit_of(child).code(), Some(1));
    }
    assert!(!file.exists());
    assert_eq!(left_in(&target.path("data")), Vec::<String>::new());
    cluster.start();
    commands.iter().for_each(|arguments| drop(source.must_run(arguments)));
    assert!(target.holds(source.path("catalog.ndjson")));
    assert!(source.holds(&file));
}

#[test]
fn a_copy_into_a_full_postgresql_leaves_it_empty_and_one_with_room_succeeds() {
    let Some(cluster) = TempCluster::start_new_with(&["--wal-segsize=1"], "") else { return };
    let (source, target) = (Sandbox::new(), Sandbox::over(&cluster.url()));
    generate(&source, "1500");
    let copy = ["copy", "--to", &cluster.url()];
    cluster.end(StopMode::Stop);
    cluster.start_within(1_024);
    let refused = source.run(&copy);
    refused.assert_refused(&["the copy cannot be written", "could not extend file"]);
    assert_eq!(refused.stdout, "");
    cluster.end(StopMode::Stop);
    cluster.start();
    // It would refuse a store that is not empty.
    source.must_run(&copy);
    assert!(target.holds(source.path("catalog.ndjson")));
}

#[test]
fn a_base_backup_of_postgresql_is_made_by_the_printed_commands_and_checked() {
    let Some(cluster) = TempCluster::start_new() else { return };
    let sandbox = Sandbox::over(&cluster.url());
    sandbox.must_import(CATALOG);
    // In a folder that the user of PostgreSQL may write to.
    let folder = cluster.folder().join("saved here");
    let backup = ["backup", folder.to_str().unwrap()];
    let refused = sandbox.run(&backup);
    refused.assert_refused(&["nothing was saved"]);
    assert!(documented("back up PostgreSQL").contains("pg_basebackup --dbname"));
    cluster.run_script(&refused.stdout, &[("DATABASE_URL", &cluster.url())]);
    assert_eq!(sandbox.run(&backup).json()["verified"], true);
    let file = folder.join("global/pg_control");
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[100] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let damaged = sandbox.run(&backup);
    assert_eq!(damaged.code, Some(1), "{damaged:?}");
    assert!(damaged.stderr.contains("is not whole"), "{damaged:?}");
    assert!(damaged.stderr.contains("pg_control"), "{damaged:?}");
}
