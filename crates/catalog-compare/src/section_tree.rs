//! The section tree of v1 as a list.

use serde_json::Value;

pub(crate) struct TreeSection<'a> {
    pub(crate) id: i64,
    pub(crate) name: Option<&'a Value>,
    pub(crate) parent: Option<i64>,
    pub(crate) children: Vec<i64>,
}

/// The sections of a tree from top to bottom. Not recursive: the depth is the other system's choice.
pub(crate) fn sections_of(tree: &Value) -> Vec<TreeSection<'_>> {
    let mut sections = Vec::new();
    let mut pending: Vec<(Option<i64>, &Value)> = elements(Some(tree)).iter().rev().map(|root| (None, root)).collect();
    while let Some((parent, section)) = pending.pop() {
        let Some(id) = id_of(section) else { continue };
        let below = elements(section.get("subSections"));
        let children = below.iter().filter_map(id_of).collect();
        sections.push(TreeSection { id, name: section.get("name"), parent, children });
        pending.extend(below.iter().rev().map(|child| (Some(id), child)));
    }
    sections
}

fn elements(sections: Option<&Value>) -> &[Value] {
    sections.and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn id_of(section: &Value) -> Option<i64> {
    section.get("id")?.as_i64()
}
