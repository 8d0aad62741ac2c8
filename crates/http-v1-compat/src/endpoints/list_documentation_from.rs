//! `GET /api/v1/get/items/documentation/from`.

use crate::bodies::{DocumentationShape, ItemDocumentationBody};
use crate::params::sections::{ListItemsFrom, ListItemsFromQuery};
use crate::products::stream::respond_section_products;
use crate::v1_error::V1Result;
use crate::v1_request::V1Request;

/// List the documentation of sections' products
///
/// The products of the subtrees of the sections, each once, in name order. A long array is sent in chunks; when it
/// cannot be completed, the connection is closed.
#[utoipa::path(
    get,
    path = "/api/v1/get/items/documentation/from",
    tag = "Documentation",
    params(ListItemsFromQuery),
    responses((status = 200, description = "The documentation of each product.", body = Vec<ItemDocumentationBody<'_>>))
)]
pub(crate) async fn list_documentation_from(request: V1Request<ListItemsFrom>) -> V1Result {
    respond_section_products(&request, DocumentationShape).await
}
