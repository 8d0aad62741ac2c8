//! Short builders with sensible values: a test changes only the fields under test, `Section { parent: Some(id),
//! ..section(2) }`.

use catalog_domain::accounts::{AccountProfile, AccountStatus, NewAccount, PasswordHash};
use catalog_domain::catalog::Warehouse;
use catalog_domain::change::{ChangeEvent, ChangeKind, Membership};
use catalog_domain::ports::{
    EventTally, ImportKind, ImportSummary, ImportWarning, OfferRecord, ProductRecord, ProductTally, PublicCounts,
    SectionTally, TimeSources,
};
use catalog_domain::pricing::{LevelPrice, Money, Offer, PriceLevel, Role, Stock};
use catalog_domain::products::{
    FeatureField, FeatureGroup, FeatureRole, FilterDefinition, FilterValue, LinkedSections, NamedTexts, Product,
    ProductParts, ProductTexts, ProductType, SharedFilterValue,
};
use catalog_domain::sections::Section;
use catalog_domain::values::{
    CatalogRevision, FieldId, Fingerprint, FingerprintBuilder, GroupId, PageUrl, ProductTypeId, SectionId, SourceId,
    StorefrontHost, Timestamp,
};
use std::sync::Arc;

/// The host of the storefront on which all of these are public.
pub const STOREFRONT: &str = "storefront.example";
/// 2026-01-31T12:00:00Z: the time of everything here.
pub const NOON: Timestamp = Timestamp::from_unix_microseconds(1_769_860_800_000_000);

/// The host [`STOREFRONT`].
pub fn storefront() -> StorefrontHost {
    StorefrontHost::parse(STOREFRONT).unwrap()
}

/// A page of the storefront.
pub fn page(path: &str) -> PageUrl {
    PageUrl::parse(&format!("https://{STOREFRONT}{path}")).unwrap()
}

/// What a run is recorded as: every count another number.
pub fn import_summary(kind: ImportKind) -> ImportSummary {
    ImportSummary {
        kind,
        by: "ann@shop".into(),
        job: None,
        undoes: None,
        files: vec!["a.ndjson".into(), "-".into()],
        sections: SectionTally { created: 1, updated: 2, deactivated: 3, unchanged: 4 },
        products: ProductTally { created: 5, updated: 6, deactivated: 7, renamed: 8, unchanged: 9 },
        events: EventTally { content: 10, commercial: 11, removed: 12 },
        public_before: PublicCounts { sections: 13, products: 14 },
        public_after: PublicCounts { sections: 15, products: 16 },
        warnings: 17,
        warning_texts: vec![
            ImportWarning {
                text: "two products \u{0}\"x\"".into(),
                products: vec!["P-1".into(), "P/2 \u{202e}".into()],
            },
            ImportWarning { text: "none".into(), products: Vec::new() },
        ],
    }
}

/// A public root section; its source id is its id plus 100,000.
pub fn section(id: i64) -> Section {
    Section {
        id: SectionId(id),
        source_id: Some(SourceId(id + 100_000)),
        parent: None,
        name: format!("Section {id}").into(),
        url: Some(page(&format!("/catalog/{id}/"))),
        is_active: true,
        is_service: false,
        sort_order: 0,
        filter_index: None,
        filters: Vec::new(),
        synced_at: NOON,
    }
}

/// A type with one group (id times 10) of one public feature field (id times 100).
pub fn product_type(id: i64) -> ProductType {
    ProductType {
        id: ProductTypeId(id),
        name: format!("Type {id}").into(),
        groups: vec![FeatureGroup {
            id: GroupId(id * 10),
            uid: "main".into(),
            name: "Main".into(),
            ord: 1,
            role: FeatureRole::Feature,
            fields: vec![feature_field(id * 100, "power")],
        }],
    }
}

/// A public feature field without any flag.
pub fn feature_field(id: i64, uid: &str) -> FeatureField {
    FeatureField {
        id: FieldId(id),
        uid: uid.into(),
        name: format!("Field {uid}").into(),
        ord: 1,
        role: FeatureRole::Feature,
        data_type: "relation".into(),
        in_filter: false,
        in_search: false,
        is_multiple: false,
        guide_id: None,
        main_filter: false,
        hidden: false,
        base_property: false,
        analog: false,
    }
}

/// A value of the field 1 that counts in these sections.
pub fn filter_value(uid: &str, value: &str, key: &str, sections: &[i64]) -> FilterValue {
    FilterValue {
        field_id: FieldId(1),
        uid: uid.into(),
        value: value.into(),
        key: key.into(),
        sections: sections.iter().copied().map(SectionId).collect(),
    }
}

/// A filter of several values, which is shown.
pub fn filter_definition(uid: &str) -> FilterDefinition {
    FilterDefinition {
        uid: uid.into(),
        name: uid.into(),
        group_name: "Main".into(),
        group_ids: Vec::new(),
        field_ids: Vec::new(),
        type_ids: Vec::new(),
        data_type: "relation".into(),
        is_multiple: true,
        main_filter: false,
        hidden: false,
    }
}

/// A warehouse.
pub fn warehouse(id: &str) -> Warehouse {
    Warehouse { id: id.into(), name: format!("Warehouse {id}").into() }
}

/// Money of whole dollars.
pub fn dollars(amount: i64) -> Option<Money> {
    Some(Money::from_units(amount * Money::UNITS_PER_DOLLAR))
}

/// 100 dollars, 80 at the level `Опт`, 5 pieces in the warehouse `main`.
pub fn offer() -> Offer {
    Offer {
        retail: dollars(100),
        levels: [LevelPrice { level: PriceLevel::new("Опт"), price: dollars(80) }].into(),
        stock: [Stock { warehouse: "main".into(), quantity: 5 }].into(),
        ..Offer::default()
    }
}

/// `offer` as an import passes it; equal offers have equal fingerprints.
pub fn offer_record(offer: Offer) -> OfferRecord {
    OfferRecord { fingerprint: fingerprint(&format!("{offer:?}")), offer, commercial_updated_at: NOON }
}

/// A fingerprint of any text.
pub fn fingerprint(text: &str) -> Fingerprint {
    FingerprintBuilder::new().text(text).finish()
}

/// A source id that belongs to `stock_number` and to no other.
pub fn source_id_of(stock_number: &str) -> SourceId {
    let Fingerprint(bytes) = fingerprint(stock_number);
    SourceId(bytes[..6].iter().fold(0, |number, byte| number << 8 | i64::from(*byte)) + 1)
}

/// An active product of type 1 with [`offer`], linked to `sections`, the first of them its primary one.
pub fn product_record(stock_number: &str, sections: &[i64]) -> ProductRecord {
    let linked: Box<[SectionId]> = sections.iter().copied().map(SectionId).collect();
    ProductRecord {
        stock_number: stock_number.into(),
        source_id: source_id_of(stock_number),
        is_active: true,
        name: format!("Product {stock_number}").into(),
        full_name: format!("Product {stock_number} in full").into(),
        url: None,
        type_id: ProductTypeId(1),
        vendor: None,
        primary_section: linked.first().copied(),
        sections: linked,
        preview: None,
        filter_values: [].into(),
        parts: ProductParts::default(),
        fingerprint: fingerprint(&format!("record {stock_number}")),
        content_updated_at: NOON,
        commercial_updated_at: None,
        time_sources: TimeSources { record_content: NOON, other_content: None, record_commercial: None },
        offer: Some(offer_record(offer())),
    }
}

/// The product that the read model has once [`product_record`] was imported.
pub fn product(stock_number: &str, sections: &[i64]) -> Product {
    product_of(&product_record(stock_number, sections))
}

/// The product that the read model has once `record`, which must have an offer, was imported.
pub fn product_of(record: &ProductRecord) -> Product {
    let offer = record.offer.as_ref().expect("a record with an offer");
    Product {
        texts: texts_of(record),
        source_id: record.source_id,
        type_id: record.type_id,
        vendor: record.vendor.clone().map(Arc::new),
        sections: LinkedSections::new(record.sections.iter().copied(), record.primary_section),
        offer: offer.offer.clone(),
        filter_values: record.filter_values.iter().cloned().map(SharedFilterValue::from).collect(),
        has_configurator: record.parts.configurator.is_some(),
        content_updated_at: record.content_updated_at,
        commercial_updated_at: offer.commercial_updated_at,
        version: CatalogRevision::default(),
    }
}

/// The texts that the read model has of `record`.
fn texts_of(record: &ProductRecord) -> ProductTexts {
    let ProductRecord { stock_number, name, full_name, url, preview, .. } = record;
    let url = url.as_ref().map(PageUrl::borrowed);
    ProductTexts::from(NamedTexts { stock_number, name, full_name, url, preview: preview.as_deref() })
}

/// The event of a product that is new in `sections`.
pub fn event(stock_number: &str, sections: &[i64]) -> ChangeEvent {
    let sections: Vec<SectionId> = sections.iter().copied().map(SectionId).collect();
    ChangeEvent {
        stock_number: stock_number.into(),
        kind: ChangeKind::Upsert { content: true, commercial: false },
        memberships: sections.iter().map(|section| Membership { section: *section, in_section: true }).collect(),
        section_ids: sections,
    }
}

/// An active account of an ordinary user. Its password hash is invalid: no password matches it.
pub fn new_account(email: &str) -> NewAccount {
    NewAccount {
        profile: AccountProfile {
            email: email.into(),
            name: "Ann Example".into(),
            company: "Example Ltd".into(),
            phone: None,
            comment: None,
            role: Role::User,
            status: AccountStatus::Active,
            price_level: PriceLevel::retail(),
            configurator_access: false,
            language: None,
        },
        password_hash: Some(PasswordHash::new("no hash".into())),
        created_at: NOON,
    }
}

/// The same, registered and pending.
pub fn pending_account(email: &str) -> NewAccount {
    let mut account = new_account(email);
    account.profile.status = AccountStatus::Pending;
    NewAccount { password_hash: None, ..account }
}
