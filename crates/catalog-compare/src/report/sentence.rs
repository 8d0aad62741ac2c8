//! The one sentence that says what differs, and the fields that it counts.

use super::causes::Causes;
use super::tally::Field;
use crate::difference::{Difference, Kind, without_keys};
use std::collections::BTreeMap;

const PRODUCT: &str = "product";
const SECTION: &str = "section";
const PLACE: &str = "section of a product";

/// In the order of the sentence: the field, if it matters, and the kind of differences, and the words for one and for
/// several. The first that fits counts.
const PHRASES: &[(Option<&str>, Kind, &str, &str)] = &[
    (Some(PRODUCT), Kind::Missing, "product is missing", "products are missing"),
    (Some(PRODUCT), Kind::Extra, "product is extra", "products are extra"),
    (Some(SECTION), Kind::Missing, "section is missing", "sections are missing"),
    (Some(SECTION), Kind::Extra, "section is extra", "sections are extra"),
    (Some(PLACE), Kind::Missing, "product is missing from a section", "products are missing from sections"),
    (Some(PLACE), Kind::Extra, "product is extra in a section", "products are extra in sections"),
    (None, Kind::Price, "price differs", "prices differ"),
    (None, Kind::Stock, "quantity differs", "quantities differ"),
    (None, Kind::Value, "other value differs", "other values differ"),
    (None, Kind::Missing, "value is missing", "values are missing"),
    (None, Kind::Extra, "value is extra", "values are extra"),
    (None, Kind::Order, "list has another order", "lists have another order"),
    (None, Kind::Status, "response has another status", "responses have another status"),
    (None, Kind::Shape, "value has another type", "values have another type"),
];

/// The place of a field in the sentence.
pub(super) fn rank(field: &str, kind: Kind) -> usize {
    let fits = |(of, own, ..): &(Option<&str>, Kind, _, _)| of.is_none_or(|of| of == field) && *own == kind;
    PHRASES.iter().position(fits).unwrap_or(PHRASES.len() - 1)
}

/// The one sentence, such as `28 products are missing, 5 prices differ.`, and what follows from that.
pub(super) fn sentence(fields: &BTreeMap<(String, Kind), Field>, consequences: u64, allowed: u64) -> String {
    let mut parts: BTreeMap<usize, u64> = BTreeMap::new();
    for ((field, kind), counts) in fields {
        *parts.entry(rank(field, *kind)).or_default() += counts.things;
    }
    let parts = parts.into_iter().map(|(rank, count)| {
        let (_, _, one, many) = PHRASES[rank];
        format!("{count} {}", if count == 1 { one } else { many })
    });
    let parts = parts.collect::<Vec<_>>().join(", ");
    let follow = if consequences == 1 { "difference follows" } else { "differences follow" };
    match (parts.is_empty(), consequences) {
        (true, 0) if allowed == 0 => "Nothing differs.".to_owned(),
        (true, 0) => "Nothing differs but what rules allow.".to_owned(),
        (true, _) => {
            format!("{consequences} {follow} from products and sections that rules allow to be missing or extra.")
        }
        (false, 0) => format!("{parts}."),
        (false, _) => format!("{parts}. {consequences} further {follow} from that."),
    }
}

/// The field of a difference, the same whatever route shows it: `price` of `price` and `price.value`.
pub(super) fn field_of(difference: &Difference, causes: &Causes) -> String {
    match (difference.is_whole(), difference.product) {
        (true, None) => return SECTION.to_owned(),
        (true, Some(_)) => return if causes.has_product(difference) { PRODUCT } else { PLACE }.to_owned(),
        _ => {}
    }
    let field = without_keys(&difference.path).replace(".value[", "[");
    let field = field.strip_suffix(".value").unwrap_or(&field);
    if field.is_empty() { "response".to_owned() } else { field.to_owned() }
}

/// What differs: a product or a section, whichever route shows it, or a response.
pub(super) fn thing_of(difference: &Difference) -> String {
    let several = difference.identity.strip_prefix("sections ").unwrap_or_default();
    let first = several.split(',').filter_map(|id| id.parse::<i64>().ok()).min();
    match (difference.product, difference.section.or(first)) {
        (Some(id), _) => format!("product {id}"),
        (None, Some(id)) => format!("section {id}"),
        (None, None) => difference.identity.clone(),
    }
}
