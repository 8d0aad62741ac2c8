//! Which requests are sent: everything that a catalog's trees lead to.

mod sample;
mod sections;

pub(crate) use sample::{Sample, sample_requests};
pub(crate) use sections::planned_sections;

use crate::journal::PlannedSection;
use crate::request::{Access, Request};
use crate::route::Route;

/// How many neighbouring pairs, and triples, of sections are requested at most.
const MOST_GROUPS: usize = 200;

/// A source object id that no product and no section has.
const ABSENT: &str = "999999999999";

/// What needs no id. With a key the right password is not known, so no login with it is compared.
pub(crate) fn account_requests(has_passwords: bool) -> Vec<Request> {
    let token = Request::by_path(Route::Token, "{login}");
    let check = Request::by_path(Route::Check, "");
    let right_login = has_passwords.then(|| token.clone().with(Access::Password));
    let others = [
        token.with(Access::WrongPassword),
        check.clone(),
        check.clone().with(Access::Nothing),
        check.with(Access::BadToken),
        Request::by_path(Route::Catalog, "").with(Access::Nothing),
        Request::by_path(Route::Catalog, "").with(Access::BadToken),
        Request::by_path(Route::Vendors, ABSENT),
        Request::by_path(Route::SectionMeta, ABSENT),
        Request::by_path(Route::Item, ABSENT),
        Request::by_path(Route::ItemAvailability, ABSENT),
        Request::by_path(Route::ItemDocumentation, ABSENT),
        Request::by_query(Route::Items, &format!("id_list={ABSENT}")),
        Request::by_query(Route::ItemsFrom, &format!("id_list={ABSENT}")),
    ];
    others.into_iter().chain(right_login).collect()
}

/// Vendors and section meta of every section, of neighbouring pairs and of neighbouring triples.
pub(crate) fn section_requests(sections: &[PlannedSection]) -> Vec<Request> {
    let mut requests = Vec::new();
    for route in [Route::SectionMeta, Route::Vendors] {
        requests.extend(sections.iter().map(|section| Request::by_path(route, &section.id.to_string())));
        for size in [2, 3] {
            let groups: Vec<&[PlannedSection]> = sections.windows(size).collect();
            let step = groups.len().div_ceil(MOST_GROUPS).max(1);
            requests.extend(groups.into_iter().step_by(step).map(|group| {
                let ids: Vec<String> = group.iter().map(|section| section.id.to_string()).collect();
                Request::by_path(route, &ids.join(","))
            }));
        }
    }
    requests
}

/// A list of the products of a section, which is read in pages.
#[derive(Debug, Clone)]
pub(crate) struct ProductList {
    pub(crate) route: Route,
    pub(crate) section: PlannedSection,
}

/// Lists of products: all their properties for the topmost sections only, which have the products of all others; price
/// and stock for every section, because that also shows which products belong to it.
pub(crate) fn product_lists(sections: &[PlannedSection]) -> Vec<ProductList> {
    let mut lists = Vec::new();
    for route in [Route::ItemsFrom, Route::DocumentationFrom] {
        let roots = sections.iter().filter(|section| section.is_root);
        lists.extend(roots.map(|section| ProductList { route, section: section.clone() }));
    }
    let every = sections.iter().cloned();
    lists.extend(every.map(|section| ProductList { route: Route::AvailabilityFrom, section }));
    lists
}

impl ProductList {
    /// The request for a part of the list; for all of it without a limit.
    pub(crate) fn request(&self, part: Option<(u64, u64)>) -> Request {
        let mut query = format!("id_list={}", self.section.id);
        if self.route == Route::ItemsFrom {
            query.push_str("&include_documentation=true");
        }
        if let Some((offset, limit)) = part {
            query.push_str(&format!("&limit={limit}&offset={offset}"));
        }
        Request::by_query(self.route, &query)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn section(id: i64) -> PlannedSection {
        PlannedSection { id, name: String::new(), is_root: id == 1, is_leaf: id != 1 }
    }

    #[test]
    fn sections_are_requested_one_by_one_in_pairs_and_in_triples() {
        let sections: Vec<_> = (1..=4).map(section).collect();
        let targets: Vec<_> = section_requests(&sections).into_iter().map(|request| request.target).collect();
        let ids: Vec<_> =
            targets.iter().filter_map(|target| target.strip_prefix("/api/v1/get/section-meta/")).collect();
        assert_eq!(ids, ["1", "2", "3", "4", "1,2", "2,3", "3,4", "1,2,3", "2,3,4"]);
        assert_eq!(targets.len(), 2 * ids.len());
        let many: Vec<_> = (1..=5_000).map(section).collect();
        assert!(section_requests(&many).len() <= 2 * (5_000 + 2 * MOST_GROUPS));
    }

    #[test]
    fn all_properties_are_requested_for_the_topmost_sections_only() {
        let lists = product_lists(&[section(1), section(2)]);
        let targets: Vec<_> = lists.iter().map(|list| list.request(Some((500, 500))).target).collect();
        assert_eq!(
            targets,
            [
                "/api/v1/get/items/from?id_list=1&include_documentation=true&limit=500&offset=500",
                "/api/v1/get/items/documentation/from?id_list=1&limit=500&offset=500",
                "/api/v1/get/items/availability/from?id_list=1&limit=500&offset=500",
                "/api/v1/get/items/availability/from?id_list=2&limit=500&offset=500",
            ]
        );
    }
}
