//! What is requested: everything that the section trees of two systems lead to.

use super::BadInput;
use super::fields::{item_key, text_of};
use super::sorted::{join, unit_of};
use super::unit::{LOGIN, Shape, Unit, routes};
use anyhow::Result;
use catalog_client::percent_encode;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::iter::successors;
use std::path::PathBuf;

/// How many neighbouring pairs, and triples, of sections are requested at most.
const MOST_GROUPS: usize = 200;
/// How many products a batch names. The old system multiplies quantities by that number, so it is not one.
const BATCH: usize = 20;
/// A source object id that no product and no section has.
const ABSENT: &str = "999999999999";
/// The number of the unit with the tree of the account.
pub(super) const TREE: usize = 0;

/// What needs no id, and the tree. With a key the right password is not known, so no login with it is compared.
pub(super) fn first_units(has_passwords: bool) -> Vec<Unit> {
    let [token, check, tree] =
        ["/auth/token/:login", "/auth/check", "/api/v1/get/catalog"].map(|route| Unit::by_path(route, ""));
    let mut units = vec![tree.clone(), token.with("Bearer no-password-of-anybody", " with a wrong password")];
    for unit in [&check, &tree] {
        units.push(unit.with("", " without a token"));
        units.push(unit.with("Bearer no.token.at-all", " with a bad token"));
    }
    units.push(check);
    units.extend(routes("/:id").map(|route| Unit::by_path(route, ABSENT)));
    let listed = ["/api/v1/get/items", "/api/v1/get/items/from"];
    units.extend(listed.map(|route| Unit::by_query(route, &format!("id_list={ABSENT}"))));
    units.extend(has_passwords.then(|| token.with(LOGIN, "")));
    units
}

/// A section of either tree.
pub(super) struct Section {
    pub(super) id: i64,
    pub(super) name: String,
    /// 0 for none.
    pub(super) parent: i64,
}

/// The sections of both trees, those of the old one first, each in the order of its tree.
pub(super) fn sections_of(trees: &[PathBuf; 2]) -> Result<Vec<Section>> {
    let mut sections = Vec::new();
    for pair in join(trees)? {
        let (key, [old, new]) = pair?;
        let ((unit, item), is_new) = (unit_of(&key), old.is_none());
        if let (TREE, Ok(id), Some(value)) = (unit, item.parse(), old.or(new)) {
            let text = |name: &str| value[name].as_str().unwrap_or_default();
            let section = Section { id, name: text("name").to_owned(), parent: text("parent").parse().unwrap_or(0) };
            sections.push((is_new, value["place"].as_u64(), section));
        }
    }
    sections.sort_by_key(|(is_new, place, _)| (*is_new, *place));
    Ok(sections.into_iter().map(|(.., section)| section).collect())
}

/// What is requested of sections, or of those in `wanted` with everything below them: vendors and meta of each, of
/// neighbouring pairs and of triples; all properties of products for the topmost sections only, which have the products
/// of all others; price and stock for each section, because that also shows which products belong to it.
///
/// # Errors
/// When neither tree has a section that is wanted.
pub(super) fn section_units(sections: &[Section], wanted: &[i64]) -> Result<Vec<Unit>> {
    let known: HashMap<i64, i64> = sections.iter().map(|section| (section.id, section.parent)).collect();
    if let Some(absent) = wanted.iter().find(|id| !known.contains_key(*id)) {
        return Err(BadInput(format!("--sections: no tree has a section {absent}")).into());
    }
    // Two trees that disagree may form a loop.
    let above = |id: i64| successors(known.get(&id).copied(), |parent| known.get(parent).copied()).take(known.len());
    let is_wanted = |id: i64| wanted.is_empty() || wanted.contains(&id);
    let planned = sections.iter().map(|section| section.id);
    let planned: Vec<i64> = planned.filter(|id| is_wanted(*id) || above(*id).any(is_wanted)).collect();
    let mut units = Vec::new();
    for route in ["/api/v1/get/section-meta/:id", "/api/v1/get/vendors/for/:id"] {
        units.extend(planned.iter().map(|id| Unit::by_path(route, &id.to_string())));
        let step = planned.len().div_ceil(MOST_GROUPS).max(1);
        for groups in [2, 3].map(|size| planned.windows(size).step_by(step)) {
            units.extend(groups.map(|ids| Unit::by_path(route, &joined(ids))));
        }
    }
    let is_top = |id: &&i64| !above(**id).any(|parent| known.contains_key(&parent) && is_wanted(parent));
    for id in planned.iter().filter(is_top) {
        units.push(Unit::of_section("/api/v1/get/items/from", *id, "&include_documentation=true"));
        units.push(Unit::of_section("/api/v1/get/items/documentation/from", *id, ""));
    }
    units.extend(planned.iter().map(|id| Unit::of_section("/api/v1/get/items/availability/from", *id, "")));
    Ok(units)
}

/// The requests for `size` products of the lists that were read: in batches by id and by stock number, then one by one.
/// They do not depend on the order of the lists: the products are those whose ids have the smallest hashes.
pub(super) fn sample_units(lists: &[PathBuf; 2], units: &[Unit], size: usize) -> Result<Vec<Unit>> {
    let mut chosen = BTreeMap::new();
    for pair in join(lists)? {
        let (key, [old, new]) = pair?;
        let is_item = units.get(unit_of(&key).0).is_some_and(|unit| unit.shape == Shape::Items);
        let Some(value) = old.or(new).filter(|_| is_item) else { continue };
        if let Some(Ok(id)) = item_key(&value).map(|key| key.parse::<i64>()) {
            chosen.insert(Sha256::digest(id.to_be_bytes()), (id, text_of(&value, "stockNumber")));
            if chosen.len() > size {
                chosen.pop_last();
            }
        }
    }
    let products: BTreeSet<(i64, Option<String>)> = chosen.into_values().collect();
    let products: Vec<(i64, Option<String>)> = products.into_iter().collect();
    let mut units = Vec::new();
    for batch in products.chunks(BATCH) {
        let ids: Vec<i64> = batch.iter().map(|(id, _)| *id).collect();
        let query = format!("id_list={}", joined(&ids));
        units.push(Unit::by_query("/api/v1/get/items", &format!("{query}&include_documentation=1")));
        units.push(Unit::by_query("/api/v1/get/items/documentation", &query));
        let numbers = batch.iter().filter_map(|(_, number)| number.as_deref());
        let numbers: Vec<String> = numbers.filter(|number| !number.contains(',')).map(percent_encode).collect();
        if !numbers.is_empty() {
            let query = format!("stock_list={}", numbers.join(","));
            units.extend(routes("/by-stock").map(|route| Unit::by_query(route, &query)));
        }
    }
    let ids = products.iter().map(|(id, _)| id.to_string());
    units.extend(ids.flat_map(|id| routes("/item/:id").map(move |route| Unit::by_path(route, &id))));
    Ok(units)
}

fn joined(ids: &[i64]) -> String {
    ids.iter().map(i64::to_string).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_that_are_wanted_are_requested_with_what_is_below_each_once_and_all_properties_of_the_topmost_only() {
        let section = |(id, parent)| Section { id, name: String::new(), parent };
        let sections = [(1, 0), (2, 1), (3, 2), (4, 1), (6, 0)].map(section);
        let ids = |wanted: &[i64], start: &str| -> Vec<String> {
            let units = section_units(&sections, wanted).unwrap();
            units.iter().filter_map(|unit| Some(unit.target.strip_prefix(start)?.to_owned())).collect()
        };
        let metas = ids(&[], "/api/v1/get/section-meta/");
        assert_eq!(metas, ["1", "2", "3", "4", "6", "1,2", "2,3", "3,4", "4,6", "1,2,3", "2,3,4", "3,4,6"]);
        for (wanted, all_of, stock_of) in [(&[][..], &["1", "6"][..], 5), (&[2, 3, 4], &["2", "4"], 3)] {
            assert_eq!(ids(wanted, "/api/v1/get/items/documentation/from?id_list="), all_of);
            assert_eq!(ids(wanted, "/api/v1/get/items/availability/from?id_list=").len(), stock_of);
        }
        let error = section_units(&sections, &[7]).unwrap_err();
        assert!(error.is::<BadInput>() && error.to_string().contains("no tree has a section 7"), "{error}");
        let many: Vec<Section> = (1..=5_000).map(|id| section((id, 0))).collect();
        assert!(section_units(&many, &[]).unwrap().len() <= 2 * (5_000 + 2 * MOST_GROUPS) + 3 * 5_000);
    }
}
