//! Catalogs that follow a store through random imports, compared with the naive catalog of its present facts.

use crate::{SMALL, answers, layout, lists, viewer};
use catalog_domain::catalog::{CatalogDelta, CatalogFacts, ProductQuery};
use catalog_domain::naive::NaiveCatalog;
use catalog_domain::pricing::Viewer;
use catalog_domain::products::Product;
use catalog_domain::values::CatalogRevision;
use catalog_index::{Catalog, Layout};
use catalog_testkit::builders::storefront;
use catalog_testkit::random_catalog::{Step, delta, facts, multiplied, next, query, step};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use std::sync::Arc;

fn check(
    catalog: &Catalog,
    facts: &CatalogFacts,
    queries: &[ProductQuery],
    viewer: &Viewer,
) -> Result<(), TestCaseError> {
    answers::check(catalog, facts)?;
    let storefront = storefront();
    let naive = NaiveCatalog::new(facts, &storefront);
    queries.iter().try_for_each(|query| lists::check(catalog, &naive, query, viewer))?;
    queries.iter().take(1).try_for_each(|query| lists::check_facets(catalog, &naive, query, viewer))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_catalog_gives_what_the_naive_catalog_gives_after_every_import(
        first in facts(1),
        // What nobody asked for before an import is made later.
        steps in vec((step(), any::<bool>()), 0..6),
        layout in layout(),
        queries in vec(query(), 12),
        viewer in viewer(),
    ) {
        let mut facts = first;
        let mut catalog = Catalog::build_in(facts.clone(), storefront(), layout);
        for (step, is_asked) in steps {
            if is_asked {
                check(&catalog, &facts, &queries, &viewer)?;
            }
            let after = next(&facts, step);
            catalog = catalog.updated(delta(&facts, &after));
            facts = after;
        }
        check(&catalog, &facts, &queries, &viewer)?;
    }

    #[test]
    fn what_a_delta_names_needlessly_changes_nothing(facts in facts(1), picked in vec(any::<bool>(), 40)) {
        let unchanged = facts.products.iter().zip(&picked).filter(|(_, picked)| **picked);
        let delta = CatalogDelta {
            sections: picked[0].then(|| facts.sections.clone()),
            changed: unchanged.map(|(product, _)| Arc::new(Product::clone(product))).collect(),
            inactive: vec!["never active".into(), "".into()],
            ..delta(&facts, &facts)
        };
        answers::check(&Catalog::build_in(facts.clone(), storefront(), SMALL).updated(delta), &facts)?;
    }
}

proptest! {
    // Each of them has thousands of products, so that all sizes of production matter but that of a block.
    #![proptest_config(ProptestConfig::with_cases(2))]

    #[test]
    fn a_large_catalog_in_the_sizes_of_production_gives_what_the_naive_catalog_gives(
        first in facts(1),
        steps in vec(step(), 2),
        queries in vec(query(), 40),
        viewer in viewer(),
    ) {
        const COPIES: i64 = 200;
        let mut facts = multiplied(first, COPIES);
        let layout = Layout { block: 500, ..Layout::default() };
        let mut catalog = Catalog::build_in(facts.clone(), storefront(), layout);
        check(&catalog, &facts, &queries, &viewer)?;
        for step in steps {
            let after = next(&facts, match step {
                Step::Content { others, retained, sections, shift } => {
                    Step::Content { others: Box::new(multiplied(*others, COPIES)), retained, sections, shift }
                }
                offers => offers,
            });
            catalog = catalog.updated(delta(&facts, &after));
            facts = after;
            check(&catalog, &facts, &queries, &viewer)?;
        }
    }
}

#[test]
fn an_update_of_nothing_moves_the_revision_and_shares_the_rest() {
    let mut runner = TestRunner::deterministic();
    let mut draw = || facts(1).new_tree(&mut runner).unwrap().current();
    let has_public = |facts: &CatalogFacts| NaiveCatalog::new(facts, &storefront()).products().next().is_some();
    let facts = std::iter::repeat_with(&mut draw).find(has_public).unwrap();
    let built = Catalog::build(facts.clone(), storefront());
    let after = CatalogFacts { revision: CatalogRevision(9), ..facts.clone() };
    let updated = built.updated(delta(&facts, &after));
    assert_eq!(updated.revision(), CatalogRevision(9));
    assert!(updated.product_count() > 0);
    for product in updated.products() {
        let before = built.product(product.product.stock_number()).unwrap();
        assert!(std::ptr::eq(product.product, before.product), "the same allocation");
    }
    answers::check(&updated, &after).unwrap();
}
