//! `GET /api/v2/catalog/sections/:id/product-snapshot`.

use super::snapshot_stream::SnapshotStream;
use crate::api_error::{ApiError, ApiResult, CATALOG_REVISION};
use crate::bodies::SnapshotLineBody;
use crate::endpoint::{Endpoint, endpoint};
use crate::params::{ParameterReader, Parameters, ProductParts, SectionInPath};
use crate::response::{Authenticated, lines};
use crate::schemas::ProductListPartName;
use crate::schemas::failures::NO_SECTION;
use actix_web::http::Method;
use actix_web::web::Bytes;
use catalog_domain::values::SectionId;
use futures_util::StreamExt;
use futures_util::stream::{empty, once, unfold};
use http_common::response::negotiate;
use tracing::Instrument;

#[derive(Debug, Clone, Hash)]
pub(super) struct GetProductSnapshot {
    /// The section; `None` for an id that no section can have.
    pub(super) section: Option<SectionId>,
    /// The products after this stock number, which need not exist; empty for all.
    pub(super) after: String,
    pub(super) parts: ProductParts,
}

impl Parameters for GetProductSnapshot {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        let after = reader.parsed("after", |text| Ok(text.to_owned()));
        Self {
            section: reader.section_id(),
            after: after.unwrap_or_default(),
            parts: ProductParts::of_section_list(reader),
        }
    }
}

pub(super) fn endpoint() -> Endpoint {
    endpoint!(get_product_snapshot).of_catalog().untagged().fails_with(&[NO_SECTION])
}

/// Get all products of a section
///
/// A whole copy in one response, of any size: a line with the section's sync point, one for each product by stock
/// number, and one that says that this was all. Without the last line something is missing: ask again with `after`, and
/// keep the cursor of the first start. A product is as new as the start, or newer; what came and left meanwhile is in
/// the change feed after that cursor.
#[utoipa::path(
    get,
    path = "/api/v2/catalog/sections/{id}/product-snapshot",
    tag = "Changes",
    params(
        SectionInPath,
        ("after" = Option<String>, Query, nullable = false,
            description = "Go on after this stock number, which need not exist any more."),
        ("include" = inline(Option<Vec<ProductListPartName>>), Query, description = "Parts to add to each product.",
            style = Form, explode = false, nullable = false),
    ),
    responses(
        (status = 200, description = "The products: a line for each of these objects.",
            body = SnapshotLineBody<'_>, content_type = "application/x-ndjson",
            example = json!({"type": "end", "count": 200_000})),
    )
)]
async fn get_product_snapshot(request: Authenticated<GetProductSnapshot>) -> ApiResult {
    let coding = negotiate(request.http.headers());
    let (catalog, start) = SnapshotStream::begin(&request, coding)?;
    let mut response = lines(coding);
    response.insert_header((CATALOG_REVISION, catalog.to_string()));
    if request.http.method() == Method::HEAD {
        return Ok(response.streaming(empty::<Result<Bytes, ApiError>>()));
    }
    // The first products are written before anything is sent: what fails then has a proper status.
    let (first, rest) = start.first().await?;
    let span = tracing::Span::current();
    let rest = unfold(rest, move |stream| SnapshotStream::next(stream).instrument(span.clone()));
    let all = once(async { first }).chain(rest).map(Ok::<Bytes, ApiError>);
    Ok(response.streaming(Box::pin(all)))
}
