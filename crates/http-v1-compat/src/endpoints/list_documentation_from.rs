//! `GET /api/v1/get/items/documentation/from`.

use crate::old_error::OldError;
use crate::old_params::{ListItemsFrom, ListItemsFromQuery};
use crate::old_request::OldRequest;
use crate::old_shapes::{DocumentationShape, ItemDocumentationBody};
use crate::openapi::ServiceErrors;
use crate::products::answer_section_products;
use actix_web::{HttpRequest, HttpResponse, web};
use http_common::Services;

/// List the documentation of sections' products
///
/// The products of the subtrees of the sections, each once, in name order. A long array is sent piece by piece; when
/// it cannot be finished, the connection breaks off.
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
    request: OldRequest<ListItemsFrom>,
    services: web::Data<Services>,
) -> Result<HttpResponse, OldError> {
    answer_section_products(&http, &services, &request, DocumentationShape).await
}
