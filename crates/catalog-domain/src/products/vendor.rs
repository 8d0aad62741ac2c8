//! Vendors of products, their display names, and their counts (`docs/contract.md#vendors`).

use std::collections::HashMap;
use std::sync::Arc;

/// The public id and name of the vendor under which products without one are grouped.
pub const UNKNOWN_VENDOR: &str = "unknown";

/// A product's vendor as the source wrote it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Vendor {
    /// The public vendor id; never `unknown`.
    pub id: Arc<str>,
    /// The name byte for byte: trailing whitespace is part of it in v1 and trimmed in v2.
    pub name: Arc<str>,
}

impl Vendor {
    /// The name as v2 shows it: without surrounding Unicode whitespace.
    pub fn trimmed_name(&self) -> &str {
        self.name.trim()
    }

    /// Whether a list of vendor ids, which commas separate, can name the vendor with that `id`.
    pub fn can_be_listed(id: &str) -> bool {
        id.trim() == id && !id.contains(|character: char| character == ',' || character.is_control())
    }

    /// Whether the vendor counts as none because its name is blank.
    pub fn is_blank(&self) -> bool {
        self.trimmed_name().is_empty()
    }
}

/// The display name of each vendor id in v2, where one id may come with several names: the trimmed one of the public
/// product with the smallest stock number.
#[derive(Debug, Clone, Default)]
pub struct VendorNames<'a> {
    /// By id: the stock number that decides, and its vendor.
    deciding: HashMap<&'a str, (&'a str, &'a Vendor)>,
}

impl<'a> VendorNames<'a> {
    /// Adds a public product; the order of adding does not matter.
    pub fn add(&mut self, stock_number: &'a str, vendor: &'a Vendor) {
        let deciding = self.deciding.entry(&vendor.id).or_insert((stock_number, vendor));
        if stock_number < deciding.0 {
            *deciding = (stock_number, vendor);
        }
    }

    /// The display name of the vendor with that id; `None` when no product has it.
    pub fn name_of(&self, id: &str) -> Option<&'a str> {
        self.deciding.get(id).map(|(_, vendor)| vendor.trimmed_name())
    }

    /// Every vendor as its deciding product states it, in no particular order.
    pub fn vendors(&self) -> impl Iterator<Item = &'a Vendor> {
        self.deciding().map(|(_, vendor)| vendor)
    }

    /// The stock number of every deciding product, with the vendor as it states it, in no particular order.
    pub fn deciding(&self) -> impl Iterator<Item = (&'a str, &'a Vendor)> {
        self.deciding.values().copied()
    }
}

/// A vendor as v2 shows it: one name per id over the whole catalog.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PublicVendor<'a> {
    /// The public vendor id.
    pub id: &'a str,
    /// The trimmed name of the public product with the smallest stock number among those of this id.
    pub name: &'a str,
    /// Whether both are plain ([`is_plain`](crate::values::is_plain)).
    pub is_plain: bool,
}
