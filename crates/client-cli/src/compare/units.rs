//! What is requested: everything that the section trees of two systems lead to.

use super::BadInput;
use super::difference::{item_key, text_of};
use super::sorted::{Record, join, unit_of};
use anyhow::Result;
use catalog_client::percent_encode;
use percent_encoding::percent_decode_str;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::iter::successors;
use std::path::PathBuf;

/// How many neighbouring pairs, and triples, of sections are requested at most.
const MOST_GROUPS: usize = 200;
/// How many products a batch names. The old system multiplies quantities by that number, so it is not one.
const BATCH: usize = 20;
/// A source object id that no product and no section has.
const ABSENT: &str = "999999999999";

/// What `data` of a response is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// `{token}`, of which no two are equal.
    Token,
    Account,
    Tree,
    Vendors,
    Meta,
    /// Products with all their properties.
    Items,
    /// Products with their links.
    Links,
    /// Products with price and stock.
    Stock,
    Configurator,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Single,
    /// An array of products that are named one by one, in the order requested.
    Batch,
    /// An array of the products of a section, in pages.
    List,
}

/// The routes of v1: what their data is, and how its products are named.
const ROUTES: [(&str, Shape, Form); 17] = [
    ("/auth/token/:login", Shape::Token, Form::Single),
    ("/auth/check", Shape::Account, Form::Single),
    ("/api/v1/get/catalog", Shape::Tree, Form::Single),
    ("/api/v1/get/vendors/for/:id", Shape::Vendors, Form::Single),
    ("/api/v1/get/section-meta/:id", Shape::Meta, Form::Single),
    ("/api/v1/get/item/:id", Shape::Items, Form::Single),
    ("/api/v1/get/item/:id/availability", Shape::Stock, Form::Single),
    ("/api/v1/get/item/:id/documentation", Shape::Links, Form::Single),
    ("/api/v1/get/item/:id/configurator", Shape::Configurator, Form::Single),
    ("/api/v1/get/items", Shape::Items, Form::Batch),
    ("/api/v1/get/items/documentation", Shape::Links, Form::Batch),
    ("/api/v1/get/items/by-stock", Shape::Items, Form::Batch),
    ("/api/v1/get/items/documentation/by-stock", Shape::Links, Form::Batch),
    ("/api/v1/get/items/availability/by-stock", Shape::Stock, Form::Batch),
    ("/api/v1/get/items/from", Shape::Items, Form::List),
    ("/api/v1/get/items/documentation/from", Shape::Links, Form::List),
    ("/api/v1/get/items/availability/from", Shape::Stock, Form::List),
];

/// Those of one product or section, by its id, or of products by their stock numbers.
fn routes(part: &str) -> impl Iterator<Item = &'static str> {
    ROUTES.into_iter().map(|(route, ..)| route).filter(move |route| route.contains(part))
}

/// As whom a request is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    /// By a token or key of the account.
    Account,
    /// By its password, as the token route takes it.
    Password,
    /// By this authorization, which is nobody's, or none.
    Nobody(Option<&'static str>),
}

/// A request that both systems are sent; of a list, one for each page.
#[derive(Debug, Clone)]
pub(super) struct Unit {
    pub(super) route: &'static str,
    pub(super) shape: Shape,
    pub(super) form: Form,
    /// Path and query, of a list without the page. `{login}` is replaced by the login of the system.
    pub(super) target: String,
    pub(super) access: Access,
    /// What it is about, for people: `item 90001`, `section 88121`, or its path and query.
    pub(super) identity: String,
    pub(super) product: Option<i64>,
    pub(super) section: Option<i64>,
    /// How many products or sections the query names.
    pub(super) listed: i64,
    /// Whether the section has none below it.
    pub(super) is_leaf: bool,
}

impl Unit {
    /// A request of a route with one parameter or none in its path.
    pub(super) fn by_path(route: &'static str, value: &str) -> Self {
        let known = ROUTES.iter().find(|(known, ..)| *known == route);
        let (shape, form) = known.map_or((Shape::Items, Form::Single), |(_, shape, form)| (*shape, *form));
        let id = value.parse().ok();
        let is_section = matches!(shape, Shape::Vendors | Shape::Meta);
        let identity = match shape {
            Shape::Tree => "the tree".to_owned(),
            Shape::Token | Shape::Account => "the account".to_owned(),
            _ if value.contains(',') => format!("sections {value}"),
            _ => format!("{} {value}", if is_section { "section" } else { "item" }),
        };
        let (product, section) = if is_section { (None, id) } else { (id, None) };
        let target = route.replace(":id", value).replace(":login", "{login}");
        let (access, listed, is_leaf) = (Access::Account, 1, false);
        Self { route, shape, form, target, access, identity, product, section, listed, is_leaf }
    }

    /// A request with a query that is encoded already and names so many things.
    pub(super) fn by_query(route: &'static str, query: &str, listed: usize) -> Self {
        let target = format!("{route}?{query}");
        let identity = percent_decode_str(&target).decode_utf8_lossy().into_owned();
        let listed = i64::try_from(listed).unwrap_or(i64::MAX);
        Self { identity, listed, target, ..Self::by_path(route, "") }
    }

    fn list(route: &'static str, more: &str, section: i64, is_leaf: bool) -> Self {
        let unit = Self::by_query(route, &format!("id_list={section}{more}"), 1);
        Self { identity: format!("section {section}"), section: Some(section), is_leaf, ..unit }
    }

    pub(super) fn with(&self, access: Access, suffix: &str) -> Self {
        Self { access, identity: format!("{}{suffix}", self.identity), ..self.clone() }
    }
}

/// What needs no id, and the tree. With a key the right password is not known, so no login with it is compared.
pub(super) fn first_units(has_passwords: bool) -> Vec<Unit> {
    let [token, check, tree] =
        ["/auth/token/:login", "/auth/check", "/api/v1/get/catalog"].map(|route| Unit::by_path(route, ""));
    let wrong_password = Access::Nobody(Some("Bearer no-password-of-anybody"));
    let mut units = vec![tree.clone(), token.with(wrong_password, " with a wrong password"), check.clone()];
    for unit in [&check, &tree] {
        units.push(unit.with(Access::Nobody(None), " without a token"));
        units.push(unit.with(Access::Nobody(Some("Bearer no.token.at-all")), " with a bad token"));
    }
    units.extend(routes("/:id").map(|route| Unit::by_path(route, ABSENT)));
    let listed = ["/api/v1/get/items", "/api/v1/get/items/from"];
    units.extend(listed.map(|route| Unit::by_query(route, &format!("id_list={ABSENT}"), 1)));
    units.extend(has_passwords.then(|| token.with(Access::Password, "")));
    units
}

/// A section of either tree.
pub(super) struct Section {
    pub(super) id: i64,
    pub(super) name: String,
    parent: i64,
}

/// The sections of both trees, those of the old one first, each in the order of its tree.
pub(super) fn sections_of(trees: &[PathBuf; 2]) -> Result<Vec<Section>> {
    let mut sections = Vec::new();
    for pair in join(trees)? {
        let (_, [old, new]) = pair?;
        let is_new = old.is_none();
        let Some(Record { at, group, value, .. }) = old.or(new) else { continue };
        if let Some(id) = value["id"].as_i64().filter(|_| value["parent"].is_string()) {
            let name = value["name"].as_str().unwrap_or_default().to_owned();
            sections.push(((is_new, at), Section { id, name, parent: group }));
        }
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
    let parents: BTreeSet<i64> = known.values().copied().collect();
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
        units.push(Unit::list("/api/v1/get/items/from", "&include_documentation=true", *id, false));
        units.push(Unit::list("/api/v1/get/items/documentation/from", "", *id, false));
    }
    let stock = "/api/v1/get/items/availability/from";
    units.extend(planned.iter().map(|id| Unit::list(stock, "", *id, !parents.contains(id))));
    Ok(units)
}

/// The requests for `size` products of the lists that were read: in batches by id and by stock number, then one by one.
/// They do not depend on the order of the lists: the products are those whose ids have the smallest hashes.
pub(super) fn sample_units(lists: &[PathBuf; 2], units: &[Unit], size: usize) -> Result<Vec<Unit>> {
    let mut chosen: BTreeMap<(u64, i64), Option<String>> = BTreeMap::new();
    for pair in join(lists)? {
        let (key, [old, new]) = pair?;
        let is_item = units.get(unit_of(&key).0).is_some_and(|unit| unit.shape == Shape::Items);
        let Some(Record { value, .. }) = old.or(new).filter(|_| is_item) else { continue };
        if let Some(Ok(id)) = item_key(&value).map(|key| key.parse::<i64>()) {
            chosen.insert((mixed(id), id), text_of(&value, "stockNumber"));
            if chosen.len() > size {
                chosen.pop_last();
            }
        }
    }
    let products: BTreeMap<i64, Option<String>> = chosen.into_iter().map(|((_, id), number)| (id, number)).collect();
    let products: Vec<(i64, Option<String>)> = products.into_iter().collect();
    let mut units = Vec::new();
    for batch in products.chunks(BATCH) {
        let ids: Vec<i64> = batch.iter().map(|(id, _)| *id).collect();
        let query = format!("id_list={}", joined(&ids));
        units.push(Unit::by_query("/api/v1/get/items", &format!("{query}&include_documentation=1"), ids.len()));
        units.push(Unit::by_query("/api/v1/get/items/documentation", &query, ids.len()));
        let numbers = batch.iter().filter_map(|(_, number)| number.as_deref());
        let numbers: Vec<String> = numbers.filter(|number| !number.contains(',')).map(percent_encode).collect();
        if !numbers.is_empty() {
            let query = format!("stock_list={}", numbers.join(","));
            units.extend(routes("/by-stock").map(|route| Unit::by_query(route, &query, numbers.len())));
        }
    }
    let by_id = |(id, _): &(i64, Option<String>)| {
        let id = id.to_string();
        routes("/item/:id").map(move |route| Unit::by_path(route, &id))
    };
    units.extend(products.iter().flat_map(by_id));
    Ok(units)
}

fn joined(ids: &[i64]) -> String {
    ids.iter().map(i64::to_string).collect::<Vec<_>>().join(",")
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
