//! `GET /api/v1/get/items`.

use crate::bodies::{ItemBody, ItemShape};
use crate::params::items::{ListItems, SourceIds};
use crate::v1_error::V1Result;
use crate::v1_request::V1Request;

/// List products by id
///
/// In the requested order, each once; unknown products are left out. Lists may also be given by repeating the
/// parameter.
#[utoipa::path(
    get,
    path = "/api/v1/get/items",
    tag = "Items",
    params(
        ("id_list" = Vec<i64>, Query, description = "Source object ids of products, at most 500.", style = Form,
            explode = false, min_items = 1, max_items = 500, example = json!([90001, 90002])),
        ("include_documentation" = Option<String>, Query, description = "`true` or `1` adds the documentation.",
            nullable = false),
    ),
    responses((status = 200, description = "The products.", body = Vec<ItemBody<'_>>))
)]
pub(crate) async fn list_items(request: V1Request<ListItems<SourceIds, ItemShape>>) -> V1Result {
    Ok(request.respond_products().await?.response)
}
