//! `GET /api/v2/products/search`.

use super::list_page::{ListedProducts, select_page};
use super::render::{product_list, render};
use crate::api_error::ApiError;
use crate::bodies::{LIST_HEAD, facets, search_page};
use crate::page_links::link_pages;
use crate::params::SearchProducts;
use crate::response::{Authenticated, V2};
use crate::schemas::{
    FilterChoiceText, ListedId, PageSizeNumber, PositiveNumber, ProductPagePartName, SearchQueryText, SectionErrors,
    SectionIdText, SortName,
};
use actix_web::{HttpRequest, HttpResponse, web};
use catalog_documents::SearchPage;
use http_common::HttpState;
use http_common::pipeline::{
    FoundProducts, ListResponse, ProductList, ProductRequest, ResponseContext, SelectedProducts,
};

/// Search for products
///
/// A page of the public products that a text finds, of all sections or of one with all sections below it. All words of
/// the text have to be found: in stock number, name, full name, vendor or public filter values. Everything else is as
/// in the list of a section.
#[utoipa::path(
    get,
    path = "/api/v2/products/search",
    tag = "Products",
    security(("accessToken" = [])),
    params(
        ("q" = inline(SearchQueryText), Query, description = "What to search for: up to 10 words. A word with a digit is a \
            piece of a number, whatever signs stand in it; any other is the beginning of a word, or one with a typo.",
            example = "PMP-002076"),
        ("section" = Option<SectionIdText>, Query, nullable = false,
            description = "The public section to search in; without it, all public products are searched."),
        ("vendor" = inline(Option<Vec<ListedId>>), Query, style = Form, explode = false, min_items = 1,
            max_items = 500,
            nullable = false, description = "Public vendor ids; several combine with OR."),
        ("available" = Option<bool>, Query, nullable = false,
            description = "Positive stock on at least one warehouse, or none."),
        ("sale" = Option<bool>, Query, nullable = false, description = "The sale flag."),
        ("hasPrice" = Option<bool>, Query, nullable = false, description = "Whether a retail, personal or valid sale \
            price is available to the caller; a price on request never is."),
        ("filter" = inline(Option<Vec<FilterChoiceText>>), Query, style = Form, explode = true, max_items = 500,
            nullable = false, description = "A value of a filter as `<uid>:<key>`, of the section or, without one, of \
                any public section; repeatable. Keys of one filter combine with OR, different filters with AND."),
        ("sort" = inline(Option<SortName>), Query, nullable = false, description = "The order; `relevance` by default."),
        ("page" = inline(Option<PositiveNumber>), Query, nullable = false,
            description = "Counted from 1 (default). A page beyond the last is empty."),
        ("pageSize" = inline(Option<PageSizeNumber>), Query, nullable = false, description = "Products on a page."),
        ("include" = inline(Option<Vec<ProductPagePartName>>), Query, description = "Parts to add to each product, \
            and `facets`: the facets of the list.",
            style = Form, explode = false, nullable = false),
    ),
    responses(
        (status = 200, description = "A page of products.", body = SearchPage<'_>),
        SectionErrors,
    )
)]
pub(crate) async fn search_products(
    request: Authenticated<SearchProducts>,
    http_request: HttpRequest,
    state: web::Data<HttpState>,
) -> Result<HttpResponse, ApiError> {
    let ListResponse { mut response, total } = request.respond_products(&state).await?;
    if let Some((query, total)) = request.parameters.query.as_ref().zip(total) {
        link_pages(&mut response, &http_request, query.page, total);
    }
    Ok(response)
}

impl ProductRequest<V2> for SearchProducts {
    type Selection = ListedProducts;

    fn list(&self) -> ProductList {
        product_list(self.query.as_ref().map_or(0, |query| query.page.size as usize), self.parts)
    }

    async fn select(&self, state: &HttpState, context: &ResponseContext) -> Result<ListedProducts, ApiError> {
        select_page(state, context, self.query.as_ref(), self.parts, self.facets).await
    }

    fn write(&self, state: &HttpState, found: &FoundProducts<ListedProducts>) -> Result<Vec<u8>, ApiError> {
        let catalog = &found.context.catalog;
        let query = self.query.as_ref().ok_or_else(|| ApiError::SectionNotFound(catalog.revision()))?;
        let products = render(LIST_HEAD, state, found)?;
        let facets = found.selection.about.as_ref().map(|about| facets(catalog, query, about));
        let total = found.selection.total().unwrap_or_default();
        search_page(query, products, total, facets.as_ref()).map_err(ApiError::internal)
    }
}
