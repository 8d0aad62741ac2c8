//! `GET /api/v1/get/catalog`.

use crate::old_envelope::success_text;
use crate::old_error::OldError;
use crate::old_params::NoParameters;
use crate::old_request::OldRequest;
use crate::old_shapes::{CatalogNodeBody, catalog_tree};
use crate::openapi::ServiceErrors;
use actix_web::{HttpResponse, web};
use catalog_domain::catalog::Catalog;
use http_common::Services;

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
    request: OldRequest<NoParameters>,
    services: web::Data<Services>,
) -> Result<HttpResponse, OldError> {
    let tree = |catalog: &Catalog, (): &()| {
        success_text(&catalog_tree(catalog.legacy().sections()).map_err(OldError::internal)?, "")
    };
    request.answer_kept(&services, |_, _| (), tree).await
}
