//! A list of products of one system, page by page.

use crate::compare::item_key;
use crate::error::CompareError;
use crate::plan::ProductList;
use crate::source::{Response, Source};
use catalog_client::Recurrence;
use serde_json::Value;

/// How many products a page has: few enough that a page of each thread and system fits into memory with ease.
pub(crate) const PAGE: u64 = 200;

pub(crate) struct ListPages<'a> {
    system: &'a dyn Source,
    list: &'a ProductList,
    pub(crate) length: u64,
    /// Whether the last page was not full.
    pub(crate) is_short: bool,
    pub(crate) is_over: bool,
    /// Whether the system returns the whole list, whatever page is requested.
    pub(crate) is_unpaged: bool,
    /// The first product of the list.
    first: Option<String>,
    /// The first product of each page.
    firsts: Recurrence<Option<String>>,
}

pub(crate) enum Page {
    /// Products.
    Items(Vec<Value>),
    /// No list.
    Other(Response),
}

impl<'a> ListPages<'a> {
    /// The list of a system. Requests nothing yet.
    pub(crate) fn new(system: &'a dyn Source, list: &'a ProductList) -> Self {
        Self {
            system,
            list,
            length: 0,
            is_short: false,
            is_over: false,
            is_unpaged: false,
            first: None,
            firsts: Recurrence::new(),
        }
    }

    /// The next page; nothing behind the last one.
    ///
    /// # Errors
    /// Those of the system, or a list that does not advance.
    pub(crate) fn next(&mut self) -> Result<Page, CompareError> {
        if self.is_over {
            return Ok(Page::Items(Vec::new()));
        }
        let page = items(self.system.get(&self.list.request(Some((self.length, PAGE))))?);
        match &page {
            Page::Items(items) if self.length > 0 && items.first().and_then(item_key) == self.first => {
                (self.is_unpaged, self.is_over) = (true, true);
                return Ok(Page::Items(Vec::new()));
            }
            Page::Items(items) => {
                let first = items.first().and_then(item_key);
                if self.length == 0 {
                    self.first.clone_from(&first);
                }
                // Products without an id are no progress either.
                if !items.is_empty() && self.firsts.repeats(first) {
                    return Err(CompareError::standing(format!("section {}", self.list.section.id)));
                }
                let length = items.len() as u64;
                self.length += length;
                self.is_short = length < PAGE;
                self.is_unpaged = length > PAGE;
                self.is_over = length == 0 || self.is_unpaged;
            }
            Page::Other(_) => self.is_over = true,
        }
        Ok(page)
    }
}

/// A part of a list, from `start` on. A system may return shorter pages than it was asked for.
pub(crate) fn read_range(
    system: &dyn Source,
    list: &ProductList,
    start: u64,
    length: u64,
) -> Result<Vec<Value>, CompareError> {
    let mut read = Vec::new();
    while (read.len() as u64) < length {
        let missing = length - read.len() as u64;
        let request = list.request(Some((start + read.len() as u64, missing)));
        match items(system.get(&request)?) {
            Page::Items(items) if !items.is_empty() => read.extend(items),
            _ => break,
        }
    }
    Ok(read)
}

/// The whole list, of a system that knows no pages.
pub(crate) fn read_whole(system: &dyn Source, list: &ProductList) -> Result<Vec<Value>, CompareError> {
    match items(system.get(&list.request(None))?) {
        Page::Items(items) => Ok(items),
        Page::Other(_) => Ok(Vec::new()),
    }
}

fn items(mut response: Response) -> Page {
    match response.body.as_mut().and_then(|body| body.get_mut("data")) {
        Some(Value::Array(items)) if response.status == 200 => Page::Items(std::mem::take(items)),
        _ => Page::Other(response),
    }
}
