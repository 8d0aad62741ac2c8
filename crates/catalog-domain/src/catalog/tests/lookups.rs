//! Single products: found exactly when public, with the right primary section.

use super::random_catalog::{sample, storefront};
use crate::catalog::Catalog;
use crate::catalog::query::ProductQuery;
use crate::pricing::viewer::{Role, Viewer};
use crate::values::identifiers::{CatalogRevision, SectionId};
use proptest::prelude::*;

proptest! {
    #[test]
    fn a_product_is_found_exactly_when_it_is_linked_to_a_public_section(sample in sample()) {
        for product in &sample.products {
            let public: Vec<SectionId> =
                product.sections.iter().copied().filter(|id| sample.tree.find(*id).is_some()).collect();
            let found = sample.catalog.product(product.stock_number());
            prop_assert_eq!(found.is_some(), !public.is_empty());
            if let Some(found) = found {
                prop_assert_eq!(found.product.stock_number(), product.stock_number());
                let chosen = product.sections.primary().filter(|id| public.contains(id));
                prop_assert_eq!(found.primary_section, chosen.unwrap_or(public[0]));
            }
            prop_assert!(sample.catalog.product(&product.stock_number().to_lowercase()).is_none(), "case matters");
        }
        // More than are looked up at a time; some are unknown, and some come again.
        let stock_numbers = sample.products.iter().map(|product| product.stock_number());
        let wanted = stock_numbers.flat_map(|text| [text.to_owned(), text.to_lowercase()]);
        let wanted: Vec<String> = wanted.cycle().take(150).collect();
        let found: Vec<Option<u32>> = sample.catalog.find_products(&wanted).collect();
        let expected = wanted.iter().map(|text| sample.catalog.product(text).map(|found| found.ordinal));
        prop_assert_eq!(found, expected.collect::<Vec<_>>());
        let listed = sample.catalog.products().len();
        prop_assert_eq!(listed, sample.catalog.product_count());
    }
}

#[test]
fn an_empty_catalog_gives_empty_results() {
    let catalog = Catalog::empty(storefront());
    let viewer = Viewer {
        role: Role::User,
        price_level: crate::pricing::price_level::PriceLevel::retail(),
        configurator_access: false,
    };
    assert_eq!(catalog.revision(), CatalogRevision::EMPTY);
    assert!(catalog.sections().is_empty());
    assert!(catalog.product("x").is_none());
    assert!(catalog.section_products(&ProductQuery::of_section(SectionId(1)), &viewer).is_none());
}
