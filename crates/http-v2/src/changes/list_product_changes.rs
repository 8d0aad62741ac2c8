//! `GET /api/v2/catalog/sections/:id/product-changes`.

use super::wait_for_change::wait_for_change;
use crate::api_error::{ApiError, ApiResult, feed_error, feed_request_error};
use crate::bodies::changes;
use crate::endpoint::{Endpoint, endpoint};
use crate::params::{ListProductChanges, SectionInPath};
use crate::response::{Authenticated, V2};
use crate::schemas::failures::{EXPIRED, NO_SECTION};
use crate::schemas::{EventPartName, FeedLimitNumber, WaitSeconds};
use catalog_app::feed::{ChangesStart, Feed};
use catalog_app::readers::Followed;
use catalog_documents::ProductChanges;
use catalog_domain::change::feed_page;
use catalog_domain::ports::LoggedEvent;
use catalog_index::Catalog;
use http_common::pipeline::FeedRequest;

pub(super) fn endpoint() -> Endpoint {
    endpoint!(list_product_changes).of_catalog().untagged().fails_with(&[NO_SECTION, EXPIRED])
}

/// List the changes of a section's products
///
/// The events since a stored `cursor`, or for a first request since a moment; exactly one of the two. The first request
/// fixes the range's end; `nextCursor` leads through its pages while `hasMore` is true. `checkpoint` is safe to store
/// at any page: it is the range's start until the last page, then its end. With `wait`, the response to a client that
/// is up to date comes with the next change.
#[utoipa::path(
    get,
    path = "/api/v2/catalog/sections/{id}/product-changes",
    tag = "Changes",
    params(
        SectionInPath,
        ("cursor" = Option<String>, Query, nullable = false,
            description = "A stored or next cursor of this section, unchanged. Not together with `since`."),
        ("since" = Option<String>, Query, nullable = false, format = DateTime, description = "The first moment of \
            interest, ISO 8601: `2026-01-31T10:00:00Z`, with up to nine decimals of a second, any offset (`+03:00`, \
            `+0300`, `+03`) and a blank for the `T`; or a date alone, which is its midnight in UTC. Not together with \
            `cursor`."),
        ("limit" = inline(Option<FeedLimitNumber>), Query, nullable = false, description = "Events on a page; may \
            differ from page to page."),
        ("wait" = inline(Option<WaitSeconds>), Query, nullable = false, description = "With a `cursor`: while there is \
            no event after it, wait up to so many seconds for the first one. The response comes as soon as an event can \
            be shown, or empty after that time."),
        ("include" = inline(Option<Vec<EventPartName>>), Query, description = "What to add to each event.",
            style = Form, explode = false, nullable = false),
    ),
    responses((status = 200, description = "A page of changes.", body = ProductChanges))
)]
pub(crate) async fn list_product_changes(request: Authenticated<ListProductChanges>) -> ApiResult {
    if let (ChangesStart::Cursor(cursor), Some(section)) = (&request.parameters.start, request.parameters.section) {
        let cursor = request.state.app.feed.cursors().open(cursor).filter(|cursor| cursor.section == section);
        let polled_at = request.state.app.now();
        let poll = cursor.map(|cursor| Followed { section, event: cursor.after.number, polled_at });
        poll.into_iter().for_each(|poll| request.state.app.readers.follow(request.caller.account.id, poll));
    }
    let _permit = wait_for_change(&request).await?;
    request.respond_volatile().await
}

impl FeedRequest<V2> for ListProductChanges {
    async fn body(&self, feed: &Feed, catalog: &Catalog) -> Result<Vec<u8>, ApiError> {
        let asked = feed.request(catalog, self.section, &self.start);
        let (asked, limit) = (asked.map_err(|error| feed_request_error(error, catalog))?, self.limit);
        let (section, cursors) = (asked.request.section, &**feed.cursors());
        let body = if let Some(tail) = asked.tail() {
            let page = tail.page(&asked.request, limit).map_err(feed_error)?;
            changes(section, &page, |event| *event, self.with_versions, cursors)
        } else {
            let page = asked.read(move |request, log| feed_page(request, limit, log)).await?;
            let page = page.map_err(feed_error)?;
            changes(section, &page, LoggedEvent::borrowed, self.with_versions, cursors)
        };
        body.map_err(ApiError::internal)
    }
}
