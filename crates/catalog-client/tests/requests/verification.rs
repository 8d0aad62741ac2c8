//! Verification: a copy is compared with the service's digest, and repaired where it differs.

use crate::script::{Reply, Script, data, product, token};
use crate::sync::{Copy, changes, once, snapshot};
use catalog_client::FollowOptions;
use std::collections::BTreeMap;

fn digest(revision: u64, products: &[(&str, u64)], broken: usize) -> Reply {
    let mut parts = vec![(0, 0_u128); 256];
    for (stock_number, version) in products {
        let mut number = [0; 16];
        let text = [stock_number.as_bytes(), &[0], version.to_string().as_bytes()].concat();
        number.copy_from_slice(&blake3::hash(&text).as_bytes()[..16]);
        let part = &mut parts[usize::from(blake3::hash(stock_number.as_bytes()).as_bytes()[0])];
        *part = (part.0 + 1, part.1.wrapping_add(u128::from_be_bytes(number)));
    }
    parts.iter_mut().take(broken).for_each(|part| part.0 += 1);
    let parts: Vec<String> =
        parts.iter().map(|(count, sum)| format!(r#"{{"count":{count},"digest":"{sum:032x}"}}"#)).collect();
    data(&format!(r#"{{"revision":{revision},"count":0,"digest":"","parts":[{}]}}"#, parts.join(",")))
}

fn part_of(stock_number: &str) -> u8 {
    blake3::hash(stock_number.as_bytes()).as_bytes()[0]
}

/// The list of the part of the first product.
fn list(revision: u64, part: u8, products: &[(&str, u64)]) -> Reply {
    let item = |(name, version): &(&str, u64)| format!(r#"{{"stockNumber":"{name}","version":{version}}}"#);
    let items: Vec<String> = products.iter().map(item).collect();
    data(&format!(r#"{{"revision":{revision},"part":{part},"items":[{}]}}"#, items.join(",")))
}

/// Products as they are now, each in its version.
fn batch(products: &[(&str, u64)]) -> Reply {
    let item = |(name, version): &(&str, u64)| product(name, 7).replacen('{', &format!(r#"{{"version":{version},"#), 1);
    let items: Vec<String> = products.iter().map(item).collect();
    data(&format!(r#"{{"items":[{}],"meta":{{"missing":[]}}}}"#, items.join(",")))
}

fn copy_of(script: &Script, products: &[(&str, u64)]) -> Copy {
    let mut copy = Copy::default();
    script.client().follow("7", &once(), &mut copy).unwrap();
    copy.versions = Some(products.iter().map(|(name, version)| ((*name).to_owned(), *version)).collect());
    copy
}

/// What comes before the verification: a first copy of A and B.
fn begun() -> Vec<Reply> {
    vec![token("t", 600), snapshot(&[("A", 1), ("B", 1)], 5), changes(&[], false, "n1")]
}

#[test]
fn a_copy_that_is_right_is_verified_by_one_request() {
    let products = [("A", 3), ("B", 5)];
    let mut replies = begun();
    replies.extend([token("u", 600), changes(&[], false, "n2"), digest(5, &products, 0)]);
    let script = Script::play(replies);
    let mut copy = copy_of(&script, &products);
    script.client().follow("7", &once(), &mut copy).unwrap();
    assert_eq!(copy.verdicts, ["2 equal"]);
    script.requests();
}

#[test]
fn what_the_feed_brings_meanwhile_is_no_difference() {
    let now = [("A", 6), ("B", 5)];
    let mut replies = begun();
    replies.extend([token("u", 600), changes(&[], false, "n2"), digest(6, &now, 0)]);
    replies.extend([changes(&[("A", "upsert")], false, "n3"), batch(&[("A", 6)]), digest(6, &now, 0)]);
    let script = Script::play(replies);
    let mut copy = copy_of(&script, &[("A", 3), ("B", 5)]);
    script.client().follow("7", &once(), &mut copy).unwrap();
    assert_eq!(copy.verdicts, ["2 equal"]);
    script.requests();
}

#[test]
fn missing_outdated_and_surplus_products_are_repaired_and_told() {
    for (stored, found, verdict) in [
        (vec![("A", 3)], vec![("B", 5)], "1 missing (B)"),
        (vec![("A", 3), ("B", 2)], vec![("B", 5)], "1 outdated (B)"),
        (vec![("A", 3), ("B", 5), ("C", 1)], vec![], "1 surplus (C)"),
    ] {
        let right = [("A", 3), ("B", 5)];
        let wrong = if found.is_empty() { "C" } else { "B" };
        let listed: Vec<_> = right.into_iter().filter(|(name, _)| part_of(name) == part_of(wrong)).collect();
        let mut replies = begun();
        replies.extend([token("u", 600), changes(&[], false, "n2"), digest(5, &right, 0)]);
        replies.extend([changes(&[], false, "n3"), digest(5, &right, 0), list(5, part_of(wrong), &listed)]);
        replies.push(changes(&[], false, "n4"));
        if !found.is_empty() {
            replies.push(batch(&found));
        }
        replies.extend([changes(&[], false, "n5"), digest(5, &right, 0)]);
        let script = Script::play(replies);
        let mut copy = copy_of(&script, &stored);
        script.client().follow("7", &once(), &mut copy).unwrap();
        assert_eq!(copy.verdicts, [verdict, "2 equal"]);
        let expected: BTreeMap<String, u64> = right.map(|(name, version)| (name.to_owned(), version)).into();
        assert_eq!(copy.versions, Some(expected));
        script.requests();
    }
}

#[test]
fn a_product_that_changed_since_the_list_is_left_to_the_feed() {
    let right = [("A", 3), ("B", 5)];
    let mut replies = begun();
    replies.extend([token("u", 600), changes(&[], false, "n2"), digest(5, &right, 0)]);
    replies.extend([changes(&[], false, "n3"), digest(5, &right, 0), list(5, part_of("B"), &[("B", 5)])]);
    replies.extend([changes(&[], false, "n4"), batch(&[("B", 6)])]);
    let script = Script::play(replies);
    let mut copy = copy_of(&script, &[("A", 3)]);
    script.client().follow("7", &once(), &mut copy).unwrap();
    assert_eq!(copy.versions.unwrap().len(), 1);
    assert_eq!(copy.verdicts, ["1 equal"]);
    script.requests();
}

#[test]
fn a_copy_that_differs_almost_everywhere_is_read_again_but_not_for_ever() {
    let names: Vec<String> = (0..5_001).map(|number| format!("P{number}")).collect();
    // That does not store what it is given, and so is wrong each time: one part is enough to show it.
    let wrong: Vec<(&str, u64)> = names.iter().map(|name| (&**name, 3)).collect();
    let mut replies = begun();
    for round in 0..4 {
        if round == 0 {
            replies.push(token("u", 600));
        } else {
            replies.push(snapshot(&[("A", 1), ("B", 1)], 5));
        }
        replies.extend([changes(&[], false, "n"), digest(5, &[], 1)]);
        replies.extend([changes(&[], false, "n"), digest(5, &[], 1)]);
        if round < 3 {
            replies.extend([list(5, 0, &wrong), changes(&[], false, "n")]);
        }
    }
    let script = Script::play(replies);
    let mut copy = copy_of(&script, &[]);
    script.client().follow("7", &FollowOptions { page_size: 9, ..once() }, &mut copy).unwrap();
    assert_eq!(copy.verdicts, vec!["5001 missing (P0, P1, P10, P100, P1000, ...)"; 3]);
    script.requests();
}
