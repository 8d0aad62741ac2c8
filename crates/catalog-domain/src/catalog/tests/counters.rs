//! Section counters and vendors against a naive recount.

use super::random_catalog::{Sample, sample};
use crate::products::product::Product;
use crate::products::vendor::Vendor;
use crate::values::identifiers::SectionId;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

fn in_section(sample: &Sample, section: SectionId, direct: bool) -> Vec<&Product> {
    sample.products.iter().map(|product| &**product).filter(|product| sample.is_in(product, section, direct)).collect()
}

fn is_available(product: &Product) -> bool {
    product.offer.stock.iter().any(|stock| stock.quantity > 0)
}

proptest! {
    #[test]
    fn counters_count_each_product_once(sample in sample()) {
        for section in sample.public_sections() {
            let counters = sample.catalog.counters(sample.catalog.sections().find(section).unwrap());
            let subtree = in_section(&sample, section, false);
            prop_assert_eq!(counters.direct_products, in_section(&sample, section, true).len() as u64);
            prop_assert_eq!(counters.products, subtree.len() as u64);
            let available = subtree.iter().filter(|product| is_available(product)).count() as u64;
            prop_assert_eq!(counters.available_products, available);
        }
    }

    #[test]
    fn vendors_are_counted_over_the_subtree_named_once_and_ordered(sample in sample()) {
        for section in sample.public_sections() {
            let mut counts: BTreeMap<String, (u64, u64)> = BTreeMap::new();
            for product in in_section(&sample, section, false) {
                let id = product.vendor.as_ref().map_or("unknown", |vendor| &*vendor.id);
                let count = counts.entry(id.into()).or_default();
                count.0 += 1;
                count.1 += u64::from(is_available(product));
            }
            let shown = sample.catalog.section_vendors(sample.catalog.sections().find(section).unwrap());
            let listed: BTreeMap<String, (u64, u64)> = shown
                .clone()
                .map(|count| (count.vendor.id.to_string(), (count.product_count, count.available_product_count)))
                .collect();
            prop_assert_eq!(listed.len(), shown.len(), "no vendor twice");
            prop_assert_eq!(listed, counts);
            let keys: Vec<_> = shown
                .map(|count| {
                    let name = count.vendor.name.to_string();
                    (count.vendor.id == "unknown", name.to_lowercase(), name, count.vendor.id.to_string())
                })
                .collect();
            prop_assert!(keys.is_sorted(), "{:?}", keys);
        }
    }

    #[test]
    fn a_vendor_is_named_by_its_public_product_with_the_smallest_stock_number(sample in sample()) {
        for shown in sample.catalog.products() {
            let is_shown = |vendor: &Arc<Vendor>| *vendor.id == *shown.vendor.id;
            let of_vendor = |product: &&Product| product.vendor.as_ref().is_some_and(is_shown);
            let is_public = |product: &&Product| sample.catalog.product(product.stock_number()).is_some();
            let naming = sample.products.iter().map(|product| &**product).filter(of_vendor).filter(is_public);
            let naming = naming.min_by_key(|product| product.stock_number());
            let name = naming.and_then(|product| product.vendor.as_ref()).map_or("unknown", |vendor| vendor.name.trim());
            prop_assert_eq!(shown.vendor.name, name);
        }
    }
}
