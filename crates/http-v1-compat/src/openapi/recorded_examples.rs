//! Examples of responses: those of the golden pairs, which a test compares with what the routes return.

use serde_json::Value;

/// The golden pairs of each operation, as `(operation, [(name, response)])`.
macro_rules! golden {
    ($($operation:ident: $($name:literal)+;)+) => {
        &[$((
            stringify!($operation),
            &[$(($name, include_str!(concat!("../../tests/golden/", $name, ".json")))),+],
        )),+]
    };
}

const GOLDEN: &[(&str, &[(&str, &str)])] = golden! {
    issue_legacy_token: "auth-token" "auth-token-malformed-login" "auth-token-wrong-password" "auth-token-disabled";
    check_legacy_token: "auth-check" "auth-check-no-token" "auth-check-disabled";
    get_catalog: "catalog" "catalog-no-token" "auth-check-disabled";
    list_vendors: "vendors" "vendors-absent" "vendors-bad-id" "auth-check-no-token" "auth-check-disabled";
    get_section_meta: "section-meta" "section-meta-absent" "section-meta-bad-id" "auth-check-no-token"
        "auth-check-disabled";
    get_item: "item" "item-unknown" "item-bad-id" "item-no-token" "auth-check-disabled";
    list_items: "items" "items-bad-id" "auth-check-no-token" "auth-check-disabled";
    list_items_by_stock: "items-by-stock" "items-by-stock-missing-list" "auth-check-no-token" "auth-check-disabled";
    list_items_from: "items-from-a-piece" "items-from-bad-limit" "auth-check-no-token" "auth-check-disabled";
    get_item_configurator: "configurator" "configurator-none" "item-bad-id" "auth-check-no-token"
        "configurator-no-access";
    get_item_documentation: "documentation" "documentation-unknown" "item-bad-id" "auth-check-no-token"
        "auth-check-disabled";
    list_documentation: "documentation-of-items" "items-bad-id" "auth-check-no-token" "auth-check-disabled";
    list_documentation_by_stock: "documentation-by-stock" "items-by-stock-missing-list" "auth-check-no-token"
        "auth-check-disabled";
    list_documentation_from: "documentation-from" "items-from-bad-limit" "auth-check-no-token" "auth-check-disabled";
    get_item_availability: "availability" "availability-unknown" "item-bad-id" "auth-check-no-token"
        "auth-check-disabled";
    list_availability_by_stock: "availability-by-stock" "items-by-stock-missing-list" "auth-check-no-token"
        "auth-check-disabled";
    list_availability_from: "availability-from" "items-from-bad-limit" "auth-check-no-token" "auth-check-disabled";
};

/// The recorded bodies of an operation: successes by the name of their pair, errors by code and name.
pub(super) fn recorded_examples(operation: &str) -> impl Iterator<Item = (String, Value)> {
    let pairs = GOLDEN.iter().find(|(name, _)| *name == operation).map_or(&[][..], |(_, pairs)| pairs);
    pairs.iter().map(|(name, pair)| {
        let mut pair: Value = serde_json::from_str(pair).unwrap_or_default();
        let body = pair["body"].take();
        let error = &body["error"];
        let key = match (error["code"].as_u64(), error["name"].as_str()) {
            (Some(code), Some(name)) => format!("{code} {name}"),
            _ => (*name).to_owned(),
        };
        (key, body)
    })
}
