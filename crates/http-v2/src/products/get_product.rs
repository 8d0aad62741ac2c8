//! `GET /api/v2/products/:stockNumber`.

use super::render::{ProductList, Selection};
use crate::api_error::ApiError;
use crate::bodies::ProductBody;
use crate::extract::Authenticated;
use crate::find::find_product;
use crate::params::GetProduct;
use crate::response::ResponseContext;
use crate::schemas::{ProductErrors, ProductPartName, StockNumberText};
use actix_web::{HttpResponse, web};
use catalog_index::Catalog;
use http_common::HttpState;
use http_common::json::{ProductListWriter, SUCCESS_TAIL};

/// Get a product
///
/// The configurator requires permission.
#[utoipa::path(
    get,
    path = "/api/v2/products/{stockNumber}",
    tag = "Products",
    security(("accessToken" = [])),
    params(
        ("stockNumber" = StockNumberText, Path, description = "The stock number, percent-encoded as a whole.",
            example = "PMP-002076"),
        ("include" = inline(Option<Vec<ProductPartName>>), Query, description = "Parts to add.",
            style = Form, explode = false, nullable = false),
    ),
    responses(
        (status = 200, description = "The product.", body = ProductBody<'_>),
        ProductErrors,
    )
)]
pub(crate) async fn get_product(
    request: Authenticated<GetProduct>,
    state: web::Data<HttpState>,
) -> Result<HttpResponse, ApiError> {
    let GetProduct { stock_number, parts } = &request.parameters;
    parts.permit(&request.caller.viewer)?;
    let list = ProductList { parts: *parts, head: "", count: 1 };
    let select = async |context: &ResponseContext| {
        let product = find_product(&context.catalog, stock_number)?;
        Ok(Selection { ordinals: vec![product.ordinal], about: () })
    };
    let finish = |_: &Catalog, product: ProductListWriter, ()| {
        let mut body = product.into_text();
        body.raw(SUCCESS_TAIL);
        Ok(body.into_bytes())
    };
    request.respond_products(&state, state.app.catalog.current(), list, select, finish).await
}
