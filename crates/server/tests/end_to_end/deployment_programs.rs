//! The files of `docs/deployment` through the programs that they are for. `just bench-cluster` runs those of the
//! cluster.

use crate::metrics::{DASHBOARD, expressions};
use crate::support::{CATALOG, Outcome, Sandbox, offer};
use catalog_testkit::program::installed_or_skipped;
use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

const CLUSTER: &str = include_str!("../../../../docs/deployment/cluster/README.md");
const IMPORTS: &str = include_str!("../../../../docs/deployment/catalog-import.service");

/// What a machine of the cluster has before the steps, but for the programs: those are only noted.
const MACHINE: &str = r#"
    mkdir -p bin etc/default etc/patroni etc/haproxy etc/catalog etc/postgresql-common
    echo '#create_main_cluster = true' > etc/postgresql-common/createcluster.conf
    for program in apt-get systemctl; do printf '#!/bin/sh\necho "%s $*"\n' $program > bin/$program; done
    printf '#!/bin/sh\necho patroni 4.1.5\n' > bin/patroni
    chmod +x bin/*
    cp -r "$DEPLOYMENT/cluster" . && cd cluster
    sed -i "s|/etc/|$OLDPWD/etc/|g" *
    PATH=$OLDPWD/bin:$PATH
"#;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/deployment")
}

/// Runs lines in a folder, or gives `None` when a program is not installed, which on a CI machine fails.
fn run_with(program: &str, sandbox: &Sandbox, script: &str) -> Option<Outcome> {
    installed_or_skipped(program)?;
    let mut command = sandbox.shell(&format!("PATH=$PATH:/usr/sbin\n{script}"));
    Some(command.env("DEPLOYMENT", folder()).output().unwrap().into())
}

#[test]
fn prometheus_reads_the_alerts_and_every_expression_of_the_dashboard() {
    let sandbox = Sandbox::new();
    let dashboard: Value = serde_json::from_str(DASHBOARD).unwrap();
    let expressions = expressions(&dashboard);
    assert!(expressions.len() > 20, "{expressions:?}");
    let rules = expressions.iter().enumerate();
    let rules: Vec<_> =
        rules.map(|(number, text)| serde_json::json!({"record": format!("r{number}"), "expr": text})).collect();
    sandbox.write("dashboard.yml", &serde_json::json!({"groups": [{"name": "g", "rules": rules}]}).to_string());
    let script = "promtool check rules \"$DEPLOYMENT/alerts.yml\" dashboard.yml";
    let Some(outcome) = run_with("promtool", &sandbox, script) else { return };
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    assert!(outcome.stdout.contains(&format!("SUCCESS: {} rules found", expressions.len())), "{outcome:?}");
}

#[test]
fn systemd_takes_the_units() {
    let sandbox = Sandbox::new();
    let script = r#"
        mkdir -p root/etc/systemd/system root/usr/lib/systemd root/usr/bin
        cp -r /usr/lib/systemd/system root/usr/lib/systemd/
        for program in usr/bin/catalog usr/bin/catalog-client usr/bin/sleep; do
            : > root/$program && chmod +x root/$program
        done
        for kind in service path timer; do cp "$DEPLOYMENT"/*.$kind root/etc/systemd/system/; done
        systemd-analyze verify --root="$PWD/root" --man=no root/etc/systemd/system/*"#;
    let Some(outcome) = run_with("systemd-analyze", &sandbox, script) else { return };
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    assert!(!outcome.stderr.contains("/catalog"), "{outcome:?}");
}

/// The lines of the page for a kind of machine, below its heading.
fn steps(heading: &str) -> &str {
    let section = CLUSTER.split_once(&format!("## {heading}\n")).unwrap().1;
    section.split_once("```sh\n").unwrap().1.split_once("```").unwrap().0
}

#[test]
fn the_steps_of_the_cluster_fill_its_files_in_for_haproxy_and_the_server() {
    let sandbox = Sandbox::new();
    let network = CLUSTER.split('`').find(|span| span.starts_with("sed -i 's/10")).unwrap();
    let etc = sandbox.path("etc").display().to_string();
    let [store, servers] =
        ["The store", "The servers"].map(|heading| steps(heading).replace("/etc/", &format!("{etc}/")));
    // The steps say of each machine's own address and passwords what they are.
    let store =
        store.replace("10.0.0.", "192.168.7.").replace("one for all three machines: letters and digits", "secret");
    let servers = servers.replace("10.0.0.", "192.168.7.").replace("that of the user catalog", "secret");
    let script = format!("{MACHINE}\n{network}\n{store}\n{servers}\nhaproxy -c -f {etc}/haproxy/haproxy.cfg");
    let Some(outcome) = run_with("haproxy", &sandbox, &script) else { return };
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    for done in ["systemctl enable --now patroni", "systemctl restart catalog", "Configuration file is valid"] {
        assert!(outcome.stdout.contains(done), "{done}: {outcome:?}");
    }
    let read = |name: &str| fs::read_to_string(sandbox.path(name)).unwrap();
    let names =
        ["default/etcd", "patroni/config.yml", "patroni_env.conf", "haproxy/haproxy.cfg", "catalog/catalog.env"];
    for text in names.map(|name| read(&format!("etc/{name}"))) {
        let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
        let forgotten = |line: &&str| {
            line.contains("10.0.0.") || ["@NAME@", "@ADDRESS@", "@PASSWORD@"].iter().any(|it| line.contains(it))
        };
        assert_eq!(lines.clone().find(forgotten), None);
        assert!(text.contains("192.168.7."), "{text}");
    }
    assert_eq!(fs::metadata(sandbox.path("etc/patroni_env.conf")).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(read("etc/postgresql-common/createcluster.conf"), "create_main_cluster = false\n");
    let text = read("etc/catalog/catalog.env");
    let settings: Vec<_> = text.lines().filter_map(|line| line.split_once('=')).collect();
    let mut command = sandbox.command(&["config", "--format", "json"]);
    command.env_remove("CATALOG_PASSWORD_HASH_COST");
    command.envs(settings.iter().filter(|(name, _)| !name.starts_with('#')).copied());
    let outcome = Outcome::from(command.output().unwrap());
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    assert_eq!(outcome.stdout.matches(r#""environment""#).count(), 5, "{outcome:?}");
}

#[test]
fn the_check_of_the_cluster_refuses_the_patroni_that_loses_what_was_acknowledged() {
    let sandbox = Sandbox::new();
    let script = r#"
        mkdir bin && printf '#!/bin/sh\necho patroni "$VERSION"\n' > bin/patroni && chmod +x bin/patroni
        PATH=$PWD/bin:$PATH
        sed 's/^etcd:/etcd3:/' "$DEPLOYMENT/cluster/patroni.yml" > etcd3.yml
        check() { VERSION=$1 sh "$DEPLOYMENT/cluster/check-patroni" "$2" && echo "$1 taken" || echo "$1 refused"; }
        check 3.0.2 "$DEPLOYMENT/cluster/patroni.yml"
        for version in 2.1.7 3.0.0 3.0.2 3.0.3 4.1.5; do check $version etcd3.yml; done"#;
    let outcome = run_with("sh", &sandbox, script).unwrap();
    let expected = "3.0.2 taken\n2.1.7 taken\n3.0.0 refused\n3.0.2 refused\n3.0.3 taken\n4.1.5 taken\n";
    assert_eq!(outcome.stdout, expected, "{outcome:?}");
    assert_eq!(outcome.stderr.matches("loses acknowledged commits").count(), 2, "{outcome:?}");
}

#[test]
fn a_watched_folder_takes_files_of_any_name_and_replaces_none() {
    let sandbox = Sandbox::new();
    sandbox.must_import(CATALOG);
    sandbox.add_administrator("admin@shop.example");
    let key = sandbox.add_import_key("admin@shop.example");
    let server = sandbox.serve(&[]);
    let files = ["with a blank.ndjson", "-dash.ndjson", "wrong.ndjson", "again.ndjson", "LOUD.NDJSON"];
    for (number, name) in files.into_iter().enumerate() {
        let line =
            if name == "wrong.ndjson" { r#"{"type": "wrong"}"#.to_owned() } else { offer(&format!("10{number}")) };
        sandbox.write(name, &line);
    }
    for other in [".hidden.ndjson", "unfinished.ndjson.new"] {
        sandbox.write(other, "not whole yet");
    }
    let line = IMPORTS.lines().find_map(|line| line.strip_prefix("ExecStart=")).unwrap();
    let import = |key: &str| {
        let mut shell = sandbox.shell(line);
        shell.env("CATALOG_IMPORT_TO", format!("http://{}", server.address));
        Outcome::from(shell.env("CATALOG_KEY", key).output().unwrap())
    };
    let names = |inner: &str| {
        let entries = fs::read_dir(sandbox.path(inner)).unwrap();
        let mut names: Vec<_> = entries.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
        names.retain(|name| name.to_lowercase().contains("ndjson"));
        names.sort();
        names
    };
    let outcome = import("a wrong one");
    assert_ne!(outcome.code, Some(0), "{outcome:?}");
    assert_eq!(names(".").len(), files.len() + 2, "{outcome:?}");
    let outcome = import(&key);
    assert_eq!(outcome.code, Some(2), "one was rejected: {outcome:?}");
    assert_eq!(names("."), [".hidden.ndjson", "unfinished.ndjson.new"]);
    sandbox.write("again.ndjson", &offer("100"));
    assert_eq!(import(&key).code, Some(0));
    let without_time = |inner: &str| -> Vec<String> {
        let mut plain: Vec<_> = names(inner).iter().map(|name| name.split_once('-').unwrap().1.to_owned()).collect();
        plain.sort();
        plain
    };
    let done = ["-dash.ndjson", "LOUD.NDJSON", "again.ndjson", "again.ndjson", "with a blank.ndjson"];
    assert_eq!(without_time("done"), done);
    assert_eq!(without_time("failed"), ["wrong.ndjson", "wrong.ndjson.problems"]);
    let failed = names("failed").into_iter().find(|name| name.ends_with(".problems")).unwrap();
    let problems = fs::read_to_string(sandbox.path("failed").join(failed)).unwrap();
    assert!(problems.contains("wrong.ndjson:1"), "{problems}");
    assert!(sandbox.run(&["export"]).stdout.contains(r#""retail":"100""#));
}
