//! What is requested of both systems: everything that their section trees lead to.

use super::BadInput;
use super::fields::{first, text_of};
use super::sorted::{Pair, join};
use anyhow::Result;
use catalog_client::percent_encode;
use percent_encoding::percent_decode_str;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::iter::successors;
use std::path::PathBuf;

pub(super) const LOGIN: &str = "/auth/token/:login";
pub(super) const ACCOUNT: &str = "/auth/check";
pub(super) const TREE: &str = "/api/v1/get/catalog";
/// All properties of the products of a section.
const PROPERTIES: &str = "/api/v1/get/items/from";
const LINKS: &str = "/api/v1/get/items/documentation/from";
/// Price and stock of the products of a section.
pub(super) const STOCK: &str = "/api/v1/get/items/availability/from";
const OF_SECTIONS: [&str; 2] = ["/api/v1/get/section-meta/:id", "/api/v1/get/vendors/for/:id"];
const OF_PRODUCT: [&str; 4] = [
    "/api/v1/get/item/:id",
    "/api/v1/get/item/:id/availability",
    "/api/v1/get/item/:id/documentation",
    "/api/v1/get/item/:id/configurator",
];
const BY_STOCK: [&str; 3] = [
    "/api/v1/get/items/by-stock",
    "/api/v1/get/items/documentation/by-stock",
    "/api/v1/get/items/availability/by-stock",
];

/// The `Authorization` of a login.
const PASSWORD: &str = "Bearer {password}";
/// How many neighbouring pairs, and triples, of sections are requested at most.
const MOST_GROUPS: usize = 200;
/// How many products a batch names. The old system multiplies quantities by that number, so it is not one.
const BATCH: usize = 20;
/// A source object id that no product and no section has.
const ABSENT: &str = "999999999999";

/// A request that both systems are sent; of a list, one for each page.
#[derive(Debug, Clone)]
pub(super) struct Request {
    pub(super) route: &'static str,
    /// Path and query, of a list without the page. `{login}` is replaced by the login of the system.
    pub(super) target: String,
    /// Instead of the account's own; empty for none. `{password}` is replaced by that of the system.
    pub(super) authorization: Option<&'static str>,
    /// What it is about, for people: `item 90001`, `section 88121`, or its path and query.
    pub(super) identity: String,
    pub(super) product: Option<i64>,
    pub(super) section: Option<i64>,
}

impl Request {
    /// A request of a route with an id or several in its path, or with a query, which is encoded already.
    pub(super) fn new(route: &'static str, argument: &str) -> Self {
        let target = route.replace(":id", argument).replace(":login", "{login}");
        let target = if argument.contains('=') { format!("{route}?{argument}") } else { target };
        let ids = argument.trim_start_matches("id_list=").split('&').next().unwrap_or_default();
        let is_of_sections = OF_SECTIONS.contains(&route) || route.ends_with("/from");
        let identity = match route {
            TREE => "the tree".to_owned(),
            LOGIN | ACCOUNT => "the account".to_owned(),
            _ if is_of_sections => format!("section{} {ids}", if ids.contains(',') { "s" } else { "" }),
            _ if OF_PRODUCT.contains(&route) => format!("item {ids}"),
            _ => percent_decode_str(&target).decode_utf8_lossy().into_owned(),
        };
        let id = ids.parse().ok();
        let (section, product) = (id.filter(|_| is_of_sections), id.filter(|_| OF_PRODUCT.contains(&route)));
        Self { route, target, authorization: None, identity, product, section }
    }

    /// The same as somebody else.
    fn with(&self, authorization: &'static str, suffix: &str) -> Self {
        Self { authorization: Some(authorization), identity: format!("{}{suffix}", self.identity), ..self.clone() }
    }

    /// Whether the data are the products of a section, in pages.
    pub(super) fn is_list(&self) -> bool {
        self.route.ends_with("/from")
    }

    /// Whether the data are an array of products.
    pub(super) fn has_items(&self) -> bool {
        self.route.starts_with("/api/v1/get/items")
    }

    /// Whether the data are what may be missing as a whole: a product with its properties, or its price and stock.
    pub(super) fn is_of_thing(&self) -> bool {
        self.product.is_some() && !self.route.ends_with("/documentation") && !self.route.ends_with("/configurator")
    }

    /// How many products the query names.
    pub(super) fn named(&self) -> Option<i64> {
        let (_, list) = self.target.split_once("_list=").filter(|_| !self.is_list())?;
        i64::try_from(list.split('&').next()?.split(',').count()).ok()
    }
}

/// What needs no id, the tree before all. With a key the right password is not known, so no login with it is compared.
pub(super) fn first_requests(has_passwords: bool) -> Vec<Request> {
    let [tree, account, login] = [TREE, ACCOUNT, LOGIN].map(|route| Request::new(route, ""));
    let mut requests = vec![tree.clone(), login.with("Bearer no-password-of-anybody", " with a wrong password")];
    for request in [&account, &tree] {
        requests.push(request.with("", " without a token"));
        requests.push(request.with("Bearer no.token.at-all", " with a bad token"));
    }
    requests.push(account);
    requests.extend(OF_SECTIONS.iter().chain(&OF_PRODUCT).map(|route| Request::new(route, ABSENT)));
    let listed = ["/api/v1/get/items", PROPERTIES];
    requests.extend(listed.map(|route| Request::new(route, &format!("id_list={ABSENT}"))));
    requests.extend(has_passwords.then(|| login.with(PASSWORD, "")));
    requests
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
        let Pair { request, item, sides } = pair?;
        if let (0, Ok(id), value) = (request, item.parse(), first(&sides)) {
            let text = |name: &str| value[name].as_str().unwrap_or_default();
            let section = Section { id, name: text("name").to_owned(), parent: text("parent").parse().unwrap_or(0) };
            sections.push((sides[0].is_null(), value["place"].as_u64(), section));
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
pub(super) fn section_requests(sections: &[Section], wanted: &[i64]) -> Result<Vec<Request>> {
    let known: HashMap<i64, i64> = sections.iter().map(|section| (section.id, section.parent)).collect();
    if let Some(absent) = wanted.iter().find(|id| !known.contains_key(*id)) {
        return Err(BadInput(format!("--sections: no tree has a section {absent}")).into());
    }
    // Two trees that disagree may form a loop.
    let above = |id: i64| successors(known.get(&id).copied(), |parent| known.get(parent).copied()).take(known.len());
    let is_wanted = |id: i64| wanted.is_empty() || wanted.contains(&id);
    let planned = sections.iter().map(|section| section.id);
    let planned: Vec<i64> = planned.filter(|id| is_wanted(*id) || above(*id).any(is_wanted)).collect();
    let mut requests = Vec::new();
    for route in OF_SECTIONS {
        requests.extend(planned.iter().map(|id| Request::new(route, &id.to_string())));
        let step = planned.len().div_ceil(MOST_GROUPS).max(1);
        for groups in [2, 3].map(|size| planned.windows(size).step_by(step)) {
            requests.extend(groups.map(|ids| Request::new(route, &joined(ids))));
        }
    }
    let is_top = |id: &&i64| !above(**id).any(|parent| known.contains_key(&parent) && is_wanted(parent));
    for id in planned.iter().filter(is_top) {
        requests.push(Request::new(PROPERTIES, &format!("id_list={id}&include_documentation=true")));
        requests.push(Request::new(LINKS, &format!("id_list={id}")));
    }
    requests.extend(planned.iter().map(|id| Request::new(STOCK, &format!("id_list={id}"))));
    Ok(requests)
}

/// The requests for `size` products of the lists that were read: in batches by id and by stock number, then one by one.
/// They do not depend on the order of the lists: the products are those whose ids have the smallest hashes.
pub(super) fn sample_requests(lists: &[PathBuf; 2], requests: &[Request], size: usize) -> Result<Vec<Request>> {
    let mut chosen = BTreeMap::new();
    for pair in join(lists)? {
        let Pair { request, item, sides } = pair?;
        let is_product = requests.get(request).is_some_and(|request| request.route == PROPERTIES);
        if let (true, Ok(id)) = (is_product, item.parse::<i64>()) {
            chosen.insert(Sha256::digest(id.to_be_bytes()), (id, text_of(first(&sides), "stockNumber")));
            if chosen.len() > size {
                chosen.pop_last();
            }
        }
    }
    let products: BTreeSet<(i64, Option<String>)> = chosen.into_values().collect();
    let (ids, numbers): (Vec<i64>, Vec<Option<String>>) = products.into_iter().unzip();
    let mut sample = Vec::new();
    for (ids, numbers) in ids.chunks(BATCH).zip(numbers.chunks(BATCH)) {
        let query = format!("id_list={}", joined(ids));
        sample.push(Request::new("/api/v1/get/items", &format!("{query}&include_documentation=1")));
        sample.push(Request::new("/api/v1/get/items/documentation", &query));
        let numbers = numbers.iter().flatten().filter(|number| !number.contains(','));
        let numbers: Vec<String> = numbers.map(|number| percent_encode(number)).collect();
        let query = format!("stock_list={}", numbers.join(","));
        sample.extend(BY_STOCK.iter().filter(|_| !numbers.is_empty()).map(|route| Request::new(route, &query)));
    }
    sample.extend(ids.iter().flat_map(|id| OF_PRODUCT.map(|route| Request::new(route, &id.to_string()))));
    Ok(sample)
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
            let requests = section_requests(&sections, wanted).unwrap();
            requests.iter().filter_map(|request| Some(request.target.strip_prefix(start)?.to_owned())).collect()
        };
        let metas = ids(&[], "/api/v1/get/section-meta/");
        assert_eq!(metas, ["1", "2", "3", "4", "6", "1,2", "2,3", "3,4", "4,6", "1,2,3", "2,3,4", "3,4,6"]);
        for (wanted, all_of, stock_of) in [(&[][..], &["1", "6"][..], 5), (&[2, 3, 4], &["2", "4"], 3)] {
            assert_eq!(ids(wanted, "/api/v1/get/items/documentation/from?id_list="), all_of);
            assert_eq!(ids(wanted, "/api/v1/get/items/availability/from?id_list=").len(), stock_of);
        }
        let error = section_requests(&sections, &[7]).err().unwrap();
        assert!(error.is::<BadInput>() && error.to_string().contains("no tree has a section 7"), "{error}");
        let many: Vec<Section> = (1..=5_000).map(|id| section((id, 0))).collect();
        assert!(section_requests(&many, &[]).unwrap().len() <= 2 * (5_000 + 2 * MOST_GROUPS) + 3 * 5_000);
    }
}
