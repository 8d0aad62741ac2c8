//! `GET /api/v2/products`.

use super::render::{ProductList, ProductRequest, Selection};
use crate::api_error::ApiError;
use crate::bodies::{LIST_HEAD, ProductBatchBody};
use crate::extract::Authenticated;
use crate::params::ListProducts;
use crate::schemas::{BatchErrors, ListedStockNumber, ProductPartName};
use actix_web::{HttpResponse, web};
use catalog_app::App;
use catalog_app::callers::Caller;
use catalog_index::Catalog;
use http_common::HttpState;
use http_common::json::ProductListWriter;
use std::sync::Arc;

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
            max_items = 500, example = json!(["PMP-002076", "PMP-000582"]), description = "1 to 500 stock numbers. One that contains a comma cannot be requested here."),
        ("include" = inline(Option<Vec<ProductPartName>>), Query, description = "Parts to add to each product.",
            style = Form, explode = false, nullable = false),
    ),
    responses(
        (status = 200, description = "The products.", body = ProductBatchBody<'_>),
        BatchErrors,
    )
)]
pub(crate) async fn list_products(
    request: Authenticated<ListProducts>,
    state: web::Data<HttpState>,
) -> Result<HttpResponse, ApiError> {
    request.parameters.parts.permit(&request.caller.viewer)?;
    Ok(request.respond_products(&state).await?.response)
}

impl ProductRequest for ListProducts {
    /// What was found, by position.
    type About = Vec<Option<u32>>;

    fn list(&self) -> ProductList {
        ProductList { parts: self.parts, head: LIST_HEAD, count: self.stock_numbers.len() }
    }

    async fn select(&self, _: &App, _: &Caller, catalog: &Arc<Catalog>) -> Result<Selection<Self::About>, ApiError> {
        let found: Vec<Option<u32>> = catalog.find_products(&self.stock_numbers).collect();
        Ok(Selection { ordinals: found.iter().flatten().copied().collect(), about: found, total: None })
    }

    fn finish(
        &self,
        _: &App,
        _: &Catalog,
        products: ProductListWriter,
        found: Vec<Option<u32>>,
    ) -> Result<Vec<u8>, ApiError> {
        let missing = self.stock_numbers.iter().zip(found).filter(|(_, found)| found.is_none());
        let missing = missing.map(|(stock_number, _)| stock_number.as_str()).collect();
        ProductBatchBody::new(products, missing).into_json().map_err(ApiError::internal)
    }
}
