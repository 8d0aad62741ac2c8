//! `GET /api/v1/get/item/:id/documentation`.

use crate::bodies::LinksShape;
use crate::params::items::GetItem;
use crate::products::read::{Absent, respond_single};
use crate::v1_error::V1Result;
use crate::v1_request::V1Request;
use http_common::json::ResourceLink;

/// Get the documentation of a product
///
/// An id that no product has is a success without documentation and with a message.
#[utoipa::path(
    get,
    path = "/api/v1/get/item/{id}/documentation",
    tag = "Documentation",
    params(
        ("id" = i64, Path, description = "The source object id of the product.", minimum = 0, example = 90001),
    ),
    responses((status = 200, description = "The links.", body = Vec<ResourceLink<'_>>))
)]
pub(crate) async fn get_item_documentation(request: V1Request<GetItem>) -> V1Result {
    respond_single(&request, LinksShape, Absent::EmptyArray).await
}
