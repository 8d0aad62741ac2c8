//! A store by mistake: commands that begin no store make none, and a file of another program is refused as it is.

use crate::support::{CATALOG, STOREFRONT, Sandbox, Server, until};

#[test]
fn a_command_that_begins_no_store_makes_none() {
    for sandbox in Sandbox::on_every_engine() {
        for arguments in [
            &["prune"][..],
            &["user", "list"],
            &["user", "approve", "buyer@shop.example"],
            &["user", "set", "buyer@shop.example", "--name", "x"],
            &["import-resources", "-"],
            &["import-resources", "--dry-run", "-"],
            &["imports"],
            &["explain", "section", "1"],
        ] {
            let outcome = sandbox.run_with_input(arguments, "");
            assert_eq!(outcome.code, Some(1), "{outcome:?}");
            assert!(outcome.only_error().contains("there is no store at "), "{outcome:?}");
            assert!(!sandbox.path("data").exists(), "{arguments:?}");
        }
        sandbox.add_buyer();
        assert_eq!(sandbox.run(&["user", "list"]).code, Some(0), "`user add` begins one");
        sandbox.must_import(CATALOG);
    }
}

#[test]
fn no_command_touches_a_file_of_another_program() {
    let sandbox = Sandbox::new();
    std::fs::create_dir(sandbox.path("data")).unwrap();
    sandbox.write("data/catalog.db", "dear diary");
    for arguments in [
        &["serve", "--bind", "127.0.0.1:0", "--storefront-host", STOREFRONT][..],
        &["import", "--storefront-host", STOREFRONT, "-"],
        &["user", "add", "buyer@shop.example"],
        &["user", "list"],
    ] {
        let outcome = sandbox.run_with_input(arguments, "");
        assert_eq!(outcome.code, Some(1), "{outcome:?}");
        assert!(outcome.stderr.contains("is not a store of this program"), "{outcome:?}");
        assert_eq!(std::fs::read_to_string(sandbox.path("data/catalog.db")).unwrap(), "dear diary");
        assert_eq!(std::fs::read_dir(sandbox.path("data")).unwrap().count(), 1);
    }
}

#[test]
fn a_server_of_an_empty_store_says_what_to_do_next() {
    for sandbox in Sandbox::on_every_engine() {
        let server = Server::start(&sandbox);
        let advice = "catalog import --storefront-host storefront.example FILE";
        until("the advice", || server.log().contains(advice).then_some(()));
        assert_eq!(server.request("GET", "/health/ready", &[], "").status, 200);
    }
}
