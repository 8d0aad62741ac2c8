//! `GET /api/v1/get/section-meta/:id`.

use crate::bodies::SectionMetaBody;
use crate::cached_response::V1SharedRequest;
use crate::params::sections::GetSectionMeta;
use crate::requested_sections::found_sections;
use crate::schemas::ServiceErrors;
use crate::v1_envelope::{SECTION_NOT_FOUND, success_text};
use crate::v1_error::V1Error;
use crate::v1_request::V1Request;
use actix_web::{HttpResponse, web};
use catalog_domain::sections::NodeIndex;
use catalog_index::Catalog;
use http_common::HttpState;
use http_common::json::Empty;

/// Get product types, feature schema and filters of sections
///
/// Those of several sections are merged, and a product that they have in common counts once. When no section is found,
/// the response is a success with `data: {}` and a message.
#[utoipa::path(
    get,
    path = "/api/v1/get/section-meta/{id}",
    tag = "Sections",
    security(("accessToken" = [])),
    params(
        ("id" = Vec<i64>, Path, description = "Source object ids of sections, separated by commas, at most 500.", style = Simple,
            min_items = 1, max_items = 500, example = json!([88121])),
    ),
    responses(
        (status = 200, description = "What is known about the sections.", body = SectionMetaBody<'_>),
        ServiceErrors,
    )
)]
pub(crate) async fn get_section_meta(
    request: V1Request<GetSectionMeta>,
    state: web::Data<HttpState>,
) -> Result<HttpResponse, V1Error> {
    request.respond_shared(&state).await
}

impl V1SharedRequest for GetSectionMeta {
    type Found = Option<Vec<NodeIndex>>;

    fn find(&self, catalog: &Catalog) -> Self::Found {
        found_sections(catalog.v1(), &self.sections)
    }

    fn body(catalog: &Catalog, found: &Self::Found) -> Result<String, V1Error> {
        match found.as_deref().and_then(|sections| SectionMetaBody::new(catalog, sections)) {
            Some(meta) => success_text(&meta, ""),
            None => success_text(&Empty {}, SECTION_NOT_FOUND),
        }
    }
}
