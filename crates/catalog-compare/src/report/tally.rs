//! The counts of a report: `summary.json`.

use super::causes::Causes;
use super::sentence::{field_of, sentence, thing_of};
use crate::compare::{CONTRACT_RULES, FIELD_NOT_SHOWN};
use crate::difference::{Difference, Kind, without_keys};
use crate::error::CompareError;
use crate::read_and_join::Compared;
use crate::rules::Rules;
use crate::unit::Route;
use serde_json::{Map, Value, json};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashSet};

const MOST_SECTIONS: usize = 20;
const MOST_FIELDS: usize = 300;
const MOST_EXAMPLES: usize = 3;

#[derive(Default)]
pub(super) struct Tally {
    pub(super) differences: u64,
    pub(super) consequences: u64,
    pub(super) allowed: u64,
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
pub(super) struct Field {
    /// How many products, or sections or responses, differ in it.
    pub(super) things: u64,
    differences: u64,
    examples: Vec<Value>,
}

impl Tally {
    /// Counts a difference of something with this name. Whether it is a cause that has not been counted before.
    pub(super) fn add(&mut self, key: &str, difference: &Difference, name: Option<&str>, causes: &Causes) -> bool {
        let Difference { route, identity, path, kind, .. } = difference;
        if let Some(rule) = &difference.allowed {
            self.allowed += 1;
            *self.rules.entry(rule.clone()).or_default() += 1;
            if rule == FIELD_NOT_SHOWN {
                let side = if *kind == Kind::Missing { "old" } else { "new" };
                let entry = self.one_sided.entry((route.clone(), without_keys(path), side)).or_default();
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
            let Difference { old, new, .. } = difference;
            field.examples.push(json!({"identity": identity, "name": name, "path": path, "old": old, "new": new}));
        }
        is_first
    }

    pub(super) fn summary(self, compared: &Compared, rules: &Rules, arguments: &Value) -> Result<Value, CompareError> {
        let mut fields: Vec<_> = self.fields.iter().collect();
        fields.sort_by_key(|((field, kind), counts)| (super::sentence::rank(field, *kind), Reverse(counts.things)));
        let summary = sentence(&self.fields, self.consequences, self.allowed);
        let listed = fields.into_iter().map(|((field, kind), counts)| {
            let Field { things, differences, examples } = counts;
            json!({"field": field, "kind": kind, "things": things, "differences": differences, "examples": examples})
        });
        let listed: Vec<Value> = listed.collect();
        let (mut all, mut different) = (0, 0);
        let routes = compared.counts.iter().map(|(route, count)| {
            let differing = self.different.get(route).copied().unwrap_or_default().min(*count);
            (all, different) = (all + count, different + differing);
            let equal = count - differing;
            let counts =
                json!({"compared": count, "different": differing, "equal": equal, "share": percent(equal, *count)});
            (route.clone(), counts)
        });
        let routes: Map<String, Value> = routes.collect();
        let kinds = self.kinds.iter().map(|(kind, (differences, products))| {
            (kind.name(), json!({"differences": differences, "products": products.len()}))
        });
        let kinds: Map<String, Value> = kinds.collect();
        let count = |name: &str| self.rules.get(name).copied().unwrap_or_default();
        let contract = CONTRACT_RULES.iter().copied().filter(|(name, _)| count(name) > 0);
        let own = rules.all().iter().map(|rule| (rule.name.as_str(), rule.reason.as_str()));
        let rules: Vec<Value> = contract
            .chain(own)
            .map(|(name, reason)| json!({"name": name, "reason": reason, "differences": count(name)}))
            .collect();
        let one_sided = self.one_sided.iter().map(|((route, path, side), (count, examples))| {
            json!({"route": route, "path": path, "side": side, "count": count, "examples": examples})
        });
        let one_sided: Vec<Value> = one_sided.collect();
        Ok(json!({
            "summary": summary, "arguments": arguments, "compared": all, "equal": all - different,
            "different": different, "share": percent(all - different, all), "differences": self.differences,
            "consequences": self.consequences, "allowed": self.allowed, "fields": listed, "routes": routes,
            "kinds": kinds, "rules": rules, "onlyOneSide": one_sided, "worstSections": self.worst_sections(compared)?,
        }))
    }

    /// Sections without sections below them, with how many products they have and how many of these differ.
    fn worst_sections(&self, compared: &Compared) -> Result<Vec<Value>, CompareError> {
        let mut sections: BTreeMap<i64, (u64, u64)> = BTreeMap::new();
        compared.each_listed(|unit, id, _| {
            if let (Some(section), true, Route::AVAILABILITY_FROM) = (unit.section, unit.is_leaf, unit.route) {
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
