//! Which text a section shows for a filter key that products give different texts, against naive loops.

use super::random_catalog::{Sample, sample};
use crate::catalog::facets::FilterValueCount;
use crate::products::product::Product;
use crate::sections::tree::{NodeIndex, SectionTree};
use crate::values::identifiers::SectionId;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The filter keys with their texts in `sections` of `tree`: of the product with the smallest stock number the first
/// text that applies in one of the sections that the product is in or below.
fn naive_texts<'a>(
    products: &'a [Arc<Product>],
    tree: &SectionTree,
    sections: &[SectionId],
    uid: &str,
) -> BTreeMap<&'a str, &'a str> {
    let is_below = |product: &Product, section: SectionId| {
        let mut linked = product.sections.iter().filter_map(|id| tree.find(*id));
        linked.any(|linked| tree.path_to_root(linked).any(|at| tree.id(at) == section))
    };
    let mut by_stock_number: Vec<&Product> = products.iter().map(|product| &**product).collect();
    by_stock_number.sort_by_key(|product| product.stock_number());
    let mut texts = BTreeMap::new();
    for product in by_stock_number {
        let counted: Vec<SectionId> = sections.iter().copied().filter(|section| is_below(product, *section)).collect();
        for value in product.filter_values.iter().filter(|value| &*value.text.uid == uid) {
            if counted.iter().any(|section| value.sections.contains(section)) {
                texts.entry(&*value.text.key).or_insert(&*value.text.value);
            }
        }
    }
    texts
}

fn assert_texts(shown: &[FilterValueCount<'_>], expected: &BTreeMap<&str, &str>) -> Result<(), TestCaseError> {
    let mut in_order: Vec<(&str, &str)> = expected.iter().map(|(key, text)| (*text, *key)).collect();
    in_order.sort_unstable();
    let shown: Vec<(&str, &str)> = shown.iter().map(|value| (value.value, value.key)).collect();
    prop_assert_eq!(shown, in_order);
    Ok(())
}

fn nodes_of(tree: &SectionTree, picked: &[prop::sample::Index]) -> Vec<NodeIndex> {
    picked.iter().map(|index| NodeIndex(u32::try_from(index.index(tree.len())).unwrap())).collect()
}

proptest! {
    #[test]
    fn a_section_shows_the_text_of_its_product_with_the_smallest_stock_number(sample in sample()) {
        let Sample { catalog, products, tree } = &sample;
        for node in catalog.sections().indexes() {
            let id = catalog.sections().id(node);
            for (filter, values) in catalog.section_filters(node) {
                assert_texts(&values, &naive_texts(products, tree, &[id], &filter.uid))?;
            }
        }
    }

    #[test]
    fn merged_sections_show_the_text_of_their_product_with_the_smallest_stock_number(
        sample in sample(),
        picked in prop::collection::vec(any::<prop::sample::Index>(), 1..4),
    ) {
        let v1 = sample.catalog.v1();
        let tree = v1.sections();
        if !tree.is_empty() {
            let nodes = nodes_of(tree, &picked);
            let ids: Vec<SectionId> = nodes.iter().map(|node| tree.id(*node)).collect();
            let values = v1.filter_values(&nodes);
            for uid in ["power", "power:color", "other"] {
                assert_texts(&values.of(uid), &naive_texts(&sample.products, tree, &ids, uid))?;
            }
        }
    }
}
