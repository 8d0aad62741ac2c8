//! Random catalogs, small and dense enough to exercise every combination.

use catalog_domain::ports::ProductRecord;
use catalog_domain::pricing::{LevelPrice, Money, Offer, PriceLevel, Stock};
use catalog_domain::products::{FilterDefinition, FilterValue, Vendor};
use catalog_domain::sections::Section;
use catalog_domain::values::{FieldId, PageUrl, ProductTypeId, SectionId, SourceId};
use catalog_testkit::ImportRun;
use catalog_testkit::builders::{offer_record, page, product_record, product_type, section, warehouse};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;

#[derive(Debug, Clone)]
pub(crate) struct CatalogSpec {
    sections: Vec<SectionSpec>,
    products: Vec<ProductSpec>,
}

#[derive(Debug, Clone)]
struct SectionSpec {
    /// Which of the earlier sections is the parent; any other number means none.
    parent: usize,
    name: &'static str,
    sort_order: i64,
    location: PageLocation,
    has_filter: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum PageLocation {
    Storefront,
    OtherHost,
    Nowhere,
    SwitchedOff,
}

#[derive(Debug, Clone)]
struct ProductSpec {
    name: &'static str,
    sections: Vec<usize>,
    vendor: Option<u8>,
    has_page: bool,
    offer: OfferSpec,
    filter_value: Option<(u8, Vec<usize>)>,
    type_id: i64,
}

#[derive(Debug, Clone)]
struct OfferSpec {
    hide_prices: bool,
    retail: Option<i64>,
    wholesale: Option<i64>,
    special: Option<i64>,
    sale: bool,
    stock: [Option<i64>; 2],
    shipping: i64,
}

/// Catalogs; `mixed` ones have sections that v2 does not show.
pub(crate) fn catalogs(mixed: bool) -> impl Strategy<Value = CatalogSpec> {
    (vec(sections(mixed), 1..7), vec(products(), 0..12))
        .prop_map(|(sections, products)| CatalogSpec { sections, products })
}

fn sections(mixed: bool) -> impl Strategy<Value = SectionSpec> {
    use PageLocation::{Nowhere, OtherHost, Storefront, SwitchedOff};
    let places = if mixed { vec![Storefront, Storefront, OtherHost, Nowhere, SwitchedOff] } else { vec![Storefront] };
    let name = prop::sample::select(vec!["Pumps", "pumps", "Valves", "Ämter", "i18n::section"]);
    (0..8_usize, name, 0..3_i64, prop::sample::select(places), any::<bool>()).prop_map(
        |(parent, name, sort_order, location, has_filter)| SectionSpec {
            parent,
            name,
            sort_order,
            location,
            has_filter,
        },
    )
}

fn products() -> impl Strategy<Value = ProductSpec> {
    let name = prop::sample::select(vec!["Alpha", "alpha", "Beta", "насос", "Насос"]);
    let filter_value = of((0..3_u8, vec(0..6_usize, 1..3)));
    (name, vec(0..6_usize, 1..3), of(0..3_u8), any::<bool>(), offers(), filter_value, 1..3_i64).prop_map(
        |(name, sections, vendor, has_page, offer, filter_value, type_id)| ProductSpec {
            name,
            sections,
            vendor,
            has_page,
            offer,
            filter_value,
            type_id,
        },
    )
}

fn offers() -> impl Strategy<Value = OfferSpec> {
    let amount = || of(prop_oneof![Just(0), 1..2_000_000_i64]);
    let stock = [of(0..3_i64), of(0..9_i64)];
    (prop::bool::weighted(0.2), amount(), amount(), amount(), any::<bool>(), stock, 0..4_i64).prop_map(
        |(hide_prices, retail, wholesale, special, sale, stock, shipping)| OfferSpec {
            hide_prices,
            retail,
            wholesale,
            special,
            sale,
            stock,
            shipping,
        },
    )
}

impl CatalogSpec {
    pub(crate) fn import(&self) -> ImportRun {
        let records = (0..).zip(&self.products).map(|(number, product)| self.record(number, product));
        ImportRun {
            product_types: vec![product_type(1), product_type(2)],
            warehouses: vec![warehouse("a"), warehouse("b")],
            new_price_levels: vec![PriceLevel::new("Опт")],
            sections: (0..).zip(&self.sections).map(|(number, spec)| spec.section(number)).collect(),
            ..ImportRun::of_records(records)
        }
    }

    fn record(&self, number: i64, spec: &ProductSpec) -> ProductRecord {
        let mut linked: Vec<i64> = self.ids(&spec.sections).collect();
        linked.dedup();
        let value = spec.filter_value.iter().map(|(value, sections)| FilterValue {
            field_id: FieldId(100),
            uid: "power".into(),
            value: format!("{value} kW").into(),
            key: format!("{value}-kw").into(),
            sections: self.ids(sections).map(SectionId).collect(),
        });
        ProductRecord {
            source_id: SourceId(900 + number),
            name: spec.name.into(),
            type_id: ProductTypeId(spec.type_id),
            url: spec.has_page.then(|| page(&format!("/products/{number}/?x=1"))),
            // Two spellings of one vendor: v1 preserves the whitespace, v2 does not.
            vendor: spec.vendor.map(|id| Vendor {
                id: format!("v{id}").into(),
                name: format!("Vendor {id}{}", if number % 2 == 0 { "\u{a0}" } else { "" }).into(),
            }),
            filter_values: value.collect(),
            offer: Some(offer_record(spec.offer.offer())),
            ..product_record(&format!("S-{number}"), &linked)
        }
    }

    fn ids(&self, positions: &[usize]) -> impl Iterator<Item = i64> {
        let distinct: std::collections::BTreeSet<usize> = positions.iter().map(|at| at % self.sections.len()).collect();
        distinct.into_iter().map(|at| at as i64 + 1)
    }
}

impl SectionSpec {
    fn section(&self, number: usize) -> Section {
        let id = number as i64 + 1;
        let plain = section(id);
        let filter = FilterDefinition {
            uid: "power".into(),
            name: "Power".into(),
            group_name: "Main".into(),
            group_ids: Vec::new(),
            field_ids: vec![FieldId(100)],
            type_ids: Vec::new(),
            data_type: "relation".into(),
            is_multiple: false,
            main_filter: false,
            hidden: false,
        };
        Section {
            parent: (self.parent < number).then(|| SectionId(self.parent as i64 + 1)),
            name: self.name.into(),
            sort_order: self.sort_order,
            is_active: self.location != PageLocation::SwitchedOff,
            url: match self.location {
                PageLocation::OtherHost => PageUrl::parse("https://other.example/x").ok(),
                PageLocation::Nowhere => None,
                PageLocation::Storefront | PageLocation::SwitchedOff => plain.url.clone(),
            },
            filters: self.has_filter.then_some(filter).into_iter().collect(),
            ..plain
        }
    }
}

impl OfferSpec {
    fn offer(&self) -> Offer {
        let money = |units: Option<i64>| units.map(Money::from_units);
        let stock = ["b", "a"].into_iter().zip(self.stock);
        Offer {
            hide_prices: self.hide_prices,
            retail: money(self.retail),
            levels: [LevelPrice { level: PriceLevel::new("Опт"), price: money(self.wholesale) }].into(),
            sale: self.sale,
            special: money(self.special),
            stock: stock
                .filter_map(|(warehouse, quantity)| Some(Stock { warehouse: warehouse.into(), quantity: quantity? }))
                .collect(),
            shipping: self.shipping,
        }
    }
}
