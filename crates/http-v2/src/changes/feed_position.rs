//! Positions in the feed: the cursors of clients, and the sync point of a catalog.

use crate::api_error::{ApiError, feed_error};
use crate::params::ChangesStart;
use catalog_domain::catalog::Catalog;
use catalog_domain::change::{FeedCursor, FeedError, FeedRequest, FeedStart};
use catalog_domain::values::SectionId;
use http_common::Services;

/// The sync point of a section at the revision of `catalog`, as an opaque text.
pub(crate) fn sync_point(services: &Services, catalog: &Catalog, section: SectionId) -> String {
    let head = catalog.log_position();
    let issued_at = services.clock.now();
    services.feed.cursors.seal(&FeedCursor::sync_point(head.epoch.clone(), section, head.last, issued_at))
}

/// The request for the domain. A cursor of another section is a client error whether or not the section is public, as
/// any wrong parameter is.
pub(super) fn feed_request(
    services: &Services,
    catalog: &Catalog,
    section: Option<SectionId>,
    start: &ChangesStart,
) -> Result<FeedRequest, ApiError> {
    let start = match start {
        ChangesStart::Since(since) => FeedStart::Since(*since),
        ChangesStart::Cursor(text) => {
            let cursor = services.feed.cursors.open(text);
            let cursor = cursor.ok_or_else(|| ApiError::parameter("cursor", "is not a cursor of this service"))?;
            if Some(cursor.section) != section {
                return Err(feed_error(FeedError::CursorOfAnotherSection));
            }
            FeedStart::Cursor(cursor)
        }
    };
    let is_public = |id: &SectionId| catalog.sections().find(*id).is_some();
    Ok(FeedRequest {
        section: section.filter(is_public).ok_or(ApiError::SectionNotFound)?,
        start,
        now: services.clock.now(),
        retention_days: services.feed.retention_days,
        horizon: services.catalog.feed_horizon(),
    })
}
