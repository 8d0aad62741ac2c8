//! `GET /api/v1/get/catalog`.

use crate::bodies::{CatalogNodeBody, catalog_tree};
use crate::cached_response::V1SharedRequest;
use crate::schemas::ServiceErrors;
use crate::v1_envelope::success_text;
use crate::v1_error::V1Error;
use crate::v1_request::V1Request;
use actix_web::{HttpResponse, web};
use catalog_index::Catalog;
use http_common::HttpState;
use http_common::params::NoParameters;

/// Get the section tree
///
/// Active sections of every host. A leaf has no `subSections`.
#[utoipa::path(
    get,
    path = "/api/v1/get/catalog",
    tag = "Sections",
    security(("accessToken" = [])),
    responses(
        (status = 200, description = "The roots.", body = Vec<CatalogNodeBody<'_>>),
        ServiceErrors,
    )
)]
pub(crate) async fn get_catalog(
    request: V1Request<NoParameters>,
    state: web::Data<HttpState>,
) -> Result<HttpResponse, V1Error> {
    request.respond_shared(&state).await
}

impl V1SharedRequest for NoParameters {
    type Found = ();

    fn find(&self, _: &Catalog) {}

    fn body(catalog: &Catalog, (): &()) -> Result<String, V1Error> {
        success_text(&catalog_tree(catalog.v1().sections()).map_err(V1Error::internal)?, "")
    }
}
