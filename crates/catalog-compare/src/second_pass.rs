//! The second pass: whatever differed is requested again after everything else, so that prices and stock which changed
//! during the run are no differences. Only what differs now counts.

use crate::compare::{compare_item, item_key, list_difference, one_sided_item};
use crate::difference::{Difference, Kind, split};
use crate::error::CompareError;
use crate::journal::{Checked, Entry, ListPosition, Suspect};
use crate::list_pages::{PAGE, read_range, read_whole};
use crate::plan::ProductList;
use crate::request::Request;
use crate::source::Source;
use crate::walk::Session;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// How many products before and behind a page are read as well: the list may have moved meanwhile.
const MARGIN: u64 = 50;

/// Where the parts of the second pass begin; those below are of the first one.
const FIRST_PART: u64 = 1 << 32;

/// A part of a unit that is requested again.
enum Part {
    /// The responses to a request.
    Request(Request),
    /// Products of a list.
    Items(Pages, Vec<(ListPosition, bool)>),
    /// The order of two products of a list.
    Order(ListPosition, ListPosition),
}

/// The pages of both systems that products of a list are on; the whole list when a system knows no pages.
type Pages = Option<(u64, u64)>;

impl Session<'_> {
    /// Requests again what differed in the first pass. `lists` are the lists of the units by key.
    pub(crate) fn check_differences(&self, lists: &BTreeMap<String, ProductList>) -> Result<(), CompareError> {
        let mut parts = Vec::new();
        self.journal.each_first_pass(|key, done| {
            let of_unit = parts_of(&done.suspects, done.is_unpaged);
            parts.extend((FIRST_PART..).zip(of_unit).map(|(number, part)| (key.to_owned(), number, part)));
        });
        self.workers.observer.begins("requesting differences again", Some(parts.len() as u64));
        self.workers.run(parts.into_iter(), |(key, number, part)| {
            if !self.journal.is_checked(&key, number) {
                let differences = self.check(lists.get(&key), part)?;
                self.journal.write(&Entry::Checked(Checked { key, part: number, differences }))?;
            }
            self.workers.observer.did(1);
            Ok(())
        })
    }

    fn check(&self, list: Option<&ProductList>, part: Part) -> Result<Vec<Difference>, CompareError> {
        match (part, list) {
            (Part::Request(request), _) => Ok(split(self.pair.compare(&request)?.differences).1),
            (Part::Items(pages, positions), Some(list)) => self.check_items(list, pages, positions),
            (Part::Order(first, second), Some(list)) => self.check_order(list, &first, &second),
            _ => Ok(Vec::new()),
        }
    }

    fn check_items(
        &self,
        list: &ProductList,
        pages: Pages,
        positions: Vec<(ListPosition, bool)>,
    ) -> Result<Vec<Difference>, CompareError> {
        let window = |system: &dyn Source, page: Option<u64>| match page {
            None => read_whole(system, list),
            Some(page) => {
                let start = (page * PAGE).saturating_sub(MARGIN);
                read_range(system, list, start, page * PAGE + PAGE + MARGIN - start)
            }
        };
        let old = by_key(window(self.systems.old, pages.map(|(old, _)| old))?);
        let new = by_key(window(self.systems.new, pages.map(|(_, new)| new))?);
        let request = list.request(None);
        let mut differences = Vec::new();
        for (position, is_unseen) in positions {
            let (key, is_repeated) = match position.key.strip_suffix(" again") {
                Some(key) => (key.trim_end_matches(" again"), true),
                None => (position.key.as_str(), false),
            };
            let found = |items: &'_ BTreeMap<String, Vec<Value>>| items.get(key).cloned().unwrap_or_default();
            let (old, new) = (found(&old), found(&new));
            let is_one_sided = position.old.is_none() || position.new.is_none();
            match (old.first(), new.first()) {
                // A list may have a product twice.
                (Some(item), Some(_)) if is_one_sided && old.len() > new.len() => {
                    differences.push(one_sided_item(&request, Some(item), None));
                }
                (Some(_), Some(item)) if is_one_sided && old.len() < new.len() => {
                    differences.push(one_sided_item(&request, None, Some(item)));
                }
                (Some(_), Some(_)) if is_repeated => {}
                (Some(old), Some(new)) => {
                    let (allowed, open) = split(compare_item(&request, old, new));
                    differences.extend(allowed.into_iter().filter(|_| is_unseen));
                    differences.extend(open);
                }
                (None, None) => {}
                (old, new) => differences.push(one_sided_item(&request, old, new)),
            }
        }
        Ok(differences)
    }

    fn check_order(
        &self,
        list: &ProductList,
        first: &ListPosition,
        second: &ListPosition,
    ) -> Result<Vec<Difference>, CompareError> {
        let at = |system: &dyn Source, position: Option<u64>| {
            let items = position.map(|position| read_range(system, list, position, 1)).transpose()?;
            Ok::<_, CompareError>(items.unwrap_or_default().first().and_then(item_key))
        };
        let (old, new) = (self.systems.old, self.systems.new);
        let before = (at(old, first.old)?, at(old, second.old)?);
        let now = (at(new, first.new)?, at(new, second.new)?);
        if before != now || before.0.is_none() {
            return Ok(Vec::new());
        }
        let (first, second) = before;
        let (old, new) = (json!([first, second]), json!([second, first]));
        Ok(vec![list_difference(&list.request(None), "data", Kind::Order, old, new)])
    }
}

/// What is requested together, in an order that depends on the suspects only.
fn parts_of(suspects: &[Suspect], is_unpaged: bool) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut items: BTreeMap<Pages, Vec<(ListPosition, bool)>> = BTreeMap::new();
    let mut add = |position: &ListPosition, is_unseen| {
        let page = |own: Option<u64>, other: Option<u64>| own.or(other).unwrap_or_default() / PAGE;
        let pages = (page(position.old, position.new), page(position.new, position.old));
        items.entry((!is_unpaged).then_some(pages)).or_default().push((position.clone(), is_unseen));
    };
    for suspect in suspects {
        match suspect {
            Suspect::Request(request) => parts.push(Part::Request(request.clone())),
            Suspect::Order(first, second) => parts.push(Part::Order(first.clone(), second.clone())),
            Suspect::Item(position) => add(position, false),
            Suspect::Unseen(position) => add(position, true),
        }
    }
    for positions in items.values_mut() {
        positions.sort_by_key(|(position, _)| (position.old.or(position.new), position.new, position.key.clone()));
    }
    parts.extend(items.into_iter().map(|(pages, positions)| Part::Items(pages, positions)));
    parts
}

fn by_key(items: Vec<Value>) -> BTreeMap<String, Vec<Value>> {
    let mut found: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for item in items {
        if let Some(key) = item_key(&item) {
            found.entry(key).or_default().push(item);
        }
    }
    found
}
