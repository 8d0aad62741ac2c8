//! The counts of a report: `summary.json`, and the sentence that it begins with.

use super::causes::{Causes, sections_of};
use crate::compare::Compared;
use crate::compare::difference::{Difference, Kind};
use crate::compare::fields::{CONTRACT_RULES, FIELD_NOT_SHOWN};
use crate::compare::rules::Rules;
use crate::compare::units::Shape;
use anyhow::Result;
use serde_json::{Map, Value, json};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashSet};

const MOST_SECTIONS: usize = 20;
const MOST_FIELDS: usize = 300;
const MOST_EXAMPLES: usize = 3;

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

#[derive(Default)]
pub(super) struct Tally {
    pub(super) differences: u64,
    consequences: u64,
    allowed: u64,
    /// How many things differ, by route.
    different: BTreeMap<String, u64>,
    /// What the last difference was about: its differences follow each other.
    last: (String, String),
    products: HashSet<i64>,
    /// By kind, the differences and their products.
    kinds: BTreeMap<Kind, (u64, HashSet<i64>)>,
    rules: BTreeMap<String, u64>,
    one_sided: BTreeMap<(String, String, &'static str), (u64, BTreeSet<String>)>,
    fields: BTreeMap<(String, Kind), Field>,
    /// What has been counted: a field of a thing.
    seen: HashSet<(String, Kind, String)>,
}

#[derive(Default)]
struct Field {
    /// How many products, or sections or responses, differ in it.
    things: u64,
    differences: u64,
    examples: Vec<Value>,
}

impl Tally {
    /// Counts a difference of something with this name. Whether it is a cause that has not been counted before.
    pub(super) fn add(&mut self, key: &str, difference: &Difference, name: Option<&str>, causes: &Causes) -> bool {
        let Difference { route, identity, path, kind, old, new, .. } = difference;
        if let Some(rule) = &difference.allowed {
            self.allowed += 1;
            *self.rules.entry(rule.clone()).or_default() += 1;
            if rule == FIELD_NOT_SHOWN {
                let side = if *kind == Kind::Missing { "old" } else { "new" };
                let entry = self.one_sided.entry((route.clone(), difference.field(), side)).or_default();
                entry.0 += 1;
                if entry.1.len() < MOST_EXAMPLES {
                    entry.1.insert(identity.clone());
                }
            }
            return false;
        }
        self.differences += 1;
        let of_kind = self.kinds.entry(*kind).or_default();
        of_kind.0 += 1;
        of_kind.1.extend(difference.product);
        self.products.extend(difference.product);
        if (key, identity.as_str()) != (&self.last.0, &self.last.1) {
            *self.different.entry(route.clone()).or_default() += 1;
            self.last = (key.to_owned(), identity.clone());
        }
        if causes.explain(difference) {
            self.consequences += 1;
            return false;
        }
        let mut name_of_field = (field_of(difference, causes), *kind);
        if self.fields.len() >= MOST_FIELDS && !self.fields.contains_key(&name_of_field) {
            "other fields".clone_into(&mut name_of_field.0);
        }
        let is_first = self.seen.insert((name_of_field.0.clone(), *kind, thing_of(difference)));
        let field = self.fields.entry(name_of_field).or_default();
        field.differences += 1;
        field.things += u64::from(is_first);
        if is_first && field.examples.len() < MOST_EXAMPLES {
            field.examples.push(json!({"identity": identity, "name": name, "path": path, "old": old, "new": new}));
        }
        is_first
    }

    pub(super) fn summary(self, compared: &Compared, rules: &Rules, arguments: &Value) -> Result<Value> {
        let mut fields: Vec<_> = self.fields.iter().collect();
        fields.sort_by_key(|((field, kind), counts)| (rank(field, *kind), Reverse(counts.things)));
        let listed = fields.into_iter().map(|((field, kind), counts)| {
            let Field { things, differences, examples } = counts;
            json!({"field": field, "kind": kind, "things": things, "differences": differences, "examples": examples})
        });
        let (mut all, mut different) = (0, 0);
        let routes = compared.counts.iter().map(|(route, count)| {
            let differing = self.different.get(*route).copied().unwrap_or_default().min(*count);
            (all, different) = (all + count, different + differing);
            let (equal, share) = (count - differing, percent(count - differing, *count));
            let counts = json!({"compared": count, "different": differing, "equal": equal, "share": share});
            ((*route).to_owned(), counts)
        });
        let routes: Map<String, Value> = routes.collect();
        let kinds = self.kinds.iter().map(|(kind, (differences, products))| {
            let counts = json!({"differences": differences, "products": products.len()});
            (format!("{kind:?}").to_lowercase(), counts)
        });
        let count = |name: &str| self.rules.get(name).copied().unwrap_or_default();
        let contract = CONTRACT_RULES.iter().copied().filter(|(name, _)| count(name) > 0);
        let rules = contract.chain(rules.all.iter().map(|rule| (&*rule.name, &*rule.reason)));
        let rules = rules.map(|(name, reason)| json!({"name": name, "reason": reason, "differences": count(name)}));
        let one_sided = self.one_sided.iter().map(|((route, path, side), (count, examples))| {
            json!({"route": route, "path": path, "side": side, "count": count, "examples": examples})
        });
        Ok(json!({
            "summary": self.sentence(), "arguments": arguments, "compared": all, "equal": all - different,
            "different": different, "share": percent(all - different, all), "differences": self.differences,
            "consequences": self.consequences, "allowed": self.allowed, "fields": listed.collect::<Value>(),
            "routes": routes, "kinds": kinds.collect::<Map<_, _>>(), "rules": rules.collect::<Value>(),
            "onlyOneSide": one_sided.collect::<Value>(), "worstSections": self.worst_sections(compared)?,
        }))
    }

    /// Such as `28 products are missing, 5 prices differ.`, and what follows from that.
    fn sentence(&self) -> String {
        let mut parts: BTreeMap<usize, u64> = BTreeMap::new();
        for ((field, kind), counts) in &self.fields {
            *parts.entry(rank(field, *kind)).or_default() += counts.things;
        }
        let parts = parts.into_iter().map(|(rank, count)| {
            let (_, _, one, many) = PHRASES[rank];
            format!("{count} {}", if count == 1 { one } else { many })
        });
        let parts = parts.collect::<Vec<_>>().join(", ");
        let consequences = self.consequences;
        let follow = if consequences == 1 { "difference follows" } else { "differences follow" };
        match (parts.is_empty(), consequences) {
            (true, 0) if self.allowed == 0 => "Nothing differs.".to_owned(),
            (true, 0) => "Nothing differs but what rules allow.".to_owned(),
            (true, _) => {
                format!("{consequences} {follow} from products and sections that rules allow to be missing or extra.")
            }
            (false, 0) => format!("{parts}."),
            (false, _) => format!("{parts}. {consequences} further {follow} from that."),
        }
    }

    /// Sections without sections below them, with how many products they have and how many of these differ.
    fn worst_sections(&self, compared: &Compared) -> Result<Value> {
        let mut sections: BTreeMap<i64, (u64, u64)> = BTreeMap::new();
        compared.each_listed(|unit, id, _| {
            if let (Some(section), true, Shape::Stock) = (unit.section, unit.is_leaf, unit.shape) {
                let (products, different) = sections.entry(section).or_default();
                *products += 1;
                *different += u64::from(self.products.contains(&id));
            }
        })?;
        let mut worst: Vec<_> = sections.into_iter().filter(|(_, (_, different))| *different > 0).collect();
        worst.sort_by_key(|(id, (_, different))| (Reverse(*different), *id));
        let shown = worst.into_iter().take(MOST_SECTIONS).map(|(id, (products, different))| {
            let name = compared.sections.iter().find(|section| section.id == id).map(|section| &section.name);
            json!({"id": id, "name": name, "products": products, "different": different})
        });
        Ok(shown.collect())
    }
}

/// The place of a field in the sentence.
fn rank(field: &str, kind: Kind) -> usize {
    let fits = |(of, own, ..): &(Option<&str>, Kind, _, _)| of.is_none_or(|of| of == field) && *own == kind;
    PHRASES.iter().position(fits).unwrap_or(PHRASES.len() - 1)
}

/// The field of a difference, the same whatever route shows it: `price` of `price` and `price.value`.
fn field_of(difference: &Difference, causes: &Causes) -> String {
    match (difference.is_whole, difference.product) {
        (true, None) => return SECTION.to_owned(),
        (true, Some(_)) => return if causes.has_product(difference) { PRODUCT } else { PLACE }.to_owned(),
        _ => {}
    }
    let field = difference.field().replace(".value[", "[");
    let field = field.strip_suffix(".value").unwrap_or(&field);
    if field.is_empty() { "response".to_owned() } else { field.to_owned() }
}

/// What differs: a product or a section, whichever route shows it, or a response.
fn thing_of(difference: &Difference) -> String {
    match (difference.product, sections_of(difference).min()) {
        (Some(id), _) => format!("product {id}"),
        (None, Some(id)) => format!("section {id}"),
        (None, None) => difference.identity.clone(),
    }
}

/// The share of `part` in `whole`, rounded down: 100 % says that nothing is missing.
fn percent(part: u64, whole: u64) -> String {
    match (u128::from(part) * 10_000).checked_div(u128::from(whole)) {
        None => "–".to_owned(),
        Some(hundredths) => format!("{}.{:02} %", hundredths / 100, hundredths % 100),
    }
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn a_share_is_rounded_down() {
        let shares = [(999_999, 1_000_000), (7, 7), (1, 3), (0, 0)].map(|(part, whole)| percent(part, whole));
        assert_eq!(shares, ["99.99 %", "100.00 %", "33.33 %", "–"]);
    }
}
