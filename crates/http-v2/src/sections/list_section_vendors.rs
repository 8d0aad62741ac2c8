//! `GET /api/v2/catalog/sections/:id/vendors`.

use crate::api_error::ApiError;
use crate::bodies::section_vendors;
use crate::find::find_section;
use crate::params::SectionPath;
use crate::response::{Authenticated, V2};
use crate::schemas::{SectionErrors, SectionIdText};
use actix_web::{HttpResponse, web};
use catalog_app::feed::Feed;
use catalog_documents::SectionVendors;
use catalog_index::Catalog;
use http_common::HttpState;
use http_common::pipeline::{SharedRequest, to_json};

/// List the vendors of a section
///
/// The vendors of the section's public subtree with the numbers of their products.
#[utoipa::path(
    get,
    path = "/api/v2/catalog/sections/{id}/vendors",
    tag = "Sections",
    security(("accessToken" = [])),
    params(
        ("id" = SectionIdText, Path, description = "The public section id.", example = "1000"),
    ),
    responses(
        (status = 200, description = "The vendors.", body = SectionVendors<'_>),
        SectionErrors,
    )
)]
pub(crate) async fn list_section_vendors(
    request: Authenticated<SectionPath>,
    state: web::Data<HttpState>,
) -> Result<HttpResponse, ApiError> {
    request.respond_shared(&state).await
}

impl SharedRequest<V2> for SectionPath {
    fn body(&self, catalog: &Catalog, _: &Feed) -> Result<Vec<u8>, ApiError> {
        Ok(to_json(&section_vendors(catalog, find_section(catalog, self.section)?))?)
    }
}
