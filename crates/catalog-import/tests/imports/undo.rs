//! Undoing a run brings back what it replaced, and nothing that later runs have changed.

use crate::support::{clock, import_links, input, options};
use catalog_domain::ports::ImportHistory;
use catalog_domain::values::CatalogRevision;
use catalog_import::{
    ExportContent, ImportError, ImportMode, ImportOptions, ImportReport, export, run_import, run_undo,
};
use catalog_testkit::TestStore;
use proptest::option;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// One run: the lines of records or of links.
#[derive(Debug, Clone)]
enum Run {
    Records { is_full: bool, lines: Vec<Value> },
    Links(Vec<Value>),
}

/// The records of an export by type and id, without times.
type Content = BTreeMap<(String, String), Value>;

/// A store on one of the engines.
struct World {
    stored: TestStore,
    seconds: Cell<i64>,
}

impl World {
    fn on(stored: TestStore) -> Self {
        Self { stored, seconds: Cell::new(0) }
    }

    fn tick(&self) -> i64 {
        self.seconds.set(self.seconds.get() + 1);
        self.seconds.get()
    }

    fn import(&self, run: &Run) -> Result<ImportReport, ImportError> {
        let joined = |lines: &[Value]| lines.iter().map(Value::to_string).collect::<Vec<_>>().join("\n");
        let store = &*self.stored.store;
        match run {
            Run::Records { is_full, lines } => {
                let mode = if *is_full { ImportMode::Full } else { ImportMode::Delta };
                let options = ImportOptions { mode, ..all_allowed() };
                run_import(vec![input("input", joined(lines))], &options, store, &clock(self.tick()))
            }
            Run::Links(lines) => import_links(store, self.tick(), false, &joined(lines)),
        }
    }

    fn undo(&self, run: CatalogRevision) -> Result<ImportReport, ImportError> {
        self.undo_with(run, |_| {})
    }

    fn undo_with(
        &self,
        run: CatalogRevision,
        edit: impl FnOnce(&mut ImportOptions<'_>),
    ) -> Result<ImportReport, ImportError> {
        let history: Arc<dyn ImportHistory> = self.stored.store.clone();
        let mut options = all_allowed();
        edit(&mut options);
        run_undo(run, &options, &history, &*self.stored.store, &clock(self.tick()))
    }

    fn content(&self) -> Content {
        let mut content = Content::new();
        for (of, what) in [("record", ExportContent::Records), ("links", ExportContent::Resources)] {
            let mut bytes = Vec::new();
            export(&*self.stored.store, what, &mut bytes, &()).unwrap();
            for line in std::str::from_utf8(&bytes).unwrap().lines() {
                let mut record: Value = serde_json::from_str(line).unwrap();
                let kind = record["type"].as_str().unwrap_or(of).to_owned();
                let id = ["stockNumber", "hierarchyId", "id", "name"].iter().find_map(|name| record.get(*name));
                let id = id.unwrap().to_string();
                record.as_object_mut().unwrap().remove("contentUpdatedAt");
                if let Some(offer) = record.get_mut("offer").and_then(Value::as_object_mut) {
                    offer.remove("commercialUpdatedAt");
                }
                content.insert((kind, id), record);
            }
        }
        content
    }
}

fn all_allowed() -> ImportOptions<'static> {
    ImportOptions { allow_removals: 1_000, maximum_renames: Some(1_000), allow_empty: true, ..options() }
}

fn section(id: i64, parent: Option<i64>, name: u8, is_active: bool) -> Value {
    json!({"type": "section", "hierarchyId": id, "sourceId": id + 1_000, "parentHierarchyId": parent,
        "name": format!("S{name}"), "url": format!("https://shop.example/s/{id}/"), "isActive": is_active})
}

fn product(stock_number: &str, source_id: i64, sections: &[i64], name: u8) -> Value {
    json!({"type": "product", "sourceId": source_id, "stockNumber": stock_number, "name": format!("P{name}"),
        "fullName": "Pump", "url": null, "isActive": name > 0, "typeId": 5, "sections": sections,
        "contentUpdatedAt": "2026-01-01T00:00:00Z", "features": [{"fieldId": 17, "value": format!("{name} kW")}],
        "configurator": {"groups": [], "priceData": {"b": [1, 2.50], "a": name}},
        "offer": {"retail": format!("{name}.5"), "levels": {"Опт": "1"}, "commercialUpdatedAt": "2026-01-01T00:00:00Z"}})
}

fn product_type(name: u8) -> Value {
    let field = json!({"id": 17, "uid": "power", "name": format!("F{name}"), "ord": 1, "dataType": "relation"});
    let group = json!({"id": 3, "uid": "main", "name": "Main", "ord": 1, "fields": [field]});
    json!({"type": "productType", "id": 5, "name": format!("T{name}"), "groups": [group]})
}

fn warehouse(name: u8) -> Value {
    json!({"type": "warehouse", "id": "main", "name": format!("W{name}")})
}

/// A record about each of some sections and products, or an offer, or that it is deleted.
fn records() -> impl Strategy<Value = Vec<Value>> {
    let a_section = |id: i64| {
        let given = (option::of(1..=id), any::<u8>(), any::<bool>());
        option::of(prop_oneof![
            4 => given.prop_map(move |(parent, name, is_active)| {
                section(id, parent.filter(|parent| *parent < id), name % 3, is_active)
            }),
            1 => Just(json!({"type": "deleted", "hierarchyId": id})),
        ])
    };
    let a_product = |stock_number: &'static str, source_id: i64| {
        let record = (
            prop_oneof![4 => Just(source_id), 1 => 1..6_i64],
            prop::sample::subsequence(vec![1, 2, 3], 0..=3),
            0..4_u8,
        );
        let offer = json!({"type": "offer", "stockNumber": stock_number, "retail": "7", "levels": {"Дилер": "3"}});
        option::of(prop_oneof![
            4 => record.prop_map(move |(id, sections, name)| product(stock_number, id, &sections, name)),
            1 => Just(json!({"type": "deleted", "stockNumber": stock_number})),
            1 => Just(offer),
        ])
    };
    let definitions = (option::of(0..3_u8), option::of(0..3_u8));
    let sections = (a_section(1), a_section(2), a_section(3));
    let products = (a_product("A", 1), a_product("B", 2), a_product("C", 3), a_product("D", 4));
    (definitions, sections, products).prop_map(|((types, warehouses), (s1, s2, s3), (a, b, c, d))| {
        let definitions = [types.map(product_type), warehouses.map(warehouse)];
        definitions.into_iter().chain([s1, s2, s3, a, b, c, d]).flatten().collect()
    })
}

fn links() -> impl Strategy<Value = Vec<Value>> {
    let of = |stock_number: &'static str| {
        option::of((0..3_u8).prop_map(move |number| {
            let link = json!({"title": format!("L{number}"), "url": "https://docs.example/m.pdf"});
            let links = if number == 0 { vec![] } else { vec![link] };
            json!({"stockNumber": stock_number, "documentation": links, "software": []})
        }))
    };
    (of("A"), of("B"), of("C")).prop_map(|(a, b, c)| [a, b, c].into_iter().flatten().collect())
}

fn run() -> impl Strategy<Value = Run> {
    prop_oneof![
        6 => (prop::bool::weighted(0.1), records()).prop_map(|(is_full, lines)| Run::Records { is_full, lines }),
        1 => links().prop_map(Run::Links),
    ]
}

/// What everything begins with.
fn first_run() -> Run {
    let sections = [section(1, None, 0, true), section(2, Some(1), 0, true), section(3, None, 0, true)];
    let products = [product("A", 1, &[2], 1), product("B", 2, &[3], 1)];
    Run::Records {
        is_full: true,
        lines: [product_type(0), warehouse(0)].into_iter().chain(sections).chain(products).collect(),
    }
}

/// Without what was not there `before`, which has to be inactive, or something that is never deleted.
fn known(content: Content, before: &Content) -> Content {
    content
        .into_iter()
        .filter(|(key, record)| {
            let is_known = before.contains_key(key);
            assert!(is_known || record["isActive"] != json!(true), "{key:?} stays active: {record}");
            is_known
        })
        .collect()
}

fn check(cases: u32, law: impl Fn(&World, Vec<Run>) -> Result<(), TestCaseError>) {
    for stored in TestStore::of_every_kind() {
        let engine = stored.name;
        let world = World::on(stored);
        let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases) };
        let result = TestRunner::new(config).run(&prop::collection::vec(run(), 2..5), |runs| {
            // One store for all: what an earlier case has left is a part of the history.
            world.import(&first_run()).unwrap();
            law(&world, runs)
        });
        result.unwrap_or_else(|failure| panic!("{engine}: {failure}"));
    }
}

#[test]
fn a_run_that_is_undone_leaves_the_export_as_it_was_on_every_engine() {
    check(24, |world, runs| {
        for run in &runs {
            let before = world.content();
            // Source ids may contradict each other.
            let Ok(report) = world.import(run) else { continue };
            let after = world.content();
            if !report.changed {
                continue;
            }
            let undone = world.undo(report.revision).map_err(|error| TestCaseError::fail(error.to_string()))?;
            prop_assert_eq!(undone.warnings.texts.iter().filter(|text| text.contains("left out")).count(), 0);
            prop_assert_eq!(known(world.content(), &before), before.clone());
            // An undo is a run like any other.
            if undone.changed {
                world.undo(undone.revision).map_err(|error| TestCaseError::fail(error.to_string()))?;
                prop_assert_eq!(known(world.content(), &after), after.clone());
            }
        }
        Ok(())
    });
}

#[test]
fn what_a_later_run_changed_stays_and_everything_else_comes_back_or_is_named_on_every_engine() {
    check(48, |world, runs| {
        let first = world.content();
        let Ok(report) = world.import(&runs[0]) else { return Ok(()) };
        if !report.changed {
            return Ok(());
        }
        let second = world.content();
        for later in &runs[1..] {
            // One that is rejected has changed nothing.
            let _ = world.import(later);
        }
        let third = world.content();
        let undone = match world.undo(report.revision) {
            // What comes back may contradict what came later; then nothing is done.
            Err(ImportError::Rejected(rejection)) => {
                let text = rejection.problems[0].message.clone();
                prop_assert!(text.contains("loops"), "{}", text);
                prop_assert_eq!(world.content(), third);
                return Ok(());
            }
            other => other.map_err(|error| TestCaseError::fail(error.to_string()))?,
        };
        let last = world.content();
        let keys = first.keys().chain(second.keys()).chain(third.keys()).chain(last.keys());
        for key in keys {
            let product = ("product".to_owned(), key.1.clone());
            if key.0 == "links" && [&first, &second, &third, &last].iter().any(|known| !known.contains_key(&product)) {
                // An export has no links of a product that has lost its source id.
                continue;
            }
            let [first, second, third, last] = [&first, &second, &third, &last].map(|content| content.get(key));
            let subject = key.1.trim_matches('"');
            let is_named = undone.warnings.texts.iter().any(|text| {
                text.starts_with(&format!("product `{subject}` is left out"))
                    || text.starts_with(&format!("section {subject} is left out"))
                    || text.starts_with(&format!("{} {} is left out", key.0, key.1))
            });
            let is_gone = |record: Option<&Value>| record.is_none_or(|record| record["isActive"] != json!(true));
            let is_definition = ["productType", "warehouse", "priceLevel"].contains(&&*key.0);
            if second != third || is_named {
                prop_assert_eq!(last, third, "{:?} was changed later", key);
            } else if first != second && first.is_none() {
                prop_assert!(is_definition || is_gone(last), "{:?} was made: {:?}", key, last);
            } else {
                prop_assert_eq!(last, first, "{:?}", key);
            }
        }
        Ok(())
    });
}

#[test]
fn a_run_that_was_not_recorded_or_is_too_long_ago_cannot_be_undone() {
    let world = World::on(TestStore::on_sqlite());
    let refused = |run| match world.undo(CatalogRevision(run)) {
        Err(error @ ImportError::NotUndoable { .. }) => {
            assert!(error.is_rejection());
            error.to_string()
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(1), "run 1 cannot be undone: it is not recorded");
    world.import(&first_run()).unwrap();
    for number in 0..21 {
        world.import(&Run::Records { is_full: false, lines: vec![warehouse(number + 1)] }).unwrap();
    }
    assert!(refused(2).starts_with("run 2 cannot be undone: only the last 20 imports"), "{}", refused(2));
    let report = world.undo(CatalogRevision(3)).unwrap();
    assert_eq!(
        report.warnings.texts,
        ["warehouse \"main\" is left out: run 22 changed it, or records that may need it"]
    );
    assert!(!report.changed);
}

#[test]
fn a_dry_run_and_the_guards_are_those_of_any_import() {
    let world = World::on(TestStore::on_sqlite());
    let products: Vec<Value> = (0..150).map(|number| product(&format!("N{number}"), number + 1, &[1], 1)).collect();
    let lines = [product_type(0), section(1, None, 0, true)].into_iter().chain(products).collect();
    let report = world.import(&Run::Records { is_full: false, lines }).unwrap();
    let before = world.content();
    let tried = world.undo_with(report.revision, |options| options.dry_run = true).unwrap();
    assert_eq!((tried.products.deactivated, tried.events.removed, tried.changed), (150, 150, true));
    assert!(tried.preview.is_some());
    let refused = world.undo_with(report.revision, |options| options.allow_removals = 0);
    assert!(matches!(refused, Err(ImportError::TooManyRemovals { removed: 150, .. })), "{refused:?}");
    let moved = world.undo_with(report.revision, |options| options.expected_revision = Some(CatalogRevision(7)));
    assert!(matches!(moved, Err(ImportError::RevisionMoved { .. })), "{moved:?}");
    assert_eq!(world.content(), before);
    assert_eq!(world.undo(report.revision).unwrap().products.deactivated, 150);
}

#[test]
fn what_was_stored_may_refer_to_fields_that_have_gone() {
    let world = World::on(TestStore::on_sqlite());
    let delta = |lines: Vec<Value>| world.import(&Run::Records { is_full: false, lines });
    let with_filter = |mut section: Value| {
        section["filters"] = json!([{"uid": "u", "name": "U", "groupName": "G", "groupIds": [3], "fieldIds": [17],
            "typeIds": [5], "dataType": "relation", "isMultiple": false, "mainFilter": false, "hidden": false}]);
        section
    };
    let used = || [with_filter(section(1, None, 0, true)), product("A", 1, &[1], 1)];
    delta([&[product_type(0)][..], &used()].concat()).unwrap();
    delta(vec![json!({"type": "productType", "id": 5, "name": "T0", "groups": []})]).unwrap();
    let before = world.content();

    let exported: Vec<Value> = before.values().cloned().collect();
    let again = world.import(&Run::Records { is_full: true, lines: exported }).unwrap();
    assert!(!again.changed, "{again:?}");
    let renamed = delta(vec![with_filter(section(1, None, 1, true))]).unwrap();
    world.undo(renamed.revision).unwrap();

    let gone = json!([{"type": "deleted", "stockNumber": "A"}, {"type": "deleted", "hierarchyId": 1}]);
    let deleted = delta(gone.as_array().unwrap().clone()).unwrap();
    world.undo(deleted.revision).unwrap();
    let changed = delta(vec![
        json!({"type": "product", "sourceId": 1, "stockNumber": "A", "name": "P", "fullName": "P",
        "url": null, "isActive": true, "typeId": 5, "sections": [1]}),
        section(1, None, 0, true),
    ]);
    world.undo(changed.unwrap().revision).unwrap();
    assert_eq!(world.content(), before);

    let refused = delta(vec![product("A", 1, &[1], 2)]).unwrap_err();
    assert!(matches!(refused, ImportError::Rejected(_)), "what is new must not: {refused}");
}
