//! `GET /api/v1/get/items/from`.

use crate::bodies::{ItemBody, ItemShape};
use crate::params::sections::{ListItemsFrom, ListItemsFromQuery};
use crate::products::stream::respond_section_products;
use crate::v1_error::V1Result;
use crate::v1_request::V1Request;

/// List the products of sections
///
/// The products of the subtrees of the sections, each once, in name order. A long array is sent in chunks; when it
/// cannot be completed, the connection is closed.
#[utoipa::path(
    get,
    path = "/api/v1/get/items/from",
    tag = "Items",
    params(
        ListItemsFromQuery,
        ("include_documentation" = Option<String>, Query, description = "`true` or `1` adds the documentation.",
            nullable = false),
    ),
    responses((status = 200, description = "The products.", body = Vec<ItemBody<'_>>))
)]
pub(crate) async fn list_items_from(request: V1Request<ListItemsFrom>) -> V1Result {
    let shape = ItemShape { with_documentation: request.parameters.include_documentation };
    respond_section_products(&request, shape).await
}
