//! The different values of all filters, and how often products use each text of each.

use crate::catalog::positions::position;
use catalog_domain::catalog::FilterChoice;
use catalog_domain::products::FilterText;
use hashbrown::{HashMap, HashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

/// One value of one filter, over the whole catalog. Values are identified by uid and key.
#[derive(Debug, Clone)]
pub(in crate::catalog) struct Facet {
    uid: Arc<str>,
    pub(in crate::catalog) key: Arc<str>,
    /// The texts that products have for it, by code points, each with its number of uses.
    texts: Vec<(Arc<str>, u32)>,
}

impl Facet {
    /// The text; of several ones, the smallest by code points.
    pub(in crate::catalog) fn first_text(&self) -> &str {
        self.texts.first().map_or("", |(text, _)| text)
    }

    /// Whether products give it different texts, so that each section has to find its own.
    pub(in crate::catalog) fn has_several_texts(&self) -> bool {
        self.texts.len() > 1
    }

    /// Whether `text` belongs to this value of this filter.
    pub(in crate::catalog) fn is_of(&self, text: &FilterText) -> bool {
        text.key == self.key && text.uid == self.uid
    }

    fn count(&mut self, text: &Arc<str>, uses: i64) {
        let counted = |before: u32| u32::try_from(i64::from(before) + uses).unwrap_or(0);
        match self.texts.binary_search_by(|(known, _)| (**known).cmp(text)) {
            Ok(at) => self.texts[at].1 = counted(self.texts[at].1),
            Err(at) => self.texts.insert(at, (Arc::clone(text), counted(0))),
        }
    }
}

/// By uid, then first text, then key: a uid's values are adjacent, in display order unless they have several texts.
#[derive(Debug, Clone, Default)]
pub(in crate::catalog) struct Dictionary {
    facets: Vec<Facet>,
}

pub(in crate::catalog) type Uses<'a> = (&'a FilterText, i64);

impl Dictionary {
    pub(in crate::catalog) fn len(&self) -> usize {
        self.facets.len()
    }

    pub(in crate::catalog) fn get(&self, position: u32) -> &Facet {
        &self.facets[position as usize]
    }

    pub(in crate::catalog) fn positions_of(&self, uid: &str) -> Range<u32> {
        let start = self.facets.partition_point(|facet| *facet.uid < *uid);
        position(start)..position(self.facets.partition_point(|facet| *facet.uid <= *uid))
    }

    /// The same choices, where each uid ends at the first colon that makes a value of this dictionary, or else a uid: a
    /// value that is gone stays a choice of its filter. A choice without one stays as it is.
    pub(in crate::catalog) fn known_choices(&self, choices: &[FilterChoice]) -> Vec<FilterChoice> {
        let requested = choices.iter().flat_map(|choice| choice.keys.iter().map(|key| (&*choice.uid, &**key)));
        let texts: Vec<(String, (&str, &str))> =
            requested.map(|(uid, key)| (format!("{uid}:{key}"), (uid, key))).collect();
        let possible: HashSet<(&str, &str)> = texts.iter().flat_map(|(text, _)| self.splits(text)).collect();
        // A filter may have many values: they are read once, however many of them are requested.
        let mut uids: HashSet<&str> = possible.iter().map(|(uid, _)| *uid).collect();
        uids.retain(|uid| !self.positions_of(uid).is_empty());
        let values = uids.iter().flat_map(|uid| self.positions_of(uid).map(move |at| (*uid, &*self.get(at).key)));
        let values: HashSet<(&str, &str)> = values.filter(|value| possible.contains(value)).collect();
        let mut known: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (text, requested) in &texts {
            let value = self.splits(text).find(|split| values.contains(split));
            let (uid, key) =
                value.or_else(|| self.splits(text).find(|(uid, _)| uids.contains(uid))).unwrap_or(*requested);
            known.entry(uid.into()).or_default().insert(key.into());
        }
        known.into_iter().map(|(uid, keys)| FilterChoice { uid, keys: keys.into_iter().collect() }).collect()
    }

    /// The text before and after each colon, up to the first colon before which no uid goes on: a client may send
    /// thousands of colons.
    fn splits<'t>(&self, text: &'t str) -> impl Iterator<Item = (&'t str, &'t str)> {
        let splits = text.match_indices(':').map(|(at, colon)| (&text[..at], &text[at + colon.len()..]));
        splits.take_while(|(start, _)| {
            let next = self.facets.partition_point(|facet| *facet.uid < **start);
            self.facets.get(next).is_some_and(|facet| facet.uid.starts_with(start))
        })
    }

    /// The dictionary after some texts were added or removed, and the new position by old position: `None` for a value
    /// that is not used any more.
    pub(in crate::catalog) fn updated<'a>(&self, uses: impl Iterator<Item = Uses<'a>>) -> (Self, Vec<Option<u32>>) {
        let mut facets = self.facets.clone();
        let known = facets.iter().zip(0..).map(|(facet, at)| ((Arc::clone(&facet.uid), Arc::clone(&facet.key)), at));
        let mut position_of: HashMap<(Arc<str>, Arc<str>), usize> = known.collect();
        for (text, uses) in uses {
            let at = *position_of.entry((Arc::clone(&text.uid), Arc::clone(&text.key))).or_insert_with(|| {
                facets.push(Facet { uid: Arc::clone(&text.uid), key: Arc::clone(&text.key), texts: Vec::new() });
                facets.len() - 1
            });
            facets[at].count(&text.value, uses);
        }
        let mut numbered: Vec<(usize, Facet)> = facets.into_iter().enumerate().collect();
        for (_, facet) in &mut numbered {
            facet.texts.retain(|(_, uses)| *uses > 0);
        }
        numbered.retain(|(_, facet)| !facet.texts.is_empty());
        numbered.sort_by(|(_, a), (_, b)| (&a.uid, a.first_text(), &a.key).cmp(&(&b.uid, b.first_text(), &b.key)));
        let mut moved = vec![None; self.facets.len()];
        for ((before, _), now) in numbered.iter().zip(0..) {
            if let Some(moved) = moved.get_mut(*before) {
                *moved = Some(now);
            }
        }
        (Self { facets: numbered.into_iter().map(|(_, facet)| facet).collect() }, moved)
    }

    /// Whether the other one has the same facets at the same positions, each of them with several texts or not.
    pub(in crate::catalog) fn has_same_facets(&self, other: &Self) -> bool {
        let same = |(a, b): (&Facet, &Facet)| {
            a.uid == b.uid && a.key == b.key && a.has_several_texts() == b.has_several_texts()
        };
        self.facets.len() == other.facets.len() && self.facets.iter().zip(&other.facets).all(same)
    }

    /// Finds facets by uid and key.
    pub(in crate::catalog) fn positions(&self) -> HashMap<(&str, &str), u32> {
        self.facets.iter().zip(0..).map(|(facet, at)| ((&*facet.uid, &*facet.key), at)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog_domain::values::FieldId;

    #[test]
    fn colons_beyond_the_longest_uid_are_not_looked_at() {
        let text =
            |uid: &str| FilterText { field_id: FieldId(1), uid: uid.into(), value: "5 kW".into(), key: "5".into() };
        let texts = ["power", "power:unit"].map(text);
        let (dictionary, _) = Dictionary::default().updated(texts.iter().map(|text| (text, 1)));
        let colons = ":".repeat(60_000);
        for (start, splits) in [("power", 2), ("power:unit", 2), ("power:unit:5", 2), ("pow", 1), ("other", 0)] {
            assert_eq!(dictionary.splits(&format!("{start}{colons}")).count(), splits, "{start}");
        }
    }

    #[test]
    fn a_value_that_is_gone_stays_a_choice_of_its_filter() {
        let text = FilterText { field_id: FieldId(1), uid: "co:lor".into(), value: "Red".into(), key: "red".into() };
        let (dictionary, _) = Dictionary::default().updated([(&text, 1)].into_iter());
        let choice = |uid: &str, keys: &[&str]| FilterChoice {
            uid: uid.into(),
            keys: keys.iter().map(ToString::to_string).collect(),
        };
        let requested = [choice("co", &["lor:red", "lor:gone"]), choice("other", &["a:b"])];
        let known = [choice("co:lor", &["gone", "red"]), choice("other", &["a:b"])];
        assert_eq!(dictionary.known_choices(&requested), known);
    }
}
