//! Product lists against a naive filter and sort.

use super::random_catalog::{HIGHEST_SECTION, Sample, sample};
use crate::catalog::PublicProduct;
use crate::catalog::query::{FilterChoice, PageRequest, ProductQuery, ProductSort, Scope};
use crate::pricing::HasPrice;
use crate::pricing::price_level::PriceLevel;
use crate::pricing::viewer::{Role, Viewer};
use crate::products::product::Product;
use crate::values::identifiers::SectionId;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use std::cmp::Reverse;
use std::sync::Arc;

fn viewer(level: &str) -> Viewer {
    Viewer { role: Role::User, price_level: PriceLevel::new(level), configurator_access: false }
}

/// A random request; its page is chosen separately.
fn query() -> impl Strategy<Value = ProductQuery> {
    let vendor = prop_oneof![Just("v0"), Just("v1"), Just("unknown"), Just("nobody")].prop_map(String::from);
    let choice = (prop_oneof![Just("power"), Just("power:color")], vec(prop_oneof![Just("5"), Just("1")], 1..3));
    let flag = || option::of(any::<bool>());
    (
        0..=HIGHEST_SECTION,
        any::<bool>(),
        option::of(vec(vendor, 1..4)),
        (flag(), flag(), flag()),
        option::of(choice),
        proptest::sample::select(ProductSort::ALL.to_vec()),
    )
        .prop_map(|(section, direct, vendors, (available, sale, has_price), choice, sort)| ProductQuery {
            scope: if direct { Scope::Direct } else { Scope::Subtree },
            vendors,
            available,
            sale,
            has_price,
            filters: choice
                .map(|(uid, keys)| FilterChoice { uid: uid.into(), keys: keys.into_iter().map(String::from).collect() })
                .into_iter()
                .collect(),
            sort,
            ..ProductQuery::of_section(SectionId(section))
        })
}

/// Naively: whether the product is in the list.
fn matches(sample: &Sample, product: &Product, query: &ProductQuery, viewer: &Viewer) -> bool {
    let vendor = product.vendor.as_ref().map_or("unknown", |vendor| &*vendor.id);
    let is = |wanted: Option<bool>, actual: bool| wanted.is_none_or(|wanted| wanted == actual);
    let chosen = |choice: &FilterChoice| {
        product.filter_values.iter().any(|value| {
            *value.text.uid == *choice.uid
                && choice.keys.iter().any(|key| **key == *value.text.key)
                && value.sections.contains(&query.section)
        })
    };
    sample.is_in(product, query.section, query.scope == Scope::Direct)
        && query.vendors.as_ref().is_none_or(|vendors| vendors.iter().any(|id| id == vendor))
        && is(query.available, product.offer.stock.iter().any(|stock| stock.quantity > 0))
        && is(query.sale, product.offer.sale)
        && is(query.has_price, HasPrice::of(&product.offer, &viewer.price_level).is_priced())
        && query.filters.iter().all(chosen)
}

/// Naively: the whole list's stock numbers in order.
fn expected(sample: &Sample, query: &ProductQuery, viewer: &Viewer) -> Vec<String> {
    let mut products: Vec<&Product> = sample
        .products
        .iter()
        .map(|product| &**product)
        .filter(|product| matches(sample, product, query, viewer))
        .collect();
    let by_name = |product: &&Product| {
        (product.name().to_lowercase(), product.name().to_owned(), product.stock_number().to_owned())
    };
    match query.sort {
        ProductSort::Name => products.sort_by_key(by_name),
        ProductSort::NameDescending => products.sort_by_key(|product| Reverse(by_name(product))),
        ProductSort::StockNumber => products.sort_by_key(|product| product.stock_number().to_owned()),
        ProductSort::ContentUpdatedDescending => {
            products.sort_by_key(|product| (Reverse(product.content_updated_at), product.stock_number().to_owned()));
        }
    }
    products.into_iter().map(|product| product.stock_number().to_string()).collect()
}

fn stock_numbers(products: &[PublicProduct<'_>]) -> Vec<String> {
    products.iter().map(|product| product.product.stock_number().to_string()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn the_pages_of_a_list_are_the_naive_list_cut_up(sample in sample(), query in query(), size in 1..8_u32) {
        for level in ["Розн", "Опт"] {
            let viewer = viewer(level);
            let is_public = sample.tree.find(query.section).is_some();
            let expected = expected(&sample, &query, &viewer);
            let mut listed = Vec::new();
            let selection = sample.catalog.select_products(&query, &viewer);
            let is_in_scope = |product: &&Arc<Product>| sample.is_in(product, query.section, query.scope == Scope::Direct);
            let is_small = sample.products.iter().filter(is_in_scope).count() <= 1;
            let has_few_conditions = query.filters.is_empty() && query.vendors.iter().flatten().count() <= 1;
            prop_assert_eq!(sample.catalog.selects_quickly(&query), is_small && has_few_conditions);
            let cached = selection.map(|selection| selection.into_cacheable(&query));
            // One page beyond the last: it must be empty and still know the total.
            for page in 1..=expected.len() as u64 / u64::from(size) + 2 {
                let request = ProductQuery { page: PageRequest { page, size }, ..query.clone() };
                let response = sample.catalog.section_products(&request, &viewer);
                prop_assert_eq!(response.is_some(), is_public);
                let Some(response) = response else { return Ok(()) };
                let page_of = |cached| sample.catalog.page_of_selection(cached, &request, &viewer);
                let from_cached = cached.as_ref().map(page_of).unwrap();
                let products: Vec<_> = sample.catalog.products_at(&from_cached.ordinals).collect();
                prop_assert_eq!(stock_numbers(&products), stock_numbers(&response.products));
                prop_assert_eq!((from_cached.total, response.total), (expected.len() as u64, expected.len() as u64));
                prop_assert!(response.products.len() <= size as usize);
                listed.extend(stock_numbers(&response.products));
            }
            prop_assert_eq!(listed, expected);
        }
    }

    #[test]
    fn a_page_far_beyond_the_end_is_empty(sample in sample(), page in prop_oneof![Just(u64::MAX), Just(1_u64 << 40)]) {
        for section in sample.public_sections() {
            let request = ProductQuery { page: PageRequest { page, size: 1_000 }, ..ProductQuery::of_section(section) };
            prop_assert!(sample.catalog.section_products(&request, &viewer("Опт")).unwrap().products.is_empty());
        }
    }
}
