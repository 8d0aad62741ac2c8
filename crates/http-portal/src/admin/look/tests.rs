//! The page, rendered from facts: what it says is what the explanations say, and hostile names stay text.

use super::*;
use crate::reader::Reader;
use catalog_domain::ports::ProductFacts;
use catalog_domain::pricing::Offer;
use catalog_domain::products::LinkedSections;
use catalog_domain::sections::Section;
use catalog_domain::values::Timestamp;
use catalog_testkit::builders::{NOON, offer, section, storefront};
use localization::Locale;

const HOSTILE: &str = "<script>alert(1)</script>";

/// A product in section 2, below section 1.
fn facts(root: Section, offer: Offer) -> VisibilityFacts {
    let product = ProductFacts {
        stock_number: "P-1".into(),
        source_id: None,
        name: HOSTILE.into(),
        is_active: true,
        sections: LinkedSections::new([SectionId(2)], None),
        offer,
        filter_values: Default::default(),
        content_updated_at: NOON,
        commercial_updated_at: NOON,
        revision: CatalogRevision(3),
        written_at: Some(Timestamp::from_unix_microseconds(0)),
        events: Vec::new(),
    };
    let child = Section { parent: Some(SectionId(1)), name: HOSTILE.into(), ..section(2) };
    VisibilityFacts {
        sections: vec![root, child],
        price_levels: vec![PriceLevel::new("Опт")],
        product: Some(product),
        ..VisibilityFacts::default()
    }
}

fn rendered(facts: &VisibilityFacts, item: &str, level: &str) -> String {
    let (query, storefront) = (LookQuery { item: item.into(), level: level.into() }, storefront());
    let sections: Vec<_> = facts.sections.iter().cloned().map(Arc::new).collect();
    let trees = SectionTrees::build(&sections, &storefront);
    let viewer = viewer(level, &facts.price_levels).unwrap();
    let section = SectionId::parse(item).ok();
    let page = LookPage {
        layout: Layout::new("look-title", "", &Reader::default()),
        query: &query,
        facts,
        shown_revision: CatalogRevision(3),
        product: explain_product(facts, &trees, &storefront, viewer.as_ref()).filter(|_| section.is_none()),
        section: section.and_then(|id| explain_section(id, &facts.sections, &trees.public, &storefront)),
        counters: None,
    };
    crate::page::rendered(&page, Locale::default()).unwrap()
}

#[test]
fn the_deciding_rule_and_every_price_are_shown_and_names_stay_text() {
    let off = Section { is_active: false, ..section(1) };
    let hidden = Offer { hide_prices: true, ..offer() };
    for (facts, item, level, parts) in [
        (
            facts(section(1), offer()),
            "P-1",
            "",
            &["Public: active", "personal at Опт", "80.00\u{a0}USD", "100.00\u{a0}USD"][..],
        ),
        (facts(section(1), hidden), "P-1", "Опт", &["the source hides the prices: on request"]),
        (facts(off.clone(), offer()), "P-1", "", &["Not public: none of its sections is public", "is inactive"]),
        (facts(off, offer()), "2", "", &["not public: section 1 is inactive (isActive is false)"]),
        (facts(section(1), offer()), "9", "", &["no section with that ID"]),
    ] {
        let page = rendered(&facts, item, level);
        for part in parts {
            assert!(page.contains(part), "{part:?} is not in: {page}");
        }
        assert!(!page.contains("<script>alert"), "{page}");
    }
}

#[test]
fn a_level_that_no_product_has_is_refused() {
    assert!(viewer("Дилер", &[PriceLevel::new("Опт")]).is_err());
    assert!(viewer("Розн", &[]).unwrap().is_some_and(|viewer| viewer.price_level.is_retail()));
}
