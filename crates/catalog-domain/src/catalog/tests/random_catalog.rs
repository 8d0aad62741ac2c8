//! Random facts, small enough to recount naively and dense enough to exercise every rule.

use crate::catalog::Catalog;
use crate::catalog::facts::CatalogFacts;
use crate::pricing::money::Money;
use crate::pricing::offer::{LevelPrice, Offer, Stock};
use crate::pricing::price_level::PriceLevel;
use crate::products::filter::{FilterDefinition, FilterValue, SharedFilterValue};
use crate::products::product::{LinkedSections, NamedTexts, Product, ProductTexts};
use crate::products::vendor::Vendor;
use crate::sections::section::Section;
use crate::sections::tree::{SectionTree, SectionTrees};
use crate::values::identifiers::{CatalogRevision, FieldId, ProductTypeId, SectionId, SourceId};
use crate::values::timestamp::Timestamp;
use crate::values::url_group::{PageUrl, StorefrontHost};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use std::sync::Arc;

pub(super) const HIGHEST_SECTION: i64 = 9;

pub(in crate::catalog) fn storefront() -> StorefrontHost {
    StorefrontHost::parse("storefront.example").unwrap()
}

/// Everything the tests build from: the facts twice, once for the catalog and once for the recount.
#[derive(Debug)]
pub(super) struct Sample {
    pub(super) catalog: Catalog,
    pub(super) tree: SectionTree,
    pub(super) products: Vec<Arc<Product>>,
}

impl Sample {
    fn new(sections: Vec<Section>, products: Vec<Product>) -> Self {
        let sections: Vec<Arc<Section>> = sections.into_iter().map(Arc::new).collect();
        let products: Vec<Arc<Product>> = products.into_iter().map(Arc::new).collect();
        let facts = CatalogFacts {
            revision: CatalogRevision(1),
            sections: sections.clone(),
            products: products.clone(),
            ..CatalogFacts::default()
        };
        let tree = SectionTrees::build(&sections, &storefront()).public;
        Self { catalog: Catalog::build(facts, storefront()), tree, products }
    }

    /// Naively: whether the product is linked to the section, or to a descendant of it.
    pub(super) fn is_in(&self, product: &Product, section: SectionId, direct: bool) -> bool {
        product.sections.iter().filter_map(|id| self.tree.find(*id)).any(|linked| {
            let mut path = self.tree.path_to_root(linked);
            if direct { self.tree.id(linked) == section } else { path.any(|at| self.tree.id(at) == section) }
        })
    }

    pub(super) fn public_sections(&self) -> Vec<SectionId> {
        self.tree.nodes().iter().map(|node| node.section.id).collect()
    }
}

/// A sample of up to 10 sections and 40 products.
pub(super) fn sample() -> impl Strategy<Value = Sample> {
    let sections = (0..=HIGHEST_SECTION).map(section).collect::<Vec<_>>();
    let products = (0..40_i64).map(product).collect::<Vec<_>>();
    (sections, products, 0..=40_usize, any::<bool>()).prop_map(|(sections, mut products, count, upwards)| {
        products.truncate(count);
        if upwards {
            name_sections_above(&mut products, &sections);
        }
        Sample::new(sections, products)
    })
}

/// The facts of up to 10 sections and 40 products at `revision`; all such facts share the same stock numbers.
pub(super) fn facts(revision: i64) -> impl Strategy<Value = CatalogFacts> {
    let sections = (0..=HIGHEST_SECTION).map(section).collect::<Vec<_>>();
    let products = (0..40_i64).map(product).collect::<Vec<_>>();
    (sections, products, vec(any::<bool>(), 40), any::<bool>()).prop_map(
        move |(sections, mut products, active, upwards)| {
            if upwards {
                name_sections_above(&mut products, &sections);
            }
            let products = products.into_iter().zip(active);
            CatalogFacts {
                revision: CatalogRevision(revision),
                sections: sections.into_iter().map(Arc::new).collect(),
                products: products.filter_map(|(each, active)| active.then(|| Arc::new(each))).collect(),
                ..CatalogFacts::default()
            }
        },
    )
}

/// Lets every filter value apply in all sections above those in which it does, as most sources do, except for those of
/// a few products.
fn name_sections_above(products: &mut [Product], sections: &[Section]) {
    let parent = |id: &SectionId| sections.iter().find(|section| section.id == *id).and_then(|section| section.parent);
    for product in products.iter_mut().filter(|product| product.source_id.0 % 16 != 0) {
        let values = product.filter_values.iter().map(|value| {
            let above = value.sections.iter().flat_map(|id| std::iter::successors(Some(*id), parent));
            SharedFilterValue { text: Arc::clone(value.text), sections: Arc::new(above.collect()) }
        });
        product.filter_values = values.collect();
    }
}

fn section(id: i64) -> impl Strategy<Value = Section> {
    // A parent with a smaller id cannot make a loop; loops have tests of their own.
    (option::of(0..id.max(1)), 0..8_u8, 0..3_i64).prop_map(move |(parent, kind, sort_order)| Section {
        url: match kind {
            0 => None,
            1 => Some(PageUrl::parse("https://other.example/").unwrap()),
            _ => Some(PageUrl::parse("https://storefront.example/").unwrap()),
        },
        is_active: kind != 2,
        sort_order,
        ..section_of(id, parent.filter(|parent| *parent < id))
    })
}

/// A public section with that id and parent.
pub(in crate::catalog) fn section_of(id: i64, parent: Option<i64>) -> Section {
    Section {
        id: SectionId(id),
        source_id: (id % 2 == 0).then_some(SourceId(id)),
        parent: parent.map(SectionId),
        name: format!("section {}", id % 3).into(),
        url: Some(PageUrl::parse("https://storefront.example/").unwrap()),
        is_active: true,
        is_service: false,
        sort_order: 0,
        filter_index: None,
        filters: ["power", "power:color"].map(filter).into(),
        synced_at: Timestamp::from_unix_microseconds(0),
    }
}

fn filter(uid: &str) -> FilterDefinition {
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

fn product(id: i64) -> impl Strategy<Value = Product> {
    let names = prop_oneof![Just("pump"), Just("Pump"), Just("PUMP"), Just("насос"), Just("Насос"), Just("axle")];
    let vendors = option::of((0..3_u8, prop_oneof![Just(" Acme\u{a0}"), Just("acme"), Just("Zeta")]));
    (names, vec(0..=HIGHEST_SECTION, 0..4), vendors, offer(), vec(filter_value(), 0..4), 0..4_i64).prop_map(
        move |(name, mut sections, vendor, offer, filter_values, updated)| {
            let mut seen = Vec::new();
            sections.retain(|id| {
                !seen.contains(id) && {
                    seen.push(*id);
                    true
                }
            });
            Product {
                texts: ProductTexts::from(NamedTexts {
                    stock_number: &format!("SN-{}", (id * 7) % 41),
                    name,
                    full_name: name,
                    url: None,
                    preview: None,
                }),
                source_id: SourceId(id),
                type_id: ProductTypeId(1 + id % 2),
                vendor: vendor.map(|(id, name)| Arc::new(Vendor { id: format!("v{id}").into(), name: name.into() })),
                sections: LinkedSections::new(
                    sections.iter().copied().map(SectionId),
                    sections.last().copied().filter(|_| id % 2 == 0).map(SectionId),
                ),
                offer,
                filter_values: filter_values.into_iter().map(SharedFilterValue::from).collect(),
                has_configurator: false,
                content_updated_at: Timestamp::from_unix_microseconds(updated),
                commercial_updated_at: Timestamp::from_unix_microseconds(0),
            }
        },
    )
}

pub(super) fn offer() -> impl Strategy<Value = Offer> {
    let price = || option::of(0..3_i64).prop_map(|units| units.map(Money::from_units));
    (any::<bool>(), price(), price(), any::<bool>(), price(), vec(0..3_i64, 0..3)).prop_map(
        |(hide_prices, retail, level, sale, special, stock)| Offer {
            hide_prices,
            retail,
            levels: [LevelPrice { level: PriceLevel::new("Опт"), price: level }].into(),
            sale,
            special,
            stock: stock.into_iter().map(|quantity| Stock { warehouse: "main".into(), quantity }).collect(),
            shipping: 0,
        },
    )
}

fn filter_value() -> impl Strategy<Value = FilterValue> {
    let texts = prop_oneof![
        Just(("5 kW", "5")),
        Just(("5kW", "5")),
        Just(("95 kW", "5")),
        Just(("1 kW", "1")),
        Just(("9 kW", "9")),
        Just(("none", ""))
    ];
    let uids = prop_oneof![Just("power"), Just("power:color"), Just("other")];
    (uids, texts, vec(0..=HIGHEST_SECTION, 0..4)).prop_map(|(uid, (value, key), sections)| FilterValue {
        field_id: FieldId(1),
        uid: uid.into(),
        value: value.into(),
        key: key.into(),
        sections: sections.into_iter().map(SectionId).collect(),
    })
}
