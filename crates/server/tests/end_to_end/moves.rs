//! Stores that are moved, saved and written out by the real commands: clients notice nothing, and what is killed,
//! stopped or out of space leaves the target whole or absent.

use crate::support::{CATALOG, Outcome, STOREFRONT, Sandbox, Server, documented, offer, until};
use catalog_generator::Random;
use catalog_testkit::postgres::TestPostgres;
use serde_json::Value;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const KILLS: u32 = 8;

pub(crate) fn url_of(sandbox: &Sandbox) -> String {
    sandbox.url().unwrap_or_else(|| format!("sqlite://{}", sandbox.path("data/catalog.db").display()))
}

pub(crate) fn report(outcome: &Outcome) -> Value {
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    serde_json::from_str(outcome.stdout.lines().last().unwrap()).unwrap()
}

fn serve(sandbox: &Sandbox) -> Server {
    let usual = ["serve", "--bind", "127.0.0.1:0", "--storefront-host", STOREFRONT];
    Server::spawn(sandbox.command(&[&usual[..], &["--refresh-interval-ms", "20", "--feed-settle-ms", "0"]].concat()))
}

/// Whether the store holds what is in the file.
pub(crate) fn holds(sandbox: &Sandbox, file: &Path) -> bool {
    let import = ["import", "--storefront-host", STOREFRONT, "--mode", "full", "--dry-run", file.to_str().unwrap()];
    report(&sandbox.run(&import))["changed"] == false
}

/// A store of 300 products with one account, and the file it was made of.
pub(crate) fn generate(sandbox: &Sandbox) {
    generate_products(sandbox, "300");
}

pub(crate) fn generate_products(sandbox: &Sandbox, products: &str) {
    let outcome = sandbox.run(&["generate", "--products", products, "--sections", "20", "--seed", "5"]);
    sandbox.write("catalog.ndjson", &outcome.stdout);
    report(&sandbox.run(&["import", "--storefront-host", STOREFRONT, "catalog.ndjson"]));
    sandbox.add_buyer();
}

#[test]
fn clients_notice_nothing_when_a_store_is_moved_to_any_engine() {
    for number in 0..Sandbox::on_every_engine().len() {
        for source in Sandbox::on_every_engine() {
            let target = Sandbox::on_every_engine().remove(number);
            source.must_import(CATALOG);
            source.add_buyer();
            let old = serve(&source);
            let token = old.token();
            let list = old.get("/api/v2/catalog/sections/1042/products", &token).json();
            let cursor = list["data"]["meta"]["changesCursor"].as_str().unwrap().to_owned();
            source.must_import(&offer("2500"));
            let feed = format!("/api/v2/catalog/sections/1042/product-changes?cursor={cursor}");
            let events = |server: &Server| {
                let response = server.get(&feed, &token);
                assert_eq!(response.status, 200, "{response:?}");
                response.json()["data"]["items"].clone()
            };
            until("the event", || (events(&old).as_array().unwrap().len() == 1).then_some(()));
            let copied = report(&source.run(&["copy", "--to", &url_of(&target), "--final"]));
            assert_eq!((&copied["revision"], &copied["rows"]["products"]), (&2.into(), &2.into()), "{copied}");
            let new = serve(&target);
            assert_eq!(events(&new), events(&old));
            let product = "/api/v2/products/PMP-001?include=description,features,version";
            let (before, after) = (old.get(product, &token), new.get(product, &token));
            assert_eq!((before.status, &before.body), (after.status, &after.body));
            assert_eq!(before.header("etag"), after.header("etag"));
            // How long the token is still valid changes from second to second.
            let caller = |server: &Server| {
                let data = server.get("/auth/v2/check", &token).json()["data"].take();
                (data["user"].clone(), data["token"]["expiresAt"].clone())
            };
            assert_eq!(caller(&old), caller(&new));
            check_refused(&source, &url_of(&target));
            until("the old server to be not ready", || {
                let ready = old.get("/health/ready", "");
                (ready.status == 503 && ready.text().contains("was moved elsewhere")).then_some(())
            });
            target.must_import(&offer("2600"));
            until("the next event", || (events(&new).as_array().unwrap().len() == 2).then_some(()));
        }
    }
}

/// The old store refuses everything that would change it, and names the new one.
fn check_refused(source: &Sandbox, target: &str) {
    let place = target.split('?').next().unwrap().rsplit('/').next().unwrap();
    let serve = source.run(&["serve", "--bind", "127.0.0.1:0", "--storefront-host", STOREFRONT, "--log", "off"]);
    let outcomes = [
        source.import(&offer("1")),
        source.run(&["user", "add", "late@shop.example"]),
        source.run(&["user", "disable", "buyer@storefront.example"]),
        source.run(&["prune"]),
        source.run(&["import-resources", "/dev/null"]),
        source.run(&["key", "add", "buyer@storefront.example", "--name", "late"]),
        source.run(&["secret", "rotate"]),
        serve,
    ];
    for outcome in outcomes {
        assert_eq!(outcome.code, Some(1), "{outcome:?}");
        assert!(outcome.stderr.contains("was moved to"), "{outcome:?}");
        assert!(outcome.stderr.contains(place), "{outcome:?}");
    }
    let elsewhere = Sandbox::new();
    let refused = [
        source.run(&["copy", "--to", &url_of(&elsewhere), "--final"]),
        source.run(&["copy", "--to", &url_of(&elsewhere)]),
        source.run(&["export", "export.ndjson"]),
        source.run(&["doctor"]),
    ];
    for outcome in refused {
        assert!(outcome.code.is_some_and(|code| code != 0), "{outcome:?}");
        let said = format!("{}{}", outcome.stdout, outcome.stderr);
        assert!(said.contains("was moved to"), "{outcome:?}");
        assert!(said.contains(place), "{outcome:?}");
    }
    assert!(!source.path("export.ndjson").exists());
    assert!(!elsewhere.path("catalog.db").exists());
    for arguments in [&["user", "list"][..], &["imports"], &["secret", "status"]] {
        let outcome = source.run(arguments);
        assert_eq!(outcome.code, Some(0), "it is still read: {outcome:?}");
        assert!(outcome.stderr.contains("last state"), "{outcome:?}");
        assert!(outcome.stderr.contains(place), "{outcome:?}");
    }
}

pub(crate) fn moment_of(random: &mut Random, duration: Duration) -> Duration {
    Duration::from_micros(random.below(u64::try_from(duration.as_micros()).unwrap()))
}

fn kill(sandbox: &Sandbox, arguments: &[&str], seed: u64, duration: Duration) {
    let mut child = sandbox.command(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(moment_of(&mut Random::seeded(seed), duration));
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_copy_that_is_killed_leaves_a_whole_store_or_none() {
    let source = Sandbox::new();
    generate(&source);
    let file = source.path("catalog.ndjson");
    for number in 0..Sandbox::on_every_engine().len() {
        let fresh = || Sandbox::on_every_engine().remove(number);
        let timed = fresh();
        let began = Instant::now();
        report(&source.run(&["copy", "--to", &url_of(&timed)]));
        let duration = began.elapsed();
        for seed in 0..u64::from(KILLS) {
            let target = fresh();
            let copy = ["copy", "--to", &url_of(&target)];
            kill(&source, &copy, seed, duration);
            // What is there is whole, and refused as not empty; or there is nothing, and it is copied to.
            let again = source.run(&copy);
            assert!(again.code == Some(0) || again.stderr.contains("is not empty"), "{again:?}");
            assert!(holds(&target, &file), "{again:?}");
        }
    }
}

#[test]
fn backups_and_restores_that_are_killed_leave_whole_backups_and_stores() {
    let sandbox = Sandbox::new();
    generate(&sandbox);
    let file = sandbox.path("catalog.ndjson");
    let began = Instant::now();
    report(&sandbox.run(&["backup", "backups"]));
    let duration = began.elapsed();
    for seed in 0..u64::from(KILLS) {
        kill(&sandbox, &["backup", "backups"], seed, duration);
        for entry in std::fs::read_dir(sandbox.path("backups")).unwrap().map(Result::unwrap) {
            let name = entry.file_name().into_string().unwrap();
            if name.starts_with("catalog-") && !name.ends_with(".unfinished") {
                assert_eq!(std::fs::read_dir(entry.path()).unwrap().count(), 2, "{name}");
            }
        }
    }
    for seed in 0..u64::from(KILLS) {
        kill(&sandbox, &["restore", "backups"], seed, duration);
        let outcome = sandbox.run(&["user", "list"]);
        if outcome.code == Some(0) {
            assert!(outcome.stdout.contains("buyer@storefront.example"), "{outcome:?}");
            assert!(holds(&sandbox, &file), "{outcome:?}");
        } else {
            assert!(outcome.only_error().contains("run the same command again"), "{outcome:?}");
        }
    }
    report(&sandbox.run(&["restore", "backups"]));
    assert!(holds(&sandbox, &file));
}

#[test]
fn a_store_that_was_moved_is_restored_only_if_that_is_meant() {
    let (source, target) = (Sandbox::new(), Sandbox::new());
    generate(&source);
    report(&source.run(&["backup", "backups"]));
    report(&source.run(&["copy", "--to", &url_of(&target), "--final"]));
    let refused = source.run(&["restore", "backups"]);
    assert_eq!((refused.code, &*refused.stdout), (Some(1), ""), "{refused:?}");
    assert!(refused.only_error().contains(&format!("was moved to {}", url_of(&target))), "{refused:?}");
    assert_eq!(source.run(&["user", "add", "late@shop.example"]).code, Some(1), "nothing is written there yet");
    report(&source.run(&["restore", "backups", "--although-moved"]));
    assert_eq!(source.run(&["user", "add", "late@shop.example"]).code, Some(0));
}

#[test]
fn a_lost_connection_ends_a_copy_without_a_trace() {
    let Some(postgres) = TestPostgres::shared() else { return };
    let database = postgres.fresh_database();
    let (source, target) = (Sandbox::new(), Sandbox::over(&database.url));
    generate(&source);
    // Its schema is made; then the connection is lost when the last table but one is written.
    let made = target.run_with_input(&["import", "--storefront-host", STOREFRONT, "-"], "");
    assert_eq!(made.code, Some(0), "{made:?}");
    database.execute(
        "CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid());
             RETURN NEW; END $$;
         CREATE TRIGGER lose BEFORE INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION lose()",
    );
    let copy = ["copy", "--to", &database.url];
    let outcome = source.run(&copy);
    assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(1), ""), "{outcome:?}");
    assert!(
        outcome.only_error().contains("terminating connection") || outcome.only_error().contains("server closed"),
        "{outcome:?}"
    );
    database.execute("DROP TRIGGER lose ON accounts");
    report(&source.run(&copy));
    assert!(holds(&target, &source.path("catalog.ndjson")));
}

/// Runs a command whose files may have that many KiB.
pub(crate) fn run_within(sandbox: &Sandbox, kibibytes: u32, arguments: &[&str]) -> Outcome {
    let command = sandbox.command(arguments);
    let mut limited = Command::new("bash");
    let script = format!(r#"ulimit -f {kibibytes}; trap "" XFSZ; exec "$0" "$@""#);
    limited.args(["-c", &script]).arg(command.get_program()).args(command.get_args());
    limited.current_dir(command.get_current_dir().unwrap());
    limited.output().unwrap().into()
}

/// The names in a folder but those of locks, after a command that failed.
pub(crate) fn left_in(folder: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| !name.ends_with("-lock")).collect()
}

#[test]
fn a_full_disk_leaves_no_copy_no_backup_and_no_export() {
    let sandbox = Sandbox::new();
    generate(&sandbox);
    let copy = format!("sqlite://{}", sandbox.path("new/catalog.db").display());
    for (arguments, folder) in [
        (vec!["copy", "--to", &copy], "new"),
        (vec!["backup", "saved"], "saved"),
        (vec!["export", "written/all.ndjson"], "written"),
    ] {
        let folder = sandbox.path(folder);
        std::fs::create_dir_all(&folder).unwrap();
        let refused = [100, 150, 200].iter().filter(|kibibytes| {
            let outcome = run_within(&sandbox, **kibibytes, &arguments);
            assert_eq!((outcome.code, left_in(&folder)), (Some(1), Vec::new()), "{kibibytes} KiB: {outcome:?}");
            outcome.only_error().len() > 20
        });
        assert_eq!(refused.count(), 3);
        report(&sandbox.run(&arguments));
        assert!(!left_in(&folder).is_empty());
    }
    let outcome = sandbox.run(&["export", "/dev/full"]);
    assert_eq!(outcome.code, Some(1), "{outcome:?}");
    assert!(outcome.only_error().contains("No space left on device"), "{outcome:?}");
}

#[test]
fn an_export_is_imported_again_without_a_change_whatever_its_name_and_readable_by_its_owner_only() {
    for sandbox in Sandbox::on_every_engine() {
        generate(&sandbox);
        for name in ["all.ndjson", "all.ndjson.gz", "all.ndjson.zst"] {
            let written = report(&sandbox.run(&["export", name]));
            assert!(written["lines"].as_u64().unwrap() > 300, "{written}");
            let path = sandbox.path(name);
            assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
            assert!(holds(&sandbox, &path), "{name}");
        }
        let to_pipe = sandbox.run(&["export"]);
        assert_eq!(to_pipe.stdout.into_bytes(), std::fs::read(sandbox.path("all.ndjson")).unwrap());
        let ids = sandbox.run(&["export", "--ids", "-"]);
        assert!(ids.stdout.starts_with("stockNumber,sourceId,sectionId,v1SectionId\n"), "{ids:?}");
    }
}

#[test]
fn the_documented_commands_save_restore_and_move_a_store() {
    let sandbox = Sandbox::new();
    generate(&sandbox);
    let run = |words: &str| {
        let output = sandbox.shell(&documented(words)).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        output
    };
    run("save a SQLite store");
    assert_eq!(sandbox.run(&["user", "disable", "buyer@storefront.example"]).code, Some(0));
    run("put the latest backup of a SQLite store in place");
    assert!(sandbox.run(&["user", "list", "--status", "active"]).stdout.contains("buyer@storefront.example"));
    let Some(database) = TestPostgres::shared().map(TestPostgres::fresh_database) else { return };
    let mut shell = sandbox
        .shell(&documented("move a store to PostgreSQL for good").replace("catalog serve", "exec catalog serve"));
    shell.env("NEW_DATABASE_URL", &database.url).env("CATALOG_STOREFRONT_HOST", STOREFRONT);
    let server = Server::spawn(shell);
    assert_eq!(server.log_in().status, 200);
}
