//! Vendors and their counts (part 2.3).

use super::as_text;
use catalog_domain::identifiers::SectionId;
use catalog_domain::vendor::{PublicVendor, VendorCount};
use http_common::JsonText;
use serde::Serialize;
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

impl<'a> From<&'a PublicVendor> for VendorBody<'a> {
    fn from(vendor: &'a PublicVendor) -> Self {
        Self { id: &vendor.id, name: &vendor.name }
    }
}

impl VendorBody<'_> {
    /// Adds it to `json`.
    pub(super) fn write(&self, json: &mut JsonText) {
        json.json(r#"{"id":"#).text(self.id).json(r#","name":"#).text(self.name).json("}");
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

impl<'a> From<&'a VendorCount> for VendorCountBody<'a> {
    fn from(count: &'a VendorCount) -> Self {
        Self {
            id: &count.vendor.id,
            name: &count.vendor.name,
            product_count: count.product_count,
            available_product_count: count.available_product_count,
        }
    }
}

/// The vendors of a section.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SectionVendors)]
pub(crate) struct SectionVendorsBody<'a> {
    /// In name order, `unknown` last.
    items: Vec<VendorCountBody<'a>>,
    meta: SectionVendorsMeta,
}

/// About a list of vendors.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SectionVendorsMeta {
    /// The section that was asked about.
    #[serde(serialize_with = "as_text")]
    #[schema(value_type = String, example = "1042")]
    section_id: SectionId,
}

impl<'a> SectionVendorsBody<'a> {
    pub(crate) fn new(section_id: SectionId, vendors: &'a [VendorCount]) -> Self {
        Self { items: vendors.iter().map(VendorCountBody::from).collect(), meta: SectionVendorsMeta { section_id } }
    }
}
