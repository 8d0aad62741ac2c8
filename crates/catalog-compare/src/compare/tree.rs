//! The section tree, matched by section: one that moved is one difference.

use super::differences;
use crate::difference::{Difference, Found, Kind, Subject};
use crate::request::Request;
use crate::section_tree::{TreeSection, sections_of};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Compares two trees, and returns how many sections they have.
pub(super) fn compare_trees(request: &Request, old: &Value, new: &Value, found: &mut Vec<Difference>) -> u64 {
    let (old, new) = (nodes(old), nodes(new));
    let ids: std::collections::BTreeSet<i64> = old.keys().chain(new.keys()).copied().collect();
    for id in &ids {
        let of_section = match (old.get(id), new.get(id)) {
            (Some(old_node), Some(new_node)) => compare_nodes(old_node, new_node, &old, &new),
            (old, new) => {
                let name =
                    |node: Option<&TreeSection<'_>>| node.and_then(|node| node.name.cloned()).unwrap_or_default();
                let kind = if new.is_none() { Kind::Missing } else { Kind::Extra };
                vec![Found { path: String::new(), old: name(old), new: name(new), kind, rule: None }]
            }
        };
        let identity = if *id == ROOT { "the tree".to_owned() } else { format!("section {id}") };
        let section = (*id != ROOT).then_some(*id);
        found.extend(differences(&Subject { identity, section, ..Subject::of(request) }, of_section));
    }
    ids.len().saturating_sub(1) as u64
}

/// The id under which the roots are children of the tree.
const ROOT: i64 = i64::MIN;

/// Every section by id, and the roots.
fn nodes(tree: &Value) -> BTreeMap<i64, TreeSection<'_>> {
    let sections = sections_of(tree);
    let roots = sections.iter().filter(|section| section.parent.is_none()).map(|section| section.id).collect();
    let mut nodes = BTreeMap::from([(ROOT, TreeSection { id: ROOT, name: None, parent: None, children: roots })]);
    for section in sections {
        nodes.entry(section.id).or_insert(section);
    }
    nodes
}

fn compare_nodes(
    old: &TreeSection<'_>,
    new: &TreeSection<'_>,
    old_nodes: &BTreeMap<i64, TreeSection<'_>>,
    new_nodes: &BTreeMap<i64, TreeSection<'_>>,
) -> Vec<Found> {
    let mut found = Vec::new();
    let mut differs = |path: &str, old: Value, new: Value, kind| {
        if old != new {
            found.push(Found { path: path.to_owned(), old, new, kind, rule: None });
        }
    };
    differs("name", old.name.cloned().unwrap_or_default(), new.name.cloned().unwrap_or_default(), Kind::Value);
    differs("parent", json!(old.parent), json!(new.parent), Kind::Value);
    // A section that is elsewhere, or nowhere, is a difference of its own.
    let stays = |id: &&i64| {
        let parents = (old_nodes.get(*id).map(|node| node.parent), new_nodes.get(*id).map(|node| node.parent));
        matches!(parents, (Some(old), Some(new)) if old == new)
    };
    let common = |node: &TreeSection<'_>| json!(node.children.iter().filter(stays).collect::<Vec<_>>());
    differs("subSections", common(old), common(new), Kind::Order);
    found
}
