//! `GET /api/v1/get/item/:id/documentation`.

use crate::old_error::OldError;
use crate::old_params::GetItem;
use crate::old_request::OldRequest;
use crate::old_shapes::{LinksShape, ResourceLinkBody};
use crate::openapi::ServiceErrors;
use crate::products::{Absent, answer_single};
use actix_web::{HttpResponse, web};
use http_common::Services;

/// Get the documentation of a product
///
/// An id that no product has is a success without documentation and with a message.
#[utoipa::path(
    get,
    path = "/api/v1/get/item/{id}/documentation",
    tag = "Documentation",
    security(("accessToken" = [])),
    params(
        ("id" = i64, Path, description = "The source object id of the product.", minimum = 0, example = 90001),
    ),
    responses(
        (status = 200, description = "The links.", body = Vec<ResourceLinkBody<'_>>),
        ServiceErrors,
    )
)]
pub(crate) async fn get_item_documentation(
    request: OldRequest<GetItem>,
    services: web::Data<Services>,
) -> Result<HttpResponse, OldError> {
    let viewer = &request.caller.viewer;
    answer_single(&services, viewer, request.parameters.id, LinksShape, Absent::EmptyArray).await
}
