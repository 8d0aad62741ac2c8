//! `GET /api/v2/catalog/sections/:id`.

use crate::api_error::{ApiError, ApiResult};
use crate::bodies::section;
use crate::endpoint::{Endpoint, endpoint};
use crate::find::find_section;
use crate::params::{ParameterReader, Parameters, SectionInPath, SectionParts};
use crate::response::{Authenticated, V2};
use crate::schemas::SectionPartName;
use crate::schemas::failures::NO_SECTION;
use catalog_app::feed::Feed;
use catalog_documents::Section;
use catalog_domain::values::SectionId;
use catalog_index::Catalog;
use http_common::pipeline::{SharedRequest, to_json};

#[derive(Debug, Clone, Hash)]
struct GetSection {
    /// The section; `None` for an id that no section can have.
    section: Option<SectionId>,
    parts: SectionParts,
}

impl Parameters for GetSection {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        Self { section: reader.section_id(), parts: SectionParts::of_section(reader) }
    }
}

pub(super) fn endpoint() -> Endpoint {
    endpoint!(get_section).of_catalog().fails_with(&[NO_SECTION])
}

/// Get a section
///
/// A section of the public catalog with its counters, and the parts that `include` asks for.
#[utoipa::path(
    get,
    path = "/api/v2/catalog/sections/{id}",
    tag = "Sections",
    params(
        SectionInPath,
        ("include" = inline(Option<Vec<SectionPartName>>), Query, description = "Parts to add.",
            style = Form, explode = false, nullable = false),
    ),
    responses((status = 200, description = "The section.", body = Section<'_>))
)]
async fn get_section(request: Authenticated<GetSection>) -> ApiResult {
    request.respond_shared().await
}

impl SharedRequest<V2> for GetSection {
    fn is_quick(&self) -> bool {
        self.parts == SectionParts::default()
    }

    fn body(&self, catalog: &Catalog, _: &Feed) -> Result<Vec<u8>, ApiError> {
        Ok(to_json(&section(catalog, find_section(catalog, self.section)?, self.parts))?)
    }
}
