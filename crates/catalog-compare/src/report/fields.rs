//! The differences by field, and the one sentence that says how many there are.

use super::causes::{Causes, Whole, whole};
use crate::difference::{Difference, Kind, without_keys};
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The most fields that are listed. All others are one.
const MOST_FIELDS: usize = 300;
/// The most examples of a field.
const MOST_EXAMPLES: usize = 3;

pub(super) const PRODUCT: &str = "product";
const SECTION: &str = "section";
const PLACE: &str = "section of a product";
const OTHERS: &str = "other fields";

#[derive(Debug, Serialize)]
pub(super) struct FieldCounts {
    pub(super) field: String,
    pub(super) kind: Kind,
    /// How many products, or sections or responses, differ in it.
    pub(super) things: u64,
    pub(super) differences: u64,
    pub(super) examples: Vec<Example>,
}

/// One of the first differences of a field.
#[derive(Debug, Serialize)]
pub(super) struct Example {
    pub(super) identity: String,
    pub(super) name: Option<String>,
    pub(super) path: String,
    pub(super) old: Value,
    pub(super) new: Value,
}

/// Differences by field while they are read.
#[derive(Debug, Default)]
pub(super) struct Fields {
    fields: BTreeMap<(String, Kind), FieldCounts>,
    /// Hashes of what has been counted: a field of a thing.
    seen: HashSet<u64>,
}

impl Fields {
    /// Counts a difference. `name` is that of its product or section. Whether it is the first of its field and thing.
    pub(super) fn add(&mut self, difference: &Difference, causes: &Causes, name: Option<&str>) -> bool {
        let mut key = (field_of(difference, causes), difference.kind);
        if self.fields.len() >= MOST_FIELDS && !self.fields.contains_key(&key) {
            key.0 = OTHERS.to_owned();
        }
        let mut hasher = DefaultHasher::new();
        (&key, thing_of(difference)).hash(&mut hasher);
        let is_first = self.seen.insert(hasher.finish());
        let counts = self.fields.entry(key).or_insert_with_key(|(field, kind)| FieldCounts {
            field: field.clone(),
            kind: *kind,
            things: 0,
            differences: 0,
            examples: Vec::new(),
        });
        counts.differences += 1;
        counts.things += u64::from(is_first);
        if is_first && counts.examples.len() < MOST_EXAMPLES {
            let Difference { identity, path, old, new, .. } = difference.clone();
            counts.examples.push(Example { identity, name: name.map(str::to_owned), path, old, new });
        }
        is_first
    }

    /// The fields, the weightiest first.
    pub(super) fn into_counts(self) -> Vec<FieldCounts> {
        let mut counts: Vec<FieldCounts> = self.fields.into_values().collect();
        counts.sort_by_key(|counts| (phrase(&counts.field, counts.kind).0, std::cmp::Reverse(counts.things)));
        counts
    }
}

/// The one sentence, such as `28 products are missing, 5 prices differ.`, and what follows from that.
pub(super) fn sentence(fields: &[FieldCounts], consequences: u64, allowed: u64) -> String {
    let mut parts: BTreeMap<u8, (u64, [&str; 2])> = BTreeMap::new();
    for counts in fields {
        let (rank, words) = phrase(&counts.field, counts.kind);
        parts.entry(rank).or_insert((0, words)).0 += counts.things;
    }
    let parts: Vec<String> = parts
        .into_values()
        .map(|(count, [one, many])| format!("{count} {}", if count == 1 { one } else { many }))
        .collect();
    let is_plural = consequences != 1;
    let follow = if is_plural { "differences follow" } else { "difference follows" };
    match (parts.is_empty(), consequences) {
        (true, 0) if allowed == 0 => "Nothing differs.".to_owned(),
        (true, 0) => "Nothing differs but what rules allow.".to_owned(),
        (true, _) => {
            format!("{consequences} {follow} from products and sections that rules allow to be missing or extra.")
        }
        (false, 0) => format!("{}.", parts.join(", ")),
        (false, _) => format!("{}. {consequences} further {follow} from that.", parts.join(", ")),
    }
}

/// The rank of a field in the sentence, and its words for one and for several.
fn phrase(field: &str, kind: Kind) -> (u8, [&'static str; 2]) {
    match (field, kind) {
        (PRODUCT, Kind::Missing) => (0, ["product is missing", "products are missing"]),
        (PRODUCT, Kind::Extra) => (1, ["product is extra", "products are extra"]),
        (SECTION, Kind::Missing) => (2, ["section is missing", "sections are missing"]),
        (SECTION, Kind::Extra) => (3, ["section is extra", "sections are extra"]),
        (PLACE, Kind::Missing) => (4, ["product is missing from a section", "products are missing from sections"]),
        (PLACE, _) => (5, ["product is extra in a section", "products are extra in sections"]),
        (_, Kind::Price) => (6, ["price differs", "prices differ"]),
        (_, Kind::Stock) => (7, ["quantity differs", "quantities differ"]),
        (_, Kind::Value) => (8, ["other value differs", "other values differ"]),
        (_, Kind::Missing) => (9, ["value is missing", "values are missing"]),
        (_, Kind::Extra) => (10, ["value is extra", "values are extra"]),
        (_, Kind::Order) => (11, ["list has another order", "lists have another order"]),
        (_, Kind::Status) => (12, ["response has another status", "responses have another status"]),
        (_, Kind::Shape) => (13, ["value has another type", "values have another type"]),
    }
}

/// The field of a difference, the same whatever route shows it: `price` of `price` and `price.value`.
fn field_of(difference: &Difference, causes: &Causes) -> String {
    match whole(difference) {
        Some(Whole::Section) => return SECTION.to_owned(),
        Some(Whole::Product(_) | Whole::Place(_)) => {
            return if causes.is_product(difference) { PRODUCT } else { PLACE }.to_owned();
        }
        None => {}
    }
    let field = without_keys(&difference.path).replace(".value[", "[");
    let field = field.strip_suffix(".value").unwrap_or(&field);
    let field = field.strip_prefix("products[].").unwrap_or(field);
    if field.is_empty() { "response".to_owned() } else { field.to_owned() }
}

/// What differs: a product or a section, whichever route shows it, or a response.
fn thing_of(difference: &Difference) -> String {
    let first =
        difference.identity.strip_prefix("sections ").map(|ids| ids.split(',').filter_map(|id| id.parse().ok()));
    match (difference.product, difference.section.or_else(|| first?.min())) {
        (Some(id), _) => format!("product {id}"),
        // One that has no id.
        (None, Some(_)) if difference.path.starts_with("products[") => difference.path.clone(),
        (None, Some(id)) => format!("section {id}"),
        (None, None) => difference.identity.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentence_counts_each_kind_once_and_says_what_follows() {
        let counts = |(field, kind, things): (&str, Kind, u64)| FieldCounts {
            field: field.to_owned(),
            kind,
            things,
            differences: things,
            examples: Vec::new(),
        };
        let prices = [("price", Kind::Price, 4), ("groups[].options[].price", Kind::Price, 1)];
        for (fields, consequences, allowed, expected) in [
            (&[][..], 0, 0, "Nothing differs."),
            (&[], 0, 2, "Nothing differs but what rules allow."),
            (&[], 1, 2, "1 difference follows from products and sections that rules allow to be missing or extra."),
            (&[(PRODUCT, Kind::Missing, 1)], 0, 0, "1 product is missing."),
            (&prices, 0, 0, "5 prices differ."),
            (
                &[prices[0], (PRODUCT, Kind::Missing, 28)],
                7,
                0,
                "28 products are missing, 4 prices differ. 7 further differences follow from that.",
            ),
        ] {
            let fields: Vec<_> = fields.iter().copied().map(counts).collect();
            assert_eq!(sentence(&fields, consequences, allowed), expected);
        }
    }
}
