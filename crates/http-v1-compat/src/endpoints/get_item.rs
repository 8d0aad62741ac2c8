//! `GET /api/v1/get/item/:id`.

use crate::bodies::{ItemBody, ItemShape};
use crate::params::items::GetItem;
use crate::products::read::{Absent, respond_single};
use crate::v1_error::V1Result;
use crate::v1_request::V1Request;

/// Get a product
///
/// An id that no product has is a success with `data: {}` and a message.
#[utoipa::path(
    get,
    path = "/api/v1/get/item/{id}",
    tag = "Items",
    params(
        ("id" = i64, Path, description = "The source object id of the product.", minimum = 0, example = 90001),
        ("include_documentation" = Option<String>, Query, description = "`true` or `1` adds the documentation.",
            nullable = false),
    ),
    responses((status = 200, description = "The product.", body = ItemBody<'_>))
)]
pub(crate) async fn get_item(request: V1Request<GetItem>) -> V1Result {
    let shape = ItemShape { with_documentation: request.parameters.include_documentation };
    respond_single(&request, shape, Absent::EmptyObject).await
}
