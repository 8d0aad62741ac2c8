//! Imports generated catalogs and their later deltas.

use crate::support::{TestStore, generated};
use catalog_domain::change::ChangeKind;
use catalog_index::{Catalog, PublicProduct};
use std::collections::{BTreeMap, BTreeSet};

const SIZE: (u64, u64) = (300, 40);

#[test]
fn a_generated_catalog_and_its_deltas_are_accepted_and_settle() {
    for seed in [1, 2, 3] {
        let store = TestStore::default();
        let first = store.import(0, &[&generated(SIZE, seed, None)]).unwrap();
        assert_eq!(first.products.created, 300);
        assert!(first.events.content > 0, "some products are public");
        assert!(!store.import(1, &[&generated(SIZE, seed, None)]).unwrap().changed);

        let delta = generated(SIZE, seed, Some(60));
        let report = store.import(2, &[&delta]).unwrap();
        assert!(report.changed, "seed {seed}");
        assert!(!store.import(3, &[&delta]).unwrap().changed, "seed {seed}");
    }
}

#[test]
fn events_are_exactly_the_differences_between_the_catalogs_before_and_after() {
    for seed in [4, 5] {
        let store = TestStore::default();
        store.import(0, &[&generated(SIZE, seed, None)]).unwrap();
        let before = store.content().catalog();
        let renamed = rename_vendors(&generated(SIZE, seed, Some(80)));
        store.import(1, &[&renamed]).unwrap();
        let content = store.content();
        let after = content.catalog();
        let expected = differences(&before, &after);
        assert!(expected.len() > 20, "seed {seed}: {}", expected.len());
        let events = content.events_of_last_run().map(|event| (event.stock_number.to_string(), event.kind)).collect();
        assert_eq!(expected, events, "seed {seed}");
    }
}

/// The records with other names for all their vendors, and the same ids: generated ones never change a name.
fn rename_vendors(records: &str) -> String {
    let renamed = |line: &str| {
        let mut record: serde_json::Value = serde_json::from_str(line).unwrap();
        if let Some(serde_json::Value::String(name)) = record.pointer_mut("/vendor/name") {
            name.insert_str(0, "New ");
        }
        record.to_string()
    };
    records.lines().map(renamed).collect::<Vec<_>>().join("\n")
}

/// The differences between the two catalogs, product by product, as clients would find them.
fn differences(before: &Catalog, after: &Catalog) -> BTreeMap<String, ChangeKind> {
    let numbers = |catalog: &Catalog| -> BTreeSet<String> {
        catalog.products().map(|public| public.product.stock_number().to_string()).collect()
    };
    let mut differences = BTreeMap::new();
    for stock_number in numbers(before).union(&numbers(after)) {
        let kind = match (before.product(stock_number), after.product(stock_number)) {
            (Some(_), None) => ChangeKind::Removed,
            (None, _) => ChangeKind::Upsert { content: true, commercial: false },
            (Some(old), Some(new)) => {
                let content = old.product.content_updated_at != new.product.content_updated_at;
                let commercial = old.product.commercial_updated_at != new.product.commercial_updated_at;
                assert!(content || (visible(&old) == visible(&new)), "{stock_number} changed without a new time");
                assert!(commercial || old.product.offer == new.product.offer, "{stock_number} has a new offer");
                if !content && !commercial {
                    continue;
                }
                ChangeKind::Upsert { content, commercial }
            }
        };
        differences.insert(stock_number.clone(), kind);
    }
    differences
}

/// The base content of a product as clients see it.
fn visible<'a>(public: &PublicProduct<'a>) -> impl PartialEq + 'a {
    let product = public.product;
    (
        public.vendor,
        (product.name(), product.full_name(), product.url(), &product.vendor, product.preview()),
        (&product.filter_values, product.has_configurator, public.primary_section),
    )
}
