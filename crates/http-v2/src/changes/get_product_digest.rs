//! `GET /api/v2/catalog/sections/:id/product-digest`.

use crate::api_error::{ApiError, ApiResult};
use crate::bodies::{digest_of_part, digest_of_section};
use crate::endpoint::{Endpoint, endpoint};
use crate::find::find_section;
use crate::params::{ParameterReader, Parameters, SectionInPath};
use crate::response::{Authenticated, V2};
use crate::schemas::failures::NO_SECTION;
use catalog_app::feed::Feed;
use catalog_documents::ProductDigest;
use catalog_domain::values::SectionId;
use catalog_index::Catalog;
use http_common::pipeline::{SharedRequest, to_json};

#[derive(Debug, Clone, Hash)]
struct GetProductDigest {
    /// The section; `None` for an id that no section can have.
    section: Option<SectionId>,
    /// The part whose products are wanted; `None` for the digest.
    part: Option<u8>,
}

impl Parameters for GetProductDigest {
    const HAS_CURSOR: bool = true;

    fn read(reader: &mut ParameterReader<'_>) -> Self {
        let part = reader.number("part", 0..=u64::from(u8::MAX));
        Self { section: reader.section_id(), part: part.and_then(|part| u8::try_from(part).ok()) }
    }
}

pub(super) fn endpoint() -> Endpoint {
    endpoint!(get_product_digest).of_catalog().fails_with(&[NO_SECTION])
}

/// Get the digest of a section's products
///
/// What a copy of the section is compared with: a sum over the stock numbers and versions of its public products, whole
/// and in 256 parts, the same for every viewer. With `part`, the products of that part with their versions. So a copy
/// is checked with one request, and what is wrong with it found with one for each part that differs.
#[utoipa::path(
    get,
    path = "/api/v2/catalog/sections/{id}/product-digest",
    tag = "Changes",
    params(
        SectionInPath,
        ("part" = Option<u8>, Query, nullable = false, maximum = 255, description = "The part whose products are wanted."),
    ),
    responses((status = 200, description = "The digest, or the products of a part.", body = ProductDigest))
)]
async fn get_product_digest(request: Authenticated<GetProductDigest>) -> ApiResult {
    request.respond_shared().await
}

impl SharedRequest<V2> for GetProductDigest {
    fn body(&self, catalog: &Catalog, feed: &Feed) -> Result<Vec<u8>, ApiError> {
        let index = find_section(catalog, self.section)?;
        let changes_cursor = feed.sync_point(catalog, catalog.sections().id(index));
        let body = match self.part {
            Some(part) => digest_of_part(catalog, index, part, changes_cursor),
            None => digest_of_section(catalog, index, changes_cursor),
        };
        Ok(to_json(&body)?)
    }
}
