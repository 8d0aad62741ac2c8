//! What was exported is imported again without a change: by the store that it came from, and by an empty one.

use crate::support::{clock, generated, import_links, input, options};
use catalog_domain::catalog::CatalogFacts;
use catalog_domain::ports::PartSelection;
use catalog_domain::values::Timestamp;
use catalog_generator::Random;
use catalog_import::{ExportContent, ImportMode, ImportOptions, ImportReport, export, run_import};
use catalog_testkit::TestStore;
use std::sync::Arc;

#[derive(Default)]
struct Home(TestStore);

impl Home {
    fn import(&self, seconds: i64, mode: ImportMode, lines: &str) -> ImportReport {
        let options = ImportOptions { mode, allow_removals: 10_000, allow_empty: true, ..options() };
        run_import(vec![input("input", lines)], &options, &*self.0.store, &clock(seconds)).unwrap()
    }

    fn import_links(&self, seconds: i64, lines: &str) -> ImportReport {
        import_links(&*self.0.store, seconds, false, lines).unwrap()
    }

    fn export(&self, content: ExportContent) -> String {
        let mut bytes = Vec::new();
        let lines = export(&*self.0.store, content, &mut bytes, &()).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let heads = usize::from(content == ExportContent::Ids);
        assert_eq!(text.lines().count() - heads, usize::try_from(lines).unwrap());
        text
    }

    /// What requests are answered from, apart from the numbers and times of runs.
    fn content(&self) -> (CatalogFacts, String) {
        let mut facts = self.0.store.load().unwrap();
        let empty = CatalogFacts::default();
        (facts.revision, facts.log_position) = (empty.revision, empty.log_position);
        for section in &mut facts.sections {
            Arc::make_mut(section).synced_at = Timestamp::from_unix_microseconds(0);
        }
        for product in &mut facts.products {
            Arc::make_mut(product).version = empty.revision;
        }
        facts.products.sort_by(|one, other| one.stock_number().cmp(other.stock_number()));
        facts.sections.retain(|section| section.is_active);
        let stock_numbers: Vec<Box<str>> = facts.products.iter().map(|product| product.stock_number().into()).collect();
        let details = self.0.store.read(&stock_numbers, PartSelection::ALL).unwrap().details;
        (facts, format!("{details:#?}"))
    }
}

/// Links for every third product, in HTML.
fn links_of(home: &Home) -> String {
    let facts = home.0.store.load().unwrap();
    let of_product = |stock_number: &str| {
        let html = "<ul><li><a href='https://docs.example/m.pdf'>Manual</a> (PDF, 2.3 MB), «русский»</li></ul>";
        serde_json::json!({"stockNumber": stock_number, "documentationHtml": html,
            "softwareHtml": "<a href='https://docs.example/a.zip'>A</a> <a href='https://docs.example/b.zip'>B</a>"})
        .to_string()
    };
    let some = facts.products.iter().step_by(3).map(|product| of_product(product.stock_number()));
    some.collect::<Vec<_>>().join("\n")
}

/// A section and a product that have lost their source ids, a level that nothing names any more, times stated late.
const TWISTS: [&str; 4] = [
    r#"{"type":"section","hierarchyId":900001,"sourceId":900001,"parentHierarchyId":null,"name":"Lost","url":null,"isActive":true}
{"type":"section","hierarchyId":900002,"sourceId":900002,"parentHierarchyId":900001,"name":"Child","url":null,"isActive":true}"#,
    r#"{"type":"deleted","hierarchyId":900001}
{"type":"section","hierarchyId":900003,"sourceId":900001,"parentHierarchyId":null,"name":"Heir","url":"https://shop.example/heir/","isActive":true}
{"type":"productType","id":900005,"name":"T","groups":[]}
{"type":"product","sourceId":900001,"stockNumber":"TWIST, \"1\"","name":"N","fullName":"F","url":null,"isActive":true,"typeId":900005,"vendor":{"id":"v","name":" V "},"sections":[900003,900001],"configurator":{"groups":[{"uid":"g","name":"G","options":[{"uid":"o","name":"O","levels":{"Уровень из опции":5}}]}],"priceData": {"z": [1, 2.50], "a": null}},"offer":{"hidePrices":true,"retail":"0.0001","levels":{"Прежний":"1","Ещё":null},"sale":true,"specialPrice":"99999999999.9999"}}"#,
    r#"{"type":"product","sourceId":900001,"stockNumber":"TWIST-2","name":"N","fullName":"F","url":null,"isActive":true,"typeId":900005,"sections":[900003],"contentUpdatedAt":"2031-01-01T00:00:00.123456Z","commercialUpdatedAt":"2031-01-02T00:00:00Z","offer":{"levels":{"Ещё":"3","Прежний":"4"}}}"#,
    r#"{"type":"offer","stockNumber":"TWIST-2","levels":{"Ещё":"3"},"commercialUpdatedAt":"2026-05-05T05:05:05+05:00"}"#,
];

fn with_history(seed: u64) -> Home {
    let home = Home::default();
    home.import(0, ImportMode::Full, &generated((120, 30), seed, None));
    home.import_links(10, &links_of(&home));
    home.import(20, ImportMode::Delta, &generated((120, 30), seed, Some(40)));
    for (twist, at) in TWISTS.iter().zip(30..) {
        home.import(at, ImportMode::Delta, twist);
    }
    let mut random = Random::seeded(seed);
    let deleted: Vec<String> = home
        .0
        .store
        .load()
        .unwrap()
        .products
        .iter()
        .filter(|_| random.below(10) == 0)
        .map(|product| serde_json::json!({"type": "deleted", "stockNumber": product.stock_number()}).to_string())
        .collect();
    home.import(50, ImportMode::Delta, &deleted.join("\n"));
    home
}

#[test]
fn an_export_changes_nothing_in_its_own_store_and_makes_an_equal_one_of_an_empty_one() {
    for seed in 1..=4 {
        let home = with_history(seed);
        let exported = home.export(ExportContent::Records);
        let (facts, details) = home.content();
        assert!(facts.products.len() > 60, "seed {seed}");
        assert!(facts.price_levels.len() > 3, "seed {seed}");
        for mode in [ImportMode::Delta, ImportMode::Full] {
            let report = home.import(100, mode, &exported);
            assert!(!report.changed, "seed {seed}, {mode:?}: {report:?}");
        }
        let copy = Home::default();
        copy.import(200, ImportMode::Full, &exported);
        assert_eq!(copy.content().0, facts, "seed {seed}");
        assert!(!home.import_links(210, &home.export(ExportContent::Resources)).changed, "seed {seed}");
        copy.import_links(220, &home.export(ExportContent::Resources));
        assert_eq!(copy.content().1, details, "seed {seed}: parts and links");
        assert!(!copy.import_links(230, &home.export(ExportContent::Resources)).changed, "seed {seed}");
        assert_eq!(copy.export(ExportContent::Ids), home.export(ExportContent::Ids), "seed {seed}");
    }
}

#[test]
fn the_table_of_ids_has_no_section_that_is_switched_off_or_of_the_service_and_none_below_one() {
    let section = |id: u32, parent: &str, rest: &str| {
        let (source, head) = (id + 500, r#"{"type":"section","name":"S","url":null"#);
        format!(r#"{head},"hierarchyId":{id},"sourceId":{source},"parentHierarchyId":{parent},{rest}}}"#)
    };
    let (on, off) = (r#""isActive":true"#, r#""isActive":false"#);
    let lines = [
        section(10, "null", on),
        section(20, "10", off),
        section(30, "20", on),
        section(40, "null", r#""isActive":true,"isService":true"#),
        section(50, "40", on),
        r#"{"type":"productType","id":1,"name":"T","groups":[]}"#.into(),
        r#"{"type":"product","sourceId":5,"stockNumber":"A","name":"N","fullName":"F","url":null,"isActive":true,"typeId":1,"sections":[10,20,30,40,50]}"#.into(),
    ];
    let home = Home::default();
    home.import(1, ImportMode::Delta, &lines.join("\n"));
    assert_eq!(home.export(ExportContent::Ids), "stockNumber,sourceId,sectionId,v1SectionId\nA,5,10,510\n");
}

#[test]
fn the_table_of_ids_has_both_ids_of_active_products_and_sections() {
    let home = Home::default();
    TWISTS.iter().zip(0..).for_each(|(twist, at)| drop(home.import(at, ImportMode::Delta, twist)));
    let lines = home.export(ExportContent::Ids);
    assert_eq!(lines, "stockNumber,sourceId,sectionId,v1SectionId\nTWIST-2,900001,900003,900001\n");
    home.import(9, ImportMode::Delta, r#"{"type":"product","sourceId":5,"stockNumber":"a,\"b\"","name":"N","fullName":"F","url":null,"isActive":true,"typeId":900005,"sections":[900003,900001]}"#);
    assert!(home.export(ExportContent::Ids).contains("\"a,\"\"b\"\"\",5,900003,900001\n"));
}
