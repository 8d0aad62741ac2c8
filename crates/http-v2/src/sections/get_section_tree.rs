//! `GET /api/v2/catalog/tree`.

use crate::api_error::ApiError;
use crate::bodies::section_tree;
use crate::params::GetSectionTree;
use crate::response::{Authenticated, V2};
use crate::schemas::{PositiveNumber, ReadErrors, SectionListPartName};
use actix_web::{HttpResponse, web};
use catalog_app::feed::Feed;
use catalog_documents::SectionTree;
use catalog_index::Catalog;
use http_common::HttpState;
use http_common::pipeline::SharedRequest;

/// Get the section tree
///
/// The public sections as nested objects, siblings in order.
#[utoipa::path(
    get,
    path = "/api/v2/catalog/tree",
    tag = "Sections",
    security(("accessToken" = [])),
    params(
        ("depth" = inline(Option<PositiveNumber>), Query, nullable = false,
            description = "How many levels to show; 1 shows the roots only."),
        ("include" = inline(Option<Vec<SectionListPartName>>), Query, description = "Parts to add to each section; `vendors` are those of its subtree.",
            style = Form, explode = false, nullable = false),
    ),
    responses(
        (status = 200, description = "The tree.", body = SectionTree<'_>),
        ReadErrors,
    )
)]
pub(crate) async fn get_section_tree(
    request: Authenticated<GetSectionTree>,
    state: web::Data<HttpState>,
) -> Result<HttpResponse, ApiError> {
    request.respond_shared(&state).await
}

impl SharedRequest<V2> for GetSectionTree {
    fn body(&self, catalog: &Catalog, _: &Feed) -> Result<Vec<u8>, ApiError> {
        section_tree(catalog, self.depth_in(catalog), self.parts).map_err(ApiError::internal)
    }
}
