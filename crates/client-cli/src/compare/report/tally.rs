//! The counts of a report: `summary.json`, and the sentence that it begins with.

use super::causes::Causes;
use crate::compare::difference::{Difference, Kind};
use crate::compare::find::Compared;
use crate::compare::requests::STOCK;
use crate::compare::run::Material;
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

/// Differences that have something in common.
#[derive(Default)]
struct Group {
    differences: u64,
    /// What differs, whichever route shows it: a product or a section by its id, or a response by its identity.
    things: HashSet<String>,
    examples: Vec<Value>,
}

impl Group {
    /// Whether the thing is new to the group.
    fn add(&mut self, found: &Difference) -> bool {
        self.differences += 1;
        let is_first = self.things.insert(match (found.product, found.sections().min()) {
            (Some(id), _) => format!("{PRODUCT} {id}"),
            (None, Some(id)) => format!("{SECTION} {id}"),
            (None, None) => found.identity.clone(),
        });
        if is_first && self.examples.len() < MOST_EXAMPLES {
            let names = ["identity", "name", "path", "old", "new"];
            let line = json!(found);
            self.examples.push(names.map(|name| (name.to_owned(), line[name].clone())).into_iter().collect());
        }
        is_first
    }

    /// A row of a table, with these members as well.
    fn row(&self, mut members: Value) -> Value {
        members["differences"] = self.differences.into();
        members["things"] = self.things.len().into();
        members["products"] = self.things.iter().filter(|thing| thing.starts_with(PRODUCT)).count().into();
        members["examples"] = json!(self.examples);
        members
    }
}

#[derive(Default)]
pub(super) struct Tally {
    /// How many things were compared and how many of these differ, by route.
    routes: BTreeMap<&'static str, [u64; 2]>,
    /// How many products a section has and how many of these differ.
    sections: HashMap<i64, [u64; 2]>,
    kinds: BTreeMap<Kind, Group>,
    rules: BTreeMap<String, Group>,
    consequences: u64,
    /// By the place in the sentence.
    fields: BTreeMap<(usize, String, Kind), Group>,
}

impl Tally {
    /// Counts what was compared. What is read again was counted before.
    pub(super) fn count(&mut self, compared: &Compared<'_>, is_again: bool, causes: &Causes) {
        let Compared { request, key: (_, item), .. } = compared;
        self.routes.entry(request.route).or_default()[usize::from(is_again)] += 1;
        if let (STOCK, Some(section), Ok(id), false) = (request.route, request.section, item.parse(), is_again) {
            let [products, different] = self.sections.entry(section).or_default();
            *products += 1;
            *different += u64::from(causes.different.contains(&id));
        }
    }

    /// Counts a difference. Whether it is a cause, of a thing that has not been counted before.
    pub(super) fn add(&mut self, found: &Difference, causes: &Causes) -> bool {
        if let Some(rule) = &found.allowed {
            self.rules.entry(rule.clone()).or_default().add(found);
            return false;
        }
        self.kinds.entry(found.kind).or_default().add(found);
        if found.consequence {
            self.consequences += 1;
            return false;
        }
        let mut field = field_of(found, causes);
        let fits = |(of, own, ..): &(Option<&str>, Kind, _, _)| of.is_none_or(|of| of == field) && *own == found.kind;
        let rank = PHRASES.iter().position(fits).unwrap_or(PHRASES.len() - 1);
        if self.fields.len() >= MOST_FIELDS && !self.fields.contains_key(&(rank, field.clone(), found.kind)) {
            "other fields".clone_into(&mut field);
        }
        self.fields.entry((rank, field, found.kind)).or_default().add(found)
    }

    pub(super) fn summary(&self, material: &Material<'_>, arguments: &Value) -> Value {
        let [compared, different] = [0, 1].map(|place| self.routes.values().map(|counts| counts[place]).sum());
        let routes = self.routes.iter().map(|(route, [all, different])| ((*route).to_owned(), share(*all, *different)));
        let kinds = self.kinds.iter().map(|(kind, group)| (format!("{kind:?}").to_lowercase(), group.row(json!({}))));
        let mut fields: Vec<_> = self.fields.iter().collect();
        fields.sort_by_key(|((rank, ..), group)| (*rank, Reverse(group.things.len())));
        let fields =
            fields.into_iter().map(|((_, field, kind), group)| group.row(json!({"field": field, "kind": kind})));
        let rules = material.rules.all.iter().filter_map(|rule| {
            let row = json!({"name": rule.name, "reason": rule.reason});
            match self.rules.get(&rule.name) {
                None if rule.is_of_contract() => None,
                group => Some(group.unwrap_or(&Group::default()).row(row)),
            }
        });
        let [open, allowed]: [u64; 2] = [
            self.kinds.values().map(|group| group.differences).sum(),
            self.rules.values().map(|group| group.differences).sum(),
        ];
        let mut summary = json!({
            "summary": self.sentence(), "arguments": arguments, "differences": open, "allowed": allowed,
            "consequences": self.consequences, "fields": fields.collect::<Value>(), "rules": rules.collect::<Value>(),
            "routes": routes.collect::<Map<_, _>>(), "kinds": kinds.collect::<Map<_, _>>(),
            "worstSections": self.worst_sections(material),
        });
        for (name, value) in share(compared, different).as_object().into_iter().flatten() {
            summary[name] = value.clone();
        }
        summary
    }

    /// Such as `28 products are missing, 5 prices differ.`, and what follows from that.
    fn sentence(&self) -> String {
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for ((rank, ..), group) in &self.fields {
            *counts.entry(*rank).or_default() += group.things.len();
        }
        let parts = counts.into_iter().map(|(rank, count)| {
            let (_, _, one, many) = PHRASES[rank];
            format!("{count} {}", if count == 1 { one } else { many })
        });
        let causes = match (parts.collect::<Vec<_>>().join(", "), self.rules.is_empty()) {
            (parts, _) if !parts.is_empty() => parts,
            (_, true) => "Nothing differs".to_owned(),
            (_, false) => "Nothing differs but what rules allow".to_owned(),
        };
        match self.consequences {
            0 => format!("{causes}."),
            1 => format!("{causes}. 1 further difference follows from that."),
            count => format!("{causes}. {count} further differences follow from that."),
        }
    }

    /// Sections without sections below them, those with the most products that differ first.
    fn worst_sections(&self, material: &Material<'_>) -> Value {
        let parents: HashSet<i64> = material.sections.iter().map(|section| section.parent).collect();
        let is_bad = |(id, [_, different]): &(&i64, &[u64; 2])| *different > 0 && !parents.contains(id);
        let mut worst: Vec<_> = self.sections.iter().filter(is_bad).collect();
        worst.sort_by_key(|(id, [_, different])| (Reverse(*different), **id));
        let shown = worst.into_iter().take(MOST_SECTIONS).map(|(id, [products, different])| {
            json!({"id": id, "name": material.name_of(*id), "products": products, "different": different})
        });
        shown.collect()
    }
}

/// The field of a difference, the same whatever route shows it: `price` of `price` and `price.value`.
fn field_of(found: &Difference, causes: &Causes) -> String {
    let field = found.field().replace(".value[", "[");
    match (found.is_whole, found.product, field.strip_suffix(".value").unwrap_or(&field)) {
        (true, None, _) => SECTION,
        (true, Some(_), _) if causes.has_product(found) => PRODUCT,
        (true, Some(_), _) => PLACE,
        (false, _, "") => "response",
        (false, _, field) => field,
    }
    .to_owned()
}

/// How many of these differ, and the share of the others, rounded down: 100 % says that nothing is missing.
fn share(compared: u64, different: u64) -> Value {
    let equal = compared - different;
    let share = match (u128::from(equal) * 10_000).checked_div(u128::from(compared)) {
        None => "–".to_owned(),
        Some(hundredths) => format!("{}.{:02} %", hundredths / 100, hundredths % 100),
    };
    json!({"compared": compared, "different": different, "equal": equal, "share": share})
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_share_is_rounded_down() {
        let shares = [(1_000_000, 1), (7, 0), (3, 2), (0, 0)].map(|(all, different)| super::share(all, different));
        assert_eq!(shares.map(|row| row["share"].clone()), ["99.99 %", "100.00 %", "33.33 %", "–"]);
    }
}
