//! What texts find, over products with texts of every kind, compared with the naive catalog.

use crate::{layout, lists, viewer};
use catalog_domain::catalog::{CatalogFacts, ProductQuery, ProductSort};
use catalog_domain::naive::NaiveCatalog;
use catalog_domain::products::{FilterValue, NamedTexts, Product, ProductTexts, SharedFilterValue, Vendor};
use catalog_domain::search::SearchText;
use catalog_domain::values::{CatalogRevision, FieldId, SectionId, SourceId};
use catalog_index::Catalog;
use catalog_testkit::builders::{product, section, storefront};
use catalog_testkit::random_catalog::delta;
use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Few letters, so that much is found: look-alikes, a letter with a mark, digits, signs and blanks.
const TEXT: &str = "([KkКк][TtТт]|насос(ы|ов)?|[aBйЁ]|op-amp){0,3}[ ,(/-]?([1-3]{1,2}[./х*-]?){0,2}\
    [ -]?(k ?V|[kтё]|pumphouses?|ПАМП){0,2}";

fn a_product() -> impl Strategy<Value = Product> {
    let names = (TEXT, TEXT, proptest::option::of(TEXT), vec((TEXT, 1..4_i64), 0..3));
    (0..30_i64, "[A-CКТ][ -]?[1-3]{0,2}", names).prop_map(
        |(number, stock_number, (name, full_name, vendor, values))| {
            let values = values.into_iter().map(|(value, in_section)| {
                let (uid, key, sections) = ("a".into(), value.as_str().into(), [SectionId(in_section)].into());
                let value = value.as_str().into();
                SharedFilterValue::from(FilterValue { field_id: FieldId(1), uid, value, key, sections })
            });
            let stock_number = format!("{stock_number}{number}");
            let texts = NamedTexts {
                stock_number: &stock_number,
                name: &name,
                full_name: &full_name,
                url: None,
                preview: None,
            };
            Product {
                texts: ProductTexts::from(texts),
                source_id: SourceId(number),
                vendor: vendor.map(|name| Arc::new(Vendor { id: name.as_str().into(), name: name.as_str().into() })),
                filter_values: values.collect(),
                ..product("", &[1 + number % 2])
            }
        },
    )
}

/// Products of two sections, the second of which is public or not.
fn facts() -> impl Strategy<Value = CatalogFacts> {
    (vec(a_product(), 1..12), any::<bool>()).prop_map(|(products, is_active)| {
        let products =
            products.into_iter().filter(|product| !product.vendor.as_ref().is_some_and(|vendor| vendor.is_blank()));
        let mut products: BTreeMap<_, _> = products.map(|product| (product.source_id.0, product)).collect();
        let mut known = Vec::new();
        products.retain(|_, product| {
            let number = product.stock_number().to_owned();
            !known.contains(&number) && {
                known.push(number);
                true
            }
        });
        CatalogFacts {
            revision: CatalogRevision(1),
            sections: [section(1), catalog_domain::sections::Section { is_active, ..section(2) }].map(Arc::new).into(),
            products: products.into_values().map(Arc::new).collect(),
            ..CatalogFacts::default()
        }
    })
}

fn texts() -> impl Strategy<Value = Vec<SearchText>> {
    let text = (TEXT, 0..9_usize, 1..24_usize, any::<bool>()).prop_map(|(text, from, length, is_glued)| {
        let letters = text.chars().filter(|letter| !is_glued || letter.is_alphanumeric());
        SearchText::parse(&letters.skip(from % 4).take(length).collect::<String>()).ok()
    });
    vec(text, 24).prop_map(|texts| texts.into_iter().flatten().collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn what_a_text_finds_is_what_the_naive_catalog_finds_after_every_import(
        first in facts(),
        others in vec(facts(), 0..3),
        texts in texts(),
        layout in layout(),
        viewer in viewer(),
    ) {
        let storefront = storefront();
        let mut facts = first;
        let mut catalog = Catalog::build_in(facts.clone(), storefront.clone(), layout);
        for next in others.into_iter().map(Some).chain([None]) {
            let naive = NaiveCatalog::new(&facts, &storefront);
            for text in &texts {
                let (text, sort) = (Some(text.clone()), ProductSort::Relevance);
                let query = ProductQuery { text, sort, ..ProductQuery::everywhere() };
                lists::check(&catalog, &naive, &query, &viewer)?;
                let query = ProductQuery { section: Some(SectionId(1)), ..query };
                lists::check(&catalog, &naive, &query, &viewer)?;
                prop_assert_eq!(catalog.suggestion(&query, &viewer), naive.suggestion(&query, &viewer), "{:?}", query);
            }
            let Some(next) = next else { break };
            // Most products stay as they are.
            let mut after = CatalogFacts { revision: CatalogRevision(facts.revision.0 + 1), ..facts.clone() };
            let joining = next.products.into_iter().take(2);
            let joining: Vec<_> = joining.filter(|new| {
                !facts.products.iter().any(|old| old.source_id == new.source_id && old.stock_number() != new.stock_number())
            }).collect();
            after.products.retain(|old| !joining.iter().any(|new| new.stock_number() == old.stock_number()));
            after.products.extend(joining);
            after.sections = if facts.revision.0 == 2 { next.sections } else { facts.sections.clone() };
            catalog = catalog.updated(delta(&facts, &after));
            facts = after;
        }
    }
}
