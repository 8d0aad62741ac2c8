//! `GET /api/v1/get/item/:id`.

use crate::bodies::{ItemBody, ItemShape};
use crate::params::items::GetItem;
use crate::products::read::{Absent, respond_single};
use crate::schemas::ServiceErrors;
use crate::v1_error::V1Error;
use crate::v1_request::V1Request;
use actix_web::{HttpResponse, web};
use http_common::HttpState;

/// Get a product
///
/// An id that no product has is a success with `data: {}` and a message.
#[utoipa::path(
    get,
    path = "/api/v1/get/item/{id}",
    tag = "Items",
    security(("accessToken" = [])),
    params(
        ("id" = i64, Path, description = "The source object id of the product.", minimum = 0, example = 90001),
        ("include_documentation" = Option<String>, Query, description = "`true` or `1` adds the documentation.",
            nullable = false),
    ),
    responses(
        (status = 200, description = "The product.", body = ItemBody<'_>),
        ServiceErrors,
    )
)]
pub(crate) async fn get_item(
    request: V1Request<GetItem>,
    state: web::Data<HttpState>,
) -> Result<HttpResponse, V1Error> {
    let GetItem { id, include_documentation } = *request.parameters;
    respond_single(
        &state,
        &request.caller.viewer,
        id,
        ItemShape { with_documentation: include_documentation },
        Absent::EmptyObject,
    )
    .await
}
