//! An updated catalog gives the same responses as one built from scratch.

use super::random_catalog::{HIGHEST_SECTION, facts, offer, storefront};
use super::section_changes::{SectionsChange, sections_change};
use crate::catalog::facts::{CatalogDelta, CatalogFacts, LogPosition, Warehouse};
use crate::catalog::query::{FilterChoice, PageRequest, ProductQuery, ProductSort, Scope};
use crate::catalog::{Catalog, PublicProduct};
use crate::pricing::offer::Offer;
use crate::pricing::price_level::PriceLevel;
use crate::pricing::viewer::{Role, Viewer};
use crate::products::product::Product;
use crate::sections::tree::NodeIndex;
use crate::values::identifiers::{CatalogRevision, ProductTypeId, SectionId, SourceId};
use crate::values::timestamp::Timestamp;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// How `after` differs from `before`, as a store would report it.
fn delta(before: &CatalogFacts, after: &CatalogFacts) -> CatalogDelta {
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

/// A state that shares some sections and products with the one before it, because a store seldom changes everything.
fn next(
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
    let mut seen = HashSet::new();
    after.products.retain(|product| seen.insert(product.stock_number().to_owned()));
    if shift > 0 {
        // Source ids change owners; which product has which is still one-to-one.
        for product in &mut after.products {
            let product = Arc::make_mut(product);
            product.source_id = SourceId((product.source_id.0 + shift) % 40);
        }
    }
    after.log_position =
        LogPosition { committed_at: Some(Timestamp::from_unix_microseconds(shift)), ..LogPosition::default() };
    after.price_levels = vec![PriceLevel::new("Опт")];
    after.warehouses = vec![Warehouse { id: "main".into(), name: format!("Main {shift}").into() }];
    after
}

/// The state after an import of some `offers`, one for each product that gets another one.
fn with_offers(before: &CatalogFacts, offers: &[Option<Offer>]) -> CatalogFacts {
    let mut after = CatalogFacts { revision: CatalogRevision(2), ..before.clone() };
    for (product, offer) in after.products.iter_mut().zip(offers) {
        if let Some(offer) = offer {
            let commercial_updated_at = Timestamp::from_unix_microseconds(2);
            *product = Arc::new(Product { offer: offer.clone(), commercial_updated_at, ..Product::clone(product) });
        }
    }
    after
}

/// Every public response as text.
fn responses(catalog: &Catalog) -> Vec<String> {
    let mut responses = vec![
        format!("{:?} {:?} {:?}", catalog.revision(), catalog.log_position(), catalog.price_levels()),
        format!("{:?} {:?}", catalog.warehouse_name("main"), catalog.product_type(ProductTypeId(1))),
        format!("{} {:?}", catalog.product_count(), catalog.products().map(shown).collect::<Vec<_>>()),
    ];
    let tree = catalog.sections();
    for index in tree.indexes() {
        responses.push(format!("{:?} {:?} {:?}", tree.node(index), tree.subtree(index), catalog.counters(index)));
        responses.push(format!("{:?}", catalog.section_vendors(index).collect::<Vec<_>>()));
        responses.push(format!("{:?}", catalog.section_filters(index).collect::<Vec<_>>()));
    }
    for number in 0..41 {
        responses.push(format!("{:?}", catalog.product(&format!("SN-{number}")).map(shown)));
    }
    responses.extend(queries().iter().map(|query| format!("{query:?}: {:?}", page(catalog, query))));
    responses.extend(v1_responses(catalog));
    responses
}

/// A product as responses show it: without its ordinal, which depends on what was at its place before.
fn shown(product: PublicProduct<'_>) -> PublicProduct<'_> {
    PublicProduct { ordinal: 0, ..product }
}

/// The stock numbers of a page, and the total.
fn page(catalog: &Catalog, query: &ProductQuery) -> Option<(Vec<String>, u64)> {
    let viewer = Viewer { role: Role::User, price_level: PriceLevel::new("Опт"), configurator_access: false };
    let page = catalog.section_products(query, &viewer)?;
    Some((page.products.iter().map(|each| each.product.stock_number().to_string()).collect(), page.total))
}

fn queries() -> Vec<ProductQuery> {
    let mut queries = Vec::new();
    for section in 0..=HIGHEST_SECTION {
        for (sort, scope) in ProductSort::ALL.into_iter().zip([Scope::Subtree, Scope::Direct].into_iter().cycle()) {
            let size = PageRequest::MAXIMUM_SIZE;
            let of_section = ProductQuery::of_section(SectionId(section));
            let whole = ProductQuery { sort, scope, page: PageRequest { page: 1, size }, ..of_section };
            let choice = FilterChoice { uid: "power".into(), keys: vec!["5".into(), "1".into()] };
            queries.push(ProductQuery { available: Some(true), has_price: Some(true), ..whole.clone() });
            queries.push(ProductQuery { sale: Some(false), has_price: Some(false), ..whole.clone() });
            queries.push(ProductQuery { vendors: Some(vec!["v1".into(), "unknown".into()]), ..whole.clone() });
            queries.push(ProductQuery { filters: vec![choice], ..whole.clone() });
            queries.push(ProductQuery { page: PageRequest { page: 2, size: 5 }, ..whole.clone() });
            queries.push(whole);
        }
    }
    queries
}

fn v1_responses(catalog: &Catalog) -> Vec<String> {
    let v1 = catalog.v1();
    let tree = v1.sections();
    let all: Vec<NodeIndex> = tree.indexes().collect();
    let mut responses = vec![format!("{:?}", tree.nodes())];
    for nodes in tree.indexes().map(|index| vec![index]).chain([all]) {
        responses.push(format!("{:?}", v1.products_of(&nodes).collect::<Vec<_>>()));
        responses.push(format!("{:?} {:?}", v1.vendor_names(&nodes), v1.product_type_counts(&nodes)));
        let values = v1.filter_values(&nodes);
        responses.push(format!("{:?}", ["power", "power:color", "none"].map(|uid| values.of(uid))));
    }
    for number in 0..41 {
        let by_source_id: Vec<_> = v1.products(&[SourceId(number)]).collect();
        responses.push(format!("{by_source_id:?} {:?}", v1.section(SourceId(number))));
        responses.push(format!("{:?}", v1.products_by_stock_number(&[format!("SN-{number}")]).collect::<Vec<_>>()));
    }
    responses
}

fn assert_same(updated: &Catalog, built: &Catalog) -> Result<(), TestCaseError> {
    for (updated, built) in responses(updated).into_iter().zip(responses(built)) {
        prop_assert_eq!(updated, built);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(160))]

    #[test]
    fn an_updated_catalog_equals_one_built_from_scratch(
        states in (facts(1), facts(2), facts(3)),
        retained in vec(vec(prop::bool::weighted(0.7), 40), 2),
        sections_changes in vec(vec(sections_change(), 0..4), 2),
        shift in prop_oneof![3 => Just(0_i64), 1 => 1..40_i64],
    ) {
        let (first, second, third) = states;
        let second = next(&first, second, &retained[0], &sections_changes[0], 0);
        let third = next(&second, third, &retained[1], &sections_changes[1], shift);
        let catalog = Catalog::build(first.clone(), storefront());
        let catalog = catalog.updated(delta(&first, &second));
        assert_same(&catalog, &Catalog::build(second.clone(), storefront()))?;
        let catalog = catalog.updated(delta(&second, &third));
        assert_same(&catalog, &Catalog::build(third, storefront()))?;
    }

    #[test]
    fn sections_that_change_again_and_again_show_what_a_full_build_shows(
        states in (facts(1), facts(2)),
        steps in vec((vec(sections_change(), 1..3), vec(prop::bool::weighted(0.95), 40)), 2..8),
    ) {
        let (mut facts, other) = states;
        let mut catalog = Catalog::build(facts.clone(), storefront());
        for (sections_changes, retained) in steps {
            let after = next(&facts, other.clone(), &retained, &sections_changes, 0);
            catalog = catalog.updated(delta(&facts, &after));
            facts = after;
        }
        assert_same(&catalog, &Catalog::build(facts, storefront()))?;
    }

    #[test]
    fn an_update_of_offers_alone_equals_a_full_build_and_shares_the_static_bitmaps(
        states in (facts(1), facts(2)),
        offers in vec(prop::option::of(offer()), 40),
        retained in vec(any::<bool>(), 40),
        sections_changes in vec(sections_change(), 0..2),
    ) {
        let (first, other) = states;
        let second = with_offers(&first, &offers);
        let third = next(&second, other, &retained, &sections_changes, 0);
        let catalog = Catalog::build(first.clone(), storefront());
        let updated = catalog.updated(delta(&first, &second));
        prop_assert!(Arc::ptr_eq(&catalog.facets, &updated.facets));
        assert_same(&updated, &Catalog::build(second.clone(), storefront()))?;
        let updated = updated.updated(delta(&second, &third));
        assert_same(&updated, &Catalog::build(third, storefront()))?;
    }

    #[test]
    fn what_a_delta_names_needlessly_changes_nothing(facts in facts(1), picked in vec(any::<bool>(), 40)) {
        let built = Catalog::build(facts.clone(), storefront());
        let unchanged = facts.products.iter().zip(&picked).filter(|(_, picked)| **picked);
        let delta = CatalogDelta {
            revision: facts.revision,
            sections: picked[0].then(|| facts.sections.clone()),
            changed: unchanged.map(|(product, _)| Arc::new(Product::clone(product))).collect(),
            inactive: vec!["never active".into(), "".into()],
            ..CatalogDelta::default()
        };
        assert_same(&built.updated(delta), &built)?;
    }
}

#[test]
fn an_update_of_nothing_moves_the_revision_and_shares_the_rest() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let facts = facts(1).new_tree(&mut runner).unwrap().current();
    let built = Catalog::build(facts, storefront());
    let updated = built.updated(CatalogDelta { revision: CatalogRevision(9), ..CatalogDelta::default() });
    assert_eq!(updated.revision(), CatalogRevision(9));
    assert_eq!(responses(&updated)[1..], responses(&built)[1..]);
    for product in updated.products() {
        let before = built.product(product.product.stock_number()).unwrap();
        assert!(std::ptr::eq(product.product, before.product), "the same allocation");
    }
}
