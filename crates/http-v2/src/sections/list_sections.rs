//! `GET /api/v2/catalog/sections`.

use crate::api_error::{ApiError, ApiResult};
use crate::bodies::section_list;
use crate::endpoint::{Endpoint, endpoint};
use crate::params::{ParameterReader, Parameters, SectionParts};
use crate::response::{Authenticated, V2};
use crate::schemas::SectionListPartName;
use catalog_app::feed::Feed;
use catalog_documents::SectionList;
use catalog_index::Catalog;
use http_common::pipeline::SharedRequest;

#[derive(Debug, Clone, Hash)]
struct ListSections {
    parts: SectionParts,
}

impl Parameters for ListSections {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        Self { parts: SectionParts::of_section_list(reader) }
    }
}

pub(super) fn endpoint() -> Endpoint {
    endpoint!(list_sections).of_catalog()
}

/// List all sections
///
/// The public sections as a flat list in tree order: every section directly before its subtree.
#[utoipa::path(
    get,
    path = "/api/v2/catalog/sections",
    tag = "Sections",
    params(
        ("include" = inline(Option<Vec<SectionListPartName>>), Query, description = "Parts to add to each section; `vendors` are those of its subtree.",
            style = Form, explode = false, nullable = false),
    ),
    responses((status = 200, description = "All public sections.", body = SectionList<'_>))
)]
async fn list_sections(request: Authenticated<ListSections>) -> ApiResult {
    request.respond_shared().await
}

impl SharedRequest<V2> for ListSections {
    fn body(&self, catalog: &Catalog, _: &Feed) -> Result<Vec<u8>, ApiError> {
        section_list(catalog, self.parts).map_err(ApiError::internal)
    }
}
