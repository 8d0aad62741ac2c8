//! The copy as a file: steps, positions, and exclusive use.

use super::*;

fn product(stock_number: &str, body: &str) -> StoredProduct {
    StoredProduct { stock_number: stock_number.into(), body: body.into() }
}

fn follow(generation: i64, cursor: &str) -> Position {
    Position { generation, task: Task::Follow(cursor.into()) }
}

fn all(copy: &mut Copy) -> Vec<String> {
    let products = copy.between(None, None).unwrap();
    products.into_iter().map(|product| format!("{}={}", product.stock_number, product.body)).collect()
}

#[test]
fn a_step_and_its_position_are_stored_together() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("copy.db");
    let mut copy = Copy::open(&file, "1042", "ann").unwrap();
    assert_eq!(*copy.position(), Position::default());
    let step = Step { upserts: vec![product("B", "1"), product("A", "2"), product("C", "3")], ..Step::default() };
    copy.apply(&step, follow(1, "x")).unwrap();
    let step = Step { upserts: vec![product("A", "4")], removals: vec!["B".into(), "Z".into()], drops_older: false };
    copy.apply(&step, follow(1, "y")).unwrap();
    drop(copy);
    let mut copy = Copy::open(&file, "1042", "ann").unwrap();
    assert_eq!(*copy.position(), follow(1, "y"));
    assert_eq!(all(&mut copy), ["A=4", "C=3"]);
    let step = Step { upserts: vec![product("D", "5")], drops_older: true, ..Step::default() };
    copy.apply(&step, follow(2, "z")).unwrap();
    assert_eq!(all(&mut copy), ["D=5"], "only the present generation is left");
}

#[test]
fn products_are_read_between_two_stock_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let mut copy = Copy::open(&folder.path().join("copy.db"), "1", "ann").unwrap();
    let upserts = ["a", "B", "я", "A"].map(|name| product(name, "")).into();
    copy.apply(&Step { upserts, ..Step::default() }, follow(1, "x")).unwrap();
    for (after, up_to, expected) in [
        (None, None, vec!["A", "B", "a", "я"]),
        (Some("A"), None, vec!["B", "a", "я"]),
        (Some("A"), Some("a"), vec!["B", "a"]),
        (None, Some("0"), vec![]),
    ] {
        let found = copy.between(after, up_to).unwrap();
        assert_eq!(found.iter().map(|product| &*product.stock_number).collect::<Vec<_>>(), expected);
    }
    assert_eq!(copy.count().unwrap(), 4);
}

#[test]
fn a_file_belongs_to_one_section_one_login_and_one_process() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("copy.db");
    let mut first = Copy::open(&file, "1042", "ann").unwrap();
    let mut second = Copy::open(&file, "1042", "ann").unwrap();
    assert!(Copy::open(&file, "1043", "ann").is_err());
    assert!(Copy::open(&file, "1042", "bob").is_err());
    first.apply(&Step::default(), follow(1, "x")).unwrap();
    let late = Step { upserts: vec![product("A", "1")], ..Step::default() };
    assert!(second.apply(&late, follow(1, "y")).is_err());
    assert_eq!(first.count().unwrap(), 0, "nothing of the refused step is there");
}
