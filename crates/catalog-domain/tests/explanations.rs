//! The explanations against the naive catalog: what they say is shown is what it shows, and at the same prices.

#![expect(clippy::unwrap_used, reason = "what helps a test fails it the same way as the test itself")]

use catalog_domain::catalog::{CatalogFacts, FilterChoice, PageRequest, ProductQuery, Scope};
use catalog_domain::explain::{FacetRule, PriceKind, ProductExplanation, explain_product, explain_section};
use catalog_domain::naive::{NaiveCatalog, NaiveProduct};
use catalog_domain::ports::{ProductFacts, VisibilityFacts};
use catalog_domain::pricing::{PriceLevel, Pricing, Role, Viewer, effective_price};
use catalog_domain::products::Product;
use catalog_domain::sections::{Section, SectionTrees};
use catalog_domain::values::{CatalogRevision, PageUrl, SectionId};
use catalog_testkit::builders::storefront;
use catalog_testkit::random_catalog::{HIGHEST_SECTION, facts, section_of};
use proptest::collection::vec;
use proptest::prelude::*;
use std::sync::Arc;

const LEVELS: [&str; 2] = ["Опт", "Дилер"];

/// The facts of one product, which may have been switched off since `facts`.
fn visibility_facts(facts: &CatalogFacts, product: &Product, is_active: bool) -> VisibilityFacts {
    VisibilityFacts {
        sections: facts.sections.iter().map(|section| (**section).clone()).collect(),
        price_levels: LEVELS.map(PriceLevel::new).into(),
        product: Some(ProductFacts {
            stock_number: product.stock_number().into(),
            source_id: Some(product.source_id),
            name: product.name().into(),
            is_active,
            sections: product.sections.clone(),
            offer: product.offer.clone(),
            filter_values: product.filter_values.clone(),
            content_updated_at: product.content_updated_at,
            commercial_updated_at: product.commercial_updated_at,
            revision: CatalogRevision(1),
            written_at: None,
            events: Vec::new(),
        }),
        ..VisibilityFacts::default()
    }
}

fn viewer() -> impl Strategy<Value = Viewer> {
    let roles = prop_oneof![Just(Role::User), Just(Role::Administrator)];
    (roles, 0..=LEVELS.len()).prop_map(|(role, level)| Viewer {
        role,
        price_level: LEVELS.get(level).map_or_else(PriceLevel::retail, |level| PriceLevel::new(level)),
        ..Viewer::ordinary()
    })
}

/// A catalog, and what one viewer sees of it.
struct Shown<'a> {
    catalog: &'a NaiveCatalog<'a>,
    viewer: &'a Viewer,
}

impl Shown<'_> {
    fn listed_in(&self, stock_number: &str, condition: impl Fn(&mut ProductQuery)) -> Vec<SectionId> {
        let has = |section: &SectionId| {
            let mut query = ProductQuery::of_section(*section);
            query.page = PageRequest { page: 1, size: PageRequest::MAXIMUM_SIZE };
            condition(&mut query);
            let page = self.catalog.section_products(&query, self.viewer);
            page.is_some_and(|page| page.products.iter().any(|found| found.stock_number() == stock_number))
        };
        (0..=HIGHEST_SECTION).map(SectionId).filter(has).collect()
    }

    fn check_lists(&self, found: NaiveProduct<'_>, explained: &ProductExplanation<'_>) {
        let (view, name) = (explained.public.as_ref().unwrap(), found.product.stock_number());
        assert_eq!(explained.primary.unwrap().0, found.primary_section);
        let mut direct = view.direct.clone();
        direct.sort_unstable();
        assert_eq!(direct, self.listed_in(name, |query| query.scope = Scope::Direct));
        assert_eq!(view.holders, self.listed_in(name, |_| ()));
        let holders_if = |holds: bool| if holds { view.holders.clone() } else { Vec::new() };
        assert_eq!(holders_if(explained.is_available), self.listed_in(name, |query| query.available = Some(true)));
        assert_eq!(holders_if(explained.is_on_sale), self.listed_in(name, |query| query.sale = Some(true)));
        let priced = self.listed_in(name, |query| query.has_price = Some(true));
        assert_eq!(holders_if(explained.has_price.is_priced()), priced);
    }

    fn check_filter_values(&self, found: NaiveProduct<'_>, explained: &ProductExplanation<'_>) {
        for value in &explained.filter_values {
            let choice = FilterChoice { uid: value.text.uid.to_string(), keys: vec![value.text.key.to_string()] };
            let listed = self.listed_in(found.product.stock_number(), |query| query.filters = vec![choice.clone()]);
            for (section, rule) in &value.sections {
                assert_eq!(*rule == FacetRule::NotPublic, !self.catalog.sections().has(*section));
                let is_listed = listed.contains(section);
                let same_facet = explained.filter_values.iter().filter(|other| other.text.key == value.text.key);
                let counts_here = same_facet.filter(|other| other.text.uid == value.text.uid).any(|other| {
                    other.sections.contains(&(*section, FacetRule::Counted))
                        || other.sections.contains(&(*section, FacetRule::NoFilter))
                });
                assert_eq!(is_listed, counts_here);
                let shown = self.catalog.section_filters(*section).iter().any(|(filter, values)| {
                    *filter.uid == *value.text.uid && values.iter().any(|shown| *shown.key == *value.text.key)
                });
                assert!(*rule != FacetRule::Counted || shown, "{section} {rule:?}");
            }
        }
    }
}

fn check_prices(product: &Product, viewer: &Viewer, explained: &ProductExplanation<'_>) {
    let levels = LEVELS.map(PriceLevel::new);
    let pricing = Pricing::for_viewer(&product.offer, viewer, &levels);
    let shown = |kind: &PriceKind| explained.prices.iter().find(|price| price.kind == *kind).unwrap().shown;
    assert_eq!(shown(&PriceKind::Retail), pricing.retail);
    assert_eq!(shown(&PriceKind::Personal(viewer.price_level.clone())), pricing.personal.price);
    assert_eq!(shown(&PriceKind::Sale), pricing.sale.price);
    for entry in pricing.levels.iter().flatten() {
        assert_eq!(shown(&PriceKind::Level(entry.level.into())), entry.price);
    }
    assert!(explained.prices.iter().all(|price| price.shown.value.is_none_or(|value| Some(value) == price.stored)));
    assert_eq!(explained.v1_price.0, effective_price(&product.offer, &viewer.price_level));
}

proptest! {
    #[test]
    fn an_explanation_agrees_with_the_catalog(facts in facts(1), viewer in viewer()) {
        let (trees, storefront) = (SectionTrees::build(&facts.sections, &storefront()), storefront());
        let catalog = NaiveCatalog::new(&facts, &storefront);
        let shown = Shown { catalog: &catalog, viewer: &viewer };
        for product in &facts.products {
            let looked_up = visibility_facts(&facts, product, true);
            let explained = explain_product(&looked_up, &trees, &storefront, Some(&viewer)).unwrap();
            let found = catalog.product(product.stock_number());
            prop_assert_eq!(explained.public.is_ok(), found.is_some());
            let in_v1 = catalog.v1().products().any(|shown| shown.stock_number() == product.stock_number());
            prop_assert_eq!(explained.in_v1, in_v1);
            if let Some(found) = found {
                shown.check_lists(found, &explained);
                shown.check_filter_values(found, &explained);
            }
            check_prices(product, &viewer, &explained);
            let switched_off = visibility_facts(&facts, product, false);
            let explained = explain_product(&switched_off, &trees, &storefront, None).unwrap();
            prop_assert!(explained.public.is_err() && !explained.in_v1 && explained.primary.is_none());
        }
    }

    #[test]
    fn the_path_of_a_section_leads_to_what_the_trees_show(kinds in vec((0..12_i64, 0..6_u8), 10)) {
        let sections: Vec<Section> = (0..).zip(kinds).map(|(id, (parent, kind))| Section {
            is_active: kind != 1,
            is_service: kind == 2,
            url: match kind {
                3 => None,
                4 => PageUrl::parse("https://other.example/").ok(),
                _ => PageUrl::parse("https://storefront.example/").ok(),
            },
            // Parents make loops, and some of them are missing; two in twelve sections are roots.
            ..section_of(id, (parent < 10 || kind == 5).then_some(parent))
        }).collect();
        let shared: Vec<Arc<Section>> = sections.iter().cloned().map(Arc::new).collect();
        let (trees, storefront) = (SectionTrees::build(&shared, &storefront()), storefront());
        for section in &sections {
            let explained = explain_section(section.id, &sections, &trees.public, &storefront).unwrap();
            let index = trees.public.find(section.id);
            prop_assert_eq!(explained.path.visibility.is_public(), index.is_some());
            prop_assert_eq!(explained.path.visibility.is_active(), trees.active.find(section.id).is_some());
            prop_assert_eq!(!explained.counted_in.is_empty(), index.is_some());
            if let Some(index) = index {
                let parent = trees.public.node(index).parent.map(|parent| trees.public.id(parent));
                prop_assert_eq!(explained.public_parent, parent);
            }
        }
        prop_assert!(explain_section(SectionId(99), &sections, &trees.public, &storefront).is_none());
    }
}
