//! `GET /portal/changes/:section`: which prices and stocks moved, and what a client that follows the section would
//! receive.

use super::api_request::{CatalogRequest, RequestView};
use super::day_counts::{CHART, DayCounts, read_feed};
use super::links::section_page;
use super::{UNKNOWN_SECTION, public_section};
use crate::filters;
use crate::page::{Layout, NavItem, PageResult};
use crate::portal_error::PortalError;
use crate::session::SignedIn;
use actix_web::http::StatusCode;
use askama::Template;
use catalog_app::App;
use catalog_app::feed::{ChangesStart, FeedRead, FeedRequestError, OfferChanges, OfferChangesWanted};
use catalog_app::runtime::Effort;
use catalog_app::text::iso_time;
use catalog_domain::change::{
    ChangeKind, ChangeTally, FeedError, FeedLog, FeedPage, FeedRequest, expired_before, feed_summary,
};
use catalog_domain::ports::LoggedEvent;
use catalog_domain::values::Timestamp;
use http_common::json::ErrorDetail;
use http_common::params::ListProductChanges;
use std::fmt;
use std::sync::Arc;

/// The most products whose prices and stocks are listed.
const MOST_PRODUCTS: usize = 200;

#[derive(Template)]
#[template(path = "catalog/changes.html")]
struct ChangesPage<'a> {
    layout: Layout,
    request: RequestView,
    name: &'a str,
    section_page: String,
    path: String,
    since: String,
    /// The first day of which everything is known.
    earliest: Timestamp,
    /// Whether a page of the feed was asked for.
    is_of_feed: bool,
    found: Option<Found>,
}

struct Found {
    changes: OfferChanges,
    tally: ChangeTally,
    counts: DayCounts,
    first: FeedPage,
    next_cursor: String,
    checkpoint: String,
}

/// Shows the changes since a date, or after a cursor.
pub(super) async fn show_changes(CatalogRequest { signed_in, api, .. }: CatalogRequest) -> PageResult {
    let ListProductChanges { section, start, limit, wait: _, with_versions: _ } = api.parameters()?;
    let (app, catalog) = (signed_in.app(), signed_in.app().catalog.current());
    let feed = app.feed.request(&catalog, section, &start).map_err(request_error)?;
    let section = feed.request.section;
    let level = signed_in.viewer().price_level;
    let wanted =
        OfferChangesWanted { catalog: Arc::clone(&catalog), sections: vec![section], level, most: MOST_PRODUCTS };
    let found = find(&signed_in, feed, limit, wanted).await?;
    let status = if found.is_some() { StatusCode::OK } else { StatusCode::GONE };
    let changes_page = ChangesPage {
        layout: Layout::signed_in("changes-title", NavItem::Catalog, &signed_in),
        request: api.view(),
        name: public_section(&catalog, section).map_or("", |section| &section.name),
        section_page: section_page(section),
        path: api.page.path(),
        is_of_feed: matches!(start, ChangesStart::Cursor(_)),
        since: if let ChangesStart::Since(since) = start { iso_date(since) } else { String::new() },
        earliest: earliest(app),
        found,
    };
    Ok(signed_in.page_with(status, &changes_page))
}

impl ChangesPage<'_> {
    fn what(&self, event: &LoggedEvent) -> &'static str {
        match event.kind {
            ChangeKind::Removed => "changes-what-removed",
            ChangeKind::Upsert { content: true, commercial: true } => "changes-what-both",
            ChangeKind::Upsert { content: true, commercial: false } => "changes-what-content",
            ChangeKind::Upsert { .. } => "changes-what-commercial",
        }
    }
}

/// What the feed responds, and its counts; all of one horizon. `None` when the beginning is no longer known.
async fn find(
    signed_in: &SignedIn,
    feed: FeedRead,
    limit: u32,
    wanted: OfferChangesWanted,
) -> Result<Option<Found>, PortalError> {
    let shared = signed_in.app().feed.clone();
    let read = move |request: &FeedRequest, log: FeedLog<'_>| {
        let (summary, cursors) = (feed_summary(request, log)?, shared.cursors());
        let changes = shared.offer_changes(request, log, &wanted)?;
        let (first, counts) = read_feed(request, limit, log)?;
        let (next_cursor, checkpoint) = (cursors.seal(&first.next), cursors.seal(&first.checkpoint));
        Ok(Found { changes, tally: summary.tally, counts, first, next_cursor, checkpoint })
    };
    // Reading up to 5,000 events takes the store long, so one person has few of these pages at once.
    let _permit = signed_in.work().permit(Effort::Huge, 0).await;
    match feed.read(read).await? {
        Ok(found) => Ok(Some(found)),
        Err(FeedError::Expired) => Ok(None),
        Err(error @ FeedError::SinceInTheFuture) => Err(problem("since", &error)),
        Err(error @ FeedError::CursorOfAnotherSection) => Err(problem("cursor", &error)),
        Err(FeedError::Store(error)) => Err(error.into()),
    }
}

fn request_error(error: FeedRequestError) -> PortalError {
    match error {
        FeedRequestError::SectionNotFound => UNKNOWN_SECTION,
        _ => problem("cursor", &error),
    }
}

fn problem(parameter: &str, reason: &impl fmt::Display) -> PortalError {
    PortalError::BadParameters(vec![ErrorDetail { parameter: parameter.into(), reason: reason.to_string() }])
}

fn earliest(app: &App) -> Timestamp {
    expired_before(app.now(), app.feed.retention_days()).plus_seconds(24 * 60 * 60)
}

fn iso_date(at: Timestamp) -> String {
    iso_time(at).get(..10).unwrap_or_default().to_owned()
}
