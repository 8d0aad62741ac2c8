//! `GET /api/v1/get/items/availability/from`.

use crate::bodies::{AvailabilityBody, AvailabilityShape};
use crate::params::sections::{ListItemsFrom, ListItemsFromQuery};
use crate::products::stream::respond_section_products;
use crate::v1_error::V1Result;
use crate::v1_request::V1Request;

/// List price and stock of sections' products
///
/// The products of the subtrees of the sections, each once, in name order. A long array is sent in chunks; when it
/// cannot be completed, the connection is closed.
#[utoipa::path(
    get,
    path = "/api/v1/get/items/availability/from",
    tag = "Availability",
    params(ListItemsFromQuery),
    responses((status = 200, description = "Price and stock of each product.", body = Vec<AvailabilityBody<'_>>))
)]
pub(crate) async fn list_availability_from(request: V1Request<ListItemsFrom>) -> V1Result {
    respond_section_products(&request, AvailabilityShape).await
}
