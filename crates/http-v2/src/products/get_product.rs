//! `GET /api/v2/products/:stockNumber`.

use super::render::{ProductList, ProductRequest, Selection};
use crate::api_error::ApiError;
use crate::bodies::ProductBody;
use crate::extract::Authenticated;
use crate::find::find_product;
use crate::params::GetProduct;
use crate::schemas::{ProductErrors, ProductPartName, StockNumberText};
use actix_web::{HttpResponse, web};
use catalog_app::App;
use catalog_app::callers::Caller;
use catalog_index::Catalog;
use http_common::HttpState;
use http_common::json::{ProductListWriter, SUCCESS_TAIL};
use std::sync::Arc;

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
    request.parameters.parts.permit(&request.caller.viewer)?;
    Ok(request.respond_products(&state).await?.response)
}

impl ProductRequest for GetProduct {
    type About = ();

    fn list(&self) -> ProductList {
        ProductList { parts: self.parts, head: "", count: 1 }
    }

    async fn select(&self, _: &App, _: &Caller, catalog: &Arc<Catalog>) -> Result<Selection<()>, ApiError> {
        let product = find_product(catalog, &self.stock_number)?;
        Ok(Selection { ordinals: vec![product.ordinal], about: (), total: None })
    }

    fn finish(&self, _: &App, _: &Catalog, product: ProductListWriter, (): ()) -> Result<Vec<u8>, ApiError> {
        let mut body = product.into_text();
        body.raw(SUCCESS_TAIL);
        Ok(body.into_bytes())
    }
}
