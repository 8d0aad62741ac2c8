//! The part of a catalog that is in memory while it is written: sections, schemas, vendors.

use crate::GeneratorOptions;
use crate::product_types::{Schema, schemas};
use crate::random::{Random, Stream};
use crate::sections::Sections;
use crate::text::slug;
use crate::vocabulary::{VENDOR_ENDINGS, VENDOR_STEMS};

/// The most vendors that a catalog has, however large it is.
const MAXIMUM_VENDORS: u64 = 400;

/// The fewest vendors that a catalog has, however small it is.
const MINIMUM_VENDORS: u64 = 6;

/// Which vendor's name ends in a no-break space, as in real catalogs. A popular one, so that it is never missing.
const VENDOR_WITH_TRAILING_SPACE: usize = 2;

pub(crate) struct Plan<'o> {
    pub(crate) options: &'o GeneratorOptions,
    pub(crate) sections: Sections,
    /// The product types, in the categories' order.
    pub(crate) schemas: Vec<Schema>,
    /// The vendors, the popular ones first.
    pub(crate) vendors: Vec<Vendor>,
}

pub(crate) struct Vendor {
    pub(crate) id: String,
    pub(crate) name: String,
}

impl<'o> Plan<'o> {
    pub(crate) fn new(options: &'o GeneratorOptions) -> Self {
        Self { options, sections: Sections::new(options), schemas: schemas(), vendors: vendors(options) }
    }

    pub(crate) fn picture(&self, name: &str) -> String {
        match &self.options.pictures {
            Some(base) => format!("{base}/{name}.svg"),
            None => format!("https://cdn.{}/products/{name}.svg", self.options.storefront),
        }
    }

    /// The random choices for that item of this catalog.
    pub(crate) fn random(&self, stream: Stream, index: u64) -> Random {
        Random::keyed(self.options.seed, stream, index)
    }
}

/// Vendors grow with the square root of the catalog: 60 for 5,000 products, about 380 for 200,000.
fn vendors(options: &GeneratorOptions) -> Vec<Vendor> {
    let count = (options.products.isqrt() * 6 / 7).clamp(MINIMUM_VENDORS, MAXIMUM_VENDORS);
    let (stems, endings): (Vec<_>, Vec<_>) = (VENDOR_STEMS.split('|').collect(), VENDOR_ENDINGS.split('|').collect());
    let mut shift = Random::keyed(options.seed, Stream::Vendor, 0);
    let shift = shift.index(stems.len());
    let name_of = |number: usize| {
        // Every pair of words once: the ending advances when all stems have had one, and by one from stem to stem.
        let (round, position) = (number / stems.len(), number % stems.len());
        format!("{} {}", stems[(position + shift) % stems.len()], endings[(round + position) % endings.len()])
    };
    let vendor = |number: usize| {
        let name = name_of(number);
        let id = slug(&name);
        let ending = if number == VENDOR_WITH_TRAILING_SPACE { "\u{a0}" } else { "" };
        Vendor { id, name: name + ending }
    };
    (0..count as usize).map(vendor).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn vendors_grow_with_the_catalog_and_each_has_an_id_of_its_own() {
        for (products, expected) in [(0, 6), (100, 8), (5_000, 60), (200_000, 383), (1_000_000, 400)] {
            let storefront = "storefront.example".to_owned();
            let options =
                GeneratorOptions { products, sections: 1, seed: 3, changes: None, storefront, pictures: None };
            let vendors = vendors(&options);
            let ids: HashSet<&str> = vendors.iter().map(|vendor| vendor.id.as_str()).collect();
            assert_eq!((vendors.len(), ids.len()), (expected, expected), "{products}");
            assert!(!ids.contains("unknown"));
            assert_eq!(vendors.iter().filter(|vendor| vendor.name.trim() != vendor.name).count(), 1, "{products}");
        }
    }
}
