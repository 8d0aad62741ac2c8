//! Reads what units request from one system, once, into a sorted file.

use crate::compare::item_key;
use crate::error::CompareError;
use crate::sorted::{RUN_BYTES, Record, Sorter};
use crate::source::{Response, System};
use crate::unit::{Form, Shape, Unit};
use catalog_client::Recurrence;
use long_work::Observer;
use serde_json::{Value, json};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// How many products a page has: few enough that a page of each thread and system fits into memory with ease.
const PAGE: u64 = 200;

#[derive(Clone, Copy)]
pub(crate) struct Reading<'a> {
    /// How many requests are sent to a system at a time.
    pub(crate) concurrency: NonZeroUsize,
    pub(crate) observer: &'a dyn Observer,
}

/// The key of a record of the unit with this number; without an item, of what a response has beside its items.
pub(crate) fn key(unit: usize, item: Option<&str>) -> String {
    // Numbers are in their order.
    let item = item.map(|item| format!("{:>20}", item.escape_debug().to_string()));
    format!("{unit:010}{}", item.unwrap_or_default())
}

/// The number of the unit of a key, and whether it is that of an item.
pub(crate) fn unit_of(key: &str) -> (usize, bool) {
    let (unit, item) = key.split_at_checked(10).unwrap_or((key, ""));
    (unit.parse().unwrap_or(usize::MAX), !item.is_empty())
}

impl Reading<'_> {
    /// Reads units, each with its number, into the file at `path`.
    ///
    /// # Errors
    /// The first failure, or [`CompareError::Stopped`]; there is no file then.
    pub(crate) fn read(self, system: &System, units: &[(usize, &Unit)], path: &Path) -> Result<(), CompareError> {
        let sorter = Mutex::new(Sorter::new(path, RUN_BYTES));
        let (next, failure) = (AtomicUsize::new(0), Mutex::new(None));
        std::thread::scope(|scope| {
            for _ in 0..self.concurrency.get() {
                scope.spawn(|| {
                    while let Some((number, unit)) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let mut walk = Walk { system, unit, number: *number, sorter: &sorter, reading: self };
                        if let Err(error) = walk.read() {
                            next.store(units.len(), Ordering::Relaxed);
                            failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                        }
                        self.observer.did(1);
                    }
                });
            }
        });
        match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => sorter.into_inner().unwrap_or_else(PoisonError::into_inner).finish(),
        }
    }
}

/// The reading of one unit.
struct Walk<'a> {
    system: &'a System,
    unit: &'a Unit,
    number: usize,
    sorter: &'a Mutex<Sorter>,
    reading: Reading<'a>,
}

impl Walk<'_> {
    fn read(&mut self) -> Result<(), CompareError> {
        if self.unit.route.form == Form::List {
            return self.read_pages();
        }
        let mut response = self.get("")?;
        let data = response.body.as_mut().and_then(|body| body.get_mut("data"));
        match data {
            Some(Value::Array(items)) if self.unit.route.form == Form::Batch => {
                let items = std::mem::take(items);
                self.push_items(0, items)?;
            }
            Some(tree @ Value::Array(_)) if self.unit.route.shape == Shape::Tree => {
                let tree = tree.take();
                self.push_sections(tree)?;
            }
            _ => {}
        }
        self.push_head(&response)
    }

    /// Reads a list to its end: an empty page, or one that is shorter than the system has shown that its pages are. A
    /// system that knows no pages returns the whole list, again and again.
    fn read_pages(&mut self) -> Result<(), CompareError> {
        let (mut length, mut first_of_all, mut firsts) = (0, None, Recurrence::new());
        loop {
            let mut response = self.get(&format!("&limit={PAGE}&offset={length}"))?;
            let is_first_page = length == 0;
            let items = match response.body.as_mut().and_then(|body| body.get_mut("data")) {
                Some(Value::Array(items)) => std::mem::take(items),
                _ => Vec::new(),
            };
            // Behind the end there may be a success without an array.
            if !response.is_success() || items.is_empty() {
                let is_end = response.is_success() && !is_first_page;
                return if is_end { self.push_head(&list_head()) } else { self.push_head(&response) };
            }
            let first = items.first().and_then(item_key);
            if !is_first_page && first == first_of_all {
                return self.push_head(&list_head());
            }
            if firsts.repeats(first.clone()) {
                let list = &self.unit.identity;
                return Err(self.system.failed(format!(
                    "the list of {list} does not advance: a page begins with the same element as the one before"
                )));
            }
            if is_first_page {
                first_of_all = first;
            }
            let count = items.len() as u64;
            self.push_items(length, items)?;
            length += count;
            let longest =
                self.system.longest_pages[self.unit.route.shape as usize].fetch_max(count.min(PAGE), Ordering::Relaxed);
            if count < longest || count > PAGE {
                return self.push_head(&list_head());
            }
        }
    }

    fn get(&self, page: &str) -> Result<Response, CompareError> {
        if self.reading.observer.wants_stop() {
            return Err(CompareError::Stopped);
        }
        self.system.get(&format!("{}{page}", self.unit.target), self.unit.access)
    }

    fn push_head(&self, response: &Response) -> Result<(), CompareError> {
        self.push(None, 0, &Record { group: 0, value: json!(response) })
    }

    fn push_items(&self, start: u64, items: Vec<Value>) -> Result<(), CompareError> {
        (start..).zip(items).try_for_each(|(at, value)| {
            let key = item_key(&value).unwrap_or_else(|| format!("at {at}"));
            self.push(Some(&key), at, &Record { group: 0, value })
        })
    }

    /// The sections of a tree from top to bottom. Not recursive: the depth is the other system's choice.
    fn push_sections(&self, tree: Value) -> Result<(), CompareError> {
        let mut pending = vec![(None, tree)];
        let mut at = 0;
        while let Some((parent, below)) = pending.pop() {
            let Value::Array(sections) = below else { continue };
            for mut section in sections {
                let Some(id) = section["id"].as_i64() else { continue };
                let above = parent.map_or_else(|| "the tree".to_owned(), |parent: i64| parent.to_string());
                let below = section["subSections"].take();
                let value = json!({"id": id, "name": section["name"], "parent": above});
                self.push(Some(&id.to_string()), at, &Record { group: parent.unwrap_or_default(), value })?;
                at += 1;
                pending.push((Some(id), below));
            }
        }
        Ok(())
    }

    fn push(&self, item: Option<&str>, at: u64, record: &Record) -> Result<(), CompareError> {
        self.sorter.lock().unwrap_or_else(PoisonError::into_inner).push(&key(self.number, item), at, record)
    }
}

/// What a list has beside its products when all pages were read.
fn list_head() -> Response {
    Response { status: 200, body: Some(json!({"status": true, "error": {}, "message": "", "data": null})) }
}
