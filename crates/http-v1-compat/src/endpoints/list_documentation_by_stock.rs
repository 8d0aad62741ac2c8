//! `GET /api/v1/get/items/documentation/by-stock`.

use crate::old_error::OldError;
use crate::old_params::ListItemsByStock;
use crate::old_request::OldRequest;
use crate::old_shapes::{DocumentationShape, ItemDocumentationBody};
use crate::openapi::ServiceErrors;
use crate::products::answer_list;
use actix_web::{HttpResponse, web};
use http_common::Services;

/// List documentation by stock number
///
/// In the order asked, each once; products that do not exist are left out. Lists may also be given by repeating the
/// parameter.
#[utoipa::path(
    get,
    path = "/api/v1/get/items/documentation/by-stock",
    tag = "Documentation",
    security(("accessToken" = [])),
    params(
        ("stock_list" = Vec<String>, Query, description = "Stock numbers, at most 500.", style = Form, explode = false,
            min_items = 1, max_items = 500, example = json!(["PMP-001", "PMP-002"])),
    ),
    responses(
        (status = 200, description = "The documentation of each product.", body = Vec<ItemDocumentationBody<'_>>),
        ServiceErrors,
    )
)]
pub(crate) async fn list_documentation_by_stock(
    request: OldRequest<ListItemsByStock>,
    services: web::Data<Services>,
) -> Result<HttpResponse, OldError> {
    let ListItemsByStock { choice, .. } = &request.parameters;
    answer_list(&services, &request, choice, DocumentationShape).await
}
