//! `GET /api/v2/products/search`.

use super::list_page::{WrittenList, respond_page};
use crate::api_error::ApiResult;
use crate::bodies::{PageContent, search_page};
use crate::endpoint::{Endpoint, endpoint};
use crate::params::{PageOfSearch, SearchList, SearchProducts};
use crate::response::Authenticated;
use crate::schemas::failures::NO_SECTION;
use catalog_documents::SearchPage;
use catalog_domain::catalog::ProductQuery;
use catalog_index::Catalog;
use http_common::HttpState;
use http_common::params::OfSearch;

pub(super) fn endpoint() -> Endpoint {
    endpoint!(search_products).of_catalog().paged().fails_with(&[NO_SECTION])
}

/// Search for products
///
/// A page of the public products that a text finds, of all sections or of one with all sections below it. All words of
/// the text have to be found: in stock number, name, full name, vendor or public filter values. Everything else is as
/// in the list of a section.
#[utoipa::path(
    get,
    path = "/api/v2/products/search",
    tag = "Products",
    params(SearchList, PageOfSearch),
    responses((status = 200, description = "A page of products.", body = SearchPage<'_>))
)]
pub(crate) async fn search_products(request: Authenticated<SearchProducts>) -> ApiResult {
    respond_page(&request).await
}

impl WrittenList for OfSearch {
    fn page(
        _: &HttpState,
        _: &Catalog,
        query: &ProductQuery,
        content: PageContent<'_>,
    ) -> Option<serde_json::Result<Vec<u8>>> {
        Some(search_page(query, content))
    }
}
