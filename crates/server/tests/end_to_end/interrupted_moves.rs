//! Copies, exports, backups and restores that are interrupted by signals, by a full disk or by a PostgreSQL that dies:
//! the target is whole or absent.

use crate::moves::{generate, generate_products, holds, left_in, moment_of, report, run_within, url_of};
use crate::support::{CATALOG, Outcome, Sandbox, documented, exit_of, signal, until};
use catalog_generator::Random;
use catalog_testkit::postgres::{StopMode, TempCluster};
use diesel::connection::SimpleConnection;
use diesel::sql_types::BigInt;
use diesel::{Connection, PgConnection, QueryableByName, RunQueryDsl};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

const INTERRUPTIONS: u64 = 6;

/// Runs a command, and signals it at a moment of `duration`.
fn interrupt(sandbox: &Sandbox, arguments: &[&str], name: &str, (seed, duration): (u64, Duration)) -> Outcome {
    let mut command = sandbox.command(arguments);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(moment_of(&mut Random::seeded(seed), duration));
    signal(&child, name);
    child.wait_with_output().unwrap().into()
}

/// The command did all or nothing: what is in `folder` is whole when it succeeded, and there is nothing otherwise.
fn check(outcome: &Outcome, folder: &Path, is_whole: impl FnOnce() -> bool) {
    let left: Vec<String> = left_in(folder).into_iter().filter(|name| !name.ends_with(".unfinished")).collect();
    if outcome.code == Some(0) {
        assert!(is_whole(), "{outcome:?}: {left:?}");
    } else {
        assert!(left.is_empty() || is_whole(), "{outcome:?}: {left:?}");
    }
}

#[test]
fn a_move_that_is_interrupted_at_any_moment_leaves_its_target_whole_or_absent() {
    let sandbox = Sandbox::new();
    generate(&sandbox);
    let catalog = sandbox.path("catalog.ndjson");
    for name in ["INT", "TERM", "KILL"] {
        for seed in 0..INTERRUPTIONS {
            let target = Sandbox::new();
            let export = target.path("all.ndjson.gz");
            let began = Instant::now();
            report(&sandbox.run(&["export", "timed.ndjson.gz"]));
            let moment = (seed, began.elapsed());
            let outcome = interrupt(&sandbox, &["export", export.to_str().unwrap()], name, moment);
            let is_temporary = |left: &String| left.starts_with(".tmp") && name == "KILL";
            let left: Vec<String> = left_in(export.parent().unwrap());
            assert!(export.exists() || left.iter().all(is_temporary), "{outcome:?}: {left:?}");
            assert!(outcome.code != Some(0) || export.exists(), "{outcome:?}");
            assert!(!export.exists() || holds(&sandbox, &export), "{outcome:?}");
            if name == "KILL" {
                continue;
            }
            let copy = interrupt(&sandbox, &["copy", "--to", &url_of(&target)], name, moment);
            check(&copy, &target.path("data"), || holds(&target, &catalog));
            let folder = target.path("backups");
            let backup = interrupt(&sandbox, &["backup", folder.to_str().unwrap()], name, moment);
            let restored = Sandbox::new();
            check(&backup, &folder, || {
                report(&restored.run(&["restore", folder.to_str().unwrap()]));
                holds(&restored, &catalog)
            });
            for outcome in [copy, backup] {
                let is_stopped =
                    outcome.code == Some(1) && outcome.only_error().contains("stopped; nothing was written");
                // Before it listens for signals, one ends it as any program.
                assert!(is_stopped || outcome.code == Some(0) || outcome.code.is_none(), "{outcome:?}");
            }
        }
    }
}

#[test]
fn a_restore_that_is_interrupted_or_has_no_room_leaves_the_old_store_or_the_new_one() {
    let sandbox = Sandbox::new();
    generate(&sandbox);
    let catalog = sandbox.path("catalog.ndjson");
    let began = Instant::now();
    report(&sandbox.run(&["backup", "backups"]));
    let duration = began.elapsed();
    assert_eq!(sandbox.run(&["user", "disable", "buyer@storefront.example"]).code, Some(0));
    let is_disabled = || {
        assert!(holds(&sandbox, &catalog));
        sandbox.run(&["user", "list", "--status", "disabled"]).stdout.contains("buyer@storefront.example")
    };
    for kibibytes in [20, 100, 150] {
        let outcome = run_within(&sandbox, kibibytes, &["restore", "backups"]);
        assert_eq!(outcome.code, Some(1), "{outcome:?}");
        assert!(is_disabled(), "{outcome:?}");
        assert!(!sandbox.path("data/catalog.db.partial").exists(), "{outcome:?}");
    }
    for (name, seed) in ["INT", "TERM"].into_iter().flat_map(|name| (0..INTERRUPTIONS).map(move |seed| (name, seed))) {
        let outcome = interrupt(&sandbox, &["restore", "backups"], name, (seed, duration));
        let was_restored = !is_disabled();
        assert!(outcome.code != Some(0) || was_restored, "{outcome:?}");
        if was_restored {
            assert_eq!(sandbox.run(&["user", "disable", "buyer@storefront.example"]).code, Some(0));
        }
    }
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
    commands.iter().for_each(|arguments| drop(report(&source.run(arguments))));
    assert!(holds(&target, &source.path("catalog.ndjson")));
    assert!(holds(&source, &file));
}

#[test]
fn a_copy_into_a_full_postgresql_leaves_it_empty_and_one_with_room_succeeds() {
    let Some(cluster) = TempCluster::start_new_with_small_files() else { return };
    let (source, target) = (Sandbox::new(), Sandbox::over(&cluster.url()));
    generate_products(&source, "1500");
    let copy = ["copy", "--to", &cluster.url()];
    cluster.end(StopMode::Stop);
    cluster.start_within(1_024);
    let refused = source.run(&copy);
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(1), ""), "{refused:?}");
    let error = refused.only_error();
    assert!(error.contains("the copy cannot be written"), "{error}");
    assert!(error.contains("could not extend file"), "{error}");
    cluster.end(StopMode::Stop);
    cluster.start();
    // It would refuse a store that is not empty.
    report(&source.run(&copy));
    assert!(holds(&target, &source.path("catalog.ndjson")));
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
    assert_eq!(refused.code, Some(1), "{refused:?}");
    assert!(refused.only_error().contains("nothing was saved"), "{refused:?}");
    assert!(documented("back up PostgreSQL").contains("pg_basebackup --dbname"));
    cluster.run_script(&refused.stdout, &[("DATABASE_URL", &cluster.url())]);
    assert_eq!(report(&sandbox.run(&backup))["verified"], true);
    let file = folder.join("global/pg_control");
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[100] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let damaged = sandbox.run(&backup);
    assert_eq!(damaged.code, Some(1), "{damaged:?}");
    assert!(damaged.stderr.contains("is not whole"), "{damaged:?}");
    assert!(damaged.stderr.contains("pg_control"), "{damaged:?}");
}
