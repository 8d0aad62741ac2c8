//! `GET /api/v1/get/section-meta/:id`.

use crate::old_envelope::{SECTION_NOT_FOUND, success_text};
use crate::old_error::OldError;
use crate::old_params::GetSectionMeta;
use crate::old_request::OldRequest;
use crate::old_shapes::SectionMetaBody;
use crate::openapi::ServiceErrors;
use crate::section_choice::found_sections;
use actix_web::{HttpResponse, web};
use catalog_domain::catalog::Catalog;
use catalog_domain::section_tree::NodeIndex;
use http_common::{Empty, Services};

/// Get product types, feature schema and filters of sections
///
/// Those of several sections are merged, and a product that they have in common counts once. When no section is
/// found, the answer is a success with `data: {}` and a message.
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
    request: OldRequest<GetSectionMeta>,
    services: web::Data<Services>,
) -> Result<HttpResponse, OldError> {
    let find = |catalog: &Catalog, asked: &GetSectionMeta| found_sections(catalog.legacy(), &asked.sections);
    request.answer_kept(&services, find, |catalog, sections| meta_text(catalog, sections.as_deref())).await
}

fn meta_text(catalog: &Catalog, sections: Option<&[NodeIndex]>) -> Result<String, OldError> {
    match sections.and_then(|sections| SectionMetaBody::new(catalog, sections)) {
        Some(meta) => success_text(&meta, ""),
        None => success_text(&Empty {}, SECTION_NOT_FOUND),
    }
}
