//! Reads what units request from one system, once, into a sorted file.

use super::difference::item_key;
use super::sorted::{RUN_BYTES, Record, Sorter, key};
use super::system::{Response, System};
use super::units::{Form, Shape, Unit};
use crate::watch::Watch;
use anyhow::Result;
use catalog_client::Recurrence;
use long_work::Observer;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// How many products a page has: few enough that a page of each thread and system fits into memory with ease.
const PAGE: u64 = 200;

/// Reads units, each with its number, with so many requests at a time. Without a failure there is a file at `path` then.
pub(super) fn read(
    system: &System,
    units: &[(usize, &Unit)],
    path: &Path,
    concurrency: usize,
    watch: &Watch,
) -> Result<()> {
    let sorter = Mutex::new(Sorter::new(path, RUN_BYTES));
    let (next, failure) = (AtomicUsize::new(0), Mutex::new(None));
    std::thread::scope(|scope| {
        for _ in 0..concurrency {
            scope.spawn(|| {
                while let Some((number, unit)) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let walk = Walk { system, unit, number: *number, sorter: &sorter };
                    if let Err(error) = walk.read() {
                        next.store(units.len(), Ordering::Relaxed);
                        failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                    }
                    watch.did(1);
                }
            });
        }
    });
    match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => sorter.into_inner().unwrap_or_else(PoisonError::into_inner).finish(),
    }
}

/// The reading of one unit.
struct Walk<'a> {
    system: &'a System,
    unit: &'a Unit,
    number: usize,
    sorter: &'a Mutex<Sorter>,
}

impl Walk<'_> {
    fn read(&self) -> Result<()> {
        if self.unit.form == Form::List {
            return self.read_pages();
        }
        let mut response = self.get("")?;
        match response.data_mut() {
            Some(Value::Array(items)) if self.unit.form == Form::Batch => self.push_items(0, std::mem::take(items))?,
            Some(tree @ Value::Array(_)) if self.unit.shape == Shape::Tree => self.push_sections(tree.take())?,
            _ => {}
        }
        self.push(None, 0, 0, json!(response))
    }

    /// Reads a list to its end: an empty page, or one that is shorter than the system has shown that its pages are. A
    /// system that knows no pages returns the whole list, again and again.
    fn read_pages(&self) -> Result<()> {
        let (mut length, mut first_of_all, mut firsts) = (0, None, Recurrence::new());
        // What a list has beside its products, when all pages were read.
        let end = || self.push(None, 0, 0, json!(Response::of_success()));
        loop {
            let mut response = self.get(&format!("&limit={PAGE}&offset={length}"))?;
            let items = match response.data_mut() {
                Some(Value::Array(items)) => std::mem::take(items),
                _ => Vec::new(),
            };
            // Behind the end there may be a success without an array.
            if !response.is_success() || items.is_empty() {
                return if response.is_success() && length > 0 {
                    end()
                } else {
                    self.push(None, 0, 0, json!(response))
                };
            }
            let first = items.first().and_then(item_key);
            if length == 0 {
                first_of_all.clone_from(&first);
            } else if first == first_of_all {
                return end();
            }
            if firsts.repeats(first) {
                return Err(self.system.failed(&format!(
                    "the list of {} does not advance: a page begins with the same element as the one before",
                    self.unit.identity
                )));
            }
            let count = items.len() as u64;
            self.push_items(length, items)?;
            length += count;
            let longest = &self.system.longest_pages[self.unit.shape as usize];
            if count < longest.fetch_max(count.min(PAGE), Ordering::Relaxed) || count > PAGE {
                return end();
            }
        }
    }

    fn get(&self, page: &str) -> Result<Response> {
        self.system.get(&format!("{}{page}", self.unit.target), self.unit.access)
    }

    fn push_items(&self, start: u64, items: Vec<Value>) -> Result<()> {
        (start..).zip(items).try_for_each(|(at, value)| {
            let key = item_key(&value).unwrap_or_else(|| format!("at {at}"));
            self.push(Some(&key), at, 0, value)
        })
    }

    /// The sections of a tree from top to bottom. Not recursive: the depth is the other system's choice.
    fn push_sections(&self, tree: Value) -> Result<()> {
        let mut pending = vec![(None, tree)];
        let mut at = 0;
        while let Some((parent, below)) = pending.pop() {
            let Value::Array(sections) = below else { continue };
            for mut section in sections {
                let Some(id) = section["id"].as_i64() else { continue };
                let above = parent.map_or_else(|| "the tree".to_owned(), |parent: i64| parent.to_string());
                let below = section["subSections"].take();
                let value = json!({"id": id, "name": section["name"], "parent": above});
                self.push(Some(&id.to_string()), at, parent.unwrap_or_default(), value)?;
                at += 1;
                pending.push((Some(id), below));
            }
        }
        Ok(())
    }

    fn push(&self, item: Option<&str>, at: u64, group: i64, value: Value) -> Result<()> {
        let record = Record { key: key(self.number, item), at, group, value };
        self.sorter.lock().unwrap_or_else(PoisonError::into_inner).push(&record)
    }
}
