//! Pages of product lists, compared with the naive catalog.

use crate::{layout, viewer};
use catalog_domain::catalog::{CatalogFacts, PageRequest, ProductQuery};
use catalog_domain::naive::NaiveCatalog;
use catalog_domain::pricing::Viewer;
use catalog_index::{Catalog, PublicProduct};
use catalog_testkit::builders::storefront;
use catalog_testkit::random_catalog::{facts, query};
use proptest::prelude::*;

fn stock_numbers<'a>(products: &[PublicProduct<'a>]) -> Vec<&'a str> {
    products.iter().map(|found| found.product.stock_number()).collect()
}

/// Holds the page that `query` asks for, whether or not its list is cached, to that of the naive catalog.
pub(crate) fn check(
    catalog: &Catalog,
    naive: &NaiveCatalog<'_>,
    query: &ProductQuery,
    viewer: &Viewer,
) -> Result<(), TestCaseError> {
    let expected = naive.section_products(query, viewer);
    let known = catalog.known_query(query);
    let page = catalog.section_products(&known, viewer);
    let found = page.map(|page| (stock_numbers(&page.products), page.total));
    let of_page =
        |products: Vec<_>| products.into_iter().map(catalog_domain::products::Product::stock_number).collect();
    prop_assert_eq!(&found, &expected.map(|page| (of_page(page.products), page.total)), "{:?}", query);
    let Some(selection) = catalog.select_products(&known, viewer) else { return Ok(()) };
    let cached = selection.into_cacheable(&known, catalog.layout());
    let page = catalog.page_of_selection(&cached, &known, viewer);
    let products: Vec<_> = catalog.products_at(&page.ordinals).collect();
    prop_assert_eq!(Some((stock_numbers(&products), page.total)), found, "{:?}", query);
    Ok(())
}

/// Holds the facets of the list to those of the naive catalog, each of which is the total of another list, and the page
/// that comes with them to the one without.
pub(crate) fn check_facets(
    catalog: &Catalog,
    naive: &NaiveCatalog<'_>,
    query: &ProductQuery,
    viewer: &Viewer,
) -> Result<(), TestCaseError> {
    let known = catalog.known_query(query);
    let found = catalog.page_with_facets(&known, viewer);
    let page = catalog.section_products(&known, viewer).map(|page| (stock_numbers(&page.products), page.total));
    let found = found.map(|(page, facets)| {
        let products: Vec<_> = catalog.products_at(&page.ordinals).collect();
        ((stock_numbers(&products), page.total), facets)
    });
    prop_assert_eq!(found, page.zip(naive.facets(query, viewer)), "{:?}", query);
    Ok(())
}

/// Whether lists are selected on the request's own thread.
fn selects_quickly(catalog: &Catalog, naive: &NaiveCatalog<'_>, query: &ProductQuery) -> bool {
    let layout = catalog.layout();
    let in_scope = ProductQuery { scope: query.scope, section: query.section, ..ProductQuery::everywhere() };
    let products = naive.list(&in_scope, &Viewer::ordinary()).unwrap_or_default();
    let is_small = products.len() as u64 <= layout.few_products;
    is_small
        && !query.sort.is_by_amount()
        && query.section.is_some()
        && query.text.is_none()
        && query.filters.is_empty()
        && query.vendors.iter().flatten().count() <= layout.few_sets
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn the_pages_of_a_list_are_the_naive_list_cut_up(
        facts in facts(1),
        layout in layout(),
        query in query(),
        viewer in viewer(),
        size in 1..8_u32,
    ) {
        let storefront = storefront();
        let catalog = Catalog::build_in(facts.clone(), storefront.clone(), layout);
        let naive = NaiveCatalog::new(&facts, &storefront);
        prop_assert_eq!(catalog.selects_quickly(&query), selects_quickly(&catalog, &naive, &query));
        check(&catalog, &naive, &query, &viewer)?;
        check_facets(&catalog, &naive, &query, &viewer)?;
        let list = naive.list(&query, &viewer).unwrap_or_default();
        // One page beyond the last: it must be empty and still know the total.
        for page in 1..=list.len() as u64 / u64::from(size) + 2 {
            let request = ProductQuery { page: PageRequest { page, size }, ..query.clone() };
            check(&catalog, &naive, &request, &viewer)?;
            check_facets(&catalog, &naive, &request, &viewer)?;
        }
    }

    #[test]
    fn the_count_of_a_filter_value_is_the_total_of_the_list_filtered_by_it(facts in facts(1), layout in layout()) {
        check_totals(&Catalog::build_in(facts, storefront(), layout))?;
    }
}

fn check_totals(catalog: &Catalog) -> Result<(), TestCaseError> {
    for index in catalog.sections().indexes() {
        for (filter, values) in catalog.section_filters(index) {
            for value in values {
                let text = format!("{}:{}", filter.uid, value.key);
                let (uid, key) = text.split_once(':').unwrap();
                let choice = catalog_domain::catalog::FilterChoice { uid: uid.into(), keys: vec![key.into()] };
                let all = ProductQuery::of_section(catalog.sections().id(index));
                let query = ProductQuery { filters: vec![choice], ..all };
                let page = catalog.section_products(&catalog.known_query(&query), &Viewer::ordinary());
                prop_assert_eq!(page.map(|page| page.total), Some(value.count));
            }
        }
    }
    Ok(())
}

#[test]
fn an_empty_catalog_gives_empty_answers() {
    let catalog = Catalog::empty(storefront());
    let naive = CatalogFacts::default();
    assert_eq!(catalog.revision(), naive.revision);
    assert!(catalog.sections().is_empty());
    assert!(catalog.product("SN-1").is_none());
    let query = ProductQuery::of_section(catalog_domain::values::SectionId(1));
    assert!(catalog.section_products(&query, &Viewer::ordinary()).is_none());
}
