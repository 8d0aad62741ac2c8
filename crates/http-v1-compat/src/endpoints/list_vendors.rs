//! `GET /api/v1/get/vendors/for/:id`.

use crate::cached_response::V1SharedRequest;
use crate::params::sections::ListVendors;
use crate::requested_sections::found_sections;
use crate::schemas::ServiceErrors;
use crate::v1_envelope::{SECTION_NOT_FOUND, success_text};
use crate::v1_error::V1Error;
use crate::v1_request::V1Request;
use actix_web::{HttpResponse, web};
use catalog_domain::sections::NodeIndex;
use catalog_index::Catalog;
use http_common::HttpState;

/// List the vendors of sections
///
/// The original names of the vendors in the subtrees of the sections, byte for byte: they may end in whitespace.
#[utoipa::path(
    get,
    path = "/api/v1/get/vendors/for/{id}",
    tag = "Sections",
    security(("accessToken" = [])),
    params(
        ("id" = Vec<i64>, Path, description = "Source object ids of sections, separated by commas, at most 500.", style = Simple,
            min_items = 1, max_items = 500, example = json!([88121])),
    ),
    responses(
        (status = 200, description = "The names, sorted by code points.", body = Vec<String>),
        ServiceErrors,
    )
)]
pub(crate) async fn list_vendors(
    request: V1Request<ListVendors>,
    state: web::Data<HttpState>,
) -> Result<HttpResponse, V1Error> {
    request.respond_shared(&state).await
}

impl V1SharedRequest for ListVendors {
    type Found = Option<Vec<NodeIndex>>;

    fn find(&self, catalog: &Catalog) -> Self::Found {
        found_sections(catalog.v1(), &self.sections)
    }

    fn body(catalog: &Catalog, found: &Self::Found) -> Result<String, V1Error> {
        match found {
            Some(sections) => success_text(&catalog.v1().vendor_names(sections), ""),
            None => success_text::<[&str; 0]>(&[], SECTION_NOT_FOUND),
        }
    }
}
