//! The public sections as a flat list and as a tree, written piece by piece: with vendors, those of a large catalog
//! take tens of megabytes. Without recursion: sources may nest arbitrarily deep.

use super::product_list::{LIST_HEAD, finish_list};
use super::section::write_open;
use super::vendor::VendorHeads;
use crate::params::SectionParts;
use catalog_documents::SectionListMeta;
use catalog_domain::sections::NodeIndex;
use catalog_index::Catalog;
use http_common::json::{JsonWriter, SUCCESS_HEAD};

/// Capacity that fits most sections, without their vendors.
const TYPICAL_BYTES: usize = 1_024;

/// The text of a list of all sections, with `parts`.
pub(crate) fn section_list(catalog: &Catalog, parts: SectionParts) -> serde_json::Result<Vec<u8>> {
    let mut items = WrittenSections::new(catalog, parts);
    for index in catalog.sections().indexes() {
        items.add(index)?;
        items.text.raw("}");
    }
    items.finish("flat")
}

/// The text of the upper `depth` levels of the tree, or of all of it, with `parts`.
pub(crate) fn section_tree(catalog: &Catalog, depth: Option<u64>, parts: SectionParts) -> serde_json::Result<Vec<u8>> {
    let mut items = WrittenSections::new(catalog, parts);
    let mut open = 0;
    for index in catalog.sections().indexes() {
        let level = catalog.sections().node(index).level;
        if depth.is_none_or(|depth| u64::from(level) <= depth) {
            // In tree order, a section is at most one level below the one before it.
            items.close(open, level - 1);
            items.add(index)?;
            // It stays open for its children.
            items.text.raw(r#","children":["#);
            open = level;
        }
    }
    items.close(open, 0);
    items.finish("tree")
}

/// The text of a response up to its sections.
#[derive(Debug)]
struct WrittenSections<'a> {
    catalog: &'a Catalog,
    parts: SectionParts,
    text: JsonWriter,
    count: usize,
    heads: VendorHeads,
}

impl<'a> WrittenSections<'a> {
    fn new(catalog: &'a Catalog, parts: SectionParts) -> Self {
        let heads = if parts.vendors { VendorHeads::of_all(catalog) } else { VendorHeads::default() };
        let mut text = JsonWriter::with_capacity(catalog.sections().len() * TYPICAL_BYTES);
        text.raw(SUCCESS_HEAD).raw(LIST_HEAD);
        Self { catalog, parts, text, count: 0, heads }
    }

    /// Appends a section without its closing brace, after a comma if needed.
    fn add(&mut self, index: NodeIndex) -> serde_json::Result<()> {
        if self.text.as_bytes().ends_with(b"}") {
            self.text.raw(",");
        }
        self.count += 1;
        write_open(&mut self.text, self.catalog, index, self.parts, &self.heads)
    }

    /// Closes the sections on the levels down to `open` that are deeper than `level`.
    fn close(&mut self, open: u32, level: u32) {
        (level..open).for_each(|_| _ = self.text.raw("]}"));
    }

    /// The whole text of the response.
    fn finish(self, format: &str) -> serde_json::Result<Vec<u8>> {
        let (format, host) = (format.to_owned(), self.catalog.storefront().as_str().to_owned());
        finish_list(self.text, &SectionListMeta { format, host, total: self.count })
    }
}
