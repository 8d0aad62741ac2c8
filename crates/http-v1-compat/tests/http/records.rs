//! The records of the usual catalog.
//!
//! Pumps (100) contains Centrifugal (110), Submersible (120) and, on another host, Foreign (130) with Fire (131) below.
//! Nowhere (150) has no page; Empty (200) has no product. Sections below an inactive or a service section are not
//! shown.

use catalog_domain::ports::{ContentTouch, Photo, ProductParts, ProductRecord, ProductWrite, ResourceSet};
use catalog_domain::pricing::{LevelPrice, Money, Offer, PriceLevel, Stock};
use catalog_domain::products::{
    Configurator, ConfiguratorOption, FeatureField, FeatureGroup, FeatureRole, FeatureValue, FilterDefinition,
    FilterValue, OptionGroup, ProductType, ResourceLink, Vendor,
};
use catalog_domain::sections::Section;
use catalog_domain::values::{FieldId, GroupId, PageUrl, ProductTypeId, SectionId, SourceId};
use catalog_testkit::ImportRun;
use catalog_testkit::builders::{
    NOON, feature_field, fingerprint, offer_record, page, product_record, section, warehouse,
};
use catalog_testkit::usual::Fixture;

fn usual_import() -> ImportRun {
    ImportRun {
        product_types: vec![pump_type(), valve_type()],
        warehouses: vec![warehouse("msk"), warehouse("spb")],
        new_price_levels: vec![PriceLevel::new("Опт"), PriceLevel::new("Дилер")],
        sections: sections(),
        ..ImportRun::of_writes(
            products().into_iter().map(|record| ProductWrite::Record(Box::new(record))).chain(links()),
        )
    }
}

pub(crate) fn usual_fixture() -> Fixture {
    Fixture::of(usual_import())
}

/// The usual catalog in a store of each kind.
pub(crate) fn usual_fixtures() -> impl Iterator<Item = Fixture> {
    Fixture::on_every_store(usual_import)
}

fn sections() -> Vec<Section> {
    let below = |id: i64, parent: i64, name: &str, sort_order: i64| Section {
        parent: Some(SectionId(parent)),
        name: name.into(),
        sort_order,
        source_id: Some(SourceId(id + 1_000)),
        ..section(id)
    };
    let root = |id: i64, name: &str, sort_order: i64| Section { parent: None, ..below(id, 0, name, sort_order) };
    vec![
        Section {
            filter_index: Some("pumps_v3".into()),
            filters: vec![filter("power", "i18n::filter.power", 17), filter("color", "Color", 18)],
            ..root(100, "Pumps", 1)
        },
        Section {
            filter_index: Some("centrifugal_v1".into()),
            filters: vec![filter("power", "Power of centrifugal pumps", 17), filter("stages", "Stages", 22)],
            ..below(110, 100, "Centrifugal", 2)
        },
        below(120, 100, "Submersible", 1),
        Section { url: PageUrl::parse("https://other.example/x").ok(), ..below(130, 100, "Foreign", 3) },
        below(131, 130, "Fire", 3),
        Section { is_active: false, ..below(140, 100, "Old", 4) },
        below(141, 140, "Older", 1),
        Section { url: None, source_id: Some(SourceId(50)), ..root(150, "Nowhere", 3) },
        root(200, "Empty", 2),
        Section { is_service: true, ..root(300, "Archive", 4) },
    ]
}

fn filter(uid: &str, name: &str, field: i64) -> FilterDefinition {
    FilterDefinition {
        uid: uid.into(),
        name: name.into(),
        group_name: "Main".into(),
        group_ids: vec![GroupId(3)],
        field_ids: vec![FieldId(field)],
        type_ids: vec![ProductTypeId(1)],
        data_type: "relation".into(),
        is_multiple: false,
        main_filter: true,
        hidden: false,
    }
}

fn field(id: i64, uid: &str, name: &str, ord: i64, role: FeatureRole) -> FeatureField {
    FeatureField { name: name.into(), ord, role, ..feature_field(id, uid) }
}

fn pump_type() -> ProductType {
    let power = FeatureField {
        in_filter: true,
        guide_id: Some(31),
        main_filter: true,
        ..field(17, "power", "Power", 2, FeatureRole::Feature)
    };
    let color = FeatureField { is_multiple: true, ..field(18, "color", "i18n::color", 1, FeatureRole::Feature) };
    ProductType {
        id: ProductTypeId(1),
        name: "i18n::type.pump".into(),
        groups: vec![
            FeatureGroup {
                id: GroupId(4),
                uid: "terms".into(),
                name: "Terms".into(),
                ord: 2,
                role: FeatureRole::Commercial,
                fields: vec![
                    field(21, "margin", "Margin", 1, FeatureRole::Commercial),
                    field(20, "warranty", "Warranty", 2, FeatureRole::Warranty),
                ],
            },
            FeatureGroup {
                id: GroupId(3),
                uid: "main".into(),
                name: "i18n::group.main".into(),
                ord: 1,
                role: FeatureRole::Feature,
                fields: vec![power, color, field(19, "erp", "ERP code", 3, FeatureRole::Service)],
            },
        ],
    }
}

fn valve_type() -> ProductType {
    ProductType { id: ProductTypeId(2), name: "Valve".into(), groups: Vec::new() }
}

pub(crate) fn products() -> Vec<ProductRecord> {
    let numbered = |stock_number: &str, source_id: i64, name: &str, sections: &[i64]| ProductRecord {
        source_id: SourceId(source_id),
        name: name.into(),
        ..product_record(stock_number, sections)
    };
    vec![
        full_product(numbered("P-1", 90_001, "Alpha pump", &[110])),
        ProductRecord {
            vendor: vendor("acme", "Acme"),
            offer: Some(offer_record(Offer {
                hide_prices: true,
                ..offer("777.77", "666.66", "555.55", &[("msk", 0)])
            })),
            parts: ProductParts { configurator: Some(configurator()), ..ProductParts::default() },
            filter_values: [value("power", "5 kW", "5-kw", &[100, 110]), value("stages", "3", "3", &[110])].into(),
            ..numbered("P-2", 90_002, "beta pump", &[110, 120])
        },
        ProductRecord {
            vendor: vendor("zeta", "Zeta\u{a0} "),
            offer: Some(offer_record(offer("100", "80", "50", &[("spb", 4)]))),
            ..numbered("P-3", 90_003, "Foreign pump", &[130])
        },
        ProductRecord {
            full_name: "".into(),
            type_id: ProductTypeId(2),
            offer: Some(offer_record(Offer::default())),
            ..numbered("P-4", 90_004, "Gamma valve", &[120])
        },
        numbered("P-5", 90_005, "Pump of a switched-off section", &[140, 141, 300]),
        ProductRecord { is_active: false, ..numbered("P-6", 90_006, "Switched-off pump", &[100]) },
        numbered("A/B+C 3%", 90_007, "Delta pump", &[131, 150]),
    ]
}

fn full_product(record: ProductRecord) -> ProductRecord {
    let feature = |field: i64, value: &str| FeatureValue { field_id: FieldId(field), value: value.into() };
    let photo = |name: &str| Photo { url: format!("https://cdn.storefront.example/{name}.jpg").into(), alt: None };
    ProductRecord {
        url: Some(page("/products/p-1/?from=feed")),
        vendor: vendor("acme", "Acme\u{a0}"),
        preview: Some("https://cdn.storefront.example/p-1.jpg".into()),
        filter_values: [
            value("power", "5 kW", "5-kw", &[100, 110]),
            value("color", "Red", "red", &[100]),
            value("color", "Blue", "blue", &[100]),
        ]
        .into(),
        offer: Some(offer_record(Offer {
            sale: true,
            shipping: 3,
            ..offer("1999.9", "1799", "1500.5", &[("spb", 2), ("msk", 5)])
        })),
        parts: ProductParts {
            description: "<p>Насос «Альфа»</p>".into(),
            photos: [photo("z"), photo("a")].into(),
            features: [
                feature(20, "2 years"),
                feature(17, "5 kW"),
                feature(18, "Red"),
                feature(19, "ERP-1"),
                feature(21, "30 %"),
                feature(18, "Blue"),
            ]
            .into(),
            configurator: Some(configurator()),
            price_data: Some("{\"raw\":\"never shown\"}".into()),
            ..ProductParts::default()
        },
        ..record
    }
}

fn configurator() -> Configurator {
    let option = |uid: &str, retail: &str, wholesale: &str| ConfiguratorOption {
        uid: uid.into(),
        name: format!("Option {uid}").into(),
        stock_number: None,
        is_default: false,
        retail: money(retail),
        levels: [LevelPrice { level: PriceLevel::new("Опт"), price: money(wholesale) }].into(),
    };
    let motor = OptionGroup {
        uid: "motor".into(),
        name: "Motor".into(),
        required: true,
        options: vec![
            ConfiguratorOption { stock_number: Some("MTR-5".into()), is_default: true, ..option("m5", "100", "90") },
            option("m7", "150", "0"),
            option("m9", "0", "0"),
        ],
    };
    Configurator { groups: vec![motor] }
}

fn vendor(id: &str, name: &str) -> Option<Vendor> {
    Some(Vendor { id: id.into(), name: name.into() })
}

fn value(uid: &str, value: &str, key: &str, sections: &[i64]) -> FilterValue {
    FilterValue {
        field_id: FieldId(17),
        uid: uid.into(),
        value: value.into(),
        key: key.into(),
        sections: sections.iter().copied().map(SectionId).collect(),
    }
}

fn money(text: &str) -> Option<Money> {
    Some(Money::parse(text).unwrap())
}

fn offer(retail: &str, wholesale: &str, special: &str, stock: &[(&str, i64)]) -> Offer {
    let stock = stock.iter().map(|(warehouse, quantity)| Stock { warehouse: (*warehouse).into(), quantity: *quantity });
    Offer {
        retail: money(retail),
        levels: [LevelPrice { level: PriceLevel::new("Опт"), price: money(wholesale) }].into(),
        special: money(special),
        stock: stock.collect(),
        ..Offer::default()
    }
}

fn links() -> Vec<ProductWrite> {
    let manual = ResourceLink {
        title: "Manual".into(),
        description: Some("For installers".into()),
        url: "https://cdn.storefront.example/p-1.pdf".into(),
        file_type: Some("PDF".into()),
        size_bytes: Some(2_411_725),
        size: Some("2.3 MB".into()),
    };
    let drawing = ResourceLink {
        title: "Drawing".into(),
        description: None,
        url: "https://cdn.storefront.example/p-1.dwg".into(),
        file_type: None,
        size_bytes: None,
        size: None,
    };
    let links_of = |stock_number: &str, documentation: Box<[ResourceLink]>| ProductWrite::Resources {
        stock_number: stock_number.into(),
        links: ResourceSet {
            software: [ResourceLink { title: "Firmware".into(), ..drawing.clone() }].into(),
            fingerprint: fingerprint(stock_number),
            documentation,
        },
        touch: ContentTouch { at: NOON, content_updated_at: NOON },
    };
    vec![links_of("P-1", [manual.clone(), drawing.clone()].into()), links_of("P-3", [manual].into())]
}
