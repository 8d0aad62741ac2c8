//! Stores that are moved, saved and written out by the real commands: clients notice nothing.

use crate::support::{Outcome, STOREFRONT, Sandbox, Server, documented, offer, until};
use catalog_testkit::postgres::TestPostgres;
use std::path::Path;

/// Settings of a server that delivers every event at once.
pub(crate) const AT_ONCE: [&str; 4] = ["--refresh-interval-ms", "20", "--feed-settle-ms", "0"];

pub(crate) fn url_of(sandbox: &Sandbox) -> String {
    sandbox.url().unwrap_or_else(|| format!("sqlite://{}", sandbox.path("data/catalog.db").display()))
}

/// A store of so many products with one account, and the file it was made of.
pub(crate) fn generate(sandbox: &Sandbox, products: &str) {
    sandbox.write("catalog.ndjson", &sandbox.generate(products, "20", "5"));
    sandbox.must_run(&["import", "--storefront-host", STOREFRONT, "catalog.ndjson"]);
    sandbox.add_buyer();
}

#[test]
fn clients_notice_nothing_when_a_store_is_moved_to_any_engine() {
    for number in 0..Sandbox::on_every_engine().len() {
        for source in Sandbox::on_every_engine() {
            let (source, target) = (source.filled(), Sandbox::on_every_engine().remove(number));
            let old = source.serve(&AT_ONCE);
            let token = old.token();
            let cursor = old.cursor(&token);
            source.must_import(&offer("2500"));
            let events = |server: &Server| {
                let response = server.changes(&cursor, &token);
                assert_eq!(response.status, 200, "{response:?}");
                response.json()["data"]["items"].clone()
            };
            until("the event", || (events(&old).as_array().unwrap().len() == 1).then_some(()));
            let is_file = source.url().is_none().then(|| source.must_run(&["backup", "backups"])).is_some();
            let copied = source.run(&["copy", "--to", &url_of(&target), "--final"]).json();
            assert_eq!((&copied["revision"], &copied["rows"]["products"]), (&2.into(), &2.into()), "{copied}");
            let new = target.serve(&AT_ONCE);
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
                let ready = old.readiness();
                (ready.status == 503 && ready.text().contains("was moved elsewhere")).then_some(())
            });
            target.must_import(&offer("2600"));
            until("the next event", || (events(&new).as_array().unwrap().len() == 2).then_some(()));
            drop(old);
            if is_file {
                let place = url_of(&target).split('?').next().map(|address| format!("was moved to {address}"));
                source.run(&["restore", "backups"]).assert_refused(&[&place.unwrap()]);
                source.must_run(&["restore", "backups", "--although-moved"]);
                source.must_run(&["user", "add", "late@shop.example"]);
            }
        }
    }
}

/// The old store refuses everything that would change it, and names the new one.
fn check_refused(source: &Sandbox, target: &str) {
    let place = target.split('?').next().unwrap().rsplit('/').next().unwrap();
    let serve = Outcome::from(source.serve_command(&["--log", "off"]).output().unwrap());
    let outcomes = [
        source.import(&offer("1")),
        source.run(&["user", "add", "late@shop.example"]),
        source.run(&["user", "disable", "buyer@storefront.example"]),
        source.run(&["user", "invite", "buyer@storefront.example"]),
        source.run(&["prune"]),
        source.run(&["import-resources", "/dev/null"]),
        source.run(&["key", "add", "buyer@storefront.example", "--name", "late"]),
        source.run(&["secret", "rotate"]),
        serve,
    ];
    for outcome in outcomes {
        assert_eq!(outcome.code, Some(1), "{outcome:?}");
        assert!(outcome.stderr.contains("was moved to") && outcome.stderr.contains(place), "{outcome:?}");
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
        assert!(said.contains("was moved to") && said.contains(place), "{outcome:?}");
    }
    assert!(!source.path("export.ndjson").exists());
    assert!(!elsewhere.path("catalog.db").exists());
    for arguments in [&["user", "list"][..], &["imports"], &["secret", "status"]] {
        let outcome = source.run(arguments);
        assert_eq!(outcome.code, Some(0), "it is still read: {outcome:?}");
        assert!(outcome.stderr.contains("last state") && outcome.stderr.contains(place), "{outcome:?}");
    }
}

/// The names in a folder but those of locks, after a command that failed.
pub(crate) fn left_in(folder: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| !name.ends_with("-lock")).collect()
}

#[test]
fn an_export_is_imported_again_without_a_change_whatever_its_name() {
    for sandbox in Sandbox::on_every_engine() {
        generate(&sandbox, "300");
        for name in ["all.ndjson", "all.ndjson.gz", "all.ndjson.zst"] {
            let written = sandbox.run(&["export", name]).json();
            assert!(written["lines"].as_u64().unwrap() > 300, "{written}");
            let path = sandbox.path(name);
            assert!(sandbox.holds(path), "{name}");
        }
        let to_pipe = sandbox.run(&["export"]);
        assert_eq!(to_pipe.stdout.into_bytes(), std::fs::read(sandbox.path("all.ndjson")).unwrap());
        let copy = Sandbox::new();
        copy.must_import(&std::fs::read_to_string(sandbox.path("all.ndjson")).unwrap());
        assert!(copy.holds(sandbox.path("all.ndjson")), "an empty store takes it");
        let ids = sandbox.run(&["export", "--ids", "-"]);
        assert!(ids.stdout.starts_with("stockNumber,sourceId,sectionId,v1SectionId\n"), "{ids:?}");
    }
}

#[test]
fn the_documented_commands_save_restore_and_move_a_store() {
    let sandbox = Sandbox::new();
    generate(&sandbox, "300");
    let run = |words: &str| {
        let output = sandbox.shell(&documented(words)).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        output
    };
    run("save a SQLite store");
    sandbox.must_run(&["user", "disable", "buyer@storefront.example"]);
    run("put the latest backup of a SQLite store in place");
    assert!(sandbox.run(&["user", "list", "--status", "active"]).stdout.contains("buyer@storefront.example"));
    let Some(database) = TestPostgres::shared().map(TestPostgres::fresh_database) else { return };
    let mut shell = sandbox
        .shell(&documented("move a store to PostgreSQL for good").replace("catalog serve", "exec catalog serve"));
    shell.env("NEW_DATABASE_URL", &database.url).env("CATALOG_STOREFRONT_HOST", STOREFRONT);
    let server = Server::spawn(shell);
    assert_eq!(server.log_in().status, 200);
}
