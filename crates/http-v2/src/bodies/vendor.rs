//! Vendors and their counts (`docs/contract.md#vendors`).

use catalog_documents::{SectionVendors, SectionVendorsMeta, VendorCount};
use catalog_domain::sections::NodeIndex;
use catalog_index::Catalog;
use http_common::json::JsonWriter;

/// The vendors of the public subtree of a section, in name order, `unknown` last.
pub(super) fn vendor_counts(catalog: &Catalog, section: NodeIndex) -> Vec<VendorCount<'_>> {
    let counts = catalog.section_vendors(section).map(|count| VendorCount {
        id: count.vendor.id.into(),
        name: count.vendor.name.into(),
        product_count: count.product_count,
        available_product_count: count.available_product_count,
    });
    counts.collect()
}

/// Appends them to `json`, exactly as serde would; `heads` are those of the same catalog.
pub(super) fn write_vendor_counts(json: &mut JsonWriter, catalog: &Catalog, section: NodeIndex, heads: &VendorHeads) {
    json.raw("[");
    for (at, count) in catalog.section_vendors(section).enumerate() {
        if at > 0 {
            json.raw(",");
        }
        json.bytes(heads.of(count.ordinal)).count(count.product_count);
        json.raw(r#","availableProductCount":"#).count(count.available_product_count).raw("}");
    }
    json.raw("]");
}

pub(crate) fn section_vendors(catalog: &Catalog, section: NodeIndex) -> SectionVendors<'_> {
    let section_id = catalog.sections().id(section).to_string();
    SectionVendors { items: vendor_counts(catalog, section), meta: SectionVendorsMeta { section_id } }
}

/// The constant part of every count of a vendor, up to its first number: a tree of sections has hundreds of thousands
/// of counts, and a catalog few vendors.
#[derive(Debug, Default)]
pub(super) struct VendorHeads {
    text: JsonWriter,
    /// By vendor: where its head ends.
    ends: Vec<usize>,
}

impl VendorHeads {
    /// The heads of all vendors of `catalog`.
    pub(super) fn of_all(catalog: &Catalog) -> Self {
        let mut heads = Self::default();
        for vendor in catalog.vendors() {
            heads.text.raw(r#"{"id":"#).string(vendor.id).raw(r#","name":"#).string(vendor.name);
            heads.text.raw(r#","productCount":"#);
            heads.ends.push(heads.text.as_bytes().len());
        }
        heads
    }

    fn of(&self, vendor: u32) -> &[u8] {
        let at = vendor as usize;
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text.as_bytes()[start..self.ends[at]]
    }
}
