//! `GET /api/v1/get/item/:id`.

use crate::old_error::OldError;
use crate::old_params::GetItem;
use crate::old_request::OldRequest;
use crate::old_shapes::{ItemBody, ItemShape};
use crate::openapi::ServiceErrors;
use crate::products::{Absent, answer_single};
use actix_web::{HttpResponse, web};
use http_common::Services;

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
    request: OldRequest<GetItem>,
    services: web::Data<Services>,
) -> Result<HttpResponse, OldError> {
    let GetItem { id, include_documentation } = request.parameters;
    answer_single(
        &services,
        &request.caller.viewer,
        id,
        ItemShape { with_documentation: include_documentation },
        Absent::EmptyObject,
    )
    .await
}
