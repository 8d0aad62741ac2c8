//! Pages of lists, with or without their facets, and with links to the other pages.

use super::render::{PublicProducts, product_list, render};
use crate::api_error::{ApiError, ApiResult};
use crate::bodies::{LIST_HEAD, PageContent, facets, matching_sections, suggestion};
use crate::page_links::link_pages;
use crate::response::{Authenticated, V2};
use catalog_domain::catalog::{Facets, ProductQuery};
use catalog_domain::search::Suggestion;
use catalog_domain::values::SectionId;
use catalog_index::Catalog;
use http_common::HttpState;
use http_common::params::{ListPage, ProductListKind};
use http_common::pipeline::{
    FoundProducts, ListResponse, ProductList, ProductRequest, ResponseContext, SelectedProducts,
};

/// What a page has besides products, where it was asked for.
#[derive(Default)]
pub(crate) struct Extras {
    facets: Option<Facets>,
    /// What to search for instead, if there is something; only where nothing was found.
    suggestion: Option<Option<Suggestion>>,
    matching_sections: Option<Vec<(SectionId, u64)>>,
}

/// How the pages of a list are written.
pub(super) trait WrittenList: ProductListKind {
    /// The page of `query` as JSON; `None` where the query names no section that there can be.
    fn page(
        state: &HttpState,
        catalog: &Catalog,
        query: &ProductQuery,
        content: PageContent<'_>,
    ) -> Option<serde_json::Result<Vec<u8>>>;
}

pub(super) async fn respond_page<L: WrittenList>(request: &Authenticated<ListPage<L>>) -> ApiResult {
    let ListResponse { mut response, total } = request.respond_products().await?;
    if let Some((query, total)) = request.parameters.query.as_ref().zip(total) {
        link_pages(&mut response, &request.http, query.page, total);
    }
    Ok(response)
}

impl<L: WrittenList> ProductRequest<V2> for ListPage<L> {
    type Selection = PublicProducts<Extras>;

    fn list(&self) -> ProductList {
        product_list(self.query.as_ref().map_or(0, |query| query.page.size as usize), self.parts)
    }

    async fn select(&self, state: &HttpState, context: &ResponseContext) -> Result<Self::Selection, ApiError> {
        let catalog = &context.catalog;
        let unknown = || ApiError::SectionNotFound(catalog.revision());
        let query = self.query.as_ref().ok_or_else(unknown)?;
        let (reads, caller) = (&state.app.catalog, &context.caller);
        let (page, facets) = if self.facets {
            let listed = reads.list_with_facets(caller, catalog, query).await?;
            listed.map(|(page, facets)| (page, Some(facets)))
        } else {
            reads.list(caller, catalog, query).await?.map(|page| (page, None))
        }
        .ok_or_else(unknown)?;
        let mut extras = Extras { facets, ..Extras::default() };
        if query.text.is_some() && page.total == 0 {
            extras.suggestion = Some(reads.suggestion(caller, catalog, query).await?);
        }
        if self.matching_sections {
            extras.matching_sections = Some(reads.matching_sections(caller, catalog, query).await?);
        }
        Ok(PublicProducts::new(state, context, self.parts, page.ordinals, extras).of_page(page.total))
    }

    fn write(&self, state: &HttpState, found: &FoundProducts<Self::Selection>) -> Result<Vec<u8>, ApiError> {
        let catalog = &found.context.catalog;
        let unknown = || ApiError::SectionNotFound(catalog.revision());
        let query = self.query.as_ref().ok_or_else(unknown)?;
        let about = &found.selection.about;
        let content = PageContent {
            products: render(LIST_HEAD, state, found)?,
            total: found.selection.total().unwrap_or_default(),
            facets: about.facets.as_ref().map(|found| facets(catalog, query, found)),
            suggestion: about.suggestion.as_ref().map(|found| found.as_ref().map(suggestion)),
            matching_sections: about.matching_sections.as_ref().map(|found| matching_sections(catalog, found)),
        };
        L::page(state, catalog, query, content).ok_or_else(unknown)?.map_err(ApiError::internal)
    }
}
