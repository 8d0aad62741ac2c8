//! Reads a list of products from both systems, page by page, and matches the products by their ids. A product that only
//! one system has shifts the other's pages, so what has no partner yet waits for it.

use crate::compare::{compare_item, compare_responses, item_key, item_stock_number, list_difference};
use crate::difference::{Difference, Kind, split};
use crate::error::CompareError;
use crate::journal::{FirstPass, ListPosition, SampledProduct, Suspect};
use crate::list_pages::{ListPages, PAGE, Page};
use crate::plan::{ProductList, Sample};
use crate::request::Request;
use crate::route::Route;
use crate::source::{Response, Systems};
use serde_json::{Value, json};
use std::collections::HashMap;

/// How many products without a partner are in memory. Of further ones only the position is, and they are compared
/// later.
const MOST_WAITING: usize = 5_000;

pub(crate) struct PageOutcome {
    pub(crate) products: u64,
    /// Differences that the contract announces: they need no second look.
    pub(crate) announced: Vec<Difference>,
}

/// A walk through one list of both systems.
pub(crate) struct ListWalk<'a> {
    list: &'a ProductList,
    request: Request,
    old: ListPages<'a>,
    new: ListPages<'a>,
    /// Products of the old list, and of the new one.
    waiting: [HashMap<String, Waiting>; 2],
    /// The positions of every product that both have.
    matched: Vec<(u64, u64)>,
    suspects: Vec<Suspect>,
    members: Vec<i64>,
    sample: Sample,
    is_broken: bool,
}

/// A product that the other system has not shown yet.
struct Waiting {
    position: u64,
    item: Option<Value>,
}

impl<'a> ListWalk<'a> {
    /// Begins a walk that also chooses `sample` products.
    pub(crate) fn new(systems: &Systems<'a>, list: &'a ProductList, sample: usize) -> Self {
        Self {
            list,
            request: list.request(None),
            old: ListPages::new(systems.old, list),
            new: ListPages::new(systems.new, list),
            waiting: [HashMap::new(), HashMap::new()],
            matched: Vec::new(),
            suspects: Vec::new(),
            members: Vec::new(),
            sample: Sample::new(if list.route == Route::ItemsFrom { sample } else { 0 }),
            is_broken: false,
        }
    }

    /// Reads the next page of both; `None` behind the last one.
    pub(crate) fn next_page(&mut self) -> Result<Option<PageOutcome>, CompareError> {
        if self.is_broken || self.old.is_over && self.new.is_over {
            return Ok(None);
        }
        let starts = (self.old.length, self.new.length);
        let (old, new) = std::thread::scope(|scope| {
            let new = scope.spawn(|| self.new.next());
            let old = self.old.next()?;
            Ok::<_, CompareError>((old, new.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?))
        })?;
        match (old, new) {
            (Page::Items(old), Page::Items(new)) => {
                let products = old.len().max(new.len()) as u64;
                let announced = self.match_pages(old, new, starts);
                self.decide_ends();
                Ok(Some(PageOutcome { products, announced }))
            }
            (old, new) => Ok(Some(self.give_up(old, new, starts.0))),
        }
    }

    /// A page that is not full is the last one, unless the other system has more: this one may have shorter pages.
    fn decide_ends(&mut self) {
        let (old, new) = (self.old.length, self.new.length);
        self.old.is_over |= self.old.is_short && old >= new;
        self.new.is_over |= self.new.is_short && new >= old;
    }

    /// A response that is no list: of the first page it is compared as such, of a later one the list is torn.
    fn give_up(&mut self, old: Page, new: Page, start: u64) -> PageOutcome {
        self.is_broken = true;
        let response = |page| match page {
            Page::Other(response) => response,
            Page::Items(items) => Response { status: 200, body: Some(json!({"status": true, "data": items})) },
        };
        let (old, new) = (response(old), response(new));
        let request = self.list.request(Some((start, PAGE)));
        let differences = compare_responses(&request, &old, &new).differences;
        if start == 0 {
            self.suspects.extend((!differences.is_empty()).then_some(Suspect::Request(request)));
            return PageOutcome { products: 1, announced: Vec::new() };
        }
        let (path, old, new) = (format!("data from {start} on"), old.code().into(), new.code().into());
        let torn = list_difference(&request, &path, Kind::Status, old, new);
        PageOutcome { products: 0, announced: vec![torn] }
    }

    fn match_pages(&mut self, old: Vec<Value>, new: Vec<Value>, starts: (u64, u64)) -> Vec<Difference> {
        let mut announced = Vec::new();
        for (side, (start, items)) in [(starts.0, old), (starts.1, new)].into_iter().enumerate() {
            for (position, item) in (start..).zip(items) {
                let key = self.notice(&item, position);
                let own = Waiting { position, item: Some(item) };
                match self.waiting[1 - side].remove(&key) {
                    Some(other) if side == 0 => announced.extend(self.pair(key, own, other)),
                    Some(other) => announced.extend(self.pair(key, other, own)),
                    None => drop(self.waiting[side].insert(unique(&self.waiting[side], key), own)),
                }
            }
        }
        let is_paged = !self.old.is_unpaged && !self.new.is_unpaged;
        if is_paged && self.waiting.iter().map(HashMap::len).sum::<usize>() > MOST_WAITING {
            self.waiting.iter_mut().flat_map(HashMap::values_mut).for_each(|waiting| waiting.item = None);
        }
        announced
    }

    /// The key of a product, which is taken into account for the sample and the members.
    fn notice(&mut self, item: &Value, position: u64) -> String {
        let key = item_key(item).unwrap_or_else(|| format!("at {position}"));
        if let Ok(id) = key.parse() {
            self.sample.add(SampledProduct { id, stock_number: item_stock_number(item) });
            if self.list.route == Route::AvailabilityFrom && self.list.section.is_leaf {
                self.members.push(id);
            }
        }
        key
    }

    /// Compares a product of both lists. Returns the differences that the contract announces.
    fn pair(&mut self, key: String, old: Waiting, new: Waiting) -> Vec<Difference> {
        self.matched.push((old.position, new.position));
        let position = ListPosition { key, old: Some(old.position), new: Some(new.position) };
        let (Some(old), Some(new)) = (old.item, new.item) else {
            self.suspects.push(Suspect::Unseen(position));
            return Vec::new();
        };
        let (announced, open) = split(compare_item(&self.request, &old, &new));
        self.suspects.extend((!open.is_empty()).then_some(Suspect::Item(position)));
        announced
    }

    pub(crate) fn finish(mut self) -> FirstPass {
        let count = self.matched.len() + self.waiting.iter().map(HashMap::len).sum::<usize>();
        if !self.is_broken {
            for (side, waiting) in std::mem::take(&mut self.waiting).into_iter().enumerate() {
                let mut waiting: Vec<_> = waiting.into_iter().map(|(key, waiting)| (waiting.position, key)).collect();
                waiting.sort();
                let at = |of: usize, position: u64| (of == side).then_some(position);
                let one_sided = waiting.into_iter().map(|(position, key)| ListPosition {
                    key,
                    old: at(0, position),
                    new: at(1, position),
                });
                self.suspects.extend(one_sided.map(Suspect::Item));
            }
            let inversion = self.first_inversion();
            self.suspects.extend(inversion);
        }
        self.members.sort_unstable();
        self.members.dedup();
        let count = (count as u64).max(1);
        FirstPass {
            compared: [(self.list.route.pattern().to_owned(), count)].into(),
            suspects: self.suspects,
            section: Some(self.list.section.id),
            members: self.members,
            sample: self.sample.into_products(),
            is_unpaged: self.old.is_unpaged || self.new.is_unpaged,
            ..FirstPass::default()
        }
    }

    /// The first two products, in the old order, that the new list has the other way round.
    fn first_inversion(&mut self) -> Option<Suspect> {
        self.matched.sort_unstable();
        let inverted = self.matched.windows(2).find(|pair| pair[0].1 > pair[1].1)?;
        let position = |(old, new): (u64, u64)| ListPosition { key: String::new(), old: Some(old), new: Some(new) };
        Some(Suspect::Order(position(inverted[0]), position(inverted[1])))
    }
}

/// A key that no product waits under: a list may have a product twice.
fn unique(waiting: &HashMap<String, Waiting>, key: String) -> String {
    if waiting.contains_key(&key) { format!("{key} again") } else { key }
}
