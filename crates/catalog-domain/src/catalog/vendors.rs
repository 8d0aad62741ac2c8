//! The vendors of a catalog: one public name per id, in name order, `unknown` last (part 2.3).

use crate::name_order::NameKey;
use crate::product::Product;
use crate::vendor::{PublicVendor, UNKNOWN_VENDOR, Vendor, VendorCount, VendorNames};
use std::collections::HashMap;
use std::sync::Arc;

#[derive(Debug)]
pub(super) struct VendorTable {
    /// In name order; the last one is `unknown`, whether or not a product needs it.
    vendors: Vec<PublicVendor>,
    by_id: HashMap<Arc<str>, u32>,
}

impl VendorTable {
    pub(super) fn new(products: &[Arc<Product>]) -> Self {
        let mut names = VendorNames::default();
        for product in products {
            if let Some(vendor) = &product.vendor {
                names.add(&product.stock_number, vendor);
            }
        }
        let shown = |vendor: &Vendor| PublicVendor { id: Arc::clone(&vendor.id), name: vendor.trimmed_name().into() };
        let mut vendors: Vec<PublicVendor> = names.vendors().map(shown).collect();
        vendors.sort_by(|a, b| NameKey::new(&a.name, &*a.id).cmp(&NameKey::new(&b.name, &*b.id)));
        vendors.push(PublicVendor { id: UNKNOWN_VENDOR.into(), name: UNKNOWN_VENDOR.into() });
        let by_id = vendors.iter().zip(0..).map(|(vendor, at)| (Arc::clone(&vendor.id), at)).collect();
        Self { vendors, by_id }
    }

    pub(super) fn len(&self) -> usize {
        self.vendors.len()
    }

    pub(super) fn get(&self, at: u32) -> &PublicVendor {
        &self.vendors[at as usize]
    }

    /// The position of the vendor with that public id; `None` when no public product has it.
    pub(super) fn find(&self, id: &str) -> Option<u32> {
        self.by_id.get(id).copied()
    }

    /// The position of the product's vendor.
    pub(super) fn index_of(&self, product: &Product) -> u32 {
        let id = product.vendor.as_ref().map_or(UNKNOWN_VENDOR, |vendor| &vendor.id);
        self.find(id).unwrap_or(u32::try_from(self.vendors.len() - 1).unwrap_or(u32::MAX))
    }

    /// Counts products given as (vendor position, available); vendors without products are left out.
    pub(super) fn count(&self, products: impl Iterator<Item = (u32, bool)>) -> Box<[VendorCount]> {
        let mut counts = vec![(0_u64, 0_u64); self.vendors.len()];
        for (vendor, available) in products {
            let count = &mut counts[vendor as usize];
            count.0 += 1;
            count.1 += u64::from(available);
        }
        let shown = self.vendors.iter().zip(counts).filter(|(_, (products, _))| *products > 0);
        shown
            .map(|(vendor, (product_count, available_product_count))| VendorCount {
                vendor: vendor.clone(),
                product_count,
                available_product_count,
            })
            .collect()
    }
}
