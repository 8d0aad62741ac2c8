//! `GET /api/v1/get/items/documentation/from`.

use crate::bodies::{DocumentationShape, ItemDocumentationBody};
use crate::params::sections::{ListItemsFrom, ListItemsFromQuery};
use crate::products::stream::respond_section_products;
use crate::schemas::ServiceErrors;
use crate::v1_error::V1Error;
use crate::v1_request::V1Request;
use actix_web::{HttpRequest, HttpResponse, web};
use http_common::HttpState;

/// List the documentation of sections' products
///
/// The products of the subtrees of the sections, each once, in name order. A long array is sent in chunks; when it
/// cannot be completed, the connection is closed.
#[utoipa::path(
    get,
    path = "/api/v1/get/items/documentation/from",
    tag = "Documentation",
    security(("accessToken" = [])),
    params(ListItemsFromQuery),
    responses(
        (status = 200, description = "The documentation of each product.", body = Vec<ItemDocumentationBody<'_>>),
        ServiceErrors,
    )
)]
pub(crate) async fn list_documentation_from(
    http: HttpRequest,
    request: V1Request<ListItemsFrom>,
    state: web::Data<HttpState>,
) -> Result<HttpResponse, V1Error> {
    respond_section_products(&http, &state, &request, DocumentationShape).await
}
