//! `GET /api/v1/get/items/documentation`.

use crate::bodies::{DocumentationShape, ItemDocumentationBody};
use crate::params::items::{ListItems, SourceIds};
use crate::v1_error::V1Result;
use crate::v1_request::V1Request;

/// List documentation by id
///
/// In the requested order, each once; unknown products are left out. Lists may also be given by repeating the
/// parameter.
#[utoipa::path(
    get,
    path = "/api/v1/get/items/documentation",
    tag = "Documentation",
    params(
        ("id_list" = Vec<i64>, Query, description = "Source object ids of products, at most 500.", style = Form,
            explode = false, min_items = 1, max_items = 500, example = json!([90001, 90002])),
    ),
    responses((status = 200, description = "The documentation of each product.", body = Vec<ItemDocumentationBody<'_>>))
)]
pub(crate) async fn list_documentation(request: V1Request<ListItems<SourceIds, DocumentationShape>>) -> V1Result {
    Ok(request.respond_products().await?.response)
}
