//! The contract of reading parts.

use catalog_domain::ports::{
    ContentTouch, PartSelection, ProductDetail, ProductRecord, ProductWrite, ResourceSet, StoredResources,
};
use catalog_domain::pricing::{LevelPrice, Money, PriceLevel};
use catalog_domain::products::{
    Configurator, ConfiguratorOption, FeatureValue, OptionGroup, Photo, ProductParts, ResourceLink, Seo,
};
use catalog_domain::values::{CatalogRevision, FieldId, Fingerprint, PageUrl, SectionId};
use catalog_testkit::builders::{NOON, dollars, product_record};
use catalog_testkit::{AnyStore, ImportRun};

pub(crate) fn full_parts() -> ProductParts {
    let option = |uid: &str, stock_number: Option<&str>, retail| ConfiguratorOption {
        uid: uid.into(),
        name: format!("Опция {uid} \"\\").into(),
        stock_number: stock_number.map(Into::into),
        is_default: stock_number.is_some(),
        retail,
        levels: [
            LevelPrice { level: PriceLevel::new("Опт"), price: Some(Money::from_units(1)) },
            LevelPrice { level: PriceLevel::new("Дилер"), price: None },
        ]
        .into(),
    };
    ProductParts {
        description: "<p>Насос «Ж» &amp; \"x\" \u{1f680}\r\n\t</p>".into(),
        photos: [
            Photo { url: "https://cdn.example/1.jpg".into(), alt: Some("спереди".into()) },
            Photo { url: "https://cdn.example/2.jpg".into(), alt: None },
        ]
        .into(),
        seo: Seo { title: "Title".into(), html: "<b>html</b>".into() },
        features: [(17, "5 kW"), (17, "6 kW"), (i64::MAX, "")]
            .map(|(field, value)| FeatureValue { field_id: FieldId(field), value: value.into() })
            .into(),
        configurator: Some(Configurator {
            groups: vec![
                OptionGroup {
                    uid: "motor".into(),
                    name: "Motor".into(),
                    required: true,
                    options: vec![option("m5", Some("MTR-5"), dollars(100)), option("m6", None, None)],
                },
                OptionGroup { uid: "none".into(), name: "".into(), required: false, options: vec![] },
            ],
        }),
        price_data: Some("{\"secret\": [1, 2.50]}".into()),
    }
}

pub(crate) fn detail_of(parts: ProductParts) -> ProductDetail {
    ProductDetail {
        description: parts.description,
        photos: parts.photos,
        seo: parts.seo,
        features: parts.features,
        configurator: parts.configurator,
        ..ProductDetail::default()
    }
}

fn with_parts(stock_number: &str, parts: ProductParts) -> ProductRecord {
    ProductRecord { parts, ..product_record(stock_number, &[1]) }
}

fn read(store: &dyn AnyStore, stock_number: &str, wanted: PartSelection) -> Option<ProductDetail> {
    store.read(&[stock_number.into()], wanted).unwrap().details.remove(0)
}

pub(crate) fn only_the_wanted_parts_are_read(store: &dyn AnyStore) {
    ImportRun::of_records([with_parts("A", full_parts())]).commit(store).unwrap();
    let (full, none) = (detail_of(full_parts()), ProductDetail::default());
    let nothing = PartSelection::NONE;
    for (wanted, expected) in [
        (nothing, none.clone()),
        (
            PartSelection { description: true, ..nothing },
            ProductDetail { description: full.description, ..none.clone() },
        ),
        (PartSelection { photos: true, ..nothing }, ProductDetail { photos: full.photos, ..none.clone() }),
        (PartSelection { seo: true, ..nothing }, ProductDetail { seo: full.seo, ..none.clone() }),
        (PartSelection { features: true, ..nothing }, ProductDetail { features: full.features, ..none.clone() }),
        (
            PartSelection { configurator: true, ..nothing },
            ProductDetail { configurator: full.configurator, ..none.clone() },
        ),
        (PartSelection { documentation: true, software: true, ..nothing }, none.clone()),
    ] {
        assert_eq!(read(store, "A", wanted), Some(expected), "{wanted:?}");
    }
}

/// One entry per request, in its position; `None` for products that the store does not have.
pub(crate) fn parts_are_returned_in_the_requested_order(store: &dyn AnyStore) {
    let described = |name: &str| with_parts(name, ProductParts { description: name.into(), ..ProductParts::default() });
    ImportRun::of_records(["A", "B", "C"].map(described)).commit(store).unwrap();
    let requested = ["C", "x", "A", "a", "C", "", "A\0"].map(Box::<str>::from);
    let batch = store.read(&requested, PartSelection::ALL).unwrap();
    let descriptions: Vec<_> =
        batch.details.iter().map(|detail| detail.as_ref().map(|detail| &*detail.description)).collect();
    assert_eq!(descriptions, [Some("C"), None, Some("A"), None, Some("C"), None, None]);
    assert_eq!(store.read(&[], PartSelection::ALL).unwrap().details, []);
}

pub(crate) fn parts_are_replaced_whole(store: &dyn AnyStore) {
    for offer in [product_record("A", &[]).offer, None] {
        ImportRun::of_records([with_parts("A", full_parts())]).commit(store).unwrap();
        let replaced = ProductRecord { offer, ..with_parts("A", ProductParts::default()) };
        ImportRun::of_records([replaced]).commit(store).unwrap();
        assert_eq!(read(store, "A", PartSelection::ALL), Some(ProductDetail::default()));
    }
}

/// A reader can determine whether parts belong to the revision that it shows, even after an import of other products.
pub(crate) fn a_batch_knows_since_when_it_is_unchanged(store: &dyn AnyStore) {
    ImportRun::of_records(["A", "B"].map(|name| product_record(name, &[]))).commit(store).unwrap();
    ImportRun::of_writes([ProductWrite::Deactivate { stock_number: "B".into() }]).commit(store).unwrap();
    ImportRun::default().commit(store).unwrap();
    for (requested, since) in [(&["A"][..], 1), (&["B"], 2), (&["A", "B"], 2), (&["x"], 0), (&[], 0)] {
        let requested: Vec<Box<str>> = requested.iter().copied().map(Into::into).collect();
        let batch = store.read(&requested, PartSelection::NONE).unwrap();
        assert_eq!(
            (batch.revision, batch.unchanged_since),
            (CatalogRevision(3), CatalogRevision(since)),
            "{requested:?}"
        );
    }
}

fn links(title: &str) -> Box<[ResourceLink]> {
    let bare = ResourceLink {
        title: title.into(),
        description: None,
        url: "https://docs.example/a".into(),
        file_type: None,
        size_bytes: None,
        size: None,
    };
    let full = ResourceLink {
        title: "Руководство \"A\"".into(),
        description: Some("на русском".into()),
        url: "https://docs.example/m.pdf".into(),
        file_type: Some("PDF".into()),
        size_bytes: Some(2_411_725),
        size: Some("2,3 МБ".into()),
    };
    [full, bare].into()
}

pub(crate) fn links_are_stored_beside_the_record(store: &dyn AnyStore) {
    let page = PageUrl::parse("https://storefront.example/products/a/").ok();
    let on_a_page = ProductRecord { url: page.clone(), ..product_record("A", &[1]) };
    ImportRun::of_records([on_a_page.clone(), product_record("B", &[1])]).commit(store).unwrap();
    let set = |mark: u8, documentation, software| ResourceSet {
        documentation,
        software,
        fingerprint: Fingerprint([mark; 16]),
    };
    let mut last = None;
    for (mark, set) in [
        (1, set(1, links("one"), Box::default())),
        (2, set(2, Box::default(), links("two"))),
        (3, set(3, Box::default(), Box::default())),
        (4, set(4, links("four"), links("five"))),
    ] {
        let write = ProductWrite::Resources {
            stock_number: "A".into(),
            links: set.clone(),
            touch: ContentTouch { at: NOON, content_updated_at: NOON.plus_seconds(i64::from(mark)) },
        };
        ImportRun::of_writes([write]).commit(store).unwrap();
        let detail = read(store, "A", PartSelection::ALL).unwrap();
        assert_eq!((&detail.documentation, &detail.software), (&set.documentation, &set.software));
        last = Some(set);
    }
    let mut session = store.begin().unwrap();
    assert_eq!(session.snapshot().unwrap().products[0].content_updated_at, NOON.plus_seconds(4));
    let requested = ["x", "B", "A", "A\0"].map(Box::<str>::from);
    let of_b = StoredResources { page: None, links: None };
    let of_a = StoredResources { page, links: last.clone() };
    let expected = [None, Some(of_b), Some(of_a), None];
    assert_eq!(session.resources(&requested).unwrap(), expected);
    drop(session);

    ImportRun::of_records([ProductRecord { sections: [SectionId(2)].into(), ..on_a_page }]).commit(store).unwrap();
    let detail = read(store, "A", PartSelection { software: true, ..PartSelection::NONE }).unwrap();
    assert_eq!(Some(&detail.software), last.as_ref().map(|set| &set.software));
    assert!(detail.documentation.is_empty(), "only the selected parts");
}
