//! `GET /api/v1/get/items/availability/from`.

use crate::old_error::OldError;
use crate::old_params::ListItemsFrom;
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
    params(
        ("id_list" = Vec<i64>, Query, description = "Source object ids of sections.", style = Form, explode = false,
            min_items = 1, example = json!([88121])),
        ("limit" = Option<u64>, Query, description = "The most products to give; all by default.", nullable = false),
        ("offset" = Option<u64>, Query, description = "How many products to leave out first.", nullable = false),
    ),
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
    let OldRequest { caller, parameters } = &request;
    answer_section_products(&http, &services, &caller.viewer, parameters, AvailabilityShape).await
}
