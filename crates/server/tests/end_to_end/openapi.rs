//! `catalog openapi`: the documents under `openapi/`.

use crate::support::Sandbox;
use std::path::Path;

#[test]
fn each_printed_document_is_the_one_in_the_repository() {
    let sandbox = Sandbox::new();
    for interface in ["v2", "v2-3.0", "v1"] {
        let outcome = sandbox.run(&["openapi", interface]);
        assert_eq!(outcome.code, Some(0), "{outcome:?}");
        let expected = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../openapi/{interface}.json"));
        let advice = format!("catalog openapi {interface} > openapi/{interface}.json");
        assert!(outcome.stdout == std::fs::read_to_string(expected).unwrap(), "{advice}");
    }
}
