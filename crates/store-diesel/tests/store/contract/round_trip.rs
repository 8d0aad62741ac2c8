//! Everything that an import writes is read back unchanged.

use super::import::snapshot;
use super::parts::{detail_of, full_parts};
use catalog_domain::catalog::Warehouse;
use catalog_domain::ports::{
    ContentTouch, OfferRecord, PartSelection, ProductDetail, ProductFingerprints, ProductRecord, ProductWrite,
    StoredContent, StoredProduct, TimeSources,
};
use catalog_domain::pricing::{LevelPrice, Money, Offer, PriceLevel, Stock};
use catalog_domain::products::{
    FeatureField, FeatureGroup, FeatureRole, FilterDefinition, FilterValue, Product, ProductType, Vendor,
};
use catalog_domain::sections::Section;
use catalog_domain::values::{FieldId, GroupId, ProductTypeId, SectionId, SourceId, Timestamp};
use catalog_testkit::builders::{
    NOON, feature_field, filter_value, fingerprint, offer, offer_record, page, product_of, product_record,
    product_type, section, warehouse,
};
use catalog_testkit::{AnyStore, ImportRun};
use std::sync::Arc;

/// Characters that are special to SQL, JSON, C or a collation.
const AWKWARD: &str = " Насос \"№1\" 'a' \\ % _ \u{feff}\u{1f680}\n\u{7f} ";

fn full_record() -> ProductRecord {
    let filter_value =
        |field_id, value, sections| FilterValue { field_id, ..filter_value("power", value, "5-kw", sections) };
    ProductRecord {
        source_id: SourceId(i64::MAX),
        name: AWKWARD.into(),
        full_name: "".into(),
        url: Some(page("/товары/насос/?x=1#y")),
        type_id: ProductTypeId(i64::MAX),
        vendor: Some(Vendor { id: "grundfos".into(), name: " Grundfos\u{a0} ".into() }),
        sections: [1_043, i64::MAX, 1].map(SectionId).into(),
        primary_section: Some(SectionId(i64::MAX)),
        preview: Some("https://cdn.example/a.jpg".into()),
        filter_values: [filter_value(FieldId(i64::MAX), AWKWARD, &[5, 1]), filter_value(FieldId(1), "", &[])].into(),
        parts: full_parts(),
        fingerprint: fingerprint("r"),
        content_updated_at: Timestamp::from_unix_microseconds(i64::MIN),
        time_sources: TimeSources {
            record_content: Timestamp::from_unix_microseconds(i64::MAX),
            other_content: Some(NOON),
            record_commercial: Some(Timestamp::from_unix_microseconds(i64::MIN)),
        },
        offer: Some(full_offer()),
        ..product_record(" Ж/1 \"x\" %2F", &[])
    }
}

fn full_offer() -> OfferRecord {
    let level = |name: &str, units: Option<i64>| LevelPrice {
        level: PriceLevel::new(name),
        price: units.map(Money::from_units),
    };
    let offer = Offer {
        hide_prices: true,
        retail: Some(Money::from_units(i64::MAX)),
        levels: [level("Опт", Some(i64::MAX)), level("", None), level(AWKWARD, Some(0))].into(),
        sale: true,
        special: Some(Money::ZERO),
        stock: [("main", i64::MAX), ("Склад \"2\"", 0)]
            .map(|(id, quantity)| Stock { warehouse: id.into(), quantity })
            .into(),
        shipping: i64::MAX,
    };
    OfferRecord { commercial_updated_at: Timestamp::from_unix_microseconds(i64::MAX), ..offer_record(offer) }
}

fn loaded(store: &dyn AnyStore) -> Vec<Product> {
    store.load().unwrap().products.iter().map(|product| (**product).clone()).collect()
}

pub(crate) fn every_field_of_a_product_survives(store: &dyn AnyStore) {
    let (full, bare) =
        (full_record(), ProductRecord { offer: Some(offer_record(Offer::default())), ..product_record("~", &[]) });
    ImportRun::of_records([full.clone(), bare.clone()]).commit(store).unwrap();
    let mut products = loaded(store);
    products.sort_by(|one, other| one.stock_number().cmp(other.stock_number()));
    assert_eq!(products, [product_of(&full), product_of(&bare)]);
    let stored = snapshot(store).products;
    let offer = full.offer.clone().unwrap();
    let expected = StoredProduct {
        stock_number: full.stock_number,
        source_id: Some(full.source_id),
        is_active: true,
        sections: full.sections,
        vendor: full.vendor.map(Arc::new),
        fingerprints: ProductFingerprints { record: full.fingerprint, offer: offer.fingerprint },
        content_updated_at: full.content_updated_at,
        commercial_updated_at: offer.commercial_updated_at,
        time_sources: full.time_sources,
    };
    assert_eq!(stored[0], expected);

    let requested = ["x", "~", &*expected.stock_number, "A\0"].map(Box::<str>::from);
    ImportRun::of_writes([ProductWrite::Deactivate { stock_number: "~".into() }]).commit(store).unwrap();
    let details = [ProductDetail::default(), detail_of(full_record().parts)];
    assert_eq!(store.read(&requested, PartSelection::ALL).unwrap().details, between(details));
    let mut session = store.begin().unwrap();
    assert_eq!(session.offers(&requested).unwrap(), between([Offer::default(), full_offer().offer]));
    assert_eq!(session.contents(&requested).unwrap(), between([bare, full_record()].map(content)));
}

/// What there is of the two products, and nothing of others before and behind them.
fn between<T>([one, other]: [T; 2]) -> [Option<T>; 4] {
    [None, Some(one), Some(other), None]
}

fn content(record: ProductRecord) -> StoredContent {
    StoredContent {
        name: record.name,
        full_name: record.full_name,
        url: record.url,
        primary_section: record.primary_section,
        preview: record.preview,
        filter_values: record.filter_values,
        parts: record.parts,
        type_id: record.type_id,
        offer: record.offer.map(|record| record.offer).unwrap_or_default(),
    }
}

pub(crate) fn every_field_of_a_section_survives(store: &dyn AnyStore) {
    let filter = FilterDefinition {
        uid: "power".into(),
        name: "i18n::Мощность".into(),
        group_name: AWKWARD.into(),
        group_ids: [3, i64::MAX].map(GroupId).into(),
        field_ids: vec![FieldId(17)],
        type_ids: [5, 6].map(ProductTypeId).into(),
        data_type: "relation".into(),
        is_multiple: true,
        main_filter: false,
        hidden: true,
    };
    let empty = FilterDefinition { group_ids: vec![], field_ids: vec![], type_ids: vec![], ..filter.clone() };
    let full = Section {
        id: SectionId(i64::MAX),
        source_id: Some(SourceId(1)),
        parent: Some(SectionId(12)),
        name: AWKWARD.into(),
        url: Some(page("/каталог/")),
        is_active: false,
        is_service: true,
        sort_order: i64::MIN,
        filter_index: Some("pumps_v3".into()),
        filters: vec![filter, empty],
        synced_at: NOON.plus_seconds(1),
    };
    let bare = Section { source_id: None, url: None, ..section(5) };
    for full in [full.clone(), Section { id: full.id, ..section(77) }] {
        ImportRun { sections: vec![bare.clone(), full.clone()], ..ImportRun::default() }.commit(store).unwrap();
        let expected = vec![bare.clone(), full];
        assert_eq!(snapshot(store).sections, expected);
        let mut sections: Vec<Section> = store.load().unwrap().sections.iter().map(|each| (**each).clone()).collect();
        sections.sort_by_key(|section| section.id);
        assert_eq!(sections, expected);
    }
}

pub(crate) fn every_field_of_a_product_type_survives(store: &dyn AnyStore) {
    let full_field = FeatureField {
        name: AWKWARD.into(),
        ord: i64::MIN,
        in_filter: true,
        in_search: true,
        is_multiple: true,
        guide_id: Some(i64::MAX),
        main_filter: true,
        hidden: true,
        base_property: true,
        analog: true,
        ..feature_field(9, "full")
    };
    let group = |id: i64, role: FeatureRole| FeatureGroup {
        id: GroupId(id),
        uid: role.name().into(),
        name: AWKWARD.into(),
        ord: -id,
        role,
        fields: vec![full_field.clone(), FeatureField { role, ..feature_field(id * 10, role.name()) }],
    };
    let full = ProductType {
        id: ProductTypeId(3),
        name: "i18n::Насос".into(),
        groups: (1..).zip(FeatureRole::ALL).map(|(id, role)| group(id, role)).collect(),
    };
    let bare = ProductType { groups: vec![], ..product_type(1) };
    for full in [full, product_type(3)] {
        let expected = vec![bare.clone(), full];
        ImportRun { product_types: expected.clone(), ..ImportRun::default() }.commit(store).unwrap();
        assert_eq!(snapshot(store).product_types, expected);
        assert_eq!(store.load().unwrap().product_types, expected);
    }
}

pub(crate) fn warehouses_are_replaced_by_id(store: &dyn AnyStore) {
    ImportRun { warehouses: ["a", "b"].map(warehouse).into(), ..ImportRun::default() }.commit(store).unwrap();
    let renamed = Warehouse { id: "a".into(), name: AWKWARD.into() };
    ImportRun { warehouses: vec![renamed.clone()], ..ImportRun::default() }.commit(store).unwrap();
    let expected = vec![renamed, warehouse("b")];
    assert_eq!(snapshot(store).warehouses, expected);
    assert_eq!(store.load().unwrap().warehouses, expected);
}

/// A record replaces all content; its offer only when it has one. The other writes change only their own part.
pub(crate) fn a_product_is_replaced_whole(store: &dyn AnyStore) {
    let full = full_record();
    let stock_number = full.stock_number.clone();
    let mut expected = product_of(&full);
    ImportRun::of_records([full.clone()]).commit(store).unwrap();

    let bare = ProductRecord { source_id: SourceId(5), offer: None, ..product_record(&stock_number, &[2]) };
    ImportRun::of_records([bare.clone()]).commit(store).unwrap();
    let unchanged = (expected.offer.clone(), expected.commercial_updated_at);
    expected = product_of(&ProductRecord { offer: full.offer.clone(), ..bare.clone() });
    assert_eq!(loaded(store), [expected.clone()], "content is replaced, the offer unchanged");
    assert_eq!((expected.offer.clone(), expected.commercial_updated_at), unchanged);

    let later = NOON.plus_seconds(7);
    ImportRun::of_records([ProductRecord { commercial_updated_at: Some(later), ..bare }]).commit(store).unwrap();
    expected.commercial_updated_at = later;
    assert_eq!(loaded(store), [expected.clone()], "the record's own commercial time");

    let new_offer = offer_record(Offer { retail: None, special: None, levels: [].into(), stock: [].into(), ..offer() });
    let writes = [
        ProductWrite::Offer { stock_number: stock_number.clone(), offer: new_offer.clone() },
        ProductWrite::TouchContent {
            stock_number: stock_number.clone(),
            touch: ContentTouch { at: later, content_updated_at: later.plus_seconds(1) },
        },
    ];
    ImportRun::of_writes(writes).commit(store).unwrap();
    expected.offer = new_offer.offer;
    expected.commercial_updated_at = new_offer.commercial_updated_at;
    expected.content_updated_at = later.plus_seconds(1);
    assert_eq!(loaded(store), [expected]);
    let stored = snapshot(store).products.remove(0);
    assert_eq!(stored.fingerprints.offer, new_offer.fingerprint);
    assert_eq!(stored.time_sources.other_content, Some(later), "and what the record says stays");
}

pub(crate) fn inactive_products_are_in_the_snapshot_only(store: &dyn AnyStore) {
    let off = ProductRecord { is_active: false, ..product_record("OFF", &[1]) };
    let switched = product_record("SWITCHED", &[1]);
    ImportRun::of_records([off, switched.clone(), product_record("ON", &[1])]).commit(store).unwrap();
    let deactivate = ProductWrite::Deactivate { stock_number: "SWITCHED".into() };
    ImportRun::of_writes([deactivate]).commit(store).unwrap();
    assert_eq!(loaded(store), [product_of(&product_record("ON", &[1]))]);
    let seen: Vec<_> = snapshot(store).products.into_iter().map(|each| (each.stock_number, each.is_active)).collect();
    assert_eq!(seen, [("OFF".into(), false), ("ON".into(), true), ("SWITCHED".into(), false)]);
    ImportRun::of_records([switched]).commit(store).unwrap();
    assert_eq!(loaded(store).len(), 2);
}
