//! `GET /portal/changes/:section`: which prices and stocks moved, and what a client that follows the section would
//! receive.

use super::api_request::{ApiRequest, RequestView};
use super::day_counts::{CHART, DayCounts, read_feed};
use super::links::section_page;
use super::price_text::PriceText;
use crate::filters;
use crate::page::{Layout, NavItem};
use crate::portal_error::PortalError;
use crate::session::SignedIn;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use catalog_app::feed::{ChangesStart, FeedRead, FeedRequestError, OfferChanges, OfferChangesWanted};
use catalog_app::runtime::{Effort, Requester};
use catalog_app::text::iso_time;
use catalog_domain::change::{
    ChangeKind, ChangeTally, FeedError, FeedLog, FeedPage, FeedRequest, expired_before, feed_summary,
};
use catalog_domain::ports::LoggedEvent;
use catalog_domain::values::{SectionId, Timestamp};
use catalog_index::Catalog;
use http_common::HttpState;
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
    path: &'a str,
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
pub(crate) async fn show_changes(
    request: HttpRequest,
    signed_in: SignedIn,
    state: Data<HttpState>,
) -> Result<HttpResponse, PortalError> {
    let api = ApiRequest::of_changes(&request, &state);
    let ListProductChanges { section, start, limit, wait: _, with_versions: _ } = api.parameters()?;
    let catalog = state.app.catalog.current();
    let feed = state.app.feed.request(&catalog, section, &start).map_err(request_error)?;
    let section = feed.request.section;
    let level = signed_in.viewer().price_level;
    let wanted =
        OfferChangesWanted { catalog: Arc::clone(&catalog), sections: vec![section], level, most: MOST_PRODUCTS };
    let found = find(&state, signed_in.requester(), feed, limit, wanted).await?;
    let status = if found.is_some() { StatusCode::OK } else { StatusCode::GONE };
    let changes_page = ChangesPage {
        layout: Layout::signed_in("changes-title", NavItem::Catalog, &signed_in),
        request: RequestView::new(&request, &api),
        name: name_of(&catalog, section),
        section_page: section_page(section),
        path: request.uri().path(),
        is_of_feed: matches!(start, ChangesStart::Cursor(_)),
        since: if let ChangesStart::Since(since) = start { iso_date(since) } else { String::new() },
        earliest: earliest(&state),
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
    state: &HttpState,
    requester: Requester,
    feed: FeedRead,
    limit: u32,
    wanted: OfferChangesWanted,
) -> Result<Option<Found>, PortalError> {
    let shared = state.app.feed.clone();
    let read = move |request: &FeedRequest, log: FeedLog<'_>| {
        let (summary, cursors) = (feed_summary(request, log)?, shared.cursors());
        let changes = shared.offer_changes(request, log, &wanted)?;
        let (first, counts) = read_feed(request, limit, log)?;
        let (next_cursor, checkpoint) = (cursors.seal(&first.next), cursors.seal(&first.checkpoint));
        Ok(Found { changes, tally: summary.tally, counts, first, next_cursor, checkpoint })
    };
    // Reading up to 5,000 events takes the store long, so one person has few of these pages at once.
    let _permit = state.app.work.of(requester).permit(Effort::Huge, 0).await;
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
        FeedRequestError::SectionNotFound => PortalError::NotFound("error-section-not-found"),
        _ => problem("cursor", &error),
    }
}

fn problem(parameter: &str, reason: &impl fmt::Display) -> PortalError {
    PortalError::BadParameters(vec![ErrorDetail { parameter: parameter.into(), reason: reason.to_string() }])
}

fn name_of(catalog: &Catalog, section: SectionId) -> &str {
    let sections = catalog.sections();
    sections.find(section).map_or("", |index| &sections.node(index).section.name)
}

fn earliest(state: &HttpState) -> Timestamp {
    let expired = expired_before(state.app.now(), state.app.feed.retention_days());
    expired.plus_seconds(24 * 60 * 60)
}

fn iso_date(at: Timestamp) -> String {
    iso_time(at).get(..10).unwrap_or_default().to_owned()
}
