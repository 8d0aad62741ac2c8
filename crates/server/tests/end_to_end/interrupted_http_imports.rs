//! Imports over HTTP whose server, process or store fails, or whose store is moved: done once or not at all.

use crate::http_imports::{Importer, ask, generate, holding_the_lock, report, revisions};
use crate::moves::url_of;
use crate::support::{CATALOG, HttpResponse, STOREFRONT, Sandbox, Server, exit_of, seed, setting, until};
use catalog_domain::imports::JOB_LEASE_SECONDS;
use catalog_generator::Random;
use catalog_testkit::postgres::{StopMode, TempCluster};
use catalog_testkit::process_info::family;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

/// How often servers and imports are interrupted unless `CATALOG_TEST_KILLS` says otherwise.
const INTERRUPTIONS: u64 = 3;

#[test]
fn imports_over_http_that_are_killed_are_done_once_or_not_at_all() {
    let interruptions = setting("CATALOG_TEST_KILLS").unwrap_or(INTERRUPTIONS);
    let seed = seed();
    for sandbox in Sandbox::on_every_engine() {
        interrupt_imports(&sandbox, interruptions, &mut Random::seeded(seed));
    }
}

fn interrupt_imports(sandbox: &Sandbox, interruptions: u64, random: &mut Random) {
    let catalogs = ["1", "2"].map(|seed| generate(sandbox, &["--seed", seed]));
    let mut importer = Importer::start(sandbox);
    // A PostgreSQL has another server, which takes over.
    let _other = sandbox.url().map(|_| Server::start(sandbox));
    let query = "?mode=full&allowRemovals=1000000&maxRenames=1000000";
    let first = importer.post(query, &catalogs[0]);
    assert_eq!(importer.ended(&first)["state"], "done");
    let (mut present, mut count) = (0, 1);
    for round in 0..interruptions {
        let next = 1 - present;
        let id = importer.post(query, &catalogs[next]);
        until("the import to begin", || (importer.import(&id)["state"] != "waiting").then_some(()));
        std::thread::sleep(Duration::from_millis(random.below(900)));
        match round % 3 {
            0 => {
                importer.server.kill();
                importer.restart();
            }
            1 => {
                for child in &family(importer.server.id())[1..] {
                    let _ = Command::new("sh").args(["-c", &format!("kill -KILL {child}")]).status();
                }
            }
            _ => drop(importer.ask("DELETE", &format!("/api/v2/imports/{id}"))),
        }
        let ended = importer.ended(&id);
        let state = ended["state"].as_str().unwrap().to_owned();
        println!("round {round}: {state}");
        match round % 3 {
            0 | 1 => assert_eq!(state, "done", "another server, or this one again, does it: {}", importer.server.log()),
            _ => assert!(["done", "cancelled"].contains(&&*state), "{ended}"),
        }
        if state == "done" {
            (present, count) = (next, count + 1);
            assert_eq!(ended["report"]["changed"], true, "{ended}");
        }
        assert_eq!(revisions(sandbox), count, "{ended}");
        sandbox.write("present.ndjson", &catalogs[present]);
        assert!(sandbox.holds("present.ndjson"), "the store is not what its history says");
    }
}

#[test]
fn no_import_over_http_is_lost_when_a_store_is_moved_for_good() {
    // Every pair of engines is tested at the store.
    for (source, target) in Sandbox::on_every_engine().into_iter().zip(Sandbox::on_every_engine().into_iter().rev()) {
        let importer = Importer::start(&source);
        let authorization = format!("Bearer {}", importer.key);
        let post = |server: &Server, kind: &str, key: &str, body: &str| {
            let headers = [("authorization", &*authorization), ("content-type", kind), ("idempotency-key", key)];
            server.request("POST", "/api/v2/imports?mode=full", &headers, body)
        };
        let lines = "application/x-ndjson";
        let done = post(&importer.server, lines, "done", CATALOG);
        assert_eq!(done.status, 202, "{done:?}");
        let id = |response: &HttpResponse| response.json()["data"]["id"].as_str().unwrap().to_owned();
        assert_eq!(importer.ended(&id(&done))["state"], "done");
        let parts = post(&importer.server, "application/json", "parts", r#"{"parts": true}"#);
        let copy = ["copy", "--to", &url_of(&target), "--final"];
        let refused = source.run(&copy);
        assert_eq!((refused.code, &*refused.stdout), (Some(1), ""), "{refused:?}");
        assert!(refused.only_error().contains("1 imports over HTTP are being received"), "{refused:?}");
        assert_eq!(importer.import(&id(&parts))["state"], "receiving");
        let copied = report(&source.run(&[&copy[..], &["--cancel-imports"]].concat()));
        assert_eq!(copied["cancelledImports"], json!([id(&parts)]), "{copied}");
        for (key, body) in [("done", CATALOG), ("new", CATALOG)] {
            let late = post(&importer.server, lines, key, body);
            assert_eq!((late.status, &late.json()["error"]["name"]), (409, &json!("ConflictError")), "{late:?}");
        }
        let start = importer.ask("POST", &format!("/api/v2/imports/{}/start", id(&parts)));
        assert_eq!(start.status, 409, "{start:?}");
        let new = Server::start(&target);
        let repeated = post(&new, lines, "done", CATALOG);
        assert_eq!((repeated.status, id(&repeated)), (200, id(&done)), "{repeated:?}");
        let there = ask(&new, &importer.key, "GET", &format!("/api/v2/imports/{}", id(&parts)));
        assert_eq!(there.json()["data"], importer.import(&id(&parts)));
        assert_eq!(there.json()["data"]["state"], "cancelled", "{there:?}");
    }
}

#[test]
fn a_command_behind_another_import_says_for_whom_it_waits_and_doctor_does() {
    for sandbox in Sandbox::on_every_engine() {
        sandbox.must_import(CATALOG);
        let import = ["import", "--storefront-host", STOREFRONT, "-"];
        let mut first = sandbox.command(&import).stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        let holder = format!("the import of process {}", first.id());
        let doctor = until("the first import to hold the lock", || {
            let doctor = sandbox.run(&["doctor"]);
            doctor.stdout.contains("import lock").then_some(doctor)
        });
        assert!(doctor.stdout.contains(&holder), "{doctor:?}");
        let mut second = sandbox.command(&import);
        let mut second = second.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut said = BufReader::new(second.stderr.take().unwrap()).lines();
        let line = said.next().unwrap().unwrap();
        assert!(line.contains(&format!("waits for {holder}")) && line.contains(", since 20"), "{line}");
        drop(first.stdin.take());
        assert!(first.wait().unwrap().success());
        assert!(second.wait().unwrap().success());
    }
}

#[test]
fn an_import_over_http_whose_postgresql_crashes_waits_again_and_is_never_the_fault_of_its_input() {
    let crashes = setting("CATALOG_TEST_KILLS").unwrap_or(INTERRUPTIONS);
    let Some(postgres) = TempCluster::start_new() else { return };
    let (sandbox, mut random) = (Sandbox::over(&postgres.url()), Random::seeded(seed()));
    let catalogs = ["1", "2"].map(|seed| generate(&sandbox, &["--seed", seed]));
    let importer = Importer::start(&sandbox);
    let (mut ends, query) = (BTreeMap::new(), "?mode=full&allowRemovals=1000000&maxRenames=1000000");
    for round in 0..crashes {
        let id = importer.post(query, &catalogs[usize::from(round % 2 == 1)]);
        until("the import to begin", || (importer.import(&id)["state"] != "waiting").then_some(()));
        std::thread::sleep(Duration::from_millis(random.below(1_500)));
        postgres.end(StopMode::Kill);
        postgres.start();
        until("the server to find its store", || {
            (importer.ask("GET", &format!("/api/v2/imports/{id}")).status == 200).then_some(())
        });
        let ended = importer.ended(&id);
        assert_eq!(ended["state"], "done", "round {round}: {ended}\n{}", importer.server.log());
        assert_eq!(ended["problemCount"], 0, "round {round}: {ended}");
        let attempts = postgres.query(&format!("SELECT attempts FROM import_jobs WHERE id = '{id}'")).concat();
        *ends.entry(attempts).or_insert(0) += 1;
    }
    println!("imports by the number of their attempts, all done: {ends:?}");
    assert_eq!(revisions(&sandbox) as u64, crashes, "each was done once");
}

#[test]
fn an_import_that_was_refused_while_the_store_could_not_be_written_can_be_repeated_at_once() {
    let Some(postgres) = TempCluster::start_new() else { return };
    let standby = postgres.start_standby();
    let sandbox = Sandbox::over(&postgres.url());
    let importer = Importer::start(&sandbox);
    postgres.execute("ALTER SYSTEM SET synchronous_standby_names = '*'");
    postgres.execute("SELECT pg_reload_conf()");
    until("commits to wait", || (postgres.query("SHOW synchronous_standby_names") == ["*"]).then_some(()));
    let authorization = format!("Bearer {}", importer.key);
    let headers =
        [("authorization", &*authorization), ("content-type", "application/x-ndjson"), ("idempotency-key", "a")];
    let post = || importer.server.request("POST", "/api/v2/imports", &headers, CATALOG);
    let asleep = standby.freeze();
    for _ in 0..2 {
        let refused = post();
        assert_eq!((refused.status, refused.header("retry-after").is_some()), (503, true), "{refused:?}");
    }
    drop(asleep);
    let posted = until("the import to be taken", || {
        let posted = post();
        assert_ne!(posted.status, 409, "{posted:?}");
        (posted.status != 503).then_some(posted)
    });
    assert_eq!(posted.status, 202, "{posted:?}");
    assert_eq!(importer.ended(posted.json()["data"]["id"].as_str().unwrap())["state"], "done");
    assert_eq!(revisions(&sandbox), 1);
}

/// Has the clock of a database go five minutes ahead of that of its clients.
const CLOCK_AHEAD: &str = "CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
    $$ SELECT pg_catalog.clock_timestamp() + interval '5 minutes' $$;
    ALTER DATABASE postgres SET search_path = public, pg_catalog";

#[test]
fn the_lease_of_an_import_is_measured_by_the_clock_of_the_database() {
    let Some(postgres) = TempCluster::start_new() else { return };
    postgres.execute(CLOCK_AHEAD);
    let sandbox = Sandbox::over(&postgres.url());
    let importer = Importer::start(&sandbox);
    let mut lock = holding_the_lock(&sandbox);
    let id = importer.post("", CATALOG);
    until("the import to begin", || (importer.import(&id)["state"] == "running").then_some(()));
    let left = "SELECT lease_until / 1000000 - extract(epoch FROM clock_timestamp())::bigint FROM import_jobs";
    let left: i64 = postgres.query(left).concat().parse().unwrap();
    assert!((1..=JOB_LEASE_SECONDS + 1).contains(&left), "another server takes it over in {left} seconds");
    drop(lock.stdin.take());
    assert!(exit_of(&mut lock).success());
    assert_eq!(importer.ended(&id)["state"], "done");
}
