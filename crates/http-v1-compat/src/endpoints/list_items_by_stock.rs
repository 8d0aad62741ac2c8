//! `GET /api/v1/get/items/by-stock`.

use crate::bodies::{ItemBody, ItemShape};
use crate::params::items::{ListItems, StockNumbers};
use crate::v1_error::V1Result;
use crate::v1_request::V1Request;

/// List products by stock number
///
/// In the requested order, each once; unknown products are left out. Lists may also be given by repeating the
/// parameter.
#[utoipa::path(
    get,
    path = "/api/v1/get/items/by-stock",
    tag = "Items",
    params(
        ("stock_list" = Vec<String>, Query, description = "Stock numbers, at most 500.", style = Form, explode = false,
            min_items = 1, max_items = 500, example = json!(["PMP-001", "PMP-002"])),
        ("include_documentation" = Option<String>, Query, description = "`true` or `1` adds the documentation.",
            nullable = false),
    ),
    responses((status = 200, description = "The products.", body = Vec<ItemBody<'_>>))
)]
pub(crate) async fn list_items_by_stock(request: V1Request<ListItems<StockNumbers, ItemShape>>) -> V1Result {
    Ok(request.respond_products().await?.response)
}
