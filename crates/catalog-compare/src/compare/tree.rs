//! The section tree, matched by section: one that moved is one difference.

use super::values::Found;
use super::{Subject, differences};
use crate::difference::{Difference, Kind};
use crate::request::Request;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A section of the tree.
struct Node<'a> {
    name: Option<&'a Value>,
    parent: Option<i64>,
    children: Vec<i64>,
}

/// Compares two trees, and returns how many sections they have.
pub(super) fn compare_trees(request: &Request, old: &Value, new: &Value, found: &mut Vec<Difference>) -> u64 {
    let (old, new) = (nodes(old), nodes(new));
    let ids: std::collections::BTreeSet<i64> = old.keys().chain(new.keys()).copied().collect();
    for id in &ids {
        let of_section = match (old.get(id), new.get(id)) {
            (Some(old_node), Some(new_node)) => compare_nodes(old_node, new_node, &old, &new),
            (old, new) => {
                let name = |node: Option<&Node<'_>>| node.and_then(|node| node.name.cloned()).unwrap_or_default();
                let kind = if new.is_none() { Kind::Missing } else { Kind::Extra };
                vec![Found { path: String::new(), old: name(old), new: name(new), kind, rule: None }]
            }
        };
        let identity = if *id == ROOT { "the tree".to_owned() } else { format!("section {id}") };
        let subject = Subject { identity, product: None, label: None };
        let section = (*id != ROOT).then_some(*id);
        let of_section = differences(request, &subject, of_section);
        found.extend(of_section.into_iter().map(|difference| Difference { section, ..difference }));
    }
    ids.len().saturating_sub(1) as u64
}

/// The id under which the roots are children of the tree.
const ROOT: i64 = i64::MIN;

/// Every section by id, and the roots.
fn nodes(tree: &Value) -> BTreeMap<i64, Node<'_>> {
    let mut nodes = BTreeMap::new();
    let mut root = Node { name: None, parent: None, children: Vec::new() };
    // Not recursive: the depth of the tree is the other system's choice.
    let mut pending: Vec<(i64, &Value)> = Vec::new();
    let listed = |children: Option<&Value>| -> Vec<i64> {
        let children = children.and_then(Value::as_array).into_iter().flatten();
        children.filter_map(|child| child.get("id")?.as_i64()).collect()
    };
    root.children = listed(Some(tree));
    pending.extend(tree.as_array().into_iter().flatten().map(|child| (ROOT, child)));
    while let Some((parent, section)) = pending.pop() {
        let Some(id) = section.get("id").and_then(Value::as_i64) else { continue };
        let below = section.get("subSections");
        let node = Node { name: section.get("name"), parent: Some(parent), children: listed(below) };
        nodes.insert(id, node);
        pending.extend(below.and_then(Value::as_array).into_iter().flatten().map(|child| (id, child)));
    }
    nodes.insert(ROOT, root);
    nodes
}

fn compare_nodes(
    old: &Node<'_>,
    new: &Node<'_>,
    old_nodes: &BTreeMap<i64, Node<'_>>,
    new_nodes: &BTreeMap<i64, Node<'_>>,
) -> Vec<Found> {
    let mut found = Vec::new();
    let mut differs = |path: &str, old: Value, new: Value, kind| {
        if old != new {
            found.push(Found { path: path.to_owned(), old, new, kind, rule: None });
        }
    };
    differs("name", old.name.cloned().unwrap_or_default(), new.name.cloned().unwrap_or_default(), Kind::Value);
    let shown = |parent: Option<i64>| parent.filter(|parent| *parent != ROOT).map_or(Value::Null, Value::from);
    differs("parent", shown(old.parent), shown(new.parent), Kind::Value);
    // A section that is elsewhere, or nowhere, is a difference of its own.
    let stays = |id: &&i64| {
        let parents = (old_nodes.get(*id).map(|node| node.parent), new_nodes.get(*id).map(|node| node.parent));
        matches!(parents, (Some(old), Some(new)) if old == new)
    };
    let common = |node: &Node<'_>| json!(node.children.iter().filter(stays).collect::<Vec<_>>());
    differs("subSections", common(old), common(new), Kind::Order);
    found
}
