//! Reads a section's whole list, page by page, sorted by stock number.
//!
//! The list may change between two pages. Changes arrive through the feed afterwards, from the cursor of the first page
//! on; but unchanged products can shift from one page to another. So a page of another revision than its predecessor
//! must begin at or before the last product read; otherwise the previous page is read again.

use crate::client::CatalogClient;
use crate::error::ClientError;
use crate::follow::checkpoint::{Checkpoint, Position, Walk};
use crate::follow::{FollowOptions, SyncStep, WalkProgress};
use crate::model::ProductPage;
use crate::query::ProductQuery;
use std::time::Duration;

/// Retries when a server is behind the one that sent the first page, and the pause before each.
const CATCH_UP_ATTEMPTS: u32 = 30;
const CATCH_UP_PAUSE: Duration = Duration::from_secs(2);

pub(crate) fn begin(
    client: &CatalogClient,
    section: &str,
    options: &FollowOptions,
    checkpoint: &Checkpoint,
) -> Result<SyncStep, ClientError> {
    let page = read_page(client, section, options, options.page_size, 1)?;
    let walk = Walk {
        cursor: page.meta.changes_cursor.clone(),
        first_revision: page.revision,
        revision: page.revision,
        page: 1,
        page_size: options.page_size,
        covered: None,
    };
    let checkpoint = checkpoint.next_walk(Position::Begin);
    step(section, page, walk, &checkpoint)
}

pub(crate) fn resume(
    client: &CatalogClient,
    section: &str,
    options: &FollowOptions,
    checkpoint: &Checkpoint,
    mut walk: Walk,
) -> Result<SyncStep, ClientError> {
    let mut attempt = 1;
    loop {
        let page = read_page(client, section, options, walk.page_size, walk.page)?;
        let first = page.items.first().map(|product| product.stock_number.as_str());
        if page.revision < walk.first_revision {
            if attempt == CATCH_UP_ATTEMPTS {
                return Err(ClientError::Connection("the server stays behind the one that gave the first page".into()));
            }
            attempt += 1;
            std::thread::sleep(CATCH_UP_PAUSE);
        } else if is_adjacent(&walk, page.revision, first) {
            return step(section, page, walk, checkpoint);
        } else {
            // Products may have shifted to the page before.
            walk.page -= 1;
        }
    }
}

fn read_page(
    client: &CatalogClient,
    section: &str,
    options: &FollowOptions,
    page_size: u32,
    page: u64,
) -> Result<ProductPage, ClientError> {
    let query = ProductQuery {
        include: options.include.clone(),
        sort: Some("stockNumber".into()),
        page_size: Some(page_size),
        ..ProductQuery::default()
    };
    client.page(section, &query, page)
}

/// Whether nothing can be missing between what was read and a page that begins with `first`.
fn is_adjacent(walk: &Walk, revision: u64, first: Option<&str>) -> bool {
    walk.page == 1 || walk.revision == revision || first.is_some_and(|first| Some(first) <= walk.covered.as_deref())
}

/// The page as a step, which leads to the next page or to the feed.
fn step(section: &str, page: ProductPage, walk: Walk, checkpoint: &Checkpoint) -> Result<SyncStep, ClientError> {
    let pagination = page.meta.pagination;
    let progress = WalkProgress {
        page: walk.page,
        page_count: pagination.page_count.max(1),
        page_size: pagination.page_size,
        total: pagination.total,
    };
    let is_last = walk.page >= pagination.page_count;
    if !is_last && page.items.is_empty() {
        return Err(ClientError::no_progress(format!("section {section}, page {} of its products", walk.page)));
    }
    let position = if is_last {
        Position::Feed(walk.cursor)
    } else {
        let last = page.items.last().map(|product| product.stock_number.clone());
        Position::Walk(Walk { revision: page.revision, page: walk.page + 1, covered: last.max(walk.covered), ..walk })
    };
    Ok(SyncStep {
        upserts: page.items,
        removals: Vec::new(),
        drops_older: is_last,
        events: Vec::new(),
        checkpoint: checkpoint.at(position),
        walk: Some(progress),
    })
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
