//! Pages of lists, with or without their facets, and with links to the other pages.

use super::render::{PublicProducts, product_list, render};
use crate::api_error::ApiError;
use crate::bodies::{LIST_HEAD, facets};
use crate::page_links::link_pages;
use crate::response::{Authenticated, V2};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use catalog_domain::catalog::{Facets, ProductQuery};
use catalog_index::Catalog;
use http_common::HttpState;
use http_common::json::ProductListWriter;
use http_common::params::{ListPage, ProductListKind};
use http_common::pipeline::{
    FoundProducts, ListResponse, ProductList, ProductRequest, ResponseContext, SelectedProducts,
};

/// What is on a page of a list.
pub(super) struct PageContent {
    pub(super) products: ProductListWriter,
    /// How many products the whole list has.
    pub(super) total: u64,
    pub(super) facets: Option<catalog_documents::Facets>,
}

/// How the pages of a list are written.
pub(super) trait WrittenList: ProductListKind {
    /// The page of `query` as JSON; `None` where the query names no section that there can be.
    fn page(
        state: &HttpState,
        catalog: &Catalog,
        query: &ProductQuery,
        content: PageContent,
    ) -> Option<serde_json::Result<Vec<u8>>>;
}

pub(super) async fn respond_page<L: WrittenList>(
    request: &Authenticated<ListPage<L>>,
    http_request: &HttpRequest,
    state: &Data<HttpState>,
) -> Result<HttpResponse, ApiError> {
    let ListResponse { mut response, total } = request.respond_products(state).await?;
    if let Some((query, total)) = request.parameters.query.as_ref().zip(total) {
        link_pages(&mut response, http_request, query.page, total);
    }
    Ok(response)
}

impl<L: WrittenList> ProductRequest<V2> for ListPage<L> {
    type Selection = PublicProducts<Option<Facets>>;

    fn list(&self) -> ProductList {
        product_list(self.query.as_ref().map_or(0, |query| query.page.size as usize), self.parts)
    }

    async fn select(&self, state: &HttpState, context: &ResponseContext) -> Result<Self::Selection, ApiError> {
        let catalog = &context.catalog;
        let unknown = || ApiError::SectionNotFound(catalog.revision());
        let query = self.query.as_ref().ok_or_else(unknown)?;
        let (page, facets) = if self.facets {
            let listed = state.app.catalog.list_with_facets(&context.caller, catalog, query).await?;
            listed.map(|(page, facets)| (page, Some(facets)))
        } else {
            state.app.catalog.list(&context.caller, catalog, query).await?.map(|page| (page, None))
        }
        .ok_or_else(unknown)?;
        Ok(PublicProducts::new(state, context, self.parts, page.ordinals, facets).of_page(page.total))
    }

    fn write(&self, state: &HttpState, found: &FoundProducts<Self::Selection>) -> Result<Vec<u8>, ApiError> {
        let catalog = &found.context.catalog;
        let unknown = || ApiError::SectionNotFound(catalog.revision());
        let query = self.query.as_ref().ok_or_else(unknown)?;
        let content = PageContent {
            products: render(LIST_HEAD, state, found)?,
            total: found.selection.total().unwrap_or_default(),
            facets: found.selection.about.as_ref().map(|about| facets(catalog, query, about)),
        };
        L::page(state, catalog, query, content).ok_or_else(unknown)?.map_err(ApiError::internal)
    }
}
