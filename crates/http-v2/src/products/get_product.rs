//! `GET /api/v2/products/:stockNumber`.

use super::render::{RenderedProducts, Selection, render_products};
use crate::api_error::ApiError;
use crate::bodies::ProductBody;
use crate::extract::Authenticated;
use crate::find::find_product;
use crate::params::GetProduct;
use crate::schemas::{ProductErrors, ProductPartName, StockNumberText};
use actix_web::{HttpResponse, web};
use http_common::Services;
use http_common::cache::CachePolicy;
use http_common::json::{Empty, Envelope, SUCCESS_TAIL};
use http_common::runtime::Effort;

/// Get a product
///
/// The configurator requires permission.
#[utoipa::path(
    get,
    path = "/api/v2/products/{stockNumber}",
    tag = "Products",
    security(("accessToken" = [])),
    params(
        ("stockNumber" = inline(StockNumberText), Path, description = "The stock number, percent-encoded as a whole.",
            example = "PMP-1000"),
        ("include" = inline(Option<Vec<ProductPartName>>), Query, description = "Parts to add.",
            style = Form, explode = false, nullable = false),
    ),
    responses(
        (status = 200, description = "The product.", body = inline(Envelope<ProductBody<'_>, Empty>)),
        ProductErrors,
    )
)]
pub(crate) async fn get_product(
    request: Authenticated<GetProduct>,
    services: web::Data<Services>,
) -> Result<HttpResponse, ApiError> {
    let GetProduct { stock_number, parts } = &request.parameters;
    parts.permit(&request.caller.viewer)?;
    let context = request.response_context(&services, services.catalog.current());
    if let Some(response) = request.cached_response(&services, &context) {
        return Ok(response);
    }
    let stock_number = stock_number.clone();
    let shown = render_products(&request, &services, context, (*parts, "", Effort::Short), move |catalog| {
        Ok(Selection { products: vec![find_product(catalog, &stock_number)?], about: () })
    });
    let RenderedProducts { context, products, .. } = shown.await?;
    let mut body = products.into_text();
    body.raw(SUCCESS_TAIL);
    let body = services.work_for(request.caller.requester()).hold(body.into_bytes());
    request.respond(&services, &context, body, CachePolicy::Bypass).await
}
