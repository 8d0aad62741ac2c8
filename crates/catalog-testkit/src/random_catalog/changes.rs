//! Random changes of a catalog, as imports make them.

use super::sections::HIGHEST_SECTION;
use super::{PRODUCTS, facts, products};
use crate::builders::storefront;
use catalog_domain::catalog::{CatalogDelta, CatalogFacts, LogPosition, Warehouse};
use catalog_domain::pricing::Offer;
use catalog_domain::products::Product;
use catalog_domain::sections::Section;
use catalog_domain::values::{CatalogRevision, PageUrl, SectionId, SourceId, Timestamp};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// What happens to the sections between two states.
#[derive(Debug, Clone)]
pub enum SectionsChange {
    /// Nothing.
    Keep,
    /// All of them are replaced.
    Replace,
    /// One section, given by its id, is switched off or on.
    Switch(i64),
    /// It becomes a service section, or stops being one.
    Serve(i64),
    /// It gets another parent, or none; its own subtree is not ruled out, and then forms a loop.
    Move(i64, Option<i64>),
    /// It gets another name and another position among its siblings.
    Rename(i64),
    /// It moves to the storefront's host, or to another one.
    Rehost(i64),
    /// It disappears, or appears for the first time.
    RemoveOrAdd(i64),
}

/// Any change of sections.
pub fn sections_change() -> impl Strategy<Value = SectionsChange> {
    let id = || 0..=HIGHEST_SECTION;
    prop_oneof![
        Just(SectionsChange::Keep),
        Just(SectionsChange::Replace),
        id().prop_map(SectionsChange::Switch),
        id().prop_map(SectionsChange::Serve),
        (id(), option::of(id())).prop_map(|(id, parent)| SectionsChange::Move(id, parent)),
        id().prop_map(SectionsChange::Rename),
        id().prop_map(SectionsChange::Rehost),
        id().prop_map(SectionsChange::RemoveOrAdd),
    ]
}

impl SectionsChange {
    /// The sections after the change; `others` are wholly different ones.
    fn apply(&self, before: &[Arc<Section>], others: &[Arc<Section>]) -> Vec<Arc<Section>> {
        let with = |id: i64, change: &dyn Fn(&mut Section)| -> Vec<Arc<Section>> {
            let mut sections = before.to_vec();
            sections.iter_mut().filter(|each| each.id.0 == id).for_each(|each| change(Arc::make_mut(each)));
            sections
        };
        match self {
            Self::Keep => before.to_vec(),
            Self::Replace => others.to_vec(),
            Self::Switch(id) => with(*id, &|section| section.is_active = !section.is_active),
            Self::Serve(id) => with(*id, &|section| section.is_service = !section.is_service),
            Self::Move(id, parent) => with(*id, &|section| section.parent = parent.map(SectionId)),
            Self::Rename(id) => with(*id, &|section| {
                section.name = "another name".into();
                section.sort_order = (section.sort_order + 1) % 3;
            }),
            Self::Rehost(id) => with(*id, &|section| {
                let is_here = section.url.as_ref().is_some_and(|url| storefront().serves(url));
                let url = if is_here { "https://other.example/" } else { "https://storefront.example/" };
                section.url = PageUrl::parse(url).ok();
            }),
            Self::RemoveOrAdd(id) => {
                let (same, mut sections): (Vec<_>, Vec<_>) = before.iter().cloned().partition(|each| each.id.0 == *id);
                if same.is_empty() {
                    sections.extend(others.iter().filter(|each| each.id.0 == *id).cloned());
                }
                sections
            }
        }
    }
}

/// What an import does to a catalog.
#[derive(Debug, Clone)]
pub enum Step {
    /// Other offers for some products, by position.
    Offers(Vec<Option<Offer>>),
    /// Some products and sections come, go and change.
    Content {
        /// The state that the others come from.
        others: Box<CatalogFacts>,
        /// By source id: whether the product stays.
        retained: Vec<bool>,
        /// What happens to the sections, in order.
        sections: Vec<SectionsChange>,
        /// Source ids change owners by so many, unless it is zero.
        shift: i64,
    },
}

/// Any step of a catalog of [`facts`].
pub fn step() -> impl Strategy<Value = Step> {
    let retained =
        prop_oneof![Just(0.7), Just(0.97)].prop_flat_map(|weight| vec(prop::bool::weighted(weight), PRODUCTS));
    let shift = prop_oneof![3 => Just(0_i64), 1 => 1..40_i64];
    prop_oneof![
        1 => vec(option::of(products::offer()), PRODUCTS).prop_map(Step::Offers),
        3 => (facts(0), retained, vec(sections_change(), 0..4), shift).prop_map(|(others, retained, sections, shift)| {
            Step::Content { others: Box::new(others), retained, sections, shift }
        }),
    ]
}

/// The state of `before` after the step, at the next revision.
pub fn next(before: &CatalogFacts, step: Step) -> CatalogFacts {
    let after = match step {
        Step::Offers(offers) => with_offers(before, &offers),
        Step::Content { others, retained, sections, shift } => {
            with_others(before, *others, &retained, &sections, shift)
        }
    };
    let revision = CatalogRevision(before.revision.0 + 1);
    let committed_at = Some(Timestamp::from_unix_microseconds(revision.0));
    let warehouses = vec![Warehouse { id: "main".into(), name: format!("Main {}", revision.0).into() }];
    CatalogFacts { revision, log_position: LogPosition { committed_at, ..LogPosition::default() }, warehouses, ..after }
}

/// The state that shares some sections and products with the one before it, because a store seldom changes everything.
fn with_others(
    before: &CatalogFacts,
    mut after: CatalogFacts,
    retained: &[bool],
    sections_changes: &[SectionsChange],
    shift: i64,
) -> CatalogFacts {
    let change = |sections: Vec<_>, change: &SectionsChange| change.apply(&sections, &after.sections);
    after.sections = sections_changes.iter().fold(before.sections.clone(), change);
    let is_retained = |product: &Product| retained[usize::try_from(product.source_id.0).unwrap_or(0) % retained.len()];
    after.products.retain(|product| !is_retained(product));
    after.products.extend(before.products.iter().filter(|product| is_retained(product)).cloned());
    // A product that goes on under another source id stays as it is.
    let (mut numbers, mut source_ids) = (HashSet::new(), HashSet::new());
    let mut is_new =
        |product: &Product| numbers.insert(product.stock_number().to_owned()) & source_ids.insert(product.source_id);
    after.products.retain(|product| is_new(product));
    if shift > 0 {
        // Source ids change owners; which product has which is still one-to-one.
        let ids: Vec<SourceId> = after.products.iter().map(|product| product.source_id).collect();
        for (product, at) in after.products.iter_mut().zip(shift as usize..) {
            Arc::make_mut(product).source_id = ids[at % ids.len()];
        }
    }
    after
}

/// The state after an import of some `offers`, one for each product that gets another one.
pub fn with_offers(before: &CatalogFacts, offers: &[Option<Offer>]) -> CatalogFacts {
    let mut after = before.clone();
    for (product, offer) in after.products.iter_mut().zip(offers) {
        if let Some(offer) = offer {
            let commercial_updated_at = product.commercial_updated_at.plus_seconds(1);
            *product = Arc::new(Product { offer: offer.clone(), commercial_updated_at, ..Product::clone(product) });
        }
    }
    after
}

/// How `after` differs from `before`, as a store would report it.
pub fn delta(before: &CatalogFacts, after: &CatalogFacts) -> CatalogDelta {
    let by_stock_number = |facts: &CatalogFacts| -> HashMap<Box<str>, Arc<Product>> {
        facts.products.iter().map(|each| (each.stock_number().into(), Arc::clone(each))).collect()
    };
    let (old, new) = (by_stock_number(before), by_stock_number(after));
    let is_changed = |product: &&Arc<Product>| old.get(product.stock_number()) != Some(product);
    CatalogDelta {
        revision: after.revision,
        log_position: after.log_position.clone(),
        sections: (before.sections != after.sections).then(|| after.sections.clone()),
        changed: after.products.iter().filter(is_changed).cloned().collect(),
        inactive: old.into_keys().filter(|stock_number| !new.contains_key(stock_number)).collect(),
        price_levels: after.price_levels.clone(),
        warehouses: after.warehouses.clone(),
        product_types: after.product_types.clone(),
    }
}
