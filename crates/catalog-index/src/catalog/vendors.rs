//! The vendors of a catalog: one public name per id, in name order, `unknown` last (`docs/contract.md#vendor-names`).

use super::positions::position;
use catalog_domain::products::{Product, PublicVendor, UNKNOWN_VENDOR, Vendor, VendorNames};
use catalog_domain::values::{NameOrder, is_plain};
use hashbrown::HashMap;
use std::sync::Arc;

#[derive(Debug, Default)]
pub(super) struct VendorTable {
    /// In name order; the last one is `unknown`, whether or not a product needs it.
    vendors: Vec<Place>,
    /// The id and the name of one vendor after the other: every rendered product needs two of them, so they are
    /// adjacent in memory.
    texts: String,
    /// By position: the stock number of the product that the vendor is named by; `unknown` has none.
    named_by: Vec<Box<str>>,
    by_id: HashMap<Box<str>, u32>,
}

#[derive(Debug, Clone, Copy)]
struct Place {
    start: usize,
    id_end: usize,
    end: usize,
    is_plain: bool,
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
        let mut named: Vec<(&str, &Vendor)> = names.deciding().collect();
        named.sort_by_cached_key(|(_, vendor)| NameOrder::new(vendor.trimmed_name(), &*vendor.id));
        let mut table = Self::default();
        for (stock_number, vendor) in named {
            table.push(&vendor.id, vendor.trimmed_name(), stock_number);
        }
        table.push(UNKNOWN_VENDOR, UNKNOWN_VENDOR, "");
        table
    }

    fn push(&mut self, id: &str, name: &str, named_by: &str) {
        self.by_id.insert(id.into(), position(self.vendors.len()));
        self.named_by.push(named_by.into());
        let start = self.texts.len();
        self.texts.extend([id, name]);
        let (id_end, end) = (start + id.len(), self.texts.len());
        self.vendors.push(Place { start, id_end, end, is_plain: is_plain(&self.texts[start..]) });
    }

    pub(super) fn len(&self) -> usize {
        self.vendors.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = PublicVendor<'_>> {
        (0..=self.unknown()).map(|at| self.get(at))
    }

    /// The position of `unknown`: the last one.
    pub(super) fn unknown(&self) -> u32 {
        position(self.vendors.len() - 1)
    }

    pub(super) fn get(&self, at: u32) -> PublicVendor<'_> {
        let Place { start, id_end, end, is_plain } = self.vendors[at as usize];
        PublicVendor { id: &self.texts[start..id_end], name: &self.texts[id_end..end], is_plain }
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
