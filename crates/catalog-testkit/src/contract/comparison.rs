//! What an import reads of stored products to detect changes.

use crate::AnyStore;
use crate::builders::{offer, offer_record, product_record};
use crate::import_run::ImportRun;
use catalog_domain::ports::{FeatureValue, Photo, ProductParts, ProductRecord, ProductWrite, Seo, StoredContent};
use catalog_domain::pricing::{LevelPrice, Money, Offer, PriceLevel, Stock};
use catalog_domain::products::FilterValue;
use catalog_domain::values::{FieldId, PageUrl, SectionId};
use std::collections::HashSet;
use std::sync::Arc;

fn filter_value(key: &str, sections: &[i64]) -> FilterValue {
    FilterValue {
        field_id: FieldId(1),
        uid: "power".into(),
        value: key.into(),
        key: key.into(),
        sections: sections.iter().copied().map(SectionId).collect(),
    }
}

/// In the requested order, of active and inactive products; `None` for products that the store does not have.
pub fn stored_content_is_read_as_it_was_written(store: &dyn AnyStore) {
    let full = ProductRecord {
        full_name: "Насос".into(),
        url: PageUrl::parse("https://storefront.example/a/").ok(),
        preview: Some("https://cdn.example/a.jpg".into()),
        filter_values: [filter_value("x", &[5, 1]), filter_value("y", &[])].into(),
        parts: ProductParts {
            description: "<p>A</p>".into(),
            photos: [Photo { url: "https://cdn.example/1.jpg".into(), alt: None }].into(),
            seo: Seo { title: "T".into(), html: "H".into() },
            features: [FeatureValue { field_id: FieldId(17), value: "5 kW".into() }].into(),
            configurator: None,
            price_data: Some("{}".into()),
        },
        ..product_record("A", &[1, 2])
    };
    ImportRun::of_records([full.clone(), product_record("B", &[])]).commit(store).unwrap();
    ImportRun::of_writes([ProductWrite::Deactivate { stock_number: "B".into() }]).commit(store).unwrap();
    let content = |record: ProductRecord| StoredContent {
        name: record.name,
        full_name: record.full_name,
        url: record.url,
        primary_section: record.primary_section,
        preview: record.preview,
        filter_values: record.filter_values,
        parts: record.parts,
        type_id: record.type_id,
        offer: record.offer.map(|record| record.offer).unwrap_or_default(),
    };
    let requested = ["x", "B", "A", "A\0"].map(Box::<str>::from);
    let found = store.begin().unwrap().contents(&requested).unwrap();
    assert_eq!(found, [None, Some(content(product_record("B", &[]))), Some(content(full)), None]);
}

/// In the requested order; `None` for products that the store does not have.
pub fn stored_offers_are_read_as_they_were_written(store: &dyn AnyStore) {
    let level = |name: &str, price| LevelPrice { level: PriceLevel::new(name), price };
    let levels = [level("Опт", Some(Money::from_units(15))), level("Дилер", None)];
    let priced = Offer { retail: Some(Money::from_units(20)), levels: levels.into(), ..Offer::default() };
    let with = |stock_number: &str, offer: &Offer| ProductRecord {
        offer: Some(offer_record(offer.clone())),
        ..product_record(stock_number, &[1])
    };
    ImportRun::of_records([with("A", &priced), with("B", &Offer::default())]).commit(store).unwrap();
    let found = store.begin().unwrap().offers(&["B", "x", "A", "A\0"].map(Box::<str>::from)).unwrap();
    assert_eq!(found, [Some(Offer::default()), None, Some(priced), None]);
}

/// Whatever else is in the same list, and active or not.
pub fn products_are_found_by_the_sections_of_their_filter_values(store: &dyn AnyStore) {
    let with = |stock_number: &str, values: &[&[i64]]| ProductRecord {
        filter_values: values.iter().map(|sections| filter_value("[7,\"", sections)).collect(),
        ..product_record(stock_number, &[7])
    };
    let records = [
        with("none", &[]),
        with("other", &[&[1], &[]]),
        with("first", &[&[7, 1]]),
        with("last", &[&[1], &[2, 77, 7]]),
        with("like", &[&[77, 71]]),
    ];
    ImportRun::of_records(records).commit(store).unwrap();
    ImportRun::of_writes([ProductWrite::Deactivate { stock_number: "last".into() }]).commit(store).unwrap();
    for (sections, expected) in
        [(&[][..], &[][..]), (&[7], &["first", "last"]), (&[7, 71], &["first", "last", "like"]), (&[99], &[])]
    {
        let sections: HashSet<SectionId> = sections.iter().copied().map(SectionId).collect();
        let mut found = store.begin().unwrap().products_with_filter_values_in(&sections).unwrap();
        found.sort();
        assert_eq!(found.iter().map(|each| &**each).collect::<Vec<_>>(), expected, "{sections:?}");
    }
}

/// An entry of no pieces is an entry.
pub fn products_are_found_by_the_warehouses_of_their_stock(store: &dyn AnyStore) {
    let with = |stock_number: &str, stock: &[(&str, i64)]| {
        let entry = |(id, quantity): &(&str, i64)| Stock { warehouse: (*id).into(), quantity: *quantity };
        let stock = stock.iter().map(entry).collect();
        let offer = catalog_domain::pricing::Offer { stock, ..offer() };
        ProductRecord { offer: Some(offer_record(offer)), ..product_record(stock_number, &[1]) }
    };
    let records = [with("none", &[]), with("main", &[("main", 5)]), with("both", &[("far", 1), ("main", 0)])];
    ImportRun::of_records(records).commit(store).unwrap();
    for (warehouses, expected) in [(&["main"][..], &["both", "main"][..]), (&["far", "x"], &["both"]), (&["mai"], &[])]
    {
        let warehouses: HashSet<Arc<str>> = warehouses.iter().map(|id| Arc::from(*id)).collect();
        let mut found = store.begin().unwrap().products_in_warehouses(&warehouses).unwrap();
        found.sort();
        assert_eq!(found.iter().map(|each| &**each).collect::<Vec<_>>(), expected, "{warehouses:?}");
    }
}
