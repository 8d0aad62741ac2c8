//! Hand-written product JSON is that of the document.

use super::*;
use crate::params::ProductParts;
use catalog_app::text::iso_time;
use catalog_domain::catalog::CatalogFacts;
use catalog_domain::ports::{OfferRecord, PartSelection, ProductRecord};
use catalog_domain::pricing::{LevelPrice, Money, Offer, PriceLevel, Role, Stock, Viewer};
use catalog_domain::products::{FilterValue, Photo, Seo, Vendor};
use catalog_domain::values::{FieldId, PageUrl, SectionId, Timestamp};
use catalog_index::Catalog;
use catalog_testkit::builders::{offer_record, product_of, product_record, product_type, section, storefront};
use proptest::prelude::*;
use std::sync::Arc;

const EVERYTHING: ProductParts =
    ProductParts { stored: PartSelection::ALL, filter_values: true, sections: true, warehouses: true, version: true };

fn catalog_of(record: &ProductRecord) -> Catalog {
    let facts = CatalogFacts {
        sections: vec![Arc::new(section(1))],
        products: vec![Arc::new(product_of(record))],
        price_levels: ["Розн", "Опт", "\"A\""].map(PriceLevel::new).into(),
        product_types: vec![product_type(1)],
        ..CatalogFacts::default()
    };
    Catalog::build(facts, storefront())
}

fn viewers() -> [Viewer; 3] {
    [(Role::User, "Розн", false), (Role::User, "Опт", true), (Role::Administrator, "\"A\"", false)].map(
        |(role, level, configurator_access)| Viewer { role, price_level: PriceLevel::new(level), configurator_access },
    )
}

fn assert_written_as_serialised(record: &ProductRecord, detail: &ProductDetail) -> Result<(), TestCaseError> {
    let catalog = catalog_of(record);
    let in_memory = ProductParts { warehouses: true, ..ProductParts::default() };
    for viewer in viewers() {
        for parts in [ProductParts::default(), in_memory, EVERYTHING] {
            let view = ProductView { catalog: &catalog, viewer: &viewer, parts };
            let detail = (parts == EVERYTHING).then_some(detail);
            let product = catalog.product(&record.stock_number).unwrap();
            let mut written = JsonWriter::default();
            ProductWriter::new(view).write(&mut written, product, detail).unwrap();
            let written = String::from_utf8(written.into_bytes()).unwrap();
            let document: catalog_documents::Product<'_> = serde_json::from_str(&written).unwrap();
            prop_assert_eq!(written, serde_json::to_string(&document).unwrap());
            assert_shows(
                &document,
                record,
                &Pricing::for_viewer(&product.product.offer, &viewer, catalog.price_levels()),
            )?;
        }
    }
    Ok(())
}

/// What is in the document is what it is called.
fn assert_shows(
    document: &catalog_documents::Product<'_>,
    record: &ProductRecord,
    pricing: &Pricing<'_>,
) -> Result<(), TestCaseError> {
    let texts = [&document.id, &document.stock_number, &document.name, &document.full_name, &document.media.preview];
    let number = &*record.stock_number;
    let preview = record.preview.as_deref().unwrap_or_default();
    prop_assert_eq!(texts.map(|text| &**text), [number, number, &*record.name, &*record.full_name, preview]);
    let times = [record.content_updated_at, record.offer.as_ref().unwrap().commercial_updated_at].map(iso_time);
    prop_assert_eq!([&document.content_updated_at, &document.commercial_updated_at], [&times[0], &times[1]]);
    let offer = &record.offer.as_ref().unwrap().offer;
    let availability = (document.availability.in_stock, document.availability.shipping);
    prop_assert_eq!(availability, (offer.in_stock(), offer.shipping));
    let shown = &document.pricing;
    let amounts = [shown.retail.value, shown.personal.value, shown.sale.value];
    let amounts = amounts.map(|amount| amount.map(|amount| Money::from_units(amount.ten_thousandths)));
    prop_assert_eq!(amounts, [pricing.retail.value, pricing.personal.price.value, pricing.sale.price.value]);
    prop_assert_eq!(&*shown.personal.level, pricing.personal.level);
    Ok(())
}

/// A value that applies in some sections, of which the catalog has the first one only.
fn filter_value(key: &str, value: &str, sections: Vec<i64>) -> FilterValue {
    FilterValue {
        field_id: FieldId(7),
        uid: format!("uid of {key}").into(),
        value: value.into(),
        key: key.into(),
        sections: sections.into_iter().map(SectionId).collect(),
    }
}

fn offers() -> impl Strategy<Value = Offer> {
    let amount = || proptest::option::of((0..Money::LIMIT.units()).prop_map(Money::from_units));
    let levels = (amount(), amount()).prop_map(|(first, second)| {
        [("Опт", first), ("\"A\"", second)].map(|(level, price)| LevelPrice { level: PriceLevel::new(level), price })
    });
    let stock = |quantity| Stock { warehouse: "main".into(), quantity };
    (any::<(bool, bool, i64)>(), amount(), amount(), levels, 0..i64::MAX).prop_map(
        move |((hide_prices, sale, shipping), retail, special, levels, quantity)| Offer {
            hide_prices,
            retail,
            levels: levels.into(),
            sale,
            special,
            stock: [stock(quantity)].into(),
            shipping,
        },
    )
}

proptest! {
    #[test]
    fn a_product_is_written_as_serde_writes_it(
        [stock_number, name, full_name, vendor] in any::<[String; 4]>(),
        preview: Option<String>,
        path in proptest::option::of("/[a-zA-Z0-9\"а-я/?#-]{0,40}"),
        offer in offers(),
        (content, commercial) in any::<(i64, i64)>(),
    ) {
        let record = ProductRecord {
            name: name.as_str().into(),
            full_name: full_name.as_str().into(),
            preview: preview.as_deref().map(Into::into),
            vendor: Some(Vendor { id: vendor.as_str().into(), name: format!("{vendor} Ltd").into() }),
            url: path.map(|path| PageUrl::parse(&format!("https://Storefront.example{path}")).unwrap()),
            content_updated_at: Timestamp::from_unix_microseconds(content),
            filter_values: [vec![1, 99], vec![99], vec![1]]
                .map(|sections| filter_value(&vendor, &name, sections))
                .into(),
            offer: Some(OfferRecord {
                commercial_updated_at: Timestamp::from_unix_microseconds(commercial),
                ..offer_record(offer)
            }),
            ..product_record(&stock_number, &[1])
        };
        let text = |text: &str| -> Box<str> { text.into() };
        let detail = ProductDetail {
            description: text(&full_name),
            photos: [Photo { url: text("https://storefront.example/1.jpg"), alt: preview.as_deref().map(text) }].into(),
            seo: Seo { title: text(&name), html: text("<b>\"</b>") },
            ..ProductDetail::default()
        };
        assert_written_as_serialised(&record, &detail)?;
    }
}

#[test]
fn a_product_without_anything_that_it_need_not_have_is_written_as_serde_writes_it() {
    let record = ProductRecord { offer: Some(offer_record(Offer::default())), ..product_record("A", &[1]) };
    assert_written_as_serialised(&record, &ProductDetail::default()).unwrap();
}
