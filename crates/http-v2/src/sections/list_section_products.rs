//! `GET /api/v2/catalog/sections/:id/products`.

use crate::api_error::ApiError;
use crate::bodies::{ProductBody, ProductPageBody, ProductView};
use crate::changes::sync_point;
use crate::extract::Admitted;
use crate::openapi::{
    FilterChoiceText, ListedId, PageSizeNumber, PositiveNumber, ProductListPartName, ScopeName, SectionErrors,
    SectionIdText, SortName,
};
use crate::params::ListSectionProducts;
use actix_web::{HttpResponse, web};
use catalog_domain::catalog::{Catalog, ProductPage};
use catalog_domain::query::ProductQuery;
use catalog_domain::viewer::Viewer;
use http_common::{DetailedCatalog, Empty, Envelope, Services, read_details};

/// List the products of a section
///
/// A page of the section's public products as they are now. Different filters combine with AND. Removed and moved
/// products are not told of here.
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
            nullable = false, description = "Public vendor ids; several combine with OR."),
        ("available" = Option<bool>, Query, nullable = false,
            description = "Positive stock on at least one warehouse, or none."),
        ("sale" = Option<bool>, Query, nullable = false, description = "The sale flag."),
        ("hasPrice" = Option<bool>, Query, nullable = false, description = "Whether a retail, personal or valid sale \
            price is available to the caller; a price on request never is."),
        ("filter" = inline(Option<Vec<FilterChoiceText>>), Query, style = Form, explode = true, nullable = false,
            description = "A value of a section filter as `<uid>:<key>`; repeatable. Keys of one filter combine with \
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
        (status = 200, description = "A page of products.", body = inline(Envelope<ProductPageBody<'_>, Empty>)),
        SectionErrors,
    )
)]
pub(crate) async fn list_section_products(
    request: Admitted<ListSectionProducts>,
    services: web::Data<Services>,
) -> Result<HttpResponse, ApiError> {
    if let Some(unchanged) = request.unchanged(&services.catalog.current()) {
        return Ok(unchanged);
    }
    let ListSectionProducts { query, parts } = &request.parameters;
    let query = query.as_ref().ok_or(ApiError::SectionNotFound)?;
    let viewer = &request.caller.viewer;
    let DetailedCatalog { catalog, details } =
        read_details(&services, parts.stored, |catalog| Ok(stock_numbers(&find_page(catalog, query, viewer)?))).await?;
    let page = find_page(&catalog, query, viewer)?;
    let view = ProductView { catalog: &catalog, viewer, parts: *parts };
    let products = page.products.into_iter().enumerate();
    let items = products.map(|(at, product)| ProductBody::new(view, product, details.get(at))).collect();
    let changes_cursor = sync_point(&services, &catalog, query.section);
    request.found(&catalog, &ProductPageBody::new(query, items, page.total, changes_cursor))
}

fn find_page<'a>(catalog: &'a Catalog, query: &ProductQuery, viewer: &Viewer) -> Result<ProductPage<'a>, ApiError> {
    catalog.section_products(query, viewer).ok_or(ApiError::SectionNotFound)
}

fn stock_numbers(page: &ProductPage<'_>) -> Vec<Box<str>> {
    page.products.iter().map(|product| product.product.stock_number.clone()).collect()
}
