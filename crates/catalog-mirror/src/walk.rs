//! Reads a section's whole list, page by page, sorted by stock number.
//!
//! The list may change between two pages. Changes arrive through the feed afterwards, from the cursor of the first page
//! on; but unchanged products can shift from one page to another. So a page of another revision than its predecessor
//! must begin at or before the last product read; otherwise the previous page is read again.

use crate::api::{Api, ApiError, ApiResponse};
use crate::copy::{Copy, Position, Step, Task, Walk};
use crate::progress::print_line;
use crate::retry_policy::RetryPolicy;
use crate::wire::{ProductPage, StoredProduct};
use anyhow::Context;
use std::time::Duration;

/// How long a server that lags behind the one of the first page may take to catch up.
const CATCH_UP: Duration = Duration::from_secs(60);

/// Walks the list from the copy's position to its end; afterwards the copy follows the feed.
pub(crate) fn walk(api: &mut Api, copy: &mut Copy, section: &str, page_size: u32) -> anyhow::Result<()> {
    while !matches!(copy.position().task, Task::Follow(_)) {
        let position = copy.position().clone();
        match position.task {
            // A walk keeps its page size: with another one the page numbers would have another meaning.
            Task::Walk(walk) => resume(api, copy, section, walk)?,
            Task::Begin | Task::Follow(_) => begin(api, copy, section, page_size)?,
        }
    }
    Ok(())
}

/// The part of the target that names a page of the list.
pub(crate) fn list_page(section: &str, page_size: u32, page: u64) -> String {
    format!("/api/v2/catalog/sections/{section}/products?sort=stockNumber&pageSize={page_size}&page={page}")
}

/// The products of a page.
pub(crate) fn stored_products(page: &ProductPage) -> anyhow::Result<Vec<StoredProduct>> {
    let products: Option<Vec<StoredProduct>> = page.items.iter().map(StoredProduct::of).collect();
    products.context("a product without a stock number")
}

fn begin(api: &mut Api, copy: &mut Copy, section: &str, page_size: u32) -> anyhow::Result<()> {
    let response: ApiResponse<ProductPage> = api.get(&list_page(section, page_size, 1))?;
    let walk = Walk {
        cursor: response.data.meta.changes_cursor.clone(),
        first_revision: response.revision,
        revision: response.revision,
        page: 1,
        page_size,
        covered: None,
    };
    let generation = copy.position().generation + 1;
    take(copy, &response, walk, generation)
}

fn resume(api: &mut Api, copy: &mut Copy, section: &str, walk: Walk) -> anyhow::Result<()> {
    let response = read_page(api, section, &walk)?;
    let generation = copy.position().generation;
    let first = stored_products(&response.data)?.first().map(|product| product.stock_number.clone());
    if is_adjacent(&walk, response.revision, first.as_deref()) {
        return take(copy, &response, walk, generation);
    }
    print_line(&format!("the list has changed; reading page {} again", walk.page - 1));
    let back = Walk { page: walk.page - 1, ..walk };
    copy.apply(&Step::default(), Position { generation, task: Task::Walk(back) })
}

/// A page that is not older than the first one.
fn read_page(api: &mut Api, section: &str, walk: &Walk) -> anyhow::Result<ApiResponse<ProductPage>> {
    let mut retry_policy = RetryPolicy::new(CATCH_UP);
    loop {
        let response: ApiResponse<ProductPage> = api.get(&list_page(section, walk.page_size, walk.page))?;
        if response.revision >= walk.first_revision {
            return Ok(response);
        }
        if !retry_policy.pause("this server is behind the previous one", None) {
            return Err(ApiError::GaveUp("the server stays behind".into()).into());
        }
    }
}

/// Whether nothing can be missing between what was read and a page that begins with `first`.
fn is_adjacent(walk: &Walk, revision: i64, first: Option<&str>) -> bool {
    walk.page == 1 || walk.revision == revision || first.is_some_and(|first| Some(first) <= walk.covered.as_deref())
}

/// Stores the page and moves on: to the next page, or to the feed.
fn take(copy: &mut Copy, response: &ApiResponse<ProductPage>, walk: Walk, generation: i64) -> anyhow::Result<()> {
    let upserts = stored_products(&response.data)?;
    let pagination = &response.data.meta.pagination;
    print_line(&format!(
        "page {} of {}: {} products in all",
        walk.page,
        pagination.page_count.max(1),
        pagination.total
    ));
    let is_last = walk.page >= pagination.page_count;
    let task = if is_last {
        Task::Follow(walk.cursor)
    } else {
        let last = upserts.last().map(|product| product.stock_number.clone());
        Task::Walk(Walk { revision: response.revision, page: walk.page + 1, covered: last.max(walk.covered), ..walk })
    };
    copy.apply(&Step { upserts, drops_older: is_last, ..Step::default() }, Position { generation, task })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_of_another_revision_has_to_begin_within_what_was_read() {
        let walk = |page| Walk {
            cursor: String::new(),
            first_revision: 3,
            revision: 4,
            page,
            page_size: 2,
            covered: Some("M".into()),
        };
        for (page, revision, first, is_taken) in [
            (2, 4, Some("N"), true),
            (2, 4, None, true),
            (2, 5, Some("N"), false),
            (2, 5, Some("M"), true),
            (2, 5, Some("A"), true),
            (2, 5, None, false),
            (1, 5, Some("N"), true),
            (1, 5, None, true),
        ] {
            assert_eq!(is_adjacent(&walk(page), revision, first), is_taken, "{page} {revision} {first:?}");
        }
    }
}
