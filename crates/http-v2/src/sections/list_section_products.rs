//! `GET /api/v2/catalog/sections/:id/products`.

use crate::api_error::ApiError;
use crate::bodies::{LIST_HEAD, ProductPageBody};
use crate::changes::sync_point;
use crate::extract::Authenticated;
use crate::params::ListSectionProducts;
use crate::products::{RenderedProducts, Selection, render_products};
use crate::response::ResponseContext;
use crate::schemas::{
    FilterChoiceText, ListedId, PageSizeNumber, PositiveNumber, ProductListPartName, ScopeName, SectionErrors,
    SectionIdText, SortName,
};
use actix_web::{HttpResponse, web};
use catalog_domain::catalog::{Catalog, ProductQuery};
use catalog_domain::ports::PartSelection;
use catalog_domain::pricing::Viewer;
use http_common::Services;
use http_common::cache::{CachePolicy, EntityTag, ResponseCache, ViewKey};
use http_common::json::{Empty, Envelope};
use http_common::runtime::Effort;
use std::sync::Arc;

/// List the products of a section
///
/// A page of the section's public products as they are now. Different filters combine with AND. Removed and moved
/// products are not reported here.
#[utoipa::path(
    get,
    path = "/api/v2/catalog/sections/{id}/products",
    tag = "Products",
    security(("accessToken" = [])),
    params(
        ("id" = inline(SectionIdText), Path, description = "The public section id.", example = "1042"),
        ("scope" = inline(Option<ScopeName>), Query, nullable = false, description = "`subtree` (default): unique \
            products of the section and all sections below it; `direct`: only those linked directly."),
        ("vendor" = inline(Option<Vec<ListedId>>), Query, style = Form, explode = false, min_items = 1,
            max_items = 500,
            nullable = false, description = "Public vendor ids; several combine with OR."),
        ("available" = Option<bool>, Query, nullable = false,
            description = "Positive stock on at least one warehouse, or none."),
        ("sale" = Option<bool>, Query, nullable = false, description = "The sale flag."),
        ("hasPrice" = Option<bool>, Query, nullable = false, description = "Whether a retail, personal or valid sale \
            price is available to the caller; a price on request never is."),
        ("filter" = inline(Option<Vec<FilterChoiceText>>), Query, style = Form, explode = true, max_items = 500,
            nullable = false, description = "A value of a section filter as `<uid>:<key>`; repeatable. Keys of one filter combine with \
                OR, different filters with AND."),
        ("sort" = inline(Option<SortName>), Query, nullable = false,
            description = "The order; `name` by default. `-contentUpdatedAt` is newest first."),
        ("page" = inline(Option<PositiveNumber>), Query, nullable = false,
            description = "Counted from 1 (default). A page beyond the last is empty."),
        ("pageSize" = inline(Option<PageSizeNumber>), Query, nullable = false, description = "Products on a page."),
        ("include" = inline(Option<Vec<ProductListPartName>>), Query, description = "Parts to add to each product.",
            style = Form, explode = false, nullable = false),
    ),
    responses(
        (status = 200, description = "A page of products.", body = inline(Envelope<ProductPageBody, Empty>)),
        SectionErrors,
    )
)]
pub(crate) async fn list_section_products(
    request: Authenticated<ListSectionProducts>,
    services: web::Data<Services>,
) -> Result<HttpResponse, ApiError> {
    let context = request.response_context(&services, services.catalog.current());
    if let Some(response) = request.cached_response(&services, &context) {
        return Ok(response);
    }
    let ListSectionProducts { query, parts } = &request.parameters;
    let query = query.as_ref().ok_or(ApiError::SectionNotFound)?;
    let (count, has_stored_parts) = (query.page.size as usize, parts.stored != PartSelection::NONE);
    let viewer = request.caller.viewer.clone();
    let effort = Effort::of_products(count, has_stored_parts).max(effort_of_finding(&context, &services, query));
    let bytes = Effort::bytes_of_products(count, has_stored_parts);
    let begun = services.work_for(request.caller.requester()).begin(effort, bytes).await?;
    let (requested, searched) = (query.clone(), services.clone());
    let shown = render_products(&request, &services, context, (*parts, LIST_HEAD, effort), move |catalog| {
        find_page(catalog, &requested, &viewer, &searched.cache)
    });
    let RenderedProducts { context, products, about: total } = shown.await?;
    let changes_cursor = sync_point(&services, &context.catalog, query.section);
    let body = ProductPageBody::new(query, products, total, changes_cursor).into_json().map_err(ApiError::internal)?;
    request.respond(&services, &context, begun.hold(body), CachePolicy::Bypass).await
}

/// The effort of selecting the products of a list.
fn effort_of_finding(context: &ResponseContext, services: &Services, query: &ProductQuery) -> Effort {
    let query = context.catalog.known_query(query);
    let is_known = || services.cache.selection(EntityTag::of_response(context.view, query.list())).is_some();
    if query.is_filtered() && !is_known() { Effort::Long } else { Effort::Short }
}

/// The page's products, and the number of products in the whole list.
fn find_page<'a>(
    catalog: &'a Catalog,
    query: &ProductQuery,
    viewer: &Viewer,
    cached: &ResponseCache,
) -> Result<Selection<'a, u64>, ApiError> {
    let query = &*catalog.known_query(query);
    let page = if query.is_filtered() {
        // Clients that page through a list request its next page soon.
        let list = EntityTag::of_response(ViewKey::of(catalog, viewer), query.list());
        let selection = cached.selection(list).or_else(|| {
            let selection = Arc::new(catalog.select_products(query, viewer)?.into_cacheable());
            cached.cache_selection(list, Arc::clone(&selection));
            Some(selection)
        });
        selection.map(|selection| catalog.page_of_selection(&selection, query))
    } else {
        catalog.section_products(query, viewer)
    };
    let page = page.ok_or(ApiError::SectionNotFound)?;
    Ok(Selection { products: page.products, about: page.total })
}
