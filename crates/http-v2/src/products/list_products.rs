//! `GET /api/v2/products`.

use super::render::{RenderedProducts, Selection, render_products};
use crate::api_error::ApiError;
use crate::bodies::{LIST_HEAD, ProductBatchBody};
use crate::extract::Authenticated;
use crate::params::ListProducts;
use crate::schemas::{BatchErrors, ListedStockNumber, ProductPartName};
use actix_web::{HttpResponse, web};
use catalog_domain::catalog::{Catalog, PublicProduct};
use catalog_domain::ports::PartSelection;
use http_common::Services;
use http_common::cache::CachePolicy;
use http_common::json::{Empty, Envelope};
use http_common::runtime::Effort;

/// Get several products
///
/// For clients that mirror the catalog: the products of the given stock numbers, in the requested order, and the stock
/// numbers that no public product has. The configurator requires permission.
#[utoipa::path(
    get,
    path = "/api/v2/products",
    tag = "Products",
    security(("accessToken" = [])),
    params(
        ("stockNumbers" = inline(Vec<ListedStockNumber>), Query, style = Form, explode = false, min_items = 1,
            max_items = 500, description = "1 to 500 stock numbers. One that contains a comma cannot be requested here."),
        ("include" = inline(Option<Vec<ProductPartName>>), Query, description = "Parts to add to each product.",
            style = Form, explode = false, nullable = false),
    ),
    responses(
        (status = 200, description = "The products.", body = inline(Envelope<ProductBatchBody<'_>, Empty>)),
        BatchErrors,
    )
)]
pub(crate) async fn list_products(
    request: Authenticated<ListProducts>,
    services: web::Data<Services>,
) -> Result<HttpResponse, ApiError> {
    let ListProducts { stock_numbers, parts } = &request.parameters;
    parts.permit(&request.caller.viewer)?;
    let context = request.response_context(&services, services.catalog.current());
    if let Some(response) = request.cached_response(&services, &context) {
        return Ok(response);
    }
    let (count, has_stored_parts) = (stock_numbers.len(), parts.stored != PartSelection::NONE);
    let effort = Effort::of_products(count, has_stored_parts);
    let bytes = Effort::bytes_of_products(count, has_stored_parts);
    let begun = services.work_for(request.caller.requester()).begin(effort, bytes).await?;
    let requested = stock_numbers.clone();
    let shown = render_products(&request, &services, context, (*parts, LIST_HEAD, effort), move |catalog| {
        Ok(Selection { products: public(catalog, &requested).collect(), about: () })
    });
    let RenderedProducts { context, products, .. } = shown.await?;
    let is_missing = |text: &&str| context.catalog.product(text).is_none();
    let missing = stock_numbers.iter().map(String::as_str).filter(is_missing).collect();
    let body = ProductBatchBody::new(products, missing).into_json().map_err(ApiError::internal)?;
    request.respond(&services, &context, begun.hold(body), CachePolicy::Bypass).await
}

/// The public products among the requested ones, in the requested order.
fn public<'a>(catalog: &'a Catalog, stock_numbers: &[String]) -> impl Iterator<Item = PublicProduct<'a>> {
    stock_numbers.iter().filter_map(|stock_number| catalog.product(stock_number))
}
