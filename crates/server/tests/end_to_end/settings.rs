//! Bad settings and stores: one line that names the error, and no start.

use crate::support::{CATALOG, Outcome, STOREFRONT, Sandbox, Server};

/// The arguments and variables of a start, and what the error has to name. Every other setting is read the same way.
type BadStart = (&'static [&'static str], &'static [(&'static str, &'static str)], &'static str);

const BAD_STARTS: &[BadStart] = &[
    (&[], &[("CATALOG_STOREFRONT_HOST", "https://x/")], "--storefront-host (CATALOG_STOREFRONT_HOST)"),
    (&["--bind", "nowhere"], &[], "--bind (CATALOG_BIND)"),
    (&["--database-url", "mysql://u:hunter2@h/d"], &[], "--database-url (DATABASE_URL)"),
    (&[], &[("DATABASE_URL", "postgres://ann:p@hunter2@db/catalog")], "--database-url (DATABASE_URL)"),
    (&[], &[("CATALOG_JWT_SECRET", "hunter2")], "CATALOG_JWT_SECRET"),
    (&[], &[("CATALOG_JWT_SECRET_PREVIOUS", "hunter2")], "CATALOG_JWT_SECRET_PREVIOUS"),
    (&["--log", "infoo"], &[], "--log (CATALOG_LOG)"),
    (&["--log-format", "xml"], &[], "--log-format (CATALOG_LOG_FORMAT)"),
    (&["--metrics-bind", "x"], &[], "--metrics-bind (CATALOG_METRICS_BIND)"),
    (&[], &[("CATALOG_SMTP_URL", "smtps://catalog:hunter2@mail.example")], "CATALOG_SMTP_URL: needs --mail-from"),
];

#[test]
fn a_bad_setting_stops_the_start_with_one_line_that_names_it() {
    for (arguments, variables, named) in BAD_STARTS {
        let sandbox = Sandbox::new();
        let mut command = sandbox.command(&[&["serve"], *arguments].concat());
        command.env("CATALOG_STOREFRONT_HOST", STOREFRONT).envs(variables.iter().copied());
        let outcome = Outcome::from(command.output().unwrap());
        outcome.assert_refused(&[named]);
        assert!(!outcome.stderr.contains("hunter2"), "{outcome:?}");
        assert!(!sandbox.path("data").exists(), "{named}: nothing is made before the settings are known to be good");
    }
}

#[test]
fn serve_and_import_want_to_know_the_storefront() {
    for arguments in [&["serve"][..], &["import", "-"]] {
        let outcome = Sandbox::new().run(arguments);
        outcome.assert_refused(&["--storefront-host (CATALOG_STOREFRONT_HOST): must be set"]);
    }
}

#[test]
fn an_address_in_use_is_named() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let outcome = sandbox.run(&["serve", "--storefront-host", STOREFRONT, "--log", "off", "--bind", &server.address]);
    outcome.assert_refused(&["--bind (CATALOG_BIND)", &server.address]);
}

#[test]
fn a_store_of_another_storefront_is_refused_with_the_way_to_change_it() {
    let sandbox = Sandbox::new();
    sandbox.must_import(CATALOG);
    let other = ["--storefront-host", "other.example"];
    let served = sandbox.run(&[&["serve", "--log", "off", "--bind", "127.0.0.1:0"], &other[..]].concat());
    let imported = sandbox.run(&[&["import", "-"], &other[..]].concat());
    for outcome in [served, imported] {
        outcome.assert_refused(&["--change-storefront", STOREFRONT]);
    }
    sandbox.must_run(&[&["import", "-", "--change-storefront", "--allow-removals", "2"], &other[..]].concat());
    assert_eq!(sandbox.run(&["serve", "--log", "off", "--storefront-host", STOREFRONT]).code, Some(1));
}

#[test]
fn a_wrong_command_line_never_looks_like_a_rejected_input() {
    let sandbox = Sandbox::new();
    for arguments in [&["import", "--mode", "sideways", "-"][..], &["import"], &["fly"], &[]] {
        let outcome = sandbox.run(arguments);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(1), ""), "{outcome:?}");
    }
    assert_eq!(sandbox.run(&["--help"]).code, Some(0));
    assert_eq!(sandbox.run(&["--version"]).code, Some(0));
}

#[test]
fn help_shows_no_setting_of_the_environment_that_can_hold_a_password() {
    let sandbox = Sandbox::new();
    let mut command = sandbox.command(&["serve", "--help"]);
    let output = command.env("DATABASE_URL", "postgres://u:hunter2@h/d").output().unwrap();
    assert!(!String::from_utf8(output.stdout).unwrap().contains("hunter2"));
}

#[test]
fn help_says_which_log_lines_are_written_by_default() {
    let help = Sandbox::new().run(&["import", "--help"]).stdout;
    let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("info in servers and for the phases of an import, else warn,audit=info]"), "{help}");
}
