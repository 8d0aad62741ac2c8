//! The tree of sections as nested JSON, written without recursion: a source may nest as deeply as it likes.

use super::{SectionBody, SectionListMeta};
use crate::params::SectionParts;
use catalog_domain::catalog::Catalog;
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

/// The public sections as a tree.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SectionTree)]
pub(crate) struct SectionTreeBody<'a> {
    /// The roots; each section has `children`, possibly none.
    #[schema(value_type = Vec<SectionBody<'a>>)]
    items: Box<RawValue>,
    meta: SectionListMeta<'a>,
}

impl<'a> SectionTreeBody<'a> {
    /// The upper `depth` levels of the tree, or all of it.
    ///
    /// # Errors
    /// When a section cannot be serialised, which no section is known for.
    pub(crate) fn new(catalog: &'a Catalog, depth: Option<u64>, parts: SectionParts) -> serde_json::Result<Self> {
        let mut writer = TreeWriter::new();
        for index in catalog.sections().indexes() {
            let level = catalog.sections().node(index).level;
            if depth.is_none_or(|depth| u64::from(level) <= depth) {
                writer.add(level, &SectionBody::new(catalog, index, parts))?;
            }
        }
        let (items, total) = writer.finish()?;
        Ok(Self { items, meta: SectionListMeta { format: "tree", host: catalog.storefront().as_str(), total } })
    }
}

/// Writes objects that come in pre-order as nested objects.
struct TreeWriter {
    text: String,
    open: u32,
    written: usize,
}

impl TreeWriter {
    fn new() -> Self {
        Self { text: "[".into(), open: 0, written: 0 }
    }

    /// Adds an object on `level` (1 for a root), which is at most one deeper than the object before it.
    fn add(&mut self, level: u32, object: &impl Serialize) -> serde_json::Result<()> {
        self.close(level - 1);
        if !self.text.ends_with('[') {
            self.text.push(',');
        }
        let object = serde_json::to_string(object)?;
        // The object stays open for its children.
        self.text.push_str(object.strip_suffix('}').unwrap_or(&object));
        self.text.push_str(",\"children\":[");
        self.open += 1;
        self.written += 1;
        Ok(())
    }

    /// Ends the objects deeper than `level`.
    fn close(&mut self, level: u32) {
        while self.open > level {
            self.text.push_str("]}");
            self.open -= 1;
        }
    }

    fn finish(mut self) -> serde_json::Result<(Box<RawValue>, usize)> {
        self.close(0);
        self.text.push(']');
        Ok((RawValue::from_string(self.text)?, self.written))
    }
}
