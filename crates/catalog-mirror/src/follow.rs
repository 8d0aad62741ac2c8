//! Applies a section's change feed to the copy, one page in one transaction.

use crate::api::{Api, ApiError, ApiResponse};
use crate::copy::{Copy, Position, Step, Task};
use crate::progress::print_line;
use crate::wire::{ChangeEvent, ChangePage, ProductBatch, StoredProduct};
use anyhow::Context;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;
use std::collections::BTreeMap;

/// Products in one request: their names must fit into a URL, with every character of them encoded.
const PRODUCTS_PER_REQUEST: usize = 40;

/// What needs no encoding in a URL.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Applies every change of the feed; ends when it has no more for now.
pub(crate) fn follow(api: &mut Api, copy: &mut Copy, section: &str, limit: u32) -> anyhow::Result<()> {
    loop {
        let Position { generation, task: Task::Follow(cursor) } = copy.position().clone() else { return Ok(()) };
        let cursor = utf8_percent_encode(&cursor, ENCODED);
        let target = format!("/api/v2/catalog/sections/{section}/product-changes?cursor={cursor}&limit={limit}");
        let page: ChangePage = match api.get(&target) {
            // Our limit is valid, so it is the cursor: the service's signing key has changed.
            Err(ApiError::Refused { status: 400, .. }) => return Err(ApiError::Expired.into()),
            response => response?.data,
        };
        let (wanted, removals) = partition(&page.items);
        let upserts = read_products(api, &wanted)?;
        // Products that are no longer public are not in the section: their own event follows.
        let is_found = |name: &String| upserts.iter().any(|product| product.stock_number == *name);
        let missing = wanted.iter().filter(|name| !is_found(name)).cloned();
        let removals = removals.into_iter().chain(missing).collect();
        if !page.items.is_empty() {
            print_line(&format!("{} changes", page.items.len()));
        }
        let task = Task::Follow(page.meta.next_cursor);
        copy.apply(&Step { upserts, removals, drops_older: false }, Position { generation, task })?;
        if !page.meta.has_more {
            return Ok(());
        }
    }
}

/// Which products to read and which to delete. Of several events of one product the last one counts.
fn partition(events: &[ChangeEvent]) -> (Vec<String>, Vec<String>) {
    let last: BTreeMap<&str, &ChangeEvent> = events.iter().map(|event| (&*event.stock_number, event)).collect();
    let (updated, dropped): (Vec<&ChangeEvent>, Vec<&ChangeEvent>) =
        last.into_values().partition(|event| event.operation != "remove" && event.in_section);
    let names = |events: Vec<&ChangeEvent>| events.into_iter().map(|event| event.stock_number.clone()).collect();
    (names(updated), names(dropped))
}

/// The products as they are now; those that are not public are left out.
fn read_products(api: &mut Api, stock_numbers: &[String]) -> anyhow::Result<Vec<StoredProduct>> {
    let (listable, others): (Vec<&String>, Vec<&String>) = stock_numbers.iter().partition(|name| is_listable(name));
    let mut items: Vec<Value> = Vec::new();
    for batch in listable.chunks(PRODUCTS_PER_REQUEST) {
        let names: Vec<String> = batch.iter().map(|name| utf8_percent_encode(name, ENCODED).to_string()).collect();
        let response: ApiResponse<ProductBatch> =
            api.get(&format!("/api/v2/products?stockNumbers={}", names.join(",")))?;
        items.extend(response.data.items);
    }
    for name in others {
        match api.get(&format!("/api/v2/products/{}", utf8_percent_encode(name, ENCODED))) {
            Ok(ApiResponse { data, .. }) => items.push(data),
            Err(ApiError::NotFound) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let products: Option<Vec<StoredProduct>> = items.iter().map(StoredProduct::of).collect();
    products.context("a product without a stock number")
}

/// Whether a stock number can be part of a comma-separated list.
fn is_listable(stock_number: &str) -> bool {
    !stock_number.contains(',') && stock_number.trim() == stock_number && !stock_number.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_several_events_of_a_product_the_last_one_counts() {
        let event = |name: &str, operation: &str, in_section| ChangeEvent {
            stock_number: name.into(),
            operation: operation.into(),
            in_section,
        };
        let events = [
            event("A", "upsert", true),
            event("B", "remove", false),
            event("C", "upsert", true),
            event("A", "remove", false),
            event("B", "upsert", true),
            event("D", "upsert", false),
        ];
        let (wanted, removals) = partition(&events);
        assert_eq!(wanted, ["B", "C"]);
        assert_eq!(removals, ["A", "D"]);
    }

    #[test]
    fn what_a_comma_separated_list_would_change_is_read_alone() {
        for (name, expected) in [("A-1/2", true), ("Насос 5", true), ("A,B", false), (" A", false), ("A ", false)]
        {
            assert_eq!(is_listable(name), expected, "{name:?}");
        }
    }
}
