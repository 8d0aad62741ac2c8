//! Which requests are sent: everything that a catalog's trees lead to.

use crate::compare::{item_key, item_stock_number};
use crate::error::CompareError;
use crate::sorted::{Joined, Keyed, Record};
use crate::unit::{Access, Route, Shape, Unit};
use catalog_client::percent_encode;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::iter::successors;

/// How many neighbouring pairs, and triples, of sections are requested at most.
const MOST_GROUPS: usize = 200;
/// How many products a batch names. The old system multiplies quantities by that number, so it is not one.
const BATCH: usize = 20;
/// A source object id that no product and no section has.
const ABSENT: &str = "999999999999";

/// What needs no id, and the tree. With a key the right password is not known, so no login with it is compared.
pub(crate) fn first_units(has_passwords: bool) -> Vec<Unit> {
    let [token, check, tree] = [(Route::TOKEN, "{login}"), (Route::CHECK, ""), (Route::CATALOG, "")]
        .map(|(route, value)| Unit::by_path(route, value));
    let mut units = vec![
        tree.clone(),
        token.clone().with(Access::WrongPassword),
        check.clone(),
        check.clone().with(Access::Nothing),
        check.with(Access::BadToken),
        tree.clone().with(Access::Nothing),
        tree.with(Access::BadToken),
    ];
    let by_id = [Route::VENDORS, Route::SECTION_META, Route::ITEM, Route::ITEM_AVAILABILITY, Route::ITEM_DOCUMENTATION];
    units.extend(by_id.map(|route| Unit::by_path(route, ABSENT)));
    units.extend([Route::ITEMS, Route::ITEMS_FROM].map(|route| Unit::by_query(route, &format!("id_list={ABSENT}"), 1)));
    units.extend(has_passwords.then(|| token.with(Access::Password)));
    units
}

/// A section of either tree.
#[derive(Debug, Clone)]
pub(crate) struct Section {
    pub(crate) id: i64,
    pub(crate) name: String,
    parent: i64,
}

/// The sections of both trees, those of the old one first, each in the order of its tree.
pub(crate) fn sections_of(trees: Joined) -> Result<Vec<Section>, CompareError> {
    let mut sections = Vec::new();
    for pair in trees {
        let pair = pair?;
        let side = usize::from(pair.old.is_none());
        let Some(Keyed { at, record: Record { group, value }, .. }) = pair.old.or(pair.new) else { continue };
        let Some(id) = value["id"].as_i64().filter(|_| value["parent"].is_string()) else { continue };
        let name = value["name"].as_str().unwrap_or_default().to_owned();
        sections.push(((side, at), Section { id, name, parent: group }));
    }
    sections.sort_by_key(|(place, _)| *place);
    Ok(sections.into_iter().map(|(_, section)| section).collect())
}

/// What is requested of sections, or of those in `wanted` with everything below them: vendors and meta of each, of
/// neighbouring pairs and of triples; all properties of products for the topmost sections only, which have the products
/// of all others; price and stock for each section, because that also shows which products belong to it.
///
/// # Errors
/// When neither tree has a section that is wanted.
pub(crate) fn section_units(sections: &[Section], wanted: &[i64]) -> Result<Vec<Unit>, CompareError> {
    let known: HashMap<i64, i64> = sections.iter().map(|section| (section.id, section.parent)).collect();
    if let Some(absent) = wanted.iter().find(|id| !known.contains_key(*id)) {
        return Err(CompareError::Input("--sections".to_owned(), format!("no tree has a section {absent}")));
    }
    // Two trees that disagree may form a loop.
    let above = |id: i64| successors(known.get(&id).copied(), |parent| known.get(parent).copied()).take(known.len());
    let is_wanted = |id: i64| if wanted.is_empty() { true } else { wanted.contains(&id) };
    let planned: Vec<i64> = sections.iter().map(|section| section.id).collect();
    let planned: Vec<i64> = planned.into_iter().filter(|id| is_wanted(*id) || above(*id).any(is_wanted)).collect();
    let parents: BTreeSet<i64> = known.values().copied().collect();
    let mut units = Vec::new();
    for route in [Route::SECTION_META, Route::VENDORS] {
        units.extend(planned.iter().map(|id| Unit::by_path(route, &id.to_string())));
        for size in [2, 3] {
            let step = planned.len().div_ceil(MOST_GROUPS).max(1);
            let groups = planned.windows(size).step_by(step);
            units.extend(groups.map(|ids| {
                let ids: Vec<String> = ids.iter().map(i64::to_string).collect();
                Unit::by_path(route, &ids.join(","))
            }));
        }
    }
    let is_top = |id: &&i64| !above(**id).any(|parent| known.contains_key(&parent) && is_wanted(parent));
    for route in [Route::ITEMS_FROM, Route::DOCUMENTATION_FROM] {
        units.extend(planned.iter().filter(is_top).map(|id| Unit::list(route, *id, false)));
    }
    units.extend(planned.iter().map(|id| Unit::list(Route::AVAILABILITY_FROM, *id, !parents.contains(id))));
    Ok(units)
}

/// The requests for `size` products of the lists that were read: in batches by id and by stock number, then one by one.
/// They do not depend on the order of the lists: the products are those whose ids have the smallest hashes.
pub(crate) fn sample_units(lists: Joined, units: &[Unit], size: usize) -> Result<Vec<Unit>, CompareError> {
    let mut chosen: BTreeMap<(u64, i64), Option<String>> = BTreeMap::new();
    for pair in lists {
        let pair = pair?;
        let (unit, _) = crate::read::unit_of(&pair.key);
        let is_item = units.get(unit).is_some_and(|unit| unit.route.shape == Shape::Items);
        let Some(item) = pair.old.or(pair.new).filter(|_| is_item) else { continue };
        if let Some(Ok(id)) = item_key(&item.record.value).map(|key| key.parse::<i64>()) {
            chosen.insert((mixed(id), id), item_stock_number(&item.record.value));
            if chosen.len() > size {
                chosen.pop_last();
            }
        }
    }
    let products: BTreeMap<i64, Option<String>> = chosen.into_iter().map(|((_, id), number)| (id, number)).collect();
    let products: Vec<(i64, Option<String>)> = products.into_iter().collect();
    let mut units = Vec::new();
    for batch in products.chunks(BATCH) {
        let ids: Vec<String> = batch.iter().map(|(id, _)| id.to_string()).collect();
        let query = format!("id_list={}", ids.join(","));
        units.push(Unit::by_query(Route::ITEMS, &format!("{query}&include_documentation=1"), ids.len()));
        units.push(Unit::by_query(Route::DOCUMENTATION, &query, ids.len()));
        let numbers = batch.iter().filter_map(|(_, number)| number.as_deref());
        let numbers: Vec<String> = numbers.filter(|number| !number.contains(',')).map(percent_encode).collect();
        if !numbers.is_empty() {
            let query = format!("stock_list={}", numbers.join(","));
            let by_stock = [Route::ITEMS_BY_STOCK, Route::DOCUMENTATION_BY_STOCK, Route::AVAILABILITY_BY_STOCK];
            units.extend(by_stock.map(|route| Unit::by_query(route, &query, numbers.len())));
        }
    }
    for (id, _) in products {
        let by_id = [Route::ITEM, Route::ITEM_AVAILABILITY, Route::ITEM_DOCUMENTATION, Route::CONFIGURATOR];
        units.extend(by_id.map(|route| Unit::by_path(route, &id.to_string())));
    }
    Ok(units)
}

/// A number that looks random, always the same for the same id (SplitMix64).
fn mixed(id: i64) -> u64 {
    let mut value = id.cast_unsigned().wrapping_add(0x9e37_79b9_7f4a_7c15);
    value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
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
        assert_eq!(ids(&[], "/api/v1/get/items/documentation/from?id_list="), ["1", "6"]);
        assert_eq!(ids(&[2, 3, 4], "/api/v1/get/items/documentation/from?id_list="), ["2", "4"]);
        assert_eq!(ids(&[2, 3, 4], "/api/v1/get/items/availability/from?id_list="), ["2", "3", "4"]);
        let error = section_units(&sections, &[7]).unwrap_err();
        assert!(error.is_bad_input() && error.to_string().contains("no tree has a section 7"), "{error}");
        let many: Vec<Section> = (1..=5_000).map(|id| section((id, 0))).collect();
        assert!(section_units(&many, &[]).unwrap().len() <= 2 * (5_000 + 2 * MOST_GROUPS) + 3 * 5_000);
    }
}
