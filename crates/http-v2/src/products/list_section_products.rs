//! `GET /api/v2/catalog/sections/:id/products`.

use super::list_page::{WrittenList, respond_page};
use crate::api_error::ApiResult;
use crate::bodies::{PageContent, product_page};
use crate::endpoint::{Endpoint, endpoint};
use crate::params::{ListSectionProducts, PageOfList, SectionInPath, SectionList};
use crate::response::Authenticated;
use crate::schemas::failures::NO_SECTION;
use catalog_documents::ProductPage;
use catalog_domain::catalog::ProductQuery;
use catalog_index::Catalog;
use http_common::HttpState;
use http_common::params::OfSection;

pub(super) fn endpoint() -> Endpoint {
    endpoint!(list_section_products).of_catalog().paged().fails_with(&[NO_SECTION])
}

/// List the products of a section
///
/// A page of the section's public products as they are now. Different filters combine with AND. Removed and moved
/// products are not reported here. The `Link` header has the addresses of the first, previous, next and last page.
#[utoipa::path(
    get,
    path = "/api/v2/catalog/sections/{id}/products",
    tag = "Products",
    params(SectionInPath, SectionList, PageOfList),
    responses((status = 200, description = "A page of products.", body = ProductPage<'_>))
)]
pub(crate) async fn list_section_products(request: Authenticated<ListSectionProducts>) -> ApiResult {
    respond_page(&request).await
}

impl WrittenList for OfSection {
    fn page(
        state: &HttpState,
        catalog: &Catalog,
        query: &ProductQuery,
        content: PageContent,
    ) -> Option<serde_json::Result<Vec<u8>>> {
        let section = query.section?;
        let changes_cursor = state.app.feed.sync_point(catalog, section);
        Some(product_page((section, query), changes_cursor, content))
    }
}
