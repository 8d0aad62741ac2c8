//! `GET /api/v2/catalog/sections`.

use crate::api_error::ApiError;
use crate::bodies::section_list;
use crate::params::ListSections;
use crate::response::{Authenticated, V2};
use crate::schemas::{ReadErrors, SectionListPartName};
use actix_web::{HttpResponse, web};
use catalog_app::feed::Feed;
use catalog_documents::SectionList;
use catalog_index::Catalog;
use http_common::HttpState;
use http_common::pipeline::SharedRequest;

/// List all sections
///
/// The public sections as a flat list in tree order: every section directly before its subtree.
#[utoipa::path(
    get,
    path = "/api/v2/catalog/sections",
    tag = "Sections",
    security(("accessToken" = [])),
    params(
        ("include" = inline(Option<Vec<SectionListPartName>>), Query, description = "Parts to add to each section; `vendors` are those of its subtree.",
            style = Form, explode = false, nullable = false),
    ),
    responses(
        (status = 200, description = "All public sections.", body = SectionList<'_>),
        ReadErrors,
    )
)]
pub(crate) async fn list_sections(
    request: Authenticated<ListSections>,
    state: web::Data<HttpState>,
) -> Result<HttpResponse, ApiError> {
    request.respond_shared(&state).await
}

impl SharedRequest<V2> for ListSections {
    fn body(&self, catalog: &Catalog, _: &Feed) -> Result<Vec<u8>, ApiError> {
        section_list(catalog, self.parts).map_err(ApiError::internal)
    }
}
