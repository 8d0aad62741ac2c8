//! What a journal has after its run was killed.

use super::*;
use serde_json::json;

fn first(key: &str, products: u64) -> Entry {
    Entry::First { key: key.to_owned(), done: FirstPass { products: Some(products), ..FirstPass::default() } }
}

#[test]
fn a_run_that_was_killed_continues_behind_its_last_whole_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let identity = json!({"sample": 5});
    let journal = Journal::open(Some(&path), &identity).unwrap();
    journal.write(&first("a", 1)).unwrap();
    let checked = Checked { key: "a".to_owned(), part: 3, differences: Vec::new() };
    journal.write(&Entry::Checked(checked)).unwrap();
    drop(journal);
    let whole = std::fs::read(&path).unwrap();
    for cut in 0..whole.len() {
        std::fs::write(&path, &whole[..cut]).unwrap();
        let journal = Journal::open(Some(&path), &identity).unwrap();
        let lines = whole[..cut].iter().filter(|byte| **byte == b'\n').count();
        assert_eq!((journal.first_pass("a").is_some(), journal.is_checked("a", 3)), (lines > 1, lines > 2), "{cut}");
        journal.write(&first("b", 2)).unwrap();
        drop(journal);
        let products = Journal::open(Some(&path), &identity).unwrap().first_pass("b").unwrap().products;
        assert_eq!(products, Some(2), "{cut}");
    }
}

#[test]
fn a_journal_of_other_arguments_and_another_file_are_refused_and_stay_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    drop(Journal::open(Some(&path), &json!({"sample": 5})).unwrap());
    let refused = |expected: &str| {
        let before = std::fs::read(&path).unwrap();
        let error = Journal::open(Some(&path), &json!({"sample": 6})).err().unwrap();
        assert!(error.is_bad_input() && error.to_string().contains(expected), "{error}");
        assert_eq!(std::fs::read(&path).unwrap(), before);
    };
    refused("other arguments");
    std::fs::write(&path, "{\"rule\": 1}\n").unwrap();
    refused("no journal");
    std::fs::write(&path, "no line end").unwrap();
    refused("no journal");
}
