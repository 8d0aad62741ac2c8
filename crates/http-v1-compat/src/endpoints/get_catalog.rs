//! `GET /api/v1/get/catalog`.

use crate::bodies::{CatalogNodeBody, catalog_tree};
use crate::v1_envelope::success_body;
use crate::v1_error::{V1Error, V1Result};
use crate::v1_request::{V1, V1Request};
use catalog_app::feed::Feed;
use catalog_index::Catalog;
use http_common::params::NoParameters;
use http_common::pipeline::SharedRequest;

/// Get the section tree
///
/// Active sections of every host. A leaf has no `subSections`.
#[utoipa::path(
    get,
    path = "/api/v1/get/catalog",
    tag = "Sections",
    responses((status = 200, description = "The roots.", body = Vec<CatalogNodeBody<'_>>))
)]
pub(crate) async fn get_catalog(request: V1Request<NoParameters>) -> V1Result {
    request.respond_shared().await
}

impl SharedRequest<V1> for NoParameters {
    fn body(&self, catalog: &Catalog, _: &Feed) -> Result<Vec<u8>, V1Error> {
        success_body(&catalog_tree(catalog.v1().sections()).map_err(V1Error::internal)?, "")
    }
}
