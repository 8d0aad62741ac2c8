//! What commands print. A table of commands is one snapshot: their arguments, their statuses and all that they say.
//!
//! `INSTA_UPDATE=always` writes the snapshots; the difference is then to be reviewed.

use crate::support::{BUYER, CATALOG, Outcome, STOREFRONT, Sandbox, documented};

/// What commands print, each with the input `short`, in the order in which they are run. The address of the store and
/// times are left out.
fn run_all(sandbox: &Sandbox, commands: &[&[&str]]) -> String {
    let address = sandbox.url().unwrap_or_else(|| "sqlite://data/catalog.db".into());
    let run = |arguments: &&[&str]| {
        let Outcome { code, stdout, stderr } = sandbox.run_with_input(arguments, "short");
        let code = code.map_or("a signal".to_owned(), |code| code.to_string());
        let line = arguments.join(" ").replace('\u{1b}', "ESC");
        format!("$ catalog {line}\n{stdout}{stderr}# {code}\n\n")
    };
    let printed: String = commands.iter().map(run).collect();
    let is_time = |word: &&str| word.starts_with("20") && word.contains('T') && word.ends_with('Z');
    let times = printed.split([' ', ';', '\n', '"']).filter(is_time);
    times
        .fold(printed.clone(), |printed, time| printed.replace(time, "TIME"))
        .replace(address.split('?').next().unwrap(), "STORE")
}

/// Holds what commands print over every engine to the snapshot of that name.
fn assert_printed(name: &str, prepare: fn(Sandbox) -> Sandbox, commands: &[&[&str]]) {
    for sandbox in Sandbox::on_every_engine().into_iter().map(prepare) {
        insta::with_settings!({omit_expression => true, prepend_module_to_snapshot => false}, {
            insta::assert_snapshot!(name, run_all(&sandbox, commands));
        });
    }
}

fn without_store(sandbox: Sandbox) -> Sandbox {
    sandbox
}

#[test]
fn a_command_that_begins_no_store_makes_none() {
    let commands: [&[&str]; 10] = [
        &["prune"],
        &["user", "list"],
        &["user", "approve", BUYER],
        &["user", "set", BUYER, "--name", "x"],
        &["import-resources", "-"],
        &["import-resources", "--dry-run", "-"],
        &["import", "--storefront-host", STOREFRONT, "missing.ndjson"],
        &["imports"],
        &["explain", "section", "1"],
        // It would say otherwise.
        &["explain", "product", "PMP-001"],
    ];
    assert_printed("no store", without_store, &commands);
    let sandbox = Sandbox::new();
    run_all(&sandbox, &commands);
    assert!(!sandbox.path("data").exists());
}

#[test]
fn impossible_operations_on_accounts_fail_and_change_nothing() {
    let prepare = |sandbox: Sandbox| {
        // There is nothing yet to compare a price level with.
        sandbox.add_account(&["early@storefront.example", "--price-level", "Опт"]);
        let sandbox = sandbox.filled();
        sandbox.must_run(&["user", "disable", BUYER]);
        sandbox
    };
    let list: &[&str] = &["user", "list"];
    let new = "new@storefront.example";
    assert_printed(
        "accounts",
        prepare,
        &[
            list,
            &["user", "add", "Buyer@Storefront.example"],
            &["user", "add", "not an address"],
            &["user", "add", new, "--password-stdin"],
            &["user", "add", new, "--name", "\u{1b}[31m"],
            &["user", "add", new, "--price-level", "Оптt"],
            &["user", "set", BUYER, "--price-level", " "],
            &["user", "set", BUYER, "--price-level", "Oпт"],
            &["user", "set", BUYER],
            &["user", "set", "nobody@storefront.example", "--name", "x"],
            &["user", "disable", "nobody@storefront.example"],
            &["user", "approve", BUYER],
            &["key", "add", BUYER, "--name", "a", "--right", "admin"],
            &["key", "add", BUYER, "--name", " "],
            &["key", "add", BUYER, "--name", "a", "--expires-in-days", "0"],
            &["key", "add", "nobody@shop.example", "--name", "a"],
            list,
            &["user", "set", BUYER, "--price-level", "Акция", "--new-price-level"],
            &["user", "set", BUYER, "--price-level", "Розн"],
            list,
            &["user", "erase", "early@storefront.example"],
            &["user", "set", "erased account 1", "--role", "admin"],
            &["user", "enable", "erased account 1"],
            list,
        ],
    );
}

#[test]
fn a_catalog_is_explained_in_words_and_what_is_not_there_is_named() {
    // A section that moved to another host, and a product that was deleted.
    const CHANGES: &str = r#"
{"type": "section", "hierarchyId": 1042, "sourceId": 88121, "parentHierarchyId": 1000, "name": "Pumps", "url": "https://other.example/pumps/", "isActive": true}
{"type": "deleted", "stockNumber": "PMP-002/A"}
"#;
    let section: &[&str] = &["explain", "section", "1042"];
    let product: &[&str] = &["explain", "product", "PMP-001", "--as", BUYER];
    let as_json: &[&str] = &["explain", "product", "PMP-001", "--as", BUYER, "--format", "json"];
    assert_printed("explanations", Sandbox::filled, &[&["explain", "section", "1000"], section, product, as_json]);
    let hidden = |sandbox: Sandbox| {
        let sandbox = sandbox.filled();
        let import = ["import", "--storefront-host", STOREFRONT, "--allow-removals", "2", "-"];
        sandbox.run_with_input(&import, CHANGES).printed();
        sandbox
    };
    let unknown: [&[&str]; 5] = [
        &["explain", "product", "PMP-002/A"],
        &["explain", "product", "pmp-001"],
        &["explain", "section", "7"],
        &["explain", "product", "PMP-001", "--as", "nobody@shop.example"],
        &["explain", "product", "PMP-001", "--price-level", "Дилер"],
    ];
    assert_printed("explanations of what is hidden", hidden, &[&[section, product], &unknown[..]].concat());
}

#[test]
fn catalog_says_which_commands_are_those_of_the_other_program() {
    let commands: [&[&str]; 4] =
        [&["compare"], &["compare", "--to", "http://x", "-"], &["push"], &["push", "--to", "http://x", "-"]];
    assert_printed("the other program", without_store, &commands);
    let help = Sandbox::new().must_run(&["--help"]);
    assert!(!help.contains("compare") && !help.contains("push"), "{help}");
}

#[test]
fn the_commands_of_the_manual_work_as_printed() {
    for sandbox in Sandbox::on_every_engine() {
        sandbox.must_import(CATALOG);
        for (words, printed) in [
            ("change the signing secret", "current: "),
            ("diagnose a store", "note: administrators: "),
            ("explain a product and a section", "section 1042 \"Pumps\" is public"),
        ] {
            let outcome = Outcome::from(sandbox.shell(&documented(words)).output().unwrap());
            assert!(outcome.printed().contains(printed), "{words}: {outcome:?}");
        }
    }
}
