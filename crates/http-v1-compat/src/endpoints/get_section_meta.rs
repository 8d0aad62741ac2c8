//! `GET /api/v1/get/section-meta/:id`.

use crate::bodies::SectionMetaBody;
use crate::params::sections::GetSectionMeta;
use crate::requested_sections::found_sections;
use crate::v1_envelope::{SECTION_NOT_FOUND, success_body};
use crate::v1_error::{V1Error, V1Result};
use crate::v1_request::{V1, V1Request};
use catalog_app::feed::Feed;
use catalog_index::Catalog;
use http_common::json::Empty;
use http_common::pipeline::SharedRequest;

/// Get product types, feature schema and filters of sections
///
/// Those of several sections are merged, and a product that they have in common counts once. When no section is found,
/// the response is a success with `data: {}` and a message.
#[utoipa::path(
    get,
    path = "/api/v1/get/section-meta/{id}",
    tag = "Sections",
    params(
        ("id" = Vec<i64>, Path, description = "Source object ids of sections, separated by commas, at most 500.", style = Simple,
            min_items = 1, max_items = 500, example = json!([88121])),
    ),
    responses((status = 200, description = "What is known about the sections.", body = SectionMetaBody<'_>))
)]
pub(crate) async fn get_section_meta(request: V1Request<GetSectionMeta>) -> V1Result {
    request.respond_shared().await
}

impl SharedRequest<V1> for GetSectionMeta {
    fn body(&self, catalog: &Catalog, _: &Feed) -> Result<Vec<u8>, V1Error> {
        let found = found_sections(catalog.v1(), &self.sections);
        match found.and_then(|sections| SectionMetaBody::new(catalog, &sections)) {
            Some(meta) => success_body(&meta, ""),
            None => success_body(&Empty {}, SECTION_NOT_FOUND),
        }
    }
}
