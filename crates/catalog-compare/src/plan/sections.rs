//! The sections of two trees.

use crate::error::CompareError;
use crate::journal::PlannedSection;
use crate::section_tree::{TreeSection, sections_of};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

struct Known {
    name: String,
    parent: Option<i64>,
    has_children: bool,
}

/// The sections of both trees, those of the old one first, each tree from top to bottom. With `wanted`, those sections
/// and everything below them.
///
/// # Errors
/// When neither tree has a section that is wanted.
pub(crate) fn planned_sections(
    old: Option<&Value>,
    new: Option<&Value>,
    wanted: &[i64],
) -> Result<Vec<PlannedSection>, CompareError> {
    let mut order = Vec::new();
    let mut known = BTreeMap::new();
    for TreeSection { id, name, parent, children } in [old, new].into_iter().flatten().flat_map(sections_of) {
        let entry = known.entry(id).or_insert_with(|| {
            order.push(id);
            let name = name.and_then(Value::as_str).unwrap_or_default().to_owned();
            Known { name, parent, has_children: false }
        });
        entry.has_children |= !children.is_empty();
    }
    if let Some(absent) = wanted.iter().find(|id| !known.contains_key(*id)) {
        return Err(CompareError::input("--sections", format!("no tree has a section {absent}")));
    }
    let tops: BTreeSet<i64> = if wanted.is_empty() {
        known.iter().filter(|(_, section)| section.parent.is_none()).map(|(id, _)| *id).collect()
    } else {
        wanted.iter().copied().filter(|id| !is_below(&known, *id, |above| wanted.contains(&above))).collect()
    };
    let is_planned = |id: &i64| tops.contains(id) || is_below(&known, *id, |above| tops.contains(&above));
    let planned = order.into_iter().filter(is_planned).filter_map(|id| {
        let Known { name, has_children, .. } = known.get(&id)?;
        Some(PlannedSection { id, name: name.clone(), is_root: tops.contains(&id), is_leaf: !has_children })
    });
    Ok(planned.collect())
}

/// Whether any section above `id` is one that `is_sought`.
fn is_below(known: &BTreeMap<i64, Known>, id: i64, is_sought: impl Fn(i64) -> bool) -> bool {
    let mut above = known.get(&id).and_then(|section| section.parent);
    // Two trees that disagree may form a loop.
    for _ in 0..known.len() {
        match above {
            Some(parent) if is_sought(parent) => return true,
            Some(parent) => above = known.get(&parent).and_then(|section| section.parent),
            None => return false,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_sections_of_both_trees_are_planned_and_those_that_are_wanted_with_what_is_below() {
        let old = json!([{"id": 1, "subSections": [{"id": 2, "subSections": [{"id": 3}]}, {"id": 4}]}]);
        let new = json!([{"id": 1, "subSections": [{"id": 2}, {"id": 5}]}, {"id": 6}]);
        let plan = |wanted: &[i64]| {
            let planned = planned_sections(Some(&old), Some(&new), wanted).unwrap();
            planned.iter().map(|section| (section.id, section.is_root, section.is_leaf)).collect::<Vec<_>>()
        };
        let all = [(1, true, false), (2, false, false), (3, false, true), (4, false, true), (5, false, true)];
        assert_eq!(plan(&[]), [&all[..], &[(6, true, true)]].concat());
        assert_eq!(plan(&[2, 3, 5]), [(2, true, false), (3, false, true), (5, true, true)]);
        let error = planned_sections(Some(&old), None, &[6]).unwrap_err();
        assert!(error.is_bad_input() && error.to_string().contains("no tree has a section 6"), "{error}");
    }
}
