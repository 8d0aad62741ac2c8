//! Which differences of two records clients can see, and their causes.

use super::*;
use crate::pricing::money::Money;
use crate::pricing::offer::LevelPrice;
use crate::pricing::price_level::PriceLevel;
use crate::products::parts::Photo;
use crate::test_support::{section, trees};

fn tree(ids: &[i64]) -> SectionTree {
    trees(ids.iter().map(|id| section(*id, None))).public
}

fn ids(ids: &[i64]) -> Vec<SectionId> {
    ids.iter().copied().map(SectionId).collect()
}

fn filter_value(key: &str, sections: &[i64]) -> FilterValue {
    FilterValue {
        field_id: FieldId(17),
        uid: "power".into(),
        value: key.into(),
        key: key.into(),
        sections: ids(sections).into(),
    }
}

fn option(uid: &str, dollars: Option<i64>) -> ConfiguratorOption {
    ConfiguratorOption {
        uid: uid.into(),
        name: uid.into(),
        stock_number: None,
        is_default: false,
        retail: dollars.map(|dollars| Money::from_units(dollars * Money::UNITS_PER_DOLLAR)),
        levels: LevelPrices::default(),
    }
}

fn configurator(options: Vec<ConfiguratorOption>) -> Option<Configurator> {
    Some(Configurator { groups: vec![OptionGroup { uid: "g".into(), name: "G".into(), required: false, options }] })
}

fn feature(field: i64, value: &str) -> FeatureValue {
    FeatureValue { field_id: FieldId(field), value: value.into() }
}

/// The parts of a record that the cases change.
#[derive(Clone)]
struct Record {
    name: &'static str,
    sections: Vec<SectionId>,
    primary_section: Option<SectionId>,
    filter_values: Vec<FilterValue>,
    parts: ProductParts,
}

impl Record {
    fn new() -> Self {
        let features = [feature(17, "a"), feature(17, "b"), feature(18, "secret"), feature(19, "c")].into();
        let parts =
            ProductParts { features, configurator: configurator(vec![option("o", Some(5))]), ..Default::default() };
        Self {
            name: "Pump",
            sections: ids(&[1, 2]),
            primary_section: None,
            filter_values: vec![filter_value("x", &[1, 2, 9]), filter_value("hidden", &[9])],
            parts,
        }
    }

    fn content(&self) -> RecordContent<'_> {
        RecordContent {
            name: self.name,
            full_name: "",
            url: None,
            vendor_id: None,
            sections: &self.sections,
            primary_section: self.primary_section,
            preview: None,
            filter_values: &self.filter_values,
            parts: &self.parts,
        }
    }
}

/// Fields 17 and 19 are public.
fn compare(before: &Record, after: &Record, trees: [&SectionTree; 2]) -> &'static str {
    let trees = TreeChange { before: trees[0], after: trees[1] };
    let is_public = |field| field != FieldId(18);
    let ContentChange { by_record, otherwise } = compare_content(&before.content(), &after.content(), trees, is_public);
    match (by_record, otherwise) {
        (false, false) => "nothing",
        (true, false) => "the record",
        (false, true) => "the sections",
        (true, true) => "both",
    }
}

#[test]
fn a_record_changes_what_clients_can_see_of_it_and_nothing_else() {
    type Edit = fn(&mut Record);
    let cases: [(&str, Edit, &str); 19] = [
        ("nothing", |_| {}, "nothing"),
        ("the name", |record| record.name = "Motor", "the record"),
        ("a photo", |record| record.parts.photos = [Photo { url: "u".into(), alt: None }].into(), "the record"),
        ("a public feature", |record| record.parts.features[0] = feature(17, "z"), "the record"),
        ("a feature that is not public", |record| record.parts.features[2] = feature(18, "z"), "nothing"),
        ("the order of one field's values", |record| record.parts.features.swap(0, 1), "the record"),
        ("the order of fields", |record| record.parts.features.swap(0, 3), "the record"),
        (
            "the order of fields, each field's values in order",
            |record| record.parts.features.rotate_right(1),
            "nothing",
        ),
        ("a filter value", |record| record.filter_values[0] = filter_value("y", &[1, 2, 9]), "the record"),
        (
            "a filter value's public sections",
            |record| record.filter_values[0] = filter_value("x", &[1, 9]),
            "the record",
        ),
        ("its sections that are not public", |record| record.filter_values[0] = filter_value("x", &[1, 2]), "nothing"),
        ("a filter value that nobody sees", |record| record.filter_values[1] = filter_value("z", &[9]), "nothing"),
        ("the first section as the primary one", |record| record.primary_section = Some(SectionId(1)), "nothing"),
        ("another section as the primary one", |record| record.primary_section = Some(SectionId(2)), "the record"),
        ("a primary section that is not public", |record| record.primary_section = Some(SectionId(9)), "nothing"),
        ("an option", |record| record.parts.configurator = configurator(vec![option("p", Some(5))]), "the record"),
        ("an option's price", |record| record.parts.configurator = configurator(vec![option("o", Some(6))]), "nothing"),
        ("no configurator", |record| record.parts.configurator = None, "the record"),
        ("raw prices", |record| record.parts.price_data = Some("{}".into()), "nothing"),
    ];
    let tree = tree(&[1, 2]);
    for (case, edit, expected) in cases {
        let before = Record::new();
        let mut after = before.clone();
        edit(&mut after);
        assert_eq!(compare(&before, &after, [&tree, &tree]), expected, "{case}");
        assert_eq!(compare(&after, &before, [&tree, &tree]), expected, "{case}, back");
    }
}

#[test]
fn sections_change_what_a_record_shows_unless_the_record_left_or_met_them() {
    let (one, both, all) = (tree(&[1]), tree(&[1, 2]), tree(&[1, 2, 9]));
    let record = Record::new();
    let without_nine = Record { filter_values: vec![filter_value("x", &[1, 2])], ..record.clone() };
    for (case, before, after, trees, expected) in [
        ("a filter value's section becomes public", &record, &record, [&both, &all], "the sections"),
        ("a filter value's section goes", &record, &record, [&both, &one], "the sections"),
        ("it becomes public as the record no longer names it", &record, &without_nine, [&both, &all], "nothing"),
        ("it is public and the record no longer names it", &record, &without_nine, [&all, &all], "the record"),
        ("it goes as the record comes to name it", &without_nine, &record, [&all, &both], "nothing"),
        ("it becomes public as the record comes to name it", &without_nine, &record, [&both, &all], "the record"),
    ] {
        assert_eq!(compare(before, after, trees), expected, "{case}");
    }
}

#[test]
fn prices_of_options_differ_only_where_an_option_has_one() {
    let at_level = |name: &str, price: Option<i64>| {
        let level = LevelPrice { level: PriceLevel::new(name), price: price.map(Money::from_units) };
        ConfiguratorOption { levels: [level].into(), ..option("o", Some(5)) }
    };
    let unpriced = |level: &str| ConfiguratorOption { retail: None, ..at_level(level, None) };
    let known = ["Опт", "Дилер"].map(PriceLevel::new);
    let of = |options: Vec<ConfiguratorOption>| configurator(options);
    for (case, before, after, expected) in [
        ("another price", of(vec![option("o", Some(5))]), of(vec![option("o", Some(6))]), true),
        ("a level", of(vec![option("o", Some(5))]), of(vec![at_level("Опт", Some(4))]), true),
        ("a level without a price", of(vec![option("o", Some(5))]), of(vec![at_level("Опт", None)]), false),
        (
            "a later level without a price first",
            of(vec![option("o", Some(5))]),
            of(vec![at_level("Дилер", None)]),
            true,
        ),
        ("a new option with a later level first", of(vec![]), of(vec![unpriced("Дилер")]), false),
        ("another option without a price", of(vec![option("o", None)]), of(vec![option("p", None)]), false),
        (
            "another order",
            of(vec![option("o", Some(5)), option("p", Some(6))]),
            of(vec![option("p", Some(6)), option("o", Some(5))]),
            false,
        ),
        (
            "prices that change places",
            of(vec![option("o", Some(5)), option("p", Some(6))]),
            of(vec![option("o", Some(6)), option("p", Some(5))]),
            true,
        ),
        ("no configurator any more", of(vec![option("o", Some(5))]), None, true),
        ("no configurator, which had no price", of(vec![option("o", None)]), None, false),
    ] {
        assert_eq!(
            option_prices_differ(before.as_ref(), after.as_ref(), |level| {
                known.iter().position(|other| other == level)
            }),
            expected,
            "{case}"
        );
    }
}
