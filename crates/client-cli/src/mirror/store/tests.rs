//! The copy as a file: steps, checkpoints, several sections, and exclusive use.

use super::*;
use catalog_client::ChangeEvent;
use diesel::sql_types::Text;

fn product(stock_number: &str, in_stock: u32) -> Product {
    let text = format!(
        r#"{{"id":"{stock_number}","stockNumber":"{stock_number}","name":"n","fullName":"f",
        "url":{{"full":"u","host":"","path":"","slug":""}},"vendor":{{"id":"v","name":"V"}},"media":{{"preview":""}},
        "pricing":{{"currency":"USD","onRequest":false,"retail":{{"value":1.5,"onRequest":false}},
        "personal":{{"level":"A","value":null,"onRequest":true}},
        "sale":{{"active":false,"value":0.25,"onRequest":false,
        "discountFromRetail":{{"value":1.25,"percent":83.33}}}}}},
        "availability":{{"inStock":{in_stock},"shipping":0}},"primarySectionId":"1",
        "contentUpdatedAt":"c","commercialUpdatedAt":"d",
        "sections":[{{"id":"1","name":"s","url":{{"full":"","host":"","path":"","slug":""}},"isPrimary":true}}],
        "warehouses":[{{"id":"w","name":"W","quantity":4}}]}}"#
    );
    serde_json::from_str(&text).unwrap()
}

fn open(file: &Path, form: Form, sections: &[&str]) -> Store {
    let mut store = Store::open(file, form, "ann").unwrap();
    let sections: Vec<String> = sections.iter().map(|section| (*section).to_owned()).collect();
    store.choose_sections(&sections).unwrap();
    store
}

#[cfg(unix)]
#[test]
fn no_link_is_followed_in_a_folder_that_others_can_write_to() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o1777)).unwrap();
    let (file, target) = (folder.path().join("copy.db"), folder.path().join("target"));
    std::fs::write(&target, "text").unwrap();
    for ending in ["", "-journal", "-wal", "-shm"] {
        let link = folder.path().join(format!("copy.db{ending}"));
        symlink(&target, &link).unwrap();
        assert!(Store::open(&file, Form::Tables, "ann").is_err(), "{ending}");
        assert_eq!(std::fs::read_to_string(&target).unwrap(), "text");
        std::fs::remove_file(link).unwrap();
    }
    assert!(Store::open(&file, Form::Tables, "ann").is_ok());
}

fn checkpoint(generation: u64, cursor: &str) -> Checkpoint {
    Checkpoint::from_text(&format!(r#"{{"generation":{generation},"position":{{"Feed":"{cursor}"}}}}"#)).unwrap()
}

fn step(upserts: &[(&str, u32)], removals: &[&str], checkpoint: Checkpoint) -> SyncStep {
    SyncStep {
        upserts: upserts.iter().map(|(name, in_stock)| product(name, *in_stock)).collect(),
        removals: removals.iter().map(|name| (*name).to_owned()).collect(),
        drops_older: false,
        events: Vec::new(),
        checkpoint,
        progress: None,
    }
}

fn names(store: &mut Store, section: &str) -> Vec<String> {
    store.versions(section).unwrap().into_iter().map(|product| product.stock_number).collect()
}

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

/// What a query of a shop gives, a text for each row.
fn lines(store: &mut Store, query: &str) -> Vec<String> {
    let rows: Vec<Line> = diesel::sql_query(query).load(&mut store.connection).unwrap();
    rows.into_iter().map(|row| row.line).collect()
}

#[test]
fn a_step_and_its_checkpoint_are_stored_together() {
    let folder = tempfile::tempdir().unwrap();
    for form in [Form::Documents, Form::Tables] {
        let file = folder.path().join(format!("{form:?}.db"));
        let mut store = open(&file, form, &["1042"]);
        assert_eq!(store.checkpoint("1042").unwrap(), Some(Checkpoint::default()));
        let (x, y) = (checkpoint(1, "x"), checkpoint(1, "y"));
        store.apply("1042", &Checkpoint::default(), &step(&[("B", 1), ("A", 2), ("C", 3)], &[], x.clone())).unwrap();
        store.apply("1042", &x, &step(&[("A", 4)], &["B", "Z"], y.clone())).unwrap();
        drop(store);
        let mut store = Store::open(&file, form, "ann").unwrap();
        assert_eq!(store.checkpoint("1042").unwrap(), Some(y.clone()));
        assert_eq!(names(&mut store, "1042"), ["A", "C"]);
        let last = SyncStep { drops_older: true, ..step(&[("D", 5)], &[], checkpoint(2, "z")) };
        store.apply("1042", &y, &last).unwrap();
        assert_eq!((names(&mut store, "1042"), store.count().unwrap()), (vec!["D".into()], 1));
    }
}

fn versioned(stock_number: &str, version: u64) -> Product {
    let text = product(stock_number, version as u32).json().replacen('{', &format!(r#"{{"version":{version},"#), 1);
    serde_json::from_str(&text).unwrap()
}

#[test]
fn an_event_never_brings_an_older_version_and_a_first_copy_does() {
    let folder = tempfile::tempdir().unwrap();
    let event = || ChangeEvent {
        event_id: "7".into(),
        stock_number: "A".into(),
        section_ids: Vec::new(),
        change_types: Vec::new(),
        operation: "upsert".into(),
        in_section: true,
        changed_at: "t".into(),
        version: Some(1),
    };
    for form in [Form::Documents, Form::Tables] {
        let mut store = open(&folder.path().join(format!("{form:?}.db")), form, &["1"]);
        let (x, mut previous) = (checkpoint(1, "x"), Checkpoint::default());
        for (version, events, stored) in
            [(5, vec![], 5), (4, vec![event()], 5), (6, vec![event()], 6), (4, vec![], 4), (4, vec![event()], 4)]
        {
            let upserts = vec![versioned("A", version)];
            let next = SyncStep { upserts, events, ..step(&[], &[], x.clone()) };
            store.apply("1", &previous, &next).unwrap();
            previous = x.clone();
            let expected = ProductVersion { stock_number: "A".into(), version: stored };
            assert_eq!(store.versions("1").unwrap(), [expected]);
        }
    }
}

#[test]
fn a_file_without_versions_keeps_its_products_until_they_are_read_again() {
    let folder = tempfile::tempdir().unwrap();
    for (form, old) in [(Form::Documents, 2), (Form::Tables, 3)] {
        let file = folder.path().join(format!("{form:?}.db"));
        let mut store = open(&file, form, &["1"]);
        store.apply("1", &Checkpoint::default(), &step(&[("A", 1)], &[], checkpoint(3, "x"))).unwrap();
        let walking = r#"{"generation":3,"position":{"Walk":{"cursor":"c","page":2}}}"#;
        let mut old = format!(
            "ALTER TABLE products DROP COLUMN version; PRAGMA user_version = {old};
             UPDATE mirrored_sections SET checkpoint = '{walking}';"
        );
        if form == Form::Tables {
            old.push_str("ALTER TABLE events DROP COLUMN version;");
        }
        old.push_str("DROP TABLE mirrored_view;");
        store.connection.batch_execute(&old).unwrap();
        drop(store);
        for _ in 0..2 {
            let mut store = Store::open(&file, form, "ann").unwrap();
            store.begin_view("user A").unwrap();
            let begin = Checkpoint::from_text(r#"{"generation":3,"position":"Begin"}"#).unwrap();
            assert_eq!(store.checkpoint("1").unwrap(), Some(begin.clone()));
            assert_eq!(store.versions("1").unwrap(), [ProductVersion { stock_number: "A".into(), version: 0 }]);
            store.apply("1", &begin, &step(&[], &[], begin.clone())).unwrap();
        }
    }
}

#[test]
fn a_product_of_several_sections_stays_until_the_last_one_loses_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(&folder.path().join("copy.db"), Form::Tables, &["1", "2"]);
    let (x, y) = (checkpoint(1, "x"), checkpoint(1, "y"));
    store.apply("1", &Checkpoint::default(), &step(&[("A", 1), ("B", 1)], &[], x.clone())).unwrap();
    store.apply("2", &Checkpoint::default(), &step(&[("A", 1), ("C", 1)], &[], x.clone())).unwrap();
    store.apply("1", &x, &step(&[], &["A", "C"], y.clone())).unwrap();
    assert_eq!((names(&mut store, "1"), names(&mut store, "2")), (vec!["B".into()], vec!["A".into(), "C".into()]));
    assert_eq!(store.count().unwrap(), 3);
    let emptied = SyncStep { drops_older: true, ..step(&[], &[], checkpoint(2, "z")) };
    store.apply("2", &x, &emptied).unwrap();
    assert_eq!(store.count().unwrap(), 1);
    assert_eq!(store.choose_sections(&["2".into()]).unwrap(), ["1"]);
    assert_eq!((store.count().unwrap(), store.checkpoint("1").unwrap()), (0, None));
    assert_eq!(lines(&mut store, "SELECT stock_number AS line FROM prices"), Vec::<String>::new());
}

#[test]
fn a_section_that_is_no_longer_public_is_emptied_and_begins_again_when_it_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(&folder.path().join("copy.db"), Form::Tables, &["1"]);
    let begin = Checkpoint::default();
    store.apply("1", &begin, &step(&[("A", 1)], &[], checkpoint(1, "x"))).unwrap();
    assert_eq!((store.empty_section("1").unwrap(), store.empty_section("1").unwrap()), (true, false));
    assert_eq!((store.count().unwrap(), store.checkpoint("1").unwrap()), (0, Some(begin)));
}

#[test]
fn the_tables_of_a_store_can_be_joined() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(&folder.path().join("copy.db"), Form::Tables, &["1", "2"]);
    let event = ChangeEvent {
        event_id: "7".into(),
        stock_number: "A".into(),
        section_ids: vec!["1".into()],
        change_types: vec!["content".into(), "commercial".into()],
        operation: "upsert".into(),
        in_section: true,
        changed_at: "t".into(),
        version: Some(9),
    };
    let x = checkpoint(1, "x");
    store.apply("1", &Checkpoint::default(), &step(&[("A", 1), ("B", 2)], &[], x.clone())).unwrap();
    let next = SyncStep { events: vec![event], ..step(&[("A", 3)], &[], checkpoint(1, "y")) };
    store.apply("1", &x, &next).unwrap();
    let section = r#"{"id":"1","parentSectionId":null,"name":"Pumps","isActive":true,"sortOrder":1,"level":1,"hasChildren":false,
        "childSectionIds":[],"syncedAt":"t",
        "url":{"full":"","host":"","path":"","slug":""},"directProductCount":2,"productCount":2,
        "availableProductCount":1}"#;
    for _ in 0..2 {
        store.write_sections(&[serde_json::from_str(section).unwrap()]).unwrap();
    }
    for (query, expected) in [
        ("SELECT stock_number || ' ' || in_stock AS line FROM products JOIN stock USING (stock_number)", "A 3;B 2"),
        (
            "SELECT kind || ' ' || level || ' ' || coalesce(amount, '-') || ' ' || on_request || is_active AS line
             FROM prices WHERE stock_number = 'A' ORDER BY kind",
            "personal A - 11;retail  1.5 01;sale  0.25 00",
        ),
        ("SELECT warehouse_id || quantity AS line FROM warehouse_stock", "w4;w4"),
        (
            "SELECT stock_number || ' ' || sections.name AS line FROM product_sections JOIN sections USING (section_id)",
            "A Pumps;B Pumps",
        ),
        (
            "SELECT id || ' ' || event_id || ' ' || change_types || ' ' || version AS line FROM events",
            "1 7 content,commercial 9",
        ),
    ] {
        assert_eq!(lines(&mut store, query).join(";"), expected, "{query}");
    }
}

#[test]
fn a_product_with_tables_names_its_sections_only() {
    let product = product("A", 1);
    let body = Form::Tables.body(&product).unwrap();
    assert!(body.contains(r#""sections":[{"id":"1","isPrimary":true}],"stockNumber":"A""#), "{body}");
    assert_eq!(Form::Documents.body(&product).unwrap(), product.json());
}

#[test]
fn a_file_belongs_to_one_login_one_form_and_one_process() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("copy.db");
    let mut first = open(&file, Form::Tables, &["1"]);
    let mut second = open(&file, Form::Tables, &["1"]);
    assert!(Store::open(&file, Form::Tables, "bob").is_err());
    assert!(Store::open(&file, Form::Documents, "ann").is_err());
    let x = checkpoint(1, "x");
    first.apply("1", &Checkpoint::default(), &step(&[], &[], x.clone())).unwrap();
    for previous in [Checkpoint::default(), checkpoint(1, "w")] {
        assert!(second.apply("1", &previous, &step(&[("A", 1)], &[], checkpoint(1, "y"))).is_err());
    }
    assert_eq!(first.count().unwrap(), 0, "nothing of the refused step is there");
    assert_eq!(first.checkpoint("1").unwrap(), Some(x));
}

#[cfg(unix)]
#[test]
fn a_new_file_is_readable_by_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let _store = open(&folder.path().join("copy.db"), Form::Tables, &["1"]);
    let files: Vec<_> = folder.path().read_dir().unwrap().map(Result::unwrap).collect();
    assert!(files.len() > 1, "{files:?}");
    for file in files {
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{file:?}");
    }
}

#[test]
fn rows_that_another_program_changed_are_found_and_repaired_and_a_product_without_its_row_is_written_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(&folder.path().join("copy.db"), Form::Tables, &["1"]);
    let all = [("A", 1), ("B", 2), ("C", 3), ("D", 4), ("E", 5)];
    store.apply("1", &Checkpoint::default(), &step(&all, &[], checkpoint(1, "a"))).unwrap();
    assert_eq!(store.check_tables().unwrap(), TableCheck { products: 5, repaired: Vec::new(), surplus: 0 });
    let changes = "
        PRAGMA foreign_keys = OFF;
        UPDATE products SET name = 'x' WHERE stock_number = 'A'; DELETE FROM prices WHERE stock_number = 'B';
        UPDATE stock SET in_stock = 7 WHERE stock_number = 'C'; DELETE FROM products WHERE stock_number = 'D';
        INSERT INTO product_sections VALUES ('E', '9', 0);
        INSERT INTO products SELECT 'X', name, full_name, url, vendor_id, vendor_name, preview_url, primary_section_id,
            content_updated_at, commercial_updated_at, body, version FROM products WHERE stock_number = 'C';
        PRAGMA foreign_keys = ON;";
    store.connection.batch_execute(changes).unwrap();
    // Its rows in other tables are there still.
    store.apply("1", &checkpoint(1, "a"), &step(&[("D", 4)], &[], checkpoint(1, "b"))).unwrap();
    let found = store.check_tables().unwrap();
    let repaired = ["A", "B", "C", "E"].map(str::to_owned).to_vec();
    assert_eq!(found, TableCheck { products: 5, repaired, surplus: 1 });
    assert_eq!(store.check_tables().unwrap(), TableCheck { products: 5, repaired: Vec::new(), surplus: 0 });
    assert_eq!(lines(&mut store, "SELECT count(*) || '' AS line FROM prices WHERE stock_number = 'B'"), ["3"]);
}

#[test]
fn other_prices_begin_every_section_again_and_the_same_ones_none() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("copy.db");
    let mut store = open(&file, Form::Tables, &["1"]);
    assert!(!store.begin_view("user A").unwrap(), "nothing was read yet");
    let x = checkpoint(3, "x");
    store.apply("1", &Checkpoint::default(), &step(&[("B", 1)], &[], x.clone())).unwrap();
    assert!(!store.begin_view("user A").unwrap());
    assert_eq!(store.checkpoint("1").unwrap(), Some(x));
    drop(store);
    let mut store = Store::open(&file, Form::Tables, "ann").unwrap();
    assert!(store.begin_view("user B").unwrap());
    let begun = store.checkpoint("1").unwrap().unwrap();
    assert_eq!((begun.generation(), begun.is_whole(), names(&mut store, "1")), (3, false, vec!["B".into()]));
}
