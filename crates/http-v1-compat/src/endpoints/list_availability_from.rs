//! `GET /api/v1/get/items/availability/from`.

use crate::old_error::OldError;
use crate::old_params::{ListItemsFrom, ListItemsFromQuery};
use crate::old_request::OldRequest;
use crate::old_shapes::{AvailabilityBody, AvailabilityShape};
use crate::openapi::ServiceErrors;
use crate::products::answer_section_products;
use actix_web::{HttpRequest, HttpResponse, web};
use http_common::Services;

/// List price and stock of sections' products
///
/// The products of the subtrees of the sections, each once, in name order. A long array is sent piece by piece; when
/// it cannot be finished, the connection breaks off.
#[utoipa::path(
    get,
    path = "/api/v1/get/items/availability/from",
    tag = "Availability",
    security(("accessToken" = [])),
    params(ListItemsFromQuery),
    responses(
        (status = 200, description = "Price and stock of each product.", body = Vec<AvailabilityBody<'_>>),
        ServiceErrors,
    )
)]
pub(crate) async fn list_availability_from(
    http: HttpRequest,
    request: OldRequest<ListItemsFrom>,
    services: web::Data<Services>,
) -> Result<HttpResponse, OldError> {
    answer_section_products(&http, &services, &request, AvailabilityShape).await
}
