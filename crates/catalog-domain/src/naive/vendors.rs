//! The vendors of the public products and of sections (`docs/contract.md#vendors`).

use super::NaiveCatalog;
use crate::products::{Product, UNKNOWN_VENDOR, VendorNames};
use crate::values::{NameOrder, SectionId};

/// A vendor with its products.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NaiveVendor<'a> {
    /// The public id.
    pub id: &'a str,
    /// The name that v2 shows.
    pub name: &'a str,
    /// Its public products in the subtree.
    pub product_count: u64,
    /// Those of them that are available.
    pub available_product_count: u64,
}

/// The vendor's id; `unknown` without one (`docs/contract.md#unknown-vendor`).
pub(super) fn vendor_id(product: &Product) -> &str {
    product.vendor.as_ref().map_or(UNKNOWN_VENDOR, |vendor| &vendor.id)
}

impl<'a> NaiveCatalog<'a> {
    /// The vendors of the public subtree of a section: in name order, `unknown` last.
    pub fn section_vendors(&self, section: SectionId) -> Vec<NaiveVendor<'a>> {
        let in_subtree = |product: &&Product| self.sections.subtree_has(section, product);
        self.vendors_of(&self.products().filter(in_subtree).collect::<Vec<_>>())
    }

    /// The vendors of all public products, likewise.
    pub(super) fn vendors(&self) -> Vec<NaiveVendor<'a>> {
        self.vendors_of(&self.products().collect::<Vec<_>>())
    }

    fn vendors_of(&self, products: &[&'a Product]) -> Vec<NaiveVendor<'a>> {
        let count = |id: &str, available: bool| {
            let of_vendor = products.iter().filter(|product| vendor_id(product) == id);
            of_vendor.filter(|product| !available || product.offer.is_available()).count() as u64
        };
        let names = self.vendor_names();
        let mut vendors: Vec<NaiveVendor<'a>> = Vec::new();
        for id in products.iter().map(|product| vendor_id(product)) {
            if vendors.iter().all(|vendor| vendor.id != id) {
                let name = names.name_of(id).unwrap_or(UNKNOWN_VENDOR);
                let (product_count, available_product_count) = (count(id, false), count(id, true));
                vendors.push(NaiveVendor { id, name, product_count, available_product_count });
            }
        }
        vendors.sort_by_cached_key(|vendor| (vendor.id == UNKNOWN_VENDOR, NameOrder::new(vendor.name, vendor.id)));
        vendors
    }

    /// The one name of each vendor: that of its public product with the smallest stock number, without white space
    /// around it (`docs/contract.md#vendor-names`).
    pub(super) fn vendor_names(&self) -> VendorNames<'a> {
        let mut names = VendorNames::default();
        for product in self.products() {
            product.vendor.iter().for_each(|vendor| names.add(product.stock_number(), vendor));
        }
        names
    }
}
