//! The tree of sections as nested JSON, written without recursion: sources may nest arbitrarily deep.

use catalog_domain::sections::{SectionNode, SectionTree};
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

/// A section in the tree. A leaf has no `subSections` at all.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CatalogNode)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CatalogNodeBody<'a> {
    #[schema(example = "Pumps")]
    name: &'a str,
    /// The source object id.
    #[schema(example = 88121)]
    id: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(no_recursion, nullable = false, min_items = 1)]
    sub_sections: Option<Vec<CatalogNodeBody<'a>>>,
}

/// The whole tree. A section that lost its source id to another one has no id to show: it is left out, and its children
/// move up.
///
/// # Errors
/// When a section cannot be serialised, which is not known to happen.
pub(crate) fn catalog_tree(sections: &SectionTree) -> serde_json::Result<Box<RawValue>> {
    let mut writer = TreeWriter::default();
    // By node: the number of shown ancestors of its children.
    let mut depth_below: Vec<usize> = Vec::with_capacity(sections.len());
    for node in sections.nodes() {
        let depth = node.parent.map_or(0, |parent| depth_below[parent.as_usize()]);
        let body = shown_node(node);
        depth_below.push(depth + usize::from(body.is_some()));
        if let Some(body) = body {
            writer.add(depth, &body)?;
        }
    }
    writer.finish()
}

fn shown_node(node: &SectionNode) -> Option<CatalogNodeBody<'_>> {
    let id = node.section.source_id?.0;
    Some(CatalogNodeBody { name: &node.section.name, id, sub_sections: None })
}

/// Writes objects that come in pre-order as nested objects.
#[derive(Default)]
struct TreeWriter {
    text: String,
    /// How many objects are open, each inside the one before.
    open: usize,
}

impl TreeWriter {
    /// Appends an object at `depth`, inside the ones appended last.
    fn add(&mut self, depth: usize, object: &impl Serialize) -> serde_json::Result<()> {
        if self.open > depth {
            self.close_to(depth);
            self.text.push(',');
        } else if depth > 0 {
            self.text.push_str(",\"subSections\":[");
        }
        let object = serde_json::to_string(object)?;
        // The object stays open for its children.
        self.text.push_str(object.strip_suffix('}').unwrap_or(&object));
        self.open = depth + 1;
        Ok(())
    }

    /// Closes open objects, and the arrays around all but the last of them.
    fn close_to(&mut self, depth: usize) {
        for level in (depth..self.open).rev() {
            self.text.push('}');
            if level > depth {
                self.text.push(']');
            }
        }
        self.open = depth;
    }

    fn finish(mut self) -> serde_json::Result<Box<RawValue>> {
        self.close_to(0);
        RawValue::from_string(format!("[{}]", self.text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn written(depths: &[usize]) -> serde_json::Value {
        let mut writer = TreeWriter::default();
        for (id, depth) in (0..).zip(depths) {
            writer.add(*depth, &CatalogNodeBody { name: "n", id, sub_sections: None }).unwrap();
        }
        serde_json::from_str(writer.finish().unwrap().get()).unwrap()
    }

    #[test]
    fn objects_are_nested_by_their_depth() {
        assert_eq!(written(&[]), json!([]));
        assert_eq!(
            written(&[0, 1, 2, 2, 1, 0, 1]),
            json!([
                {"name": "n", "id": 0, "subSections": [
                    {"name": "n", "id": 1, "subSections": [{"name": "n", "id": 2}, {"name": "n", "id": 3}]},
                    {"name": "n", "id": 4},
                ]},
                {"name": "n", "id": 5, "subSections": [{"name": "n", "id": 6}]},
            ])
        );
        assert_eq!(
            written(&[0, 1, 2, 0]),
            json!([
                {"name": "n", "id": 0, "subSections": [{"name": "n", "id": 1, "subSections": [{"name": "n", "id": 2}]}]},
                {"name": "n", "id": 3},
            ])
        );
    }

    #[test]
    fn a_very_deep_tree_needs_no_stack() {
        let depths: Vec<usize> = (0..200_000).collect();
        let mut writer = TreeWriter::default();
        for depth in &depths {
            writer.add(*depth, &json!({"id": 1})).unwrap();
        }
        writer.close_to(0);
        let count = |wanted: &[char]| writer.text.matches(wanted).count();
        assert_eq!((count(&['{']), count(&['}']), count(&['[']), count(&[']'])), (200_000, 200_000, 199_999, 199_999));
    }
}
