//! `GET /api/v2/catalog/sections/:id/vendors`.

use crate::api_error::{ApiError, ApiResult};
use crate::bodies::section_vendors;
use crate::endpoint::{Endpoint, endpoint};
use crate::find::find_section;
use crate::params::{ParameterReader, Parameters, SectionInPath};
use crate::response::{Authenticated, V2};
use crate::schemas::failures::NO_SECTION;
use catalog_app::feed::Feed;
use catalog_documents::SectionVendors;
use catalog_domain::values::SectionId;
use catalog_index::Catalog;
use http_common::pipeline::{SharedRequest, to_json};

#[derive(Debug, Clone, Hash)]
struct ListSectionVendors {
    /// The section; `None` for an id that no section can have.
    section: Option<SectionId>,
}

impl Parameters for ListSectionVendors {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        Self { section: reader.section_id() }
    }
}

pub(super) fn endpoint() -> Endpoint {
    endpoint!(list_section_vendors).of_catalog().fails_with(&[NO_SECTION])
}

/// List the vendors of a section
///
/// The vendors of the section's public subtree with the numbers of their products.
#[utoipa::path(
    get,
    path = "/api/v2/catalog/sections/{id}/vendors",
    tag = "Sections",
    params(
        SectionInPath,
    ),
    responses((status = 200, description = "The vendors.", body = SectionVendors<'_>))
)]
async fn list_section_vendors(request: Authenticated<ListSectionVendors>) -> ApiResult {
    request.respond_shared().await
}

impl SharedRequest<V2> for ListSectionVendors {
    fn body(&self, catalog: &Catalog, _: &Feed) -> Result<Vec<u8>, ApiError> {
        Ok(to_json(&section_vendors(catalog, find_section(catalog, self.section)?))?)
    }
}
