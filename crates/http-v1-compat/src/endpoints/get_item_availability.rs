//! `GET /api/v1/get/item/:id/availability`.

use crate::old_error::OldError;
use crate::old_params::GetItem;
use crate::old_request::OldRequest;
use crate::old_shapes::{AvailabilityBody, AvailabilityShape};
use crate::openapi::ServiceErrors;
use crate::products::{Absent, answer_single};
use actix_web::{HttpResponse, web};
use http_common::Services;

/// Get price and stock of a product
///
/// An id that no product has is a success with `data: {}` and a message.
#[utoipa::path(
    get,
    path = "/api/v1/get/item/{id}/availability",
    tag = "Availability",
    security(("accessToken" = [])),
    params(
        ("id" = i64, Path, description = "The source object id of the product.", minimum = 0, example = 90001),
    ),
    responses(
        (status = 200, description = "Price and stock.", body = AvailabilityBody<'_>),
        ServiceErrors,
    )
)]
pub(crate) async fn get_item_availability(
    request: OldRequest<GetItem>,
    services: web::Data<Services>,
) -> Result<HttpResponse, OldError> {
    let GetItem { id, .. } = request.parameters;
    answer_single(&services, &request.caller.viewer, id, AvailabilityShape, Absent::EmptyObject).await
}
