//! The counts of a report: `summary.json`, and the sentence that it begins with.

use super::causes::Causes;
use crate::compare::difference::{Difference, Kind};
use crate::compare::rules::{FIELD_NOT_SHOWN, Rules};
use crate::compare::run::Compared;
use crate::compare::unit::Shape;
use anyhow::Result;
use serde_json::{Map, Value, json};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

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

/// What differs, whichever route shows it.
#[derive(PartialEq, Eq, Hash)]
enum Thing {
    Product(i64),
    Section(i64),
    /// A response, by its identity.
    Response(String),
}

/// Differences that have something in common.
#[derive(Default)]
struct Group {
    differences: u64,
    things: HashSet<Thing>,
    examples: Vec<Value>,
}

impl Group {
    /// Whether the thing is new to the group.
    fn add(&mut self, thing: Thing, example: impl FnOnce() -> Value) -> bool {
        self.differences += 1;
        let is_first = self.things.insert(thing);
        if is_first && self.examples.len() < MOST_EXAMPLES {
            self.examples.push(example());
        }
        is_first
    }
}

#[derive(Default)]
pub(super) struct Tally {
    pub(super) differences: u64,
    consequences: u64,
    allowed: u64,
    products: HashSet<i64>,
    /// How many things differ, by route.
    different: BTreeMap<String, u64>,
    /// The key of the last one.
    last: String,
    kinds: BTreeMap<Kind, Group>,
    rules: BTreeMap<String, u64>,
    /// By route, field and side.
    one_sided: BTreeMap<[String; 3], Group>,
    /// By the place in the sentence.
    fields: BTreeMap<(usize, String, Kind), Group>,
}

impl Tally {
    /// Counts a difference under a key. Whether it is a cause, of a thing that has not been counted before.
    pub(super) fn add(&mut self, key: &str, difference: &Difference, causes: &Causes) -> bool {
        let Difference { route, identity, path, kind, old, new, name, .. } = difference;
        if let Some(rule) = &difference.allowed {
            self.allowed += 1;
            *self.rules.entry(rule.clone()).or_default() += 1;
            if rule == FIELD_NOT_SHOWN {
                let side = if *kind == Kind::Missing { "old" } else { "new" };
                let field = [route.clone(), difference.field(), side.to_owned()];
                let thing = Thing::Response(identity.clone());
                self.one_sided.entry(field).or_default().add(thing, || identity.as_str().into());
            }
            return false;
        }
        self.differences += 1;
        self.products.extend(difference.product);
        if key != self.last {
            *self.different.entry(route.clone()).or_default() += 1;
            key.clone_into(&mut self.last);
        }
        self.kinds.entry(*kind).or_default().add(thing_of(difference), Value::default);
        if difference.consequence {
            self.consequences += 1;
            return false;
        }
        let field = field_of(difference, causes);
        let mut place = (rank(&field, *kind), field, *kind);
        if self.fields.len() >= MOST_FIELDS && !self.fields.contains_key(&place) {
            "other fields".clone_into(&mut place.1);
        }
        let example = || json!({"identity": identity, "name": name, "path": path, "old": old, "new": new});
        self.fields.entry(place).or_default().add(thing_of(difference), example)
    }

    pub(super) fn summary(self, compared: &Compared, rules: &Rules, arguments: &Value) -> Result<Value> {
        let mut fields: Vec<_> = self.fields.iter().collect();
        fields.sort_by_key(|((rank, ..), group)| (*rank, Reverse(group.things.len())));
        let fields = fields.into_iter().map(|((_, field, kind), Group { differences, things, examples })| {
            let things = things.len();
            json!({"field": field, "kind": kind, "things": things, "differences": differences, "examples": examples})
        });
        let (mut all, mut different) = (0, 0);
        let routes = compared.counts.iter().map(|(route, count)| {
            let differing = self.different.get(*route).copied().unwrap_or_default();
            (all, different) = (all + count, different + differing);
            let (equal, share) = (count - differing, percent(count - differing, *count));
            ((*route).to_owned(), json!({"compared": count, "different": differing, "equal": equal, "share": share}))
        });
        let routes: Map<String, Value> = routes.collect();
        let kinds = self.kinds.iter().map(|(kind, Group { differences, things, .. })| {
            let products = things.iter().filter(|thing| matches!(thing, Thing::Product(_))).count();
            (format!("{kind:?}").to_lowercase(), json!({"differences": differences, "products": products}))
        });
        let count = |name: &str| self.rules.get(name).copied().unwrap_or_default();
        let used = rules.all.iter().filter(|rule| count(&rule.name) > 0 || !rule.is_of_contract());
        let used = used.map(|rule| json!({"name": rule.name, "reason": rule.reason, "differences": count(&rule.name)}));
        let one_sided = self.one_sided.iter().map(|([route, path, side], Group { differences, examples, .. })| {
            json!({"route": route, "path": path, "side": side, "count": differences, "examples": examples})
        });
        Ok(json!({
            "summary": self.sentence(), "arguments": arguments, "compared": all, "equal": all - different,
            "different": different, "share": percent(all - different, all), "differences": self.differences,
            "consequences": self.consequences, "allowed": self.allowed, "fields": fields.collect::<Value>(),
            "routes": routes, "kinds": kinds.collect::<Map<_, _>>(), "rules": used.collect::<Value>(),
            "onlyOneSide": one_sided.collect::<Value>(), "worstSections": self.worst_sections(compared)?,
        }))
    }

    /// Such as `28 products are missing, 5 prices differ.`, and what follows from that.
    fn sentence(&self) -> String {
        let mut parts: BTreeMap<usize, usize> = BTreeMap::new();
        for ((rank, ..), group) in &self.fields {
            *parts.entry(*rank).or_default() += group.things.len();
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
        let parents: HashSet<i64> = compared.sections.iter().map(|section| section.parent).collect();
        let mut sections: HashMap<i64, (u64, u64)> = HashMap::new();
        compared.each_listed(|unit, id, _| {
            let leaf = unit.section.filter(|section| unit.shape == Shape::Stock && !parents.contains(section));
            if let Some(section) = leaf {
                let (products, different) = sections.entry(section).or_default();
                *products += 1;
                *different += u64::from(self.products.contains(&id));
            }
        })?;
        let mut worst: Vec<_> = sections.into_iter().filter(|(_, (_, different))| *different > 0).collect();
        worst.sort_by_key(|(id, (_, different))| (Reverse(*different), *id));
        let shown = worst.into_iter().take(MOST_SECTIONS).map(|(id, (products, different))| {
            json!({"id": id, "name": compared.name_of(id), "products": products, "different": different})
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

fn thing_of(difference: &Difference) -> Thing {
    match (difference.product, difference.sections().min()) {
        (Some(id), _) => Thing::Product(id),
        (None, Some(id)) => Thing::Section(id),
        (None, None) => Thing::Response(difference.identity.clone()),
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
