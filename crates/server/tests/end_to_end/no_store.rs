//! A store by mistake: a file of another program is refused as it is.

use crate::support::{STOREFRONT, Sandbox, Server, until};

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
fn an_empty_store_is_served_as_an_empty_catalog_and_the_log_says_what_to_do_next() {
    for sandbox in Sandbox::on_every_engine() {
        sandbox.add_buyer();
        let server = Server::start(&sandbox);
        let advice = "catalog import --storefront-host storefront.example FILE";
        until("the advice", || server.log().contains(advice).then_some(()));
        assert_eq!(server.readiness().status, 200);
        let tree = server.get("/api/v2/catalog/tree", &server.token());
        assert_eq!((tree.status, &tree.json()["data"]["items"]), (200, &serde_json::json!([])));
    }
}
