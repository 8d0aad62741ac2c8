//! `GET /api/v2/products/:stockNumber`.

use super::render::{PublicProducts, product_list, render};
use crate::api_error::{ApiError, ApiResult};
use crate::endpoint::{Endpoint, endpoint};
use crate::find::find_product;
use crate::params::{ParameterReader, Parameters, ProductParts};
use crate::response::{Authenticated, V2};
use crate::schemas::failures::{NO_CONFIGURATOR, NO_PRODUCT, TOO_MANY};
use crate::schemas::{ProductPartName, StockNumberText};
use catalog_documents::Product;
use http_common::HttpState;
use http_common::json::SUCCESS_TAIL;
use http_common::pipeline::{FoundProducts, ProductList, ProductRequest, ResponseContext};

#[derive(Debug, Hash)]
pub(crate) struct GetProduct {
    stock_number: String,
    parts: ProductParts,
}

impl Parameters for GetProduct {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        Self { stock_number: reader.stock_number(), parts: ProductParts::of_product(reader) }
    }
}

pub(super) fn endpoint() -> Endpoint {
    endpoint!(get_product).of_catalog().fails_instead_with(&[TOO_MANY]).fails_with(&[NO_CONFIGURATOR, NO_PRODUCT])
}

/// Get a product
///
/// The configurator requires permission.
#[utoipa::path(
    get,
    path = "/api/v2/products/{stockNumber}",
    tag = "Products",
    params(
        ("stockNumber" = StockNumberText, Path, description = "The stock number, percent-encoded as a whole.",
            example = "PMP-002076"),
        ("include" = inline(Option<Vec<ProductPartName>>), Query, description = "Parts to add.",
            style = Form, explode = false, nullable = false),
    ),
    responses((status = 200, description = "The product.", body = Product<'_>))
)]
pub(crate) async fn get_product(request: Authenticated<GetProduct>) -> ApiResult {
    request.parameters.parts.permit(&request.caller.viewer)?;
    Ok(request.respond_products().await?.response)
}

impl ProductRequest<V2> for GetProduct {
    type Selection = PublicProducts<()>;

    fn list(&self) -> ProductList {
        product_list(1, self.parts)
    }

    async fn select(&self, state: &HttpState, context: &ResponseContext) -> Result<PublicProducts<()>, ApiError> {
        let product = find_product(&context.catalog, &self.stock_number)?;
        Ok(PublicProducts::new(state, context, self.parts, vec![product.ordinal], ()))
    }

    fn write(&self, state: &HttpState, found: &FoundProducts<PublicProducts<()>>) -> Result<Vec<u8>, ApiError> {
        let mut body = render("", state, found)?.into_text();
        body.raw(SUCCESS_TAIL);
        Ok(body.into_bytes())
    }
}
