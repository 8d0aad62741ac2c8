//! Every count of a filter value is the total of the list filtered by it.

use super::random_catalog::{Sample, sample};
use crate::catalog::facets::FacetIndex;
use crate::catalog::parallelism::Parallelism;
use crate::catalog::query::{FilterChoice, ProductQuery};
use crate::pricing::price_level::PriceLevel;
use crate::pricing::viewer::{Role, Viewer};
use crate::sections::tree::NodeIndex;
use proptest::prelude::*;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Mutex;

proptest! {
    #[test]
    fn facet_counts_are_the_totals_of_the_filtered_lists(sample in sample()) {
        let viewer = Viewer { role: Role::User, price_level: PriceLevel::retail(), configurator_access: false };
        for section in sample.public_sections() {
            let node = sample.catalog.sections().find(section).unwrap();
            for (filter, values) in sample.catalog.section_filters(node) {
                let order: Vec<_> = values.iter().map(|value| (value.value, value.key)).collect();
                prop_assert!(order.is_sorted());
                for value in &values {
                    let choice = FilterChoice { uid: filter.uid.to_string(), keys: vec![value.key.into()] };
                    let query = ProductQuery { filters: vec![choice], ..ProductQuery::of_section(section) };
                    prop_assert_eq!(sample.catalog.section_products(&query, &viewer).unwrap().total, value.count);
                    prop_assert!(value.count > 0);
                }
                let listed: BTreeSet<&str> = values.iter().map(|value| value.key).collect();
                let occurring: BTreeSet<&str> = sample
                    .products
                    .iter()
                    .filter(|product| sample.is_in(product, section, false))
                    .flat_map(|product| product.filter_values.iter())
                    .filter(|value| *value.text.uid == *filter.uid && value.sections.contains(&section))
                    .map(|value| &*value.text.key)
                    .collect();
                prop_assert_eq!(listed.len(), values.len(), "no key twice");
                prop_assert_eq!(listed, occurring);
            }
            let filters: Vec<String> =
                sample.catalog.section_filters(node).map(|(filter, _)| filter.uid.to_string()).collect();
            prop_assert_eq!(filters, ["power", "color"], "stored order, filters without values included");
        }
    }

    /// In a deep tree the subtrees of all sections together are as large as the square of its depth.
    #[test]
    fn an_index_of_filter_values_looks_into_no_subtree_that_no_value_names(sample in sample()) {
        let Sample { catalog, products, .. } = &sample;
        let visited = Mutex::new(BTreeSet::new());
        let subtree = |node: NodeIndex| {
            visited.lock().unwrap().insert(node);
            Cow::Borrowed(catalog.indexes.by_name.subtree(node))
        };
        FacetIndex::build(catalog.linked(), catalog.sections(), subtree, Parallelism::Dual);
        for node in visited.into_inner().unwrap() {
            let id = catalog.sections().node(node).section.id;
            let mut values = products.iter().flat_map(|product| product.filter_values.iter());
            prop_assert!(values.any(|value| value.sections.contains(&id)), "{:?}", id);
        }
    }
}
