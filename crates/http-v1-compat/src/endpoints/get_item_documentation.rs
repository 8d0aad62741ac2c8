//! `GET /api/v1/get/item/:id/documentation`.

use crate::bodies::LinksShape;
use crate::params::items::GetItem;
use crate::products::read::{Absent, respond_single};
use crate::schemas::ServiceErrors;
use crate::v1_error::V1Error;
use crate::v1_request::V1Request;
use actix_web::{HttpResponse, web};
use http_common::HttpState;
use http_common::json::ResourceLink;

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
        (status = 200, description = "The links.", body = Vec<ResourceLink<'_>>),
        ServiceErrors,
    )
)]
pub(crate) async fn get_item_documentation(
    request: V1Request<GetItem>,
    state: web::Data<HttpState>,
) -> Result<HttpResponse, V1Error> {
    let viewer = &request.caller.viewer;
    respond_single(&state, viewer, request.parameters.id, LinksShape, Absent::EmptyArray).await
}
