//! `catalog config`, `completions` and `man`.

use crate::support::{Outcome, Sandbox, documented};
use serde_json::Value;

#[test]
fn every_setting_is_shown_with_its_source_and_no_secret() {
    let sandbox = Sandbox::new();
    let mut command =
        sandbox.command(&["config", "--format", "json", "--workers", "2", "--storefront-host", "a.example"]);
    command.env("CATALOG_JWT_SECRET", "hunter2hunter2hunter2hunter2hunter2");
    command.env("DATABASE_URL", "postgres://ann:hunter2@db.example/catalog");
    command.env("CATALOG_FEED_SETTLE_MS", "0");
    command.env("CATALOG_PUBLIC_URL", "https://shop.example");
    let outcome = Outcome::from(command.output().unwrap());
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    assert!(!outcome.stdout.contains("hunter2"), "{outcome:?}");
    let document: Value = serde_json::from_str(&outcome.stdout).unwrap();
    for (name, value, source) in [
        ("--workers", "2", "flag"),
        ("--storefront-host", "a.example", "flag"),
        ("--feed-settle-ms", "0", "environment"),
        ("--database-url", "postgres://ann@db.example/catalog", "environment"),
        ("--public-url", "https://shop.example", "environment"),
        ("--bind", "127.0.0.1:8080", "default"),
    ] {
        let settings = document["settings"].as_array().unwrap();
        let setting = settings.iter().find(|setting| setting["setting"] == name).unwrap();
        assert_eq!((&setting["value"], &setting["source"]), (&Value::from(value), &Value::from(source)), "{name}");
    }
}

#[test]
fn a_setting_that_a_server_would_refuse_is_named_after_the_others() {
    let outcome = Sandbox::new().run(&["config"]);
    assert_eq!(outcome.code, Some(1), "{outcome:?}");
    assert!(outcome.only_error().contains("--storefront-host"), "{outcome:?}");
    assert!(outcome.stdout.contains("--bind (CATALOG_BIND) = 127.0.0.1:8080 [default]"), "{outcome:?}");
    assert!(outcome.stdout.contains("--site-name (CATALOG_SITE_NAME) = Catalog [default]"), "{outcome:?}");
    assert!(outcome.stdout.contains("= the store's file with .imports, with SQLite [default]"), "{outcome:?}");
    assert!(outcome.stdout.contains("= download beside the program, or "), "{outcome:?}");
}

#[test]
fn the_shell_is_completed_and_the_manual_written() {
    let sandbox = Sandbox::new();
    let outcome = Outcome::from(sandbox.shell(&documented("set up the shell")).output().unwrap());
    assert_eq!((outcome.code, &*outcome.stderr), (Some(0), ""), "{outcome:?}");
    let written = |name: &str| std::fs::read_to_string(sandbox.path(name)).unwrap();
    assert!(written("catalog.bash").contains("--database-url"));
    let manual = written("catalog.1");
    assert!(manual.starts_with(".ie"), "{manual}");
    assert!(manual.contains("storefront"), "{manual}");
    assert!(manual.contains(".SH DOCTOR"), "{manual}");
    for shell in ["zsh", "fish"] {
        assert!(sandbox.must_run(&["completions", shell]).contains("explain"), "{shell}");
    }
    let help = sandbox.run(&["serve", "--help"]).stdout;
    for group in ["Store:", "HTTP:", "Accounts:", "Refresh and change feed:", "Memory:", "Log:"] {
        assert!(help.lines().any(|line| line == group), "{group} {help}");
    }
}
