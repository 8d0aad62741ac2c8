//! `GET /api/v2/catalog/sections/:id/product-changes/summary`.

use crate::api_error::{ApiError, ApiResult, feed_error, feed_request_error};
use crate::bodies::change_summary;
use crate::endpoint::{Endpoint, endpoint};
use crate::params::{SectionInPath, SummarizeProductChanges};
use crate::response::{Authenticated, V2};
use crate::schemas::failures::{EXPIRED, NO_SECTION};
use catalog_app::feed::Feed;
use catalog_documents::ProductChangeSummary;
use catalog_domain::change::feed_summary;
use catalog_index::Catalog;
use http_common::pipeline::{FeedRequest, to_json};

pub(super) fn endpoint() -> Endpoint {
    endpoint!(summarize_product_changes).of_catalog().untagged().fails_with(&[NO_SECTION, EXPIRED])
}

/// Count the changes of a section's products
///
/// How many distinct products changed over the range that the feed would deliver. A product with both kinds of change
/// counts in both and once in `total`. `nextCursor` covers all of it: storing it skips these changes.
#[utoipa::path(
    get,
    path = "/api/v2/catalog/sections/{id}/product-changes/summary",
    tag = "Changes",
    params(
        SectionInPath,
        ("cursor" = Option<String>, Query, nullable = false,
            description = "A stored or next cursor of this section, unchanged. Not together with `since`."),
        ("since" = Option<String>, Query, nullable = false, format = DateTime, description = "The first moment of \
            interest, ISO 8601: `2026-01-31T10:00:00Z`, with up to nine decimals of a second, any offset (`+03:00`, \
            `+0300`, `+03`) and a blank for the `T`; or a date alone, which is its midnight in UTC. Not together with \
            `cursor`."),
    ),
    responses((status = 200, description = "The counts.", body = ProductChangeSummary))
)]
async fn summarize_product_changes(request: Authenticated<SummarizeProductChanges>) -> ApiResult {
    request.respond_volatile().await
}

impl FeedRequest<V2> for SummarizeProductChanges {
    async fn body(&self, feed: &Feed, catalog: &Catalog) -> Result<Vec<u8>, ApiError> {
        let asked = feed.request(catalog, self.section, &self.start);
        let asked = asked.map_err(|error| feed_request_error(error, catalog))?;
        let section = asked.request.section;
        let summary = asked.read(feed_summary).await?.map_err(feed_error)?;
        Ok(to_json(&change_summary(section, &summary, &**feed.cursors()))?)
    }
}
