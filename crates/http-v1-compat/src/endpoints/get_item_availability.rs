//! `GET /api/v1/get/item/:id/availability`.

use crate::bodies::{AvailabilityBody, AvailabilityShape};
use crate::params::items::GetItem;
use crate::products::read::{Absent, respond_single};
use crate::v1_error::V1Result;
use crate::v1_request::V1Request;

/// Get price and stock of a product
///
/// An id that no product has is a success with `data: {}` and a message.
#[utoipa::path(
    get,
    path = "/api/v1/get/item/{id}/availability",
    tag = "Availability",
    params(
        ("id" = i64, Path, description = "The source object id of the product.", minimum = 0, example = 90001),
    ),
    responses((status = 200, description = "Price and stock.", body = AvailabilityBody<'_>))
)]
pub(crate) async fn get_item_availability(request: V1Request<GetItem>) -> V1Result {
    respond_single(&request, AvailabilityShape, Absent::EmptyObject).await
}
