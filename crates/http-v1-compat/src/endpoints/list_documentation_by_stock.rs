//! `GET /api/v1/get/items/documentation/by-stock`.

use crate::bodies::{DocumentationShape, ItemDocumentationBody};
use crate::params::items::{ListItems, StockNumbers};
use crate::v1_error::V1Result;
use crate::v1_request::V1Request;

/// List documentation by stock number
///
/// In the requested order, each once; unknown products are left out. Lists may also be given by repeating the
/// parameter.
#[utoipa::path(
    get,
    path = "/api/v1/get/items/documentation/by-stock",
    tag = "Documentation",
    params(
        ("stock_list" = Vec<String>, Query, description = "Stock numbers, at most 500.", style = Form, explode = false,
            min_items = 1, max_items = 500, example = json!(["PMP-001", "PMP-002"])),
    ),
    responses((status = 200, description = "The documentation of each product.", body = Vec<ItemDocumentationBody<'_>>))
)]
pub(crate) async fn list_documentation_by_stock(
    request: V1Request<ListItems<StockNumbers, DocumentationShape>>,
) -> V1Result {
    Ok(request.respond_products().await?.response)
}
