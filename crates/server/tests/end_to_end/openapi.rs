//! `catalog openapi`: the documents under `openapi/`.

use crate::support::Sandbox;
use std::path::Path;

#[test]
fn the_printed_document_is_the_one_in_the_repository() {
    let sandbox = Sandbox::new();
    let outcome = sandbox.run(&["openapi", "v2"]);
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../openapi/v2.json");
    assert!(outcome.stdout == std::fs::read_to_string(kept).unwrap(), "catalog openapi v2 > openapi/v2.json");
}
