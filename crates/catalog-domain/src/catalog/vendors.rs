//! The vendors of a catalog: one public name per id, in name order, `unknown` last (`docs/contract.md#vendor-names`).

use crate::products::product::Product;
use crate::products::vendor::{PublicVendor, UNKNOWN_VENDOR, Vendor, VendorNames};
use crate::values::name_order::NameKey;
use hashbrown::HashMap;
use std::sync::Arc;

#[derive(Debug)]
pub(super) struct VendorTable {
    /// In name order; the last one is `unknown`, whether or not a product needs it.
    vendors: Vec<PublicVendor>,
    /// By position: the stock number of the product that the vendor is named by; `unknown` has none.
    named_by: Vec<Box<str>>,
    by_id: HashMap<Arc<str>, u32>,
}

impl VendorTable {
    /// The vendors of `products`: all public products, or for every vendor at least the one that names it.
    pub(super) fn new<'a>(products: impl Iterator<Item = &'a Product>) -> Self {
        // Products share their vendors, so most are identified by address, without hashing a text.
        let mut smallest: HashMap<*const Vendor, (&str, &Vendor)> = HashMap::new();
        for product in products {
            if let Some(vendor) = &product.vendor {
                let named = smallest.entry(Arc::as_ptr(vendor)).or_insert((product.stock_number(), vendor));
                if product.stock_number() < named.0 {
                    *named = (product.stock_number(), vendor);
                }
            }
        }
        let mut names = VendorNames::default();
        smallest.into_values().for_each(|(stock_number, vendor)| names.add(stock_number, vendor));
        let shown = |vendor: &Vendor| PublicVendor { id: Arc::clone(&vendor.id), name: vendor.trimmed_name().into() };
        let mut named: Vec<(PublicVendor, Box<str>)> =
            names.deciding().map(|(stock_number, vendor)| (shown(vendor), stock_number.into())).collect();
        named.sort_by(|(a, _), (b, _)| NameKey::new(&a.name, &*a.id).cmp(&NameKey::new(&b.name, &*b.id)));
        named.push((PublicVendor { id: UNKNOWN_VENDOR.into(), name: UNKNOWN_VENDOR.into() }, "".into()));
        let by_id = named.iter().zip(0..).map(|((vendor, _), at)| (Arc::clone(&vendor.id), at)).collect();
        let (vendors, named_by) = named.into_iter().unzip();
        Self { vendors, named_by, by_id }
    }

    pub(super) fn len(&self) -> usize {
        self.vendors.len()
    }

    pub(super) fn as_slice(&self) -> &[PublicVendor] {
        &self.vendors
    }

    /// The position of `unknown`: the last one.
    pub(super) fn unknown(&self) -> u32 {
        u32::try_from(self.vendors.len() - 1).unwrap_or(u32::MAX)
    }

    pub(super) fn get(&self, at: u32) -> &PublicVendor {
        &self.vendors[at as usize]
    }

    /// Every vendor but `unknown`: its position, and the stock number of the product that it is named by.
    pub(super) fn naming(&self) -> impl Iterator<Item = (u32, &str)> {
        (0..self.unknown()).zip(self.named_by.iter().map(|stock_number| &**stock_number))
    }

    /// The position of the vendor with that public id; `None` when no public product has it.
    pub(super) fn find(&self, id: &str) -> Option<u32> {
        self.by_id.get(id).copied()
    }

    /// The position of a vendor; that of `unknown` for none.
    pub(super) fn index_of(&self, vendor: Option<&Vendor>) -> u32 {
        vendor.and_then(|vendor| self.find(&vendor.id)).unwrap_or(self.unknown())
    }
}
