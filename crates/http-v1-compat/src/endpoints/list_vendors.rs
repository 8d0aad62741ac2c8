//! `GET /api/v1/get/vendors/for/:id`.

use crate::params::sections::ListVendors;
use crate::requested_sections::found_sections;
use crate::v1_envelope::{SECTION_NOT_FOUND, success_body};
use crate::v1_error::{V1Error, V1Result};
use crate::v1_request::{V1, V1Request};
use catalog_app::feed::Feed;
use catalog_index::Catalog;
use http_common::pipeline::SharedRequest;

/// List the vendors of sections
///
/// The original names of the vendors in the subtrees of the sections, byte for byte: they may end in whitespace.
#[utoipa::path(
    get,
    path = "/api/v1/get/vendors/for/{id}",
    tag = "Sections",
    params(
        ("id" = Vec<i64>, Path, description = "Source object ids of sections, separated by commas, at most 500.", style = Simple,
            min_items = 1, max_items = 500, example = json!([88121])),
    ),
    responses((status = 200, description = "The names, sorted by code points.", body = Vec<String>))
)]
pub(crate) async fn list_vendors(request: V1Request<ListVendors>) -> V1Result {
    request.respond_shared().await
}

impl SharedRequest<V1> for ListVendors {
    fn body(&self, catalog: &Catalog, _: &Feed) -> Result<Vec<u8>, V1Error> {
        match found_sections(catalog.v1(), &self.sections) {
            Some(sections) => success_body(&catalog.v1().vendor_names(&sections), ""),
            None => success_body::<[&str; 0]>(&[], SECTION_NOT_FOUND),
        }
    }
}
