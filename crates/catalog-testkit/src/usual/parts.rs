//! The heavy parts of the usual products: the same kinds for every one, with the stock number in each text.

use crate::builders::fingerprint;
use catalog_domain::ports::{ContentTouch, ProductRecord, ProductWrite, ResourceSet};
use catalog_domain::pricing::{LevelPrice, LevelPrices, Money, PriceLevel};
use catalog_domain::products::{
    Configurator, ConfiguratorOption, FeatureValue, OptionGroup, Photo, ProductParts, ResourceLink, Seo,
};
use catalog_domain::values::FieldId;

pub(super) fn parts_of(stock_number: &str) -> ProductParts {
    let feature = |field, value: &str| FeatureValue { field_id: FieldId(field), value: value.into() };
    let photo = |name: &str, alt: Option<&str>| Photo {
        url: format!("https://storefront.example/{name}.jpg").into(),
        alt: alt.map(Into::into),
    };
    ProductParts {
        description: format!("<p>All about {stock_number}</p>").into(),
        photos: Box::new([photo("front", Some("Front")), photo("back", None)]),
        seo: Seo { title: format!("Buy {stock_number}").into(), html: "<h1>Pump</h1>".into() },
        features: Box::new([
            feature(1, "b"),
            feature(4, "secret feature"),
            feature(1, "a"),
            feature(2, "c"),
            feature(3, "24 months"),
        ]),
        // Every other product has a configurator.
        configurator: matches!(stock_number, "P-1" | "P-2").then(|| configurator(stock_number)),
        price_data: None,
    }
}

pub(super) fn links_of(product: &ProductRecord) -> ProductWrite {
    ProductWrite::Resources {
        stock_number: product.stock_number.clone(),
        links: ResourceSet {
            documentation: [link("Manual"), ResourceLink { description: None, size: None, ..link("Drawing") }].into(),
            software: Box::default(),
            fingerprint: fingerprint(&product.stock_number),
        },
        touch: ContentTouch { at: product.content_updated_at, content_updated_at: product.content_updated_at },
    }
}

fn link(title: &str) -> ResourceLink {
    ResourceLink {
        title: title.into(),
        description: Some("In English".into()),
        url: "https://files.example/file.pdf".into(),
        file_type: Some("PDF".into()),
        size_bytes: Some(1_258_291),
        size: Some("1.2 MB".into()),
    }
}

fn configurator(stock_number: &str) -> Configurator {
    let money = |text: &str| Some(Money::parse(text).unwrap());
    let (retail, wholesale) = if stock_number == "P-2" { ("70004.0404", "70005.0505") } else { ("120", "110") };
    let level = |name, price| LevelPrice { level: PriceLevel::new(name), price };
    let option = ConfiguratorOption {
        uid: "m5".into(),
        name: "Motor 5 kW".into(),
        stock_number: Some("P-4".into()),
        is_default: true,
        retail: money(retail),
        levels: [level("Опт", money(wholesale)), level("Дилер", money("80006.0606"))].into(),
    };
    let none = ConfiguratorOption {
        uid: "m0".into(),
        name: "No motor".into(),
        stock_number: None,
        is_default: false,
        retail: None,
        levels: LevelPrices::default(),
    };
    let group = OptionGroup { uid: "motor".into(), name: "Motor".into(), required: true, options: vec![option, none] };
    Configurator { groups: vec![group] }
}
