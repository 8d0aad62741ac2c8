//! `GET /api/v1/get/item/:id/configurator`.

use crate::bodies::ConfiguratorBody;
use crate::params::items::GetItem;
use crate::products::read::{read_products, shown};
use crate::v1_envelope::{ITEM_NOT_FOUND, absent, success};
use crate::v1_error::V1Result;
use crate::v1_request::V1Request;
use catalog_domain::ports::PartSelection;
use http_common::RequestError;

/// Get the configurator of a product
///
/// Needs configurator access. A product without a configurator, or an id that no product has, is a success with
/// `data: {}` and a message.
#[utoipa::path(
    get,
    path = "/api/v1/get/item/{id}/configurator",
    tag = "Items",
    params(
        ("id" = i64, Path, description = "The source object id of the product.", minimum = 0, example = 90001),
    ),
    responses((status = 200, description = "The configurator.", body = ConfiguratorBody<'_>))
)]
pub(crate) async fn get_item_configurator(request: V1Request<GetItem>) -> V1Result {
    let viewer = &request.caller.viewer;
    if !viewer.may_see_configurator() {
        return Err(RequestError::ConfiguratorAccess.into());
    }
    let ids = request.parameters.id.as_slice();
    let wanted = PartSelection { configurator: true, ..PartSelection::NONE };
    let found = read_products(&request.state, ids, wanted).await?;
    let Some(product) = shown((&found.catalog, &found.details), ids, viewer).next() else {
        return absent(ITEM_NOT_FOUND);
    };
    match ConfiguratorBody::new(product) {
        Some(configurator) => success(&configurator),
        None => absent("The item has no configurator."),
    }
}
