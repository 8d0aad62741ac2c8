//! Every count of a filter value is the total of the list filtered by it.

use super::random_catalog::{Sample, sample};
use crate::catalog::facets::FacetIndex;
use crate::catalog::parallelism::Parallelism;
use crate::catalog::query::{FilterChoice, ProductQuery};
use crate::pricing::price_level::PriceLevel;
use crate::pricing::viewer::{Role, Viewer};
use crate::sections::tree::NodeIndex;
use crate::values::identifiers::SectionId;
use proptest::prelude::*;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Mutex;

/// A choice as a request has it: a text in which the uid ends at some colon.
fn requested(uid: &str, key: &str) -> FilterChoice {
    let text = format!("{uid}:{key}");
    let (uid, key) = text.split_once(':').unwrap();
    FilterChoice { uid: uid.into(), keys: vec![key.into()] }
}

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
                    let query = ProductQuery {
                        filters: vec![requested(&filter.uid, value.key)],
                        ..ProductQuery::of_section(section)
                    };
                    let query = sample.catalog.known_query(&query);
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
            prop_assert_eq!(filters, ["power", "power:color"], "stored order, filters without values included");
        }
    }

    #[test]
    fn a_uid_ends_at_the_first_colon_that_makes_a_value(sample in sample()) {
        let has = |uid: &str, key: &str| {
            let mut values = sample.catalog.products().flat_map(|found| found.product.filter_values.iter());
            values.any(|value| *value.text.uid == *uid && *value.text.key == *key)
        };
        let choice = |uid: &str, keys: &[&str]| FilterChoice {
            uid: uid.into(),
            keys: keys.iter().map(|key| String::from(*key)).collect(),
        };
        let filters = vec![choice("power", &["5", "color:", "color:5", "color:x", "x:5"])];
        let query = ProductQuery { filters, ..ProductQuery::of_section(SectionId(1)) };
        let (mut rest, mut keys) = (vec!["5"], vec![]);
        for (text, key) in [("color:", ""), ("color:5", "5")] {
            if has("power:color", key) { keys.push(key) } else { rest.push(text) }
        }
        rest.extend(["color:x", "x:5"]);
        let mut expected = vec![choice("power", &rest), choice("power:color", &keys)];
        expected.retain(|choice| !choice.keys.is_empty());
        prop_assert_eq!(&sample.catalog.known_query(&query).filters, &expected);
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
            let id = catalog.sections().id(node);
            let mut values = products.iter().flat_map(|product| product.filter_values.iter());
            prop_assert!(values.any(|value| value.sections.contains(&id)), "{:?}", id);
        }
    }
}
