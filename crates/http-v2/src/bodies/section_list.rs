//! The public sections as a flat list and as a tree, written piece by piece: with vendors, those of a large catalog
//! take tens of megabytes. Without recursion: sources may nest arbitrarily deep.

use super::product_list::{LIST_HEAD, finish_list};
use super::section::SectionBody;
use super::vendor::VendorHeads;
use crate::params::SectionParts;
use crate::schemas::SectionFormatName;
use catalog_index::Catalog;
use http_common::json::{JsonWriter, SUCCESS_HEAD};
use serde::Serialize;
use utoipa::ToSchema;

/// Capacity that fits most sections, without their vendors.
const TYPICAL_BYTES: usize = 1_024;

/// All public sections, in tree order.
#[derive(Debug, ToSchema)]
#[schema(as = SectionList)]
pub(crate) struct SectionListBody<'a> {
    #[schema(value_type = Vec<SectionBody<'a>>)]
    items: WrittenSections,
    meta: SectionListMeta<'a>,
}

/// The public sections as a tree.
#[derive(Debug, ToSchema)]
#[schema(as = SectionTree)]
pub(crate) struct SectionTreeBody<'a> {
    /// The roots; each section has `children`, possibly none.
    #[schema(value_type = Vec<SectionBody<'a>>)]
    items: WrittenSections,
    meta: SectionListMeta<'a>,
}

/// About a list or tree of sections.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SectionListMeta<'a> {
    /// `flat` for a list, `tree` for a tree.
    #[schema(value_type = SectionFormatName, inline)]
    format: &'static str,
    /// The storefront whose sections these are.
    #[schema(example = "storefront.example")]
    host: &'a str,
    /// The number of sections in the response.
    total: usize,
}

impl<'a> SectionListBody<'a> {
    /// All sections, with `parts`.
    ///
    /// # Errors
    /// None is known.
    pub(crate) fn new(catalog: &'a Catalog, parts: SectionParts) -> serde_json::Result<Self> {
        let mut items = WrittenSections::new(catalog, parts);
        for index in catalog.sections().indexes() {
            items.add(&SectionBody::new(catalog, index, parts))?;
            items.text.raw("}");
        }
        let meta = SectionListMeta { format: "flat", host: catalog.storefront().as_str(), total: items.count };
        Ok(Self { items, meta })
    }

    /// The whole text of the response.
    ///
    /// # Errors
    /// None is known.
    pub(crate) fn into_json(self) -> serde_json::Result<Vec<u8>> {
        finish_list(self.items.text, &self.meta)
    }
}

impl<'a> SectionTreeBody<'a> {
    /// The upper `depth` levels of the tree, or all of it, with `parts`.
    ///
    /// # Errors
    /// None is known.
    pub(crate) fn new(catalog: &'a Catalog, depth: Option<u64>, parts: SectionParts) -> serde_json::Result<Self> {
        let mut items = WrittenSections::new(catalog, parts);
        let mut open = 0;
        for index in catalog.sections().indexes() {
            let level = catalog.sections().node(index).level;
            if depth.is_none_or(|depth| u64::from(level) <= depth) {
                // In tree order, a section is at most one level below the one before it.
                items.close(open, level - 1);
                items.add(&SectionBody::new(catalog, index, parts))?;
                // It stays open for its children.
                items.text.raw(r#","children":["#);
                open = level;
            }
        }
        items.close(open, 0);
        let meta = SectionListMeta { format: "tree", host: catalog.storefront().as_str(), total: items.count };
        Ok(Self { items, meta })
    }

    /// The whole text of the response.
    ///
    /// # Errors
    /// None is known.
    pub(crate) fn into_json(self) -> serde_json::Result<Vec<u8>> {
        finish_list(self.items.text, &self.meta)
    }
}

/// The text of a response up to its sections.
#[derive(Debug)]
struct WrittenSections {
    text: JsonWriter,
    count: usize,
    heads: VendorHeads,
}

impl WrittenSections {
    fn new(catalog: &Catalog, parts: SectionParts) -> Self {
        let heads = if parts.vendors { VendorHeads::of_all(catalog) } else { VendorHeads::default() };
        let mut text = JsonWriter::with_capacity(catalog.sections().len() * TYPICAL_BYTES);
        text.raw(SUCCESS_HEAD).raw(LIST_HEAD);
        Self { text, count: 0, heads }
    }

    /// Appends a section without its closing brace, after a comma if needed.
    fn add(&mut self, section: &SectionBody<'_>) -> serde_json::Result<()> {
        if self.text.as_bytes().ends_with(b"}") {
            self.text.raw(",");
        }
        self.count += 1;
        section.write_open(&mut self.text, &self.heads)
    }

    /// Closes the sections on the levels down to `open` that are deeper than `level`.
    fn close(&mut self, open: u32, level: u32) {
        (level..open).for_each(|_| _ = self.text.raw("]}"));
    }
}
