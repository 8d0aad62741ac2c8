//! Small catalogs with every oddity, each a function of its seed.

use catalog_domain::ports::{
    ContentTouch, FeatureValue, Photo, ProductParts, ProductRecord, ProductWrite, ResourceSet,
};
use catalog_domain::pricing::{LevelPrice, Money, Offer, PriceLevel, Stock};
use catalog_domain::products::{FeatureField, FilterDefinition, FilterValue, ProductType, ResourceLink, Vendor};
use catalog_domain::sections::Section;
use catalog_domain::values::{FieldId, PageUrl, SectionId};
use catalog_testkit::ImportRun;
use catalog_testkit::builders::{
    NOON, feature_field, fingerprint, offer_record, page, product_record, product_type, section, warehouse,
};

const PRODUCTS: u64 = 130;
const SECTIONS: i64 = 9;

/// A generator of numbers: the same for the same seed.
struct Random(u64);

impl Random {
    /// A number below `end`.
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    /// Whether something that happens once in `times` happens.
    fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[usize::try_from(self.below(choices.len() as u64)).unwrap()]
    }
}

pub(super) fn generated(seed: u64) -> ImportRun {
    let mut random = Random(seed);
    let sections = (1..=SECTIONS).map(|id| section_of(&mut random, id)).collect();
    let products: Vec<ProductRecord> = (0..PRODUCTS).map(|number| product_of(&mut random, number)).collect();
    let links: Vec<ProductWrite> =
        products.iter().filter(|_| random.once_in(3)).map(|product| links_of(&product.stock_number)).collect();
    let records = products.into_iter().map(|record| ProductWrite::Record(Box::new(record)));
    ImportRun {
        product_types: vec![type_of(1)],
        warehouses: vec![warehouse("a"), warehouse("b")],
        new_price_levels: vec![PriceLevel::new("Опт"), PriceLevel::new("Дилер")],
        sections,
        ..ImportRun::of_writes(records.chain(links))
    }
}

fn type_of(id: i64) -> ProductType {
    let mut kind = product_type(id);
    kind.groups[0].name = "i18n::group.main".into();
    let color = FeatureField { name: "i18n::color".into(), is_multiple: true, ..feature_field(101, "color") };
    kind.groups[0].fields.push(color);
    kind
}

fn section_of(random: &mut Random, id: i64) -> Section {
    let plain = section(id);
    // The first is public and has a section on another host below it.
    let place = match id {
        1 | 3 => 0,
        2 => 1,
        _ => random.below(8),
    };
    let parent = if id == 2 || id == 3 { 1 } else { i64::try_from(random.below(12)).unwrap() };
    let filter = |uid: &str, field: i64| FilterDefinition {
        uid: uid.into(),
        name: format!("i18n::filter.{uid}").into(),
        group_name: "Main".into(),
        group_ids: Vec::new(),
        field_ids: vec![FieldId(field)],
        type_ids: Vec::new(),
        data_type: "relation".into(),
        is_multiple: field == 101,
        main_filter: false,
        hidden: false,
    };
    Section {
        parent: (parent > 0 && parent < id).then_some(SectionId(parent)),
        name: random.pick(&["Pumps", "pumps", "i18n::section", "Ämter\u{a0}", "насосы"]).into(),
        sort_order: i64::try_from(random.below(3)).unwrap(),
        is_active: place != 3,
        url: match place {
            1 => PageUrl::parse("https://other.example/x").ok(),
            2 => None,
            _ => plain.url.clone(),
        },
        filters: if id == 1 || random.once_in(2) {
            vec![filter("power", 100), filter("color", 101)]
        } else {
            Vec::new()
        },
        ..plain
    }
}

fn product_of(random: &mut Random, number: u64) -> ProductRecord {
    let mut sections: Vec<i64> =
        (0..=random.below(3)).map(|_| i64::try_from(random.below(SECTIONS.unsigned_abs())).unwrap() + 1).collect();
    sections.sort_unstable();
    sections.dedup();
    let separator = random.pick(&["-", "/", " ", "+", ",", "%", "ё"]);
    let stock_number = format!("S{separator}{number}");
    let value = |field: i64, uid: &str, text: String, sections: &[i64]| FilterValue {
        field_id: FieldId(field),
        uid: uid.into(),
        key: text.replace(' ', "-").into(),
        value: text.into(),
        sections: sections.iter().copied().map(SectionId).collect(),
    };
    let mut filter_values = Vec::new();
    if random.once_in(2) {
        filter_values.push(value(100, "power", format!("{} kW", random.below(3)), &sections));
        filter_values.push(value(101, "color", format!("color {}", random.below(3)), &[1, 2, 3]));
    }
    let vendor = random.below(5);
    ProductRecord {
        name: random.pick(&["Alpha", "alpha", "i18n::name", "насос\u{a0}", "Насос"]).into(),
        full_name: random.pick(&["", "In full", "i18n::full"]).into(),
        is_active: !random.once_in(12),
        url: random.once_in(2).then(|| page(&format!("/products/{number}/?from=feed"))),
        vendor: (vendor > 0).then(|| Vendor {
            id: format!("v{vendor}").into(),
            name: format!("Vendor {vendor}{}", random.pick(&["", "\u{a0}", "\u{2003} ", " Ltd"])).into(),
        }),
        preview: random.once_in(2).then(|| format!("https://cdn.shop.example/{number}.jpg").into()),
        filter_values: filter_values.into(),
        offer: Some(offer_record(if random.once_in(8) { Offer::default() } else { offer_of(random) })),
        parts: parts_of(random, number),
        ..product_record(&stock_number, &sections)
    }
}

fn offer_of(random: &mut Random) -> Offer {
    let mut money = |odds: u64| {
        let amount = i64::try_from(random.below(20_000_000)).unwrap();
        if random.once_in(odds) { None } else { Some(Money::from_units(if random.once_in(odds) { 0 } else { amount })) }
    };
    let (retail, wholesale, dealer, special) = (money(6), money(4), money(4), money(3));
    let level = |name: &str, price| LevelPrice { level: PriceLevel::new(name), price };
    let stock = ["b", "a"].into_iter().filter_map(|warehouse| {
        let quantity = i64::try_from(random.below(5)).unwrap();
        (quantity != 4).then(|| Stock { warehouse: warehouse.into(), quantity })
    });
    let stock = stock.collect();
    Offer {
        hide_prices: random.once_in(6),
        retail,
        levels: [level("Опт", wholesale), level("Дилер", dealer)].into(),
        sale: random.once_in(3),
        special,
        stock,
        shipping: i64::try_from(random.below(3)).unwrap(),
    }
}

fn parts_of(random: &mut Random, number: u64) -> ProductParts {
    let feature = |field: i64, text: String| FeatureValue { field_id: FieldId(field), value: text.into() };
    let mut features = Vec::new();
    if random.once_in(2) {
        features.push(feature(100, format!("{number} kW")));
        features.extend((0..random.below(3)).map(|color| feature(101, format!("i18n::color.{color}"))));
    }
    let photos = (0..random.below(3))
        .map(|photo| Photo { url: format!("https://cdn.shop.example/{number}-{photo}.jpg").into(), alt: None });
    ProductParts {
        description: random.pick(&["", "<p>Насос</p>\u{a0}"]).into(),
        photos: photos.collect(),
        features: features.into(),
        ..ProductParts::default()
    }
}

fn links_of(stock_number: &str) -> ProductWrite {
    let link = ResourceLink {
        title: "Manual".into(),
        description: None,
        url: format!("https://cdn.shop.example/{}.pdf", stock_number.len()).into(),
        file_type: Some("PDF".into()),
        size_bytes: None,
        size: None,
    };
    ProductWrite::Resources {
        stock_number: stock_number.into(),
        links: ResourceSet {
            software: [].into(),
            fingerprint: fingerprint(stock_number),
            documentation: [link].into(),
        },
        touch: ContentTouch { at: NOON, content_updated_at: NOON },
    }
}
