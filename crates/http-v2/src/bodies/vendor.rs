//! Vendors and their counts (`docs/contract.md#vendors`).

use crate::schemas::SectionIdText;
use catalog_domain::products::PublicVendor;
use catalog_domain::sections::NodeIndex;
use catalog_domain::values::SectionId;
use catalog_index::{Catalog, VendorCount};
use http_common::json::{JsonWriter, as_text};
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

/// A vendor.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Vendor)]
pub(crate) struct VendorBody<'a> {
    /// The public vendor id; `unknown` for products without a vendor.
    #[schema(example = "acme")]
    id: &'a str,
    /// The vendor's name.
    #[schema(example = "Acme Pumps")]
    name: &'a str,
}

impl<'a> From<PublicVendor<'a>> for VendorBody<'a> {
    fn from(vendor: PublicVendor<'a>) -> Self {
        Self { id: vendor.id, name: vendor.name }
    }
}

/// A vendor with the number of its products in a section's public subtree.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = VendorCount)]
#[serde(rename_all = "camelCase")]
pub(crate) struct VendorCountBody<'a> {
    /// The public vendor id; `unknown` for products without a vendor.
    #[schema(example = "acme")]
    id: &'a str,
    /// The vendor's name.
    #[schema(example = "Acme Pumps")]
    name: &'a str,
    /// Public products of the vendor.
    product_count: u64,
    /// Those with a positive stock on at least one warehouse.
    available_product_count: u64,
}

impl<'a> From<VendorCount<'a>> for VendorCountBody<'a> {
    fn from(count: VendorCount<'a>) -> Self {
        Self {
            id: count.vendor.id,
            name: count.vendor.name,
            product_count: count.product_count,
            available_product_count: count.available_product_count,
        }
    }
}

/// The vendors of the public subtree of a section, in name order, `unknown` last.
#[derive(Debug, Clone, Copy)]
pub(crate) struct VendorCountsBody<'a> {
    catalog: &'a Catalog,
    section: NodeIndex,
}

impl<'a> VendorCountsBody<'a> {
    pub(crate) fn new(catalog: &'a Catalog, section: NodeIndex) -> Self {
        Self { catalog, section }
    }

    /// Appends them to `json`, exactly as serde would; `heads` are those of the same catalog.
    pub(super) fn write(self, json: &mut JsonWriter, heads: &VendorHeads) {
        json.raw("[");
        for (at, count) in self.catalog.section_vendors(self.section).enumerate() {
            if at > 0 {
                json.raw(",");
            }
            json.bytes(heads.of(count.ordinal)).count(count.product_count);
            json.raw(r#","availableProductCount":"#).count(count.available_product_count).raw("}");
        }
        json.raw("]");
    }
}

impl Serialize for VendorCountsBody<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.catalog.section_vendors(self.section).map(VendorCountBody::from))
    }
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

/// The vendors of a section.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SectionVendors)]
pub(crate) struct SectionVendorsBody<'a> {
    /// In name order, `unknown` last.
    #[schema(value_type = Vec<VendorCountBody<'a>>)]
    items: VendorCountsBody<'a>,
    meta: SectionVendorsMeta,
}

/// About a list of vendors.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SectionVendorsMeta {
    /// The requested section.
    #[serde(serialize_with = "as_text")]
    #[schema(value_type = SectionIdText)]
    section_id: SectionId,
}

impl<'a> SectionVendorsBody<'a> {
    pub(crate) fn new(catalog: &'a Catalog, section: NodeIndex) -> Self {
        let section_id = catalog.sections().id(section);
        Self { items: VendorCountsBody::new(catalog, section), meta: SectionVendorsMeta { section_id } }
    }
}
