//! `GET /api/v1/get/item/:id/configurator`.

use crate::old_envelope::{ITEM_NOT_FOUND, absent, success};
use crate::old_error::OldError;
use crate::old_params::GetItem;
use crate::old_request::OldRequest;
use crate::old_shapes::ConfiguratorBody;
use crate::openapi::ServiceErrors;
use crate::products::{ProductChoice, read_products, shown};
use actix_web::{HttpResponse, web};
use catalog_domain::ports::PartSelection;
use http_common::Services;

/// Get the configurator of a product
///
/// Needs configurator access. A product without a configurator, or an id that no product has, is a success with
/// `data: {}` and a message.
#[utoipa::path(
    get,
    path = "/api/v1/get/item/{id}/configurator",
    tag = "Items",
    security(("accessToken" = [])),
    params(
        ("id" = i64, Path, description = "The source object id of the product.", minimum = 0, example = 90001),
    ),
    responses(
        (status = 200, description = "The configurator.", body = ConfiguratorBody<'_>),
        ServiceErrors,
    )
)]
pub(crate) async fn get_item_configurator(
    request: OldRequest<GetItem>,
    services: web::Data<Services>,
) -> Result<HttpResponse, OldError> {
    let viewer = &request.caller.viewer;
    if !viewer.may_see_configurator() {
        return Err(OldError::NoConfiguratorAccess);
    }
    let choice = ProductChoice::BySourceId(request.parameters.id.into_iter().collect());
    let wanted = PartSelection { configurator: true, ..PartSelection::NONE };
    let Some(found) = read_products(&services, &choice, wanted).await? else { return absent(ITEM_NOT_FOUND) };
    match shown(&found, &choice, viewer).find_map(ConfiguratorBody::new) {
        Some(configurator) => success(&configurator),
        None => absent("The item has no configurator."),
    }
}
