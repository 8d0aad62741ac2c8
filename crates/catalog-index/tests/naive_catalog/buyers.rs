//! What buyers type, over products as catalogs have them: what they find first.

use catalog_domain::catalog::{CatalogFacts, FilterChoice, ProductQuery, ProductSort};
use catalog_domain::naive::NaiveCatalog;
use catalog_domain::pricing::Viewer;
use catalog_domain::products::{FilterValue, NamedTexts, Product, ProductTexts, SharedFilterValue, Vendor};
use catalog_domain::search::SearchText;
use catalog_domain::sections::Section;
use catalog_domain::values::{FieldId, SectionId, SourceId};
use catalog_index::Catalog;
use catalog_testkit::builders::{product, section, storefront};
use std::sync::Arc;

/// Stock number, full name, vendor, a filter value.
const PRODUCTS: &[[&str; 4]] = &[
    ["BAL-1", "Balun with two capacitors and one capacitor more", "Acme", ""],
    ["CAP-10", "Capacitor 10 uF", "Acme", "25 мм"],
    ["CEIL-1", "Ceiling 600*15*38 white", "Danfoss", "Dıgıtal"],
    ["CLP-1", "Coupling DN 50", "Danfoss", "DN 50"],
    ["SCR-1", "Fastener M8×40 DIN 933", "Acme", "AISI-304"],
    ["SCR-2", "Fastener M8x30 DIN 933", "Acme", "AISI 316"],
    ["MAX232CPE", "Interface driver MAX232 16-DIP", "Maxim", ""],
    ["MAX232-EVAL", "Interface driver evaluation", "Maxim", ""],
    ["LM358", "Op-amp dual", "Acme", ""],
    ["PC817", "Optocoupler one channel", "Acme", ""],
    ["PSU-1", "Power supply 24VDC 5kW 10bar", "Mean Well", ""],
    ["ADP-1", "Programming adapter for PMP1680", "Acme", ""],
    ["ADP-2", "Programming adapter for PMP1680 and others", "Acme", ""],
    ["PMP-1680", "Pump", "Acme", ""],
    ["PMP-1680-2", "Pump", "Acme", ""],
    ["RES-1", "Resistor", "Acme", ""],
    ["STM32F103CB", "Standard controller", "STM", ""],
    ["TRA-1", "Transistor with bias resistor", "Acme", ""],
    ["USB-1", "USB controller for type-c", "Acme", ""],
    ["USB-2", "USB type-c socket", "Acme", ""],
    ["VLV-1", "Valve (brass), 3-way", "Danfoss", ""],
    ["ZEN-51", "Zener diode 51V", "Acme", ""],
    ["ZEN-5.1", "Zener diode small 5.1V", "Acme", ""],
    ["BAT-1", "battery AA", "Acme", ""],
    ["SHV-1", "Кран шаровый и клапан латунный", "Danfoss", ""],
    ["N-1", "Насос центробежный", "Acme", ""],
    ["180205", "Подшипник 180205", "GPZ", ""],
    ["6205", "Подшипник шариковый радиальный", "GPZ", ""],
    ["620", "Подшипник 16205", "GPZ", ""],
];

/// What is typed, and what comes first of what is found; nothing where nothing is found.
const SEARCHES: &[(&str, &[&str])] = &[
    ("PMP1680", &["PMP-1680", "PMP-1680-2", "ADP-1", "ADP-2"]),
    ("pmp-1680", &["PMP-1680", "PMP-1680-2", "ADP-1", "ADP-2"]),
    ("PMP16802", &["PMP-1680-2"]),
    ("valve", &["VLV-1"]),
    ("(valve)", &["VLV-1"]),
    ("\"valve\"", &["VLV-1"]),
    ("«valve»", &["VLV-1"]),
    ("valve/Danfoss", &["VLV-1"]),
    ("24 V DC", &["PSU-1"]),
    ("24VDC", &["PSU-1"]),
    ("5 kW", &["PSU-1"]),
    ("5kW", &["PSU-1"]),
    ("10 bar", &["PSU-1"]),
    ("10bar", &["PSU-1"]),
    ("50 mm", &[]),
    ("25mm", &["CAP-10"]),
    ("25 мм", &["CAP-10"]),
    ("25мм", &["CAP-10"]),
    ("M8x40", &["SCR-1"]),
    ("M8×40", &["SCR-1"]),
    ("M8х40", &["SCR-1"]),
    ("M8*40", &["SCR-1"]),
    ("M8 × 40", &["SCR-1"]),
    ("M8 x 40", &["SCR-1"]),
    ("600x15x38", &["CEIL-1"]),
    ("600 х 15 х 38", &["CEIL-1"]),
    ("AISI304", &["SCR-1"]),
    ("aisi-316", &["SCR-2"]),
    ("dn50", &["CLP-1"]),
    ("zener 5.1V", &["ZEN-5.1", "ZEN-51"]),
    ("resistor", &["RES-1", "TRA-1"]),
    ("USB type-c", &["USB-2", "USB-1"]),
    ("capacitor", &["CAP-10", "BAL-1"]),
    ("насосов", &["N-1"]),
    ("шаровой клапан", &["SHV-1"]),
    ("batteries", &["BAT-1"]),
    ("digital", &["CEIL-1"]),
    ("opto-coupler", &["PC817"]),
    ("opamp", &["LM358"]),
    ("подшипник 6205", &["6205", "620"]),
    ("STM32F103C8T6", &[]),
    ("микросхема MAX232", &[]),
    ("centrifugal", &[]),
];

/// What is typed where nothing is found, and what is suggested.
const SUGGESTIONS: &[(&str, Option<(&str, u64)>)] = &[
    ("STM32F103C8T6", Some(("STM32F103C", 1))),
    ("микросхема MAX232", Some(("MAX232", 2))),
    ("микросхема «MAX232» valve", None),
    ("centrifugal", None),
    ("resistor valve", None),
    ("разъём resistor", Some(("resistor", 2))),
    ("resistor RES-12", Some(("resistor RES-1", 1))),
    ("valve VLV-17", Some(("valve VLV-1", 1))),
];

fn facts() -> CatalogFacts {
    let products = (1..).zip(PRODUCTS).map(|(id, [stock_number, name, vendor, value])| {
        let value = FilterValue {
            field_id: FieldId(1),
            uid: "a".into(),
            value: (*value).into(),
            key: (*value).into(),
            sections: [SectionId(1)].into(),
        };
        let texts = NamedTexts { stock_number, name, full_name: name, url: None, preview: None };
        Arc::new(Product {
            texts: ProductTexts::from(texts),
            source_id: SourceId(id),
            vendor: Some(Arc::new(Vendor { id: (*vendor).into(), name: (*vendor).into() })),
            filter_values: [SharedFilterValue::from(value)].into_iter().collect(),
            ..product("", &[if id % 2 == 0 { 1 } else { 3 }])
        })
    });
    let named = |id, name: &str, parent| Section { name: name.into(), parent, ..section(id) };
    let sections = [
        named(1, "Centrifugal pumps (DN50)", None),
        named(2, "Насосы центробежные centrifugal", None),
        named(3, "Centrifugal pumps, large", Some(SectionId(2))),
        named(4, "Centrifugal, without products", None),
    ];
    CatalogFacts { sections: sections.map(Arc::new).into(), products: products.collect(), ..CatalogFacts::default() }
}

fn query(text: &str) -> ProductQuery {
    ProductQuery { text: SearchText::parse(text).ok(), sort: ProductSort::Relevance, ..ProductQuery::everywhere() }
}

#[test]
fn what_a_buyer_types_finds_what_he_means_first() {
    let (facts, storefront, viewer) = (facts(), storefront(), Viewer::ordinary());
    let (catalog, naive) = (Catalog::build(facts.clone(), storefront.clone()), NaiveCatalog::new(&facts, &storefront));
    let mut others = Vec::new();
    for (text, first) in SEARCHES {
        let found = naive.list(&query(text), &viewer).unwrap();
        let found: Vec<&str> = found.iter().map(|product| product.stock_number()).collect();
        if !found.starts_with(first) || found.is_empty() != first.is_empty() {
            others.push((text, found));
        }
        crate::lists::check(&catalog, &naive, &query(text), &viewer).unwrap();
    }
    assert_eq!(others, []);
}

#[test]
fn what_finds_nothing_has_a_suggestion_that_finds_something_with_the_same_filters() {
    let (facts, storefront, viewer) = (facts(), storefront(), Viewer::ordinary());
    let (catalog, naive) = (Catalog::build(facts.clone(), storefront.clone()), NaiveCatalog::new(&facts, &storefront));
    for (text, suggested) in SUGGESTIONS {
        let found = catalog.suggestion(&query(text), &viewer);
        assert_eq!(found, naive.suggestion(&query(text), &viewer), "{text}");
        assert_eq!(found.as_ref().map(|found| (found.text.as_str(), found.total)), *suggested, "{text}");
    }
    let filters = vec![FilterChoice { uid: "a".into(), keys: vec!["DN 50".into()] }];
    let filtered = ProductQuery { filters, ..query("микросхема MAX232") };
    assert_eq!(catalog.suggestion(&filtered, &viewer), None);
}

#[test]
fn sections_are_found_by_the_words_of_their_names() {
    let (facts, storefront) = (facts(), storefront());
    let (catalog, naive) = (Catalog::build(facts.clone(), storefront.clone()), NaiveCatalog::new(&facts, &storefront));
    // In all sections, and below the second one.
    for (text, all, within) in [
        ("centrifugal", &[3, 2, 1][..], &[3, 2][..]),
        ("pumps centri", &[3, 1], &[3]),
        ("насос", &[2], &[2]),
        ("насосов", &[], &[]),
        ("centrifugals", &[], &[]),
        ("dn50", &[1], &[]),
        ("dn 50", &[1], &[]),
        ("n50", &[], &[]),
    ] {
        let text = SearchText::parse(text).unwrap();
        for (section, expected) in [(None, all), (Some(SectionId(2)), within)] {
            let found = catalog.matching_sections(&text, section);
            assert_eq!(found, naive.matching_sections(&text, section), "{}", text.as_str());
            assert!(found.iter().map(|(section, _)| section.0).eq(expected.iter().copied()), "{text:?} {found:?}");
        }
        assert!(catalog.matching_sections(&text, Some(SectionId(9))).is_empty());
    }
}
