//! Small catalogs: the usual one, and those with every oddity, each a function of its seed.

use catalog_domain::ports::{
    ContentTouch, FeatureValue, Photo, ProductParts, ProductRecord, ProductWrite, ResourceSet,
};
use catalog_domain::pricing::{LevelPrice, Money, Offer, PriceLevel, Stock};
use catalog_domain::products::{
    Configurator, ConfiguratorOption, FeatureField, FilterDefinition, FilterValue, OptionGroup, ProductType,
    ResourceLink, Vendor,
};
use catalog_domain::sections::Section;
use catalog_domain::values::{FieldId, PageUrl, SectionId, SourceId};
use catalog_testkit::ImportRun;
use catalog_testkit::builders::{
    NOON, feature_field, fingerprint, offer_record, page, product_record, product_type, section, warehouse,
};
use std::collections::BTreeSet;

/// Six sections, and products with ids from 90000 on: with hidden prices, sales, several sections, trailing blanks and
/// missing data among them.
pub(crate) fn usual(products: i64) -> ImportRun {
    usual_without(products, &[])
}

/// The same without some products.
pub(crate) fn usual_without(products: i64, absent: &[i64]) -> ImportRun {
    let section = |(id, parent, name): (i64, Option<i64>, &str)| Section {
        parent: parent.map(SectionId),
        name: name.into(),
        sort_order: id,
        filters: if id == 2 { vec![filter("power", 100)] } else { Vec::new() },
        ..section(id)
    };
    let sections = [
        (1, None, "Equipment"),
        (2, Some(1), "Pumps"),
        (3, Some(1), "Valves <&>"),
        (4, None, "i18n::spare.parts"),
        (5, Some(4), "Seals"),
        (6, Some(4), "Nothing yet"),
    ];
    let numbers = (0..products).filter(|number| !absent.contains(&(90_000 + number)));
    let records: Vec<ProductRecord> = numbers.map(usual_product).collect();
    let links: Vec<ProductWrite> = records
        .iter()
        .filter(|record| record.source_id.0 % 6 == 0)
        .map(|record| links_of(&record.stock_number))
        .collect();
    let records = records.into_iter().map(|record| ProductWrite::Record(Box::new(record)));
    ImportRun { sections: sections.map(section).into(), ..with_references(records.chain(links)) }
}

fn usual_product(index: i64) -> ProductRecord {
    let every = |step: i64| index % step == 0;
    let leaf = [2, 3, 5][usize::try_from(index % 3).unwrap()];
    let also = every(5).then_some(if leaf == 5 { 2 } else { 5 });
    let sections: Vec<i64> = std::iter::once(leaf).chain(also).collect();
    let stock_number = if every(9) { format!("A/{index}+C 3%") } else { format!("P-{index:05}") };
    let money = |odds: i64, units: i64| every(odds).then(|| Money::from_units(units * 1_000_000 + 250_000));
    let vendor = [None, Some("Acme"), Some("Acme\u{a0}"), Some("Zeta & Söhne")][usize::try_from(index % 4).unwrap()];
    let photo = |number: i64| Photo { url: format!("https://cdn.shop.example/{index}-{number}.jpg").into(), alt: None };
    let colors =
        ["red", "blue"].into_iter().filter(|_| every(4)).map(|color| feature(101, format!("i18n::color.{color}")));
    let power = (index % 5 != 1).then(|| feature(100, format!("{index} kW")));
    let stock = [("a", index % 4), ("b", index % 3)].into_iter().filter(|_| index % 6 != 5);
    let stock = stock.map(|(warehouse, quantity)| Stock { warehouse: warehouse.into(), quantity });
    let offer = Offer {
        hide_prices: every(11),
        retail: money(1, index),
        levels: [LevelPrice { level: PriceLevel::new("Опт"), price: money(2, index + 1) }].into(),
        sale: every(7),
        special: money(7, index + 2),
        stock: stock.collect(),
        shipping: index % 5,
    };
    ProductRecord {
        source_id: SourceId(90_000 + index),
        name: format!("Product {index:05}").into(),
        url: (!every(8)).then(|| page(&format!("/products/p-{index}/?from=feed"))),
        vendor: vendor.map(|name| Vendor { id: format!("v{}", name.len()).into(), name: name.into() }),
        preview: every(2).then(|| photo(0).url),
        filter_values: every(2).then(|| value(100, "power", format!("{} kW", index % 3), &[2])).into_iter().collect(),
        parts: ProductParts {
            description: if index % 4 == 3 { "".into() } else { format!("<p>Насос {index}</p>\u{a0}").into() },
            photos: [2, 1, 3].into_iter().filter(|_| every(3)).map(photo).collect(),
            features: power.into_iter().chain(colors).collect(),
            configurator: (index % 10 == 1).then(configurator),
            ..ProductParts::default()
        },
        offer: Some(offer_record(offer)),
        ..product_record(&stock_number, &sections)
    }
}

fn configurator() -> Configurator {
    let option = ConfiguratorOption {
        uid: "m5".into(),
        name: "5 kW".into(),
        stock_number: None,
        is_default: true,
        retail: Some(Money::from_units(9)),
        levels: [].into(),
    };
    let group = OptionGroup { uid: "motor".into(), name: "Motor".into(), required: true, options: vec![option] };
    Configurator { groups: vec![group] }
}

fn with_references(products: impl Iterator<Item = ProductWrite>) -> ImportRun {
    ImportRun {
        product_types: vec![type_of(1)],
        warehouses: vec![warehouse("a"), warehouse("b")],
        new_price_levels: vec![PriceLevel::new("Опт"), PriceLevel::new("Дилер")],
        ..ImportRun::of_writes(products)
    }
}

fn filter(uid: &str, field: i64) -> FilterDefinition {
    FilterDefinition {
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
    }
}

fn value(field: i64, uid: &str, text: String, sections: &[i64]) -> FilterValue {
    FilterValue {
        field_id: FieldId(field),
        uid: uid.into(),
        key: text.replace(' ', "-").into(),
        value: text.into(),
        sections: sections.iter().copied().map(SectionId).collect(),
    }
}

fn feature(field: i64, text: String) -> FeatureValue {
    FeatureValue { field_id: FieldId(field), value: text.into() }
}

const PRODUCTS: i64 = 130;
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

pub(crate) fn generated(seed: u64) -> ImportRun {
    let mut random = Random(seed);
    let sections = (1..=SECTIONS).map(|id| section_of(&mut random, id)).collect();
    let products: Vec<ProductRecord> = (0..PRODUCTS).map(|number| product_of(&mut random, number)).collect();
    let links: Vec<ProductWrite> =
        products.iter().filter(|_| random.once_in(3)).map(|product| links_of(&product.stock_number)).collect();
    let records = products.into_iter().map(|record| ProductWrite::Record(Box::new(record)));
    ImportRun { sections, ..with_references(records.chain(links)) }
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

/// A usual product with another name, vendor, offer, stock number and other sections.
fn product_of(random: &mut Random, number: i64) -> ProductRecord {
    let sections: BTreeSet<i64> =
        (0..=random.below(3)).map(|_| i64::try_from(random.below(SECTIONS.unsigned_abs())).unwrap() + 1).collect();
    let sections: Vec<i64> = sections.into_iter().collect();
    let linked: Box<[SectionId]> = sections.iter().copied().map(SectionId).collect();
    let separator = random.pick(&["-", "/", " ", "+", ",", "%", "ё"]);
    let mut filter_values = Vec::new();
    if random.once_in(2) {
        filter_values.push(value(100, "power", format!("{} kW", random.below(3)), &sections));
        filter_values.push(value(101, "color", format!("color {}", random.below(3)), &[1, 2, 3]));
    }
    let vendor = random.below(5);
    ProductRecord {
        stock_number: format!("S{separator}{number}").into(),
        name: random.pick(&["Alpha", "alpha", "i18n::name", "насос\u{a0}", "Насос"]).into(),
        full_name: random.pick(&["", "In full", "i18n::full"]).into(),
        is_active: !random.once_in(12),
        vendor: (vendor > 0).then(|| Vendor {
            id: format!("v{vendor}").into(),
            name: format!("Vendor {vendor}{}", random.pick(&["", "\u{a0}", "\u{2003} ", " Ltd"])).into(),
        }),
        primary_section: linked.first().copied(),
        sections: linked,
        filter_values: filter_values.into(),
        offer: Some(offer_record(if random.once_in(8) { Offer::default() } else { offer_of(random) })),
        ..usual_product(number)
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
