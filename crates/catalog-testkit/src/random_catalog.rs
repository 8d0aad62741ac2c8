//! Random catalogs: small enough to recount naively, dense enough to exercise every rule, with their changes and
//! questions to them.

mod changes;
mod products;
mod queries;
mod sections;

pub use changes::{SectionsChange, Step, delta, next, sections_change, step, with_offers};
pub use products::offer;
pub use queries::{query, text};
pub use sections::{HIGHEST_SECTION, section_of};

use catalog_domain::catalog::{CatalogFacts, Warehouse};
use catalog_domain::pricing::PriceLevel;
use catalog_domain::products::{ListedFilterValue, NamedTexts, Product, ProductTexts, SharedFilterValue};
use catalog_domain::sections::Section;
use catalog_domain::values::{CatalogRevision, SectionId, SourceId};
use proptest::collection::vec;
use proptest::prelude::*;
use std::sync::Arc;

/// Products have the source ids below this one, and stock numbers `SN-0` to `SN-40`.
pub const PRODUCTS: usize = 40;

/// The facts of up to 10 sections and 40 products at `revision`; all such facts share the same stock numbers.
pub fn facts(revision: i64) -> impl Strategy<Value = CatalogFacts> {
    let sections = (0..=HIGHEST_SECTION).map(sections::section).collect::<Vec<_>>();
    let products = (0..).take(PRODUCTS).map(products::product).collect::<Vec<_>>();
    (sections, products, vec(any::<bool>(), PRODUCTS), any::<bool>()).prop_map(
        move |(sections, mut products, active, upwards)| {
            if upwards {
                name_sections_above(&mut products, &sections);
            }
            let products = products.into_iter().zip(active);
            CatalogFacts {
                revision: CatalogRevision(revision),
                sections: sections.into_iter().map(Arc::new).collect(),
                products: products.filter_map(|(each, active)| active.then(|| Arc::new(each))).collect(),
                price_levels: vec![PriceLevel::new("Опт")],
                warehouses: vec![Warehouse { id: "main".into(), name: "Main".into() }],
                ..CatalogFacts::default()
            }
        },
    )
}

/// The facts with so many of each of their products, which differ in stock number and source id alone. All of them
/// have one filter value in common, wherever they are.
pub fn multiplied(mut facts: CatalogFacts, copies: i64) -> CatalogFacts {
    let common = products::value_of_all_sections();
    let copied = |product: &Arc<Product>| {
        let mut product = Product::clone(product);
        let values = product.filter_values.iter().map(|ListedFilterValue { text, sections }| SharedFilterValue {
            text: Arc::clone(text),
            sections: Arc::clone(sections),
        });
        product.filter_values = values.chain([common.clone()]).collect();
        (0..copies).map(move |copy| {
            let stock_number = format!("{}-{copy}", product.stock_number());
            let texts = ProductTexts::from(NamedTexts { stock_number: &stock_number, ..product.texts.named() });
            let source_id = SourceId(product.source_id.0 * copies + copy);
            Arc::new(Product { texts, source_id, ..product.clone() })
        })
    };
    facts.products = facts.products.iter().flat_map(copied).collect();
    facts
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
