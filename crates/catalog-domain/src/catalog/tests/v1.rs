//! v1's wider view against naive loops.

use super::random_catalog::sample;
use crate::products::product::Product;
use crate::sections::tree::NodeIndex;
use crate::values::identifiers::{ProductTypeId, SourceId};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

proptest! {
    #[test]
    fn several_sections_are_merged_and_every_product_counts_once(
        sample in sample(),
        picked in proptest::collection::vec(any::<proptest::sample::Index>(), 1..4),
    ) {
        let v1 = sample.catalog.v1();
        let tree = v1.sections();
        if tree.is_empty() {
            return Ok(());
        }
        let node = |index: &proptest::sample::Index| NodeIndex(u32::try_from(index.index(tree.len())).unwrap());
        let nodes: Vec<NodeIndex> = picked.iter().map(node).collect();
        let is_below = |product: &Product, section: NodeIndex| {
            let mut linked = product.sections.iter().filter_map(|id| tree.find(*id));
            linked.any(|linked| tree.path_to_root(linked).any(|at| at == section))
        };
        let mut expected: Vec<&Product> = sample
            .products
            .iter()
            .map(|product| &**product)
            .filter(|product| nodes.iter().any(|node| is_below(product, *node)))
            .collect();
        expected.sort_by_key(|product| {
            (product.name().to_lowercase(), product.name().to_owned(), product.stock_number().to_owned())
        });
        let names = |products: &[&Product]| {
            products.iter().map(|product| product.stock_number().to_string()).collect::<Vec<_>>()
        };
        prop_assert_eq!(names(&v1.products_of(&nodes).collect::<Vec<_>>()), names(&expected));

        let vendors: BTreeSet<&str> =
            expected.iter().filter_map(|product| product.vendor.as_ref()).map(|vendor| &*vendor.name).collect();
        prop_assert!(v1.vendor_names(&nodes).into_iter().eq(vendors), "byte for byte, by code points");

        let mut types: BTreeMap<ProductTypeId, u64> = BTreeMap::new();
        expected.iter().for_each(|product| *types.entry(product.type_id).or_default() += 1);
        prop_assert!(v1.product_type_counts(&nodes).into_iter().eq(types), "by id");

        let mut having: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
        for product in &expected {
            for value in product.filter_values.iter().filter(|value| &*value.text.uid == "power") {
                let applies = |node: &&NodeIndex| {
                    value.sections.contains(&tree.id(**node)) && is_below(product, **node)
                };
                if nodes.iter().any(|node| applies(&node)) {
                    having.entry(value.text.key.to_string()).or_default().insert(product.stock_number());
                }
            }
        }
        let values: BTreeMap<String, u64> =
            v1.filter_values(&nodes).of("power").iter().map(|value| (value.key.to_string(), value.count)).collect();
        let expected_values: BTreeMap<String, u64> =
            having.into_iter().map(|(key, products)| (key, products.len() as u64)).collect();
        prop_assert_eq!(values, expected_values);
    }

    #[test]
    fn everything_public_is_also_shown_by_v1(sample in sample()) {
        let v1 = sample.catalog.v1();
        let public: Vec<&Product> = sample.catalog.products().map(|public| public.product).collect();
        let source_ids: Vec<SourceId> = public.iter().map(|product| product.source_id).collect();
        let stock_numbers: Vec<String> = public.iter().map(|product| product.stock_number().into()).collect();
        let shown = [v1.products(&source_ids).collect::<Vec<_>>(), v1.products_by_stock_number(&stock_numbers).collect()];
        for shown in shown {
            prop_assert_eq!(shown.len(), public.len());
            for (shown, public) in shown.into_iter().zip(&public) {
                prop_assert!(std::ptr::eq(shown, *public), "{}", public.stock_number());
            }
        }
        prop_assert!(v1.products(&[SourceId(-1)]).next().is_none());
    }
}
