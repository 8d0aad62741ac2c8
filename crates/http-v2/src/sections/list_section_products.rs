//! `GET /api/v2/catalog/sections/:id/products`.

use crate::api_error::ApiError;
use crate::bodies::{LIST_HEAD, facets, product_page};
use crate::page_links::link_pages;
use crate::params::ListSectionProducts;
use crate::products::{ListedProducts, product_list, render, select_page};
use crate::response::{Authenticated, V2};
use crate::schemas::{
    FilterChoiceText, ListedId, PageSizeNumber, PositiveNumber, ProductPagePartName, ScopeName, SearchQueryText,
    SectionErrors, SectionIdText, SortName,
};
use actix_web::{HttpRequest, HttpResponse, web};
use catalog_documents::ProductPage;
use http_common::HttpState;
use http_common::pipeline::{
    FoundProducts, ListResponse, ProductList, ProductRequest, ResponseContext, SelectedProducts,
};

/// List the products of a section
///
/// A page of the section's public products as they are now. Different filters combine with AND. Removed and moved
/// products are not reported here. The `Link` header has the addresses of the first, previous, next and last page.
#[utoipa::path(
    get,
    path = "/api/v2/catalog/sections/{id}/products",
    tag = "Products",
    security(("accessToken" = [])),
    params(
        ("id" = SectionIdText, Path, description = "The public section id.", example = "1000"),
        ("scope" = inline(Option<ScopeName>), Query, nullable = false, description = "`subtree` (default): unique \
            products of the section and all sections below it; `direct`: only those linked directly."),
        ("q" = inline(Option<SearchQueryText>), Query, nullable = false, description = "What to search for: up to 10 \
            words, all of which have to be found."),
        ("vendor" = inline(Option<Vec<ListedId>>), Query, style = Form, explode = false, min_items = 1,
            max_items = 500,
            nullable = false, description = "Public vendor ids; several combine with OR."),
        ("available" = Option<bool>, Query, nullable = false,
            description = "Positive stock on at least one warehouse, or none."),
        ("sale" = Option<bool>, Query, nullable = false, description = "The sale flag."),
        ("hasPrice" = Option<bool>, Query, nullable = false, description = "Whether a retail, personal or valid sale \
            price is available to the caller; a price on request never is."),
        ("filter" = inline(Option<Vec<FilterChoiceText>>), Query, style = Form, explode = true, max_items = 500,
            nullable = false, description = "A value of a section filter as `<uid>:<key>`; repeatable. The key \
                may be empty, and both may contain colons. Keys of one filter combine with \
                OR, different filters with AND."),
        ("sort" = inline(Option<SortName>), Query, nullable = false,
            description = "The order; `name` by default. `-contentUpdatedAt` is newest first. `relevance` is for \
                searches only, and their default."),
        ("page" = inline(Option<PositiveNumber>), Query, nullable = false,
            description = "Counted from 1 (default). A page beyond the last is empty."),
        ("pageSize" = inline(Option<PageSizeNumber>), Query, nullable = false, description = "Products on a page."),
        ("include" = inline(Option<Vec<ProductPagePartName>>), Query, description = "Parts to add to each product, \
            and `facets`: the facets of the list.",
            style = Form, explode = false, nullable = false),
    ),
    responses(
        (status = 200, description = "A page of products.", body = ProductPage<'_>),
        SectionErrors,
    )
)]
pub(crate) async fn list_section_products(
    request: Authenticated<ListSectionProducts>,
    http_request: HttpRequest,
    state: web::Data<HttpState>,
) -> Result<HttpResponse, ApiError> {
    let ListResponse { mut response, total } = request.respond_products(&state).await?;
    if let Some((query, total)) = request.parameters.query.as_ref().zip(total) {
        link_pages(&mut response, &http_request, query.page, total);
    }
    Ok(response)
}

impl ProductRequest<V2> for ListSectionProducts {
    type Selection = ListedProducts;

    fn list(&self) -> ProductList {
        product_list(self.query.as_ref().map_or(0, |query| query.page.size as usize), self.parts)
    }

    async fn select(&self, state: &HttpState, context: &ResponseContext) -> Result<ListedProducts, ApiError> {
        select_page(state, context, self.query.as_ref(), self.parts, self.facets).await
    }

    fn write(&self, state: &HttpState, found: &FoundProducts<ListedProducts>) -> Result<Vec<u8>, ApiError> {
        let catalog = &found.context.catalog;
        let asked = self.query.as_ref().and_then(|query| Some((query.section?, query)));
        let (section, query) = asked.ok_or_else(|| ApiError::SectionNotFound(catalog.revision()))?;
        let products = render(LIST_HEAD, state, found)?;
        let changes_cursor = state.app.feed.sync_point(catalog, section);
        let facets = found.selection.about.as_ref().map(|about| facets(catalog, query, about));
        let total = found.selection.total().unwrap_or_default();
        let page = product_page((section, query), products, total, changes_cursor, facets.as_ref());
        page.map_err(ApiError::internal)
    }
}
