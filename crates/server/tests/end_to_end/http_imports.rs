//! Imports over HTTP through the whole program: servers, the processes that they start, and `catalog-client push`.

use crate::support::{
    CATALOG, HttpResponse, Outcome, STOREFRONT, Sandbox, Server, connect, exit_of, seed, signal, until,
};
use catalog_generator::Random;
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Child, Command, Stdio};

/// A server over a sandbox, and a key with which imports are sent to it.
pub(crate) struct Importer<'a> {
    sandbox: &'a Sandbox,
    pub(crate) server: Server,
    pub(crate) key: String,
}

impl<'a> Importer<'a> {
    pub(crate) fn start(sandbox: &'a Sandbox) -> Self {
        sandbox.add_administrator("admin@shop.example");
        let key = sandbox.add_import_key("admin@shop.example");
        Self { sandbox, server: Server::start(sandbox), key }
    }

    pub(crate) fn ask(&self, method: &str, path: &str) -> HttpResponse {
        ask(&self.server, &self.key, method, path)
    }

    pub(crate) fn post(&self, query: &str, lines: &str) -> String {
        let authorization = format!("Bearer {}", self.key);
        let headers = [("authorization", &*authorization), ("content-type", "application/x-ndjson")];
        let posted = self.server.request("POST", &format!("/api/v2/imports{query}"), &headers, lines);
        assert_eq!(posted.status, 202, "{posted:?}");
        posted.json()["data"]["id"].as_str().unwrap().to_owned()
    }

    pub(crate) fn import(&self, id: &str) -> Value {
        let response = self.ask("GET", &format!("/api/v2/imports/{id}"));
        assert_eq!(response.status, 200, "{response:?}\n{}", self.server.log());
        response.json()["data"].clone()
    }

    pub(crate) fn ended(&self, id: &str) -> Value {
        until("the end of the import", || {
            let import = self.import(id);
            import["finishedAt"].is_string().then_some(import)
        })
    }

    fn push(&self, arguments: &[&str]) -> Command {
        let to = format!("http://{}", self.server.address);
        let mut command = self.sandbox.client_command(&[&["push", "--to", &to], arguments].concat());
        command.env("CATALOG_KEY", &self.key);
        command
    }

    /// Starts a server again at the address of the one that has ended.
    pub(crate) fn restart(&mut self) {
        let address = self.server.address.clone();
        let serve = ["serve", "--bind", &address, "--storefront-host", STOREFRONT, "--refresh-interval-ms", "50"];
        self.server = Server::spawn(self.sandbox.command(&serve));
    }
}

pub(crate) fn ask(server: &Server, key: &str, method: &str, path: &str) -> HttpResponse {
    server.request(method, path, &[("authorization", &format!("Bearer {key}"))], "")
}

pub(crate) fn generate(sandbox: &Sandbox, arguments: &[&str]) -> String {
    sandbox.must_run(&[&["generate", "--products", "300", "--sections", "10"], arguments].concat())
}

pub(crate) fn report(outcome: &Outcome) -> Value {
    let mut report = outcome.json();
    report["seconds"] = json!(0);
    report
}

/// What a store has, but for the times of its runs.
fn content(sandbox: &Sandbox) -> Vec<Value> {
    let exported = sandbox.must_run(&["export"]);
    let line = |line: &str| {
        let mut record: Value = serde_json::from_str(line).unwrap();
        for time in ["contentUpdatedAt", "commercialUpdatedAt"] {
            record.as_object_mut().unwrap().remove(time);
            if let Some(offer) = record["offer"].as_object_mut() {
                offer.remove(time);
            }
        }
        record
    };
    exported.lines().map(line).collect()
}

pub(crate) fn revisions(sandbox: &Sandbox) -> usize {
    sandbox.run(&["imports", "--limit", "1000", "--format", "json"]).json().as_array().unwrap().len()
}

/// Writes lines as files in two sandboxes, cut where it falls: what a file refers to may be in a later one.
fn write_parts(sandboxes: [&Sandbox; 2], lines: &str, random: &mut Random) -> Vec<String> {
    let mut lines: Vec<_> = lines.split_inclusive('\n').collect();
    let mut parts = Vec::new();
    while !lines.is_empty() {
        let rest = lines.split_off(lines.len() - 1 - random.below(lines.len() as u64) as usize);
        let name = format!("part-{}", parts.len());
        sandboxes.iter().for_each(|sandbox| sandbox.write(&name, &rest.concat()));
        parts.push(name);
    }
    parts
}

#[test]
fn an_import_over_http_makes_the_store_that_the_command_makes() {
    let seed = seed();
    for (by_http, by_command) in Sandbox::on_every_engine().into_iter().zip(Sandbox::on_every_engine()) {
        let mut random = Random::seeded(seed);
        let importer = Importer::start(&by_http);
        let changes = (1 + random.below(150)).to_string();
        for (more, mode) in [(&[][..], "full"), (&["--changes", &changes], "delta")] {
            let lines = generate(&by_http, &[&["--seed", &seed.to_string()], more].concat());
            let parts = write_parts([&by_http, &by_command], &lines, &mut random);
            let parts: Vec<_> = ["--mode", mode].into_iter().chain(parts.iter().map(String::as_str)).collect();
            let command = [&["import", "--storefront-host", STOREFRONT], &parts[..]].concat();
            let dry = report(&importer.push(&[&["--dry-run"], &parts[..]].concat()).output().unwrap().into());
            assert_eq!(dry, report(&by_command.run(&[&command[..], &["--dry-run"]].concat())));
            let pushed = report(&importer.push(&parts).output().unwrap().into());
            assert_eq!(pushed, report(&by_command.run(&command)));
            assert_eq!(pushed["changed"], true);
            let again: Outcome = importer.push(&[&["--format", "text"], &parts[..]].concat()).output().unwrap().into();
            let lines = format!("nothing changes; the catalog stays at revision {}\nsections: ", pushed["revision"]);
            assert!(again.stdout.starts_with(&lines), "{again:?}");
            let recorded = by_http.run(&["imports", "--limit", "1", "--format", "json"]).json();
            let files = recorded[0]["files"].as_array().unwrap();
            assert!(files.len() == 1 && files[0].as_str().unwrap().starts_with("part-0"), "{recorded}");
        }
        assert_eq!(content(&by_http), content(&by_command));
        let bad = "{\"type\": \"warehouse\", \"id\": \"a\", \"name\": 1}\n{}\n";
        [&by_http, &by_command].iter().for_each(|sandbox| sandbox.write("bad", bad));
        let pushed: Outcome = importer.push(&["bad"]).output().unwrap().into();
        let refused = by_command.run(&["import", "--storefront-host", STOREFRONT, "bad"]);
        let printed = pushed.stderr.replace("catalog-client: ", "catalog: ");
        assert_eq!((pushed.code, printed), (refused.code, refused.stderr));
        let list = importer.ask("GET", "/api/v2/imports?pageSize=1").json();
        let import = &list["data"]["items"][0];
        assert_eq!((&import["problems"][0]["part"], &import["name"]), (&json!(1), &json!("bad")));
        // A body with a name is called by it.
        let twice = "{\"type\": \"warehouse\", \"id\": \"a\", \"name\": \"A\"}\n".repeat(2);
        let named = importer.ended(&importer.post("?name=A%20b.ndjson", &twice));
        let problem = json!({"part": 1, "line": 2, "field": "/id",
            "message": "a second record about the warehouse of A b.ndjson:1"});
        assert_eq!((&named["name"], &named["problems"][0]), (&json!("A b.ndjson"), &problem));
        check_spool(&by_http);
    }
}

#[test]
fn an_import_is_undone_over_http_and_its_undo_by_command() {
    for sandbox in Sandbox::on_every_engine() {
        let importer = Importer::start(&sandbox);
        let end_of = |id: &str| importer.ended(id);
        end_of(&importer.post("?mode=full", &generate(&sandbox, &[])));
        let before = content(&sandbox);
        let changed = importer.post("", &generate(&sandbox, &["--changes", "60"]));
        assert_eq!(end_of(&changed)["state"], "done");
        let after = content(&sandbox);
        assert!(before != after);
        let undo = |query: &str| {
            let begun = importer.ask("POST", &format!("/api/v2/imports/{changed}/undo{query}"));
            assert_eq!(begun.status, 202, "{begun:?}");
            end_of(begun.json()["data"]["id"].as_str().unwrap())
        };
        let undone = undo("?expectedRevision=2");
        assert_eq!((&undone["state"], &undone["report"]["revision"]), (&json!("done"), &json!(3)), "{undone}");
        let undone = content(&sandbox);
        assert!(before.iter().all(|record| undone.contains(record)), "what was there before is as it was");
        let command = ["imports", "undo", "3", "--storefront-host", STOREFRONT, "--by", "ann"];
        assert_eq!(sandbox.run(&command).json()["revision"], 4);
        assert!(content(&sandbox) == after);
        let files = &sandbox.run(&["imports", "--limit", "1", "--format", "json"]).json()[0]["files"];
        assert_eq!(files, &json!(["undo of run 3"]));
        let unknown = sandbox.run(&["imports", "undo", "99", "--storefront-host", STOREFRONT]);
        assert_eq!(
            (unknown.code, unknown.stderr.contains("run 99 cannot be undone: it is not recorded")),
            (Some(2), true)
        );
    }
}

#[test]
fn tables_of_offers_are_pushed_and_imported_by_their_names_or_an_option() {
    let sandbox = Sandbox::new();
    let importer = Importer::start(&sandbox);
    sandbox.write("catalog.ndjson", CATALOG);
    sandbox.must_run(&["import", "--storefront-host", STOREFRONT, "catalog.ndjson"]);
    sandbox.must_run(&["export", "--offers", "before.CSV.gz"]);
    let table = |query: &str| {
        let sent = importer.ask("GET", &format!("/api/v2/offers.csv{query}"));
        String::from_utf8(sent.body).unwrap()
    };
    let offers = || {
        let exported = sandbox.must_run(&["export", "--offers"]);
        assert_eq!(table(""), exported);
        exported
    };
    let before = offers();
    let run = |arguments: &[&str], input: &str| -> Outcome {
        let mut command = importer.push(arguments);
        let mut push = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        push.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        push.wait_with_output().unwrap().into()
    };
    let price = |retail: &str| format!("sep=;\nstockNumber;retail\nPMP-001;{retail}\n");
    sandbox.write("prices.csv", &price("11,5"));
    sandbox.write("west.ndjson", r#"{"type": "warehouse", "id": "west", "name": "West"}"#);
    sandbox.write("west", "stockNumber,stock:west\nPMP-001,77\n");
    for (arguments, input, shown) in [
        (&["prices.csv"][..], "", ",11.5,"),
        (&["--offers", "-"], &*price("12,5"), ",12.5,"),
        (&["west.ndjson", "--offers", "west"], "", ",77"),
        (&["before.CSV.gz"], "", ""),
    ] {
        let outcome = run(arguments, input);
        assert_eq!(report(&outcome)["changed"], true, "{arguments:?}");
        assert!(offers().contains(shown), "{arguments:?}: {}", offers());
    }
    assert!(offers().lines().zip(before.lines()).skip(1).all(|(after, before)| after.starts_with(before)));
    let russian = table("?locale=ru");
    assert_eq!(report(&run(&["--offers", "-"], &russian))["changed"], false, "{russian}");
    let import = |more: &[&str]| sandbox.run(&[&["import", "--storefront-host", STOREFRONT], more].concat());
    assert_eq!(import(&["prices.csv"]).json()["changed"], true);
    import(&["--mode", "full", "prices.csv"]).assert_refused(&["prices.csv: a table of offers is a delta"]);
    import(&["--report", "none/report", "prices.csv"]).assert_refused(&["--report: cannot write none/report: "]);
}

/// Ended imports leave no bytes but their files of changes.
fn check_spool(sandbox: &Sandbox) {
    if sandbox.url().is_some() {
        return;
    }
    until("the bytes to be deleted", || {
        let files = std::fs::read_dir(sandbox.path("data/catalog.db.imports")).unwrap();
        let left = files.map(|file| file.unwrap()).filter(|file| file.metadata().unwrap().len() > 20_000).count();
        (left == 0).then_some(())
    });
}

/// A command that has the import lock until its input is closed.
pub(crate) fn holding_the_lock(sandbox: &Sandbox) -> Child {
    let mut command = sandbox.command(&["import", "--storefront-host", STOREFRONT, "-"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    // More than a pipe holds: when all of it is written, it reads, and has the lock.
    child.stdin.as_mut().unwrap().write_all(format!("{}\n", " ".repeat(1_000_000)).as_bytes()).unwrap();
    child
}

#[test]
fn a_body_ends_with_its_key_and_what_waits_with_the_account() {
    for sandbox in Sandbox::on_every_engine() {
        let importer = Importer::start(&sandbox);
        sandbox.add_administrator("boss@shop.example");
        let [lost, left] = [(), ()].map(|()| sandbox.add_import_key("boss@shop.example"));
        let head = |key: &str, length: usize| {
            format!(
                "POST /api/v2/imports HTTP/1.1\r\nhost: shop\r\nauthorization: Bearer {key}\r\n\
                 content-type: application/x-ndjson\r\ncontent-length: {length}\r\n\r\n"
            )
        };
        let mut body = connect(&importer.server.address).unwrap();
        body.send(head(&lost, 1_000_000) + "\n").unwrap();
        let latest = || importer.ask("GET", "/api/v2/imports?pageSize=1").json()["data"]["items"][0].clone();
        until("the body to be received", || (latest()["state"] == "receiving").then_some(()));
        let id = lost.split('_').nth(1).unwrap();
        assert_eq!(sandbox.run(&["key", "revoke", "boss@shop.example", id]).code, Some(0));
        // Nothing more is sent.
        assert_eq!(body.response().status, 401);
        until("the import to be forgotten", || latest().is_null().then_some(()));
        let mut command = holding_the_lock(&sandbox);
        let runs = importer.post("", CATALOG);
        until("the import to begin", || (importer.import(&runs)["state"] == "running").then_some(()));
        let mut body = connect(&importer.server.address).unwrap();
        body.send(head(&left, CATALOG.len()) + CATALOG).unwrap();
        let waits = body.response();
        assert_eq!(waits.status, 202, "{waits:?}");
        let waits = waits.json()["data"]["id"].as_str().unwrap().to_owned();
        assert_eq!(sandbox.run(&["user", "disable", "boss@shop.example"]).code, Some(0));
        let cancelled = importer.import(&waits);
        assert_eq!(cancelled["state"], "cancelled");
        assert_eq!(cancelled["problems"][0]["message"], "the account that sent it was disabled");
        drop(command.stdin.take());
        assert!(exit_of(&mut command).success());
        assert_eq!(importer.ended(&runs)["state"], "done");
    }
}

#[test]
fn a_server_that_stops_puts_an_import_back_and_one_that_waits_for_a_command_is_cancelled_at_once() {
    for sandbox in Sandbox::on_every_engine() {
        let mut importer = Importer::start(&sandbox);
        let mut command = holding_the_lock(&sandbox);
        let (stays, goes) = (importer.post("", CATALOG), importer.post("", CATALOG));
        until("the import to begin", || (importer.import(&stays)["state"] == "running").then_some(()));
        assert_eq!(importer.import(&goes)["state"], "waiting", "one at a time");
        importer.server.signal("TERM");
        assert_eq!(importer.server.exit().code(), Some(0));
        importer.restart();
        until("the import to begin again", || (importer.import(&stays)["state"] == "running").then_some(()));
        assert_eq!(importer.ask("DELETE", &format!("/api/v2/imports/{goes}")).status, 202);
        assert_eq!(importer.import(&goes)["state"], "cancelled");
        let third = importer.post("", CATALOG);
        assert_eq!(importer.ask("DELETE", &format!("/api/v2/imports/{stays}")).status, 202);
        assert_eq!(importer.ended(&stays)["state"], "cancelled");
        drop(command.stdin.take());
        assert!(exit_of(&mut command).success());
        assert_eq!(importer.ended(&third)["state"], "done");
        assert_eq!(revisions(&sandbox), 1);
    }
}

#[test]
fn a_push_survives_a_restart_of_its_server() {
    for sandbox in Sandbox::on_every_engine() {
        let mut importer = Importer::start(&sandbox);
        let mut command = importer.push(&["-"]);
        let mut push = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut input = push.stdin.take().unwrap();
        // Two parts and the beginning of a third.
        input.write_all(" ".repeat(99).replace("  ", " \n").repeat(200_000).as_bytes()).unwrap();
        until("the first part", || importer.server.log().contains("method=PUT").then_some(()));
        importer.server.kill();
        input.write_all(CATALOG.as_bytes()).unwrap();
        drop(input);
        importer.restart();
        let outcome: Outcome = push.wait_with_output().unwrap().into();
        assert_eq!(report(&outcome)["changed"], true);
        assert_eq!(revisions(&sandbox), 1);
    }
}

#[test]
fn an_interrupted_push_cancels_its_import() {
    for (name, status) in [("INT", 130), ("TERM", 143)] {
        let sandbox = Sandbox::new();
        let importer = Importer::start(&sandbox);
        let mut lock = holding_the_lock(&sandbox);
        sandbox.write("catalog.ndjson", CATALOG);
        let mut push = importer.push(&["catalog.ndjson"]).stderr(Stdio::piped()).spawn().unwrap();
        until("the import to run", || importer.server.log().contains("an import begins").then_some(()));
        signal(&push, name);
        assert_eq!(exit_of(&mut push).code(), Some(status));
        let said = std::io::read_to_string(push.stderr.take().unwrap()).unwrap();
        assert!(said.starts_with("catalog-client: stopped; "), "{said}");
        let state = || importer.ask("GET", "/api/v2/imports").json()["data"]["items"][0]["state"].clone();
        until("the import to be cancelled", || (state() == "cancelled").then_some(()));
        drop(lock.stdin.take());
        assert!(exit_of(&mut lock).success());
        assert_eq!(revisions(&sandbox), 0);
    }
}
