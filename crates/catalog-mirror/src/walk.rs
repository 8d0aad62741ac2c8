//! Reads a section's whole list, page by page, sorted by stock number.
//!
//! The list may change between two pages. What changed comes through the feed afterwards, from the cursor of the first
//! page on; but products that did not change can slip from one page to another. So a page of another revision than the
//! one before it must begin at or before what was read already; if it does not, the page before it is read again.

use crate::api::{Answer, Api, ApiError};
use crate::copy::{Copy, Place, Step, Task, Walk};
use crate::patience::Patience;
use crate::progress::tell;
use crate::wire::{KeptProduct, ProductPage};
use anyhow::Context;
use std::time::Duration;

/// How long a server that is behind the one that gave the first page is given to catch up.
const CATCH_UP: Duration = Duration::from_secs(60);

/// Walks the list from where the copy stands to its end; afterwards the copy is to follow the feed.
pub(crate) fn walk(api: &mut Api, copy: &mut Copy, section: &str, page_size: u32) -> anyhow::Result<()> {
    while !matches!(copy.place().task, Task::Follow(_)) {
        let place = copy.place().clone();
        match place.task {
            // A walk keeps its page size: with another one the page numbers would mean something else.
            Task::Walk(walk) => go_on(api, copy, section, walk)?,
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
pub(crate) fn kept_products(page: &ProductPage) -> anyhow::Result<Vec<KeptProduct>> {
    let products: Option<Vec<KeptProduct>> = page.items.iter().map(KeptProduct::of).collect();
    products.context("a product without a stock number")
}

fn begin(api: &mut Api, copy: &mut Copy, section: &str, page_size: u32) -> anyhow::Result<()> {
    let answer: Answer<ProductPage> = api.get(&list_page(section, page_size, 1))?;
    let walk = Walk {
        cursor: answer.data.meta.changes_cursor.clone(),
        first_revision: answer.revision,
        revision: answer.revision,
        page: 1,
        page_size,
        covered: None,
    };
    let generation = copy.place().generation + 1;
    take(copy, &answer, walk, generation)
}

fn go_on(api: &mut Api, copy: &mut Copy, section: &str, walk: Walk) -> anyhow::Result<()> {
    let answer = read_page(api, section, &walk)?;
    let generation = copy.place().generation;
    let first = kept_products(&answer.data)?.first().map(|product| product.stock_number.clone());
    if is_adjacent(&walk, answer.revision, first.as_deref()) {
        return take(copy, &answer, walk, generation);
    }
    tell(&format!("the list has changed; reading page {} again", walk.page - 1));
    let back = Walk { page: walk.page - 1, ..walk };
    copy.apply(&Step::default(), Place { generation, task: Task::Walk(back) })
}

/// A page that is not older than the first one.
fn read_page(api: &mut Api, section: &str, walk: &Walk) -> anyhow::Result<Answer<ProductPage>> {
    let mut patience = Patience::new(CATCH_UP);
    loop {
        let answer: Answer<ProductPage> = api.get(&list_page(section, walk.page_size, walk.page))?;
        if answer.revision >= walk.first_revision {
            return Ok(answer);
        }
        if !patience.pause("this server is behind the one asked before", None) {
            return Err(ApiError::GaveUp("the server stays behind".into()).into());
        }
    }
}

/// Whether nothing can lie between what was read and a page that begins with `first`.
fn is_adjacent(walk: &Walk, revision: i64, first: Option<&str>) -> bool {
    walk.page == 1 || walk.revision == revision || first.is_some_and(|first| Some(first) <= walk.covered.as_deref())
}

/// Keeps the page and moves on: to the next page, or to the feed.
fn take(copy: &mut Copy, answer: &Answer<ProductPage>, walk: Walk, generation: i64) -> anyhow::Result<()> {
    let upserts = kept_products(&answer.data)?;
    let pagination = &answer.data.meta.pagination;
    tell(&format!("page {} of {}: {} products in all", walk.page, pagination.page_count.max(1), pagination.total));
    let is_last = walk.page >= pagination.page_count;
    let task = if is_last {
        Task::Follow(walk.cursor)
    } else {
        let last = upserts.last().map(|product| product.stock_number.clone());
        Task::Walk(Walk { revision: answer.revision, page: walk.page + 1, covered: last.max(walk.covered), ..walk })
    };
    copy.apply(&Step { upserts, drops_older: is_last, ..Step::default() }, Place { generation, task })
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
