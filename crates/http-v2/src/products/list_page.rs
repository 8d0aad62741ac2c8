//! Pages of lists, with or without their facets.

use super::render::PublicProducts;
use crate::api_error::ApiError;
use crate::params::ProductParts;
use catalog_domain::catalog::{Facets, ProductQuery};
use http_common::HttpState;
use http_common::pipeline::ResponseContext;

/// The products of a page, with the facets of the list if they were asked for.
pub(crate) type ListedProducts = PublicProducts<Option<Facets>>;

/// The page that `query` asks for; `None` names no section that there can be.
pub(crate) async fn select_page(
    state: &HttpState,
    context: &ResponseContext,
    query: Option<&ProductQuery>,
    parts: ProductParts,
    has_facets: bool,
) -> Result<ListedProducts, ApiError> {
    let catalog = &context.catalog;
    let unknown = || ApiError::SectionNotFound(catalog.revision());
    let query = query.ok_or_else(unknown)?;
    let (page, facets) = if has_facets {
        let listed = state.app.catalog.list_with_facets(&context.caller, catalog, query).await?;
        listed.map(|(page, facets)| (page, Some(facets)))
    } else {
        state.app.catalog.list(&context.caller, catalog, query).await?.map(|page| (page, None))
    }
    .ok_or_else(unknown)?;
    Ok(PublicProducts::new(state, context, parts, page.ordinals, facets).of_page(page.total))
}
