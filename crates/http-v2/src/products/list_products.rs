//! `GET /api/v2/products`.

use super::render::{PublicProducts, product_list, render};
use crate::api_error::{ApiError, ApiResult};
use crate::bodies::{LIST_HEAD, finish_list};
use crate::endpoint::{Endpoint, endpoint};
use crate::params::{ParameterReader, Parameters, ProductParts};
use crate::response::{Authenticated, V2};
use crate::schemas::failures::NO_CONFIGURATOR;
use crate::schemas::{ListedStockNumber, ProductPartName};
use catalog_documents::{ProductBatch, ProductBatchMeta};
use catalog_domain::products::is_stock_number;
use http_common::HttpState;
use http_common::pipeline::{FoundProducts, ProductList, ProductRequest, ResponseContext};

#[derive(Debug, Hash)]
struct ListProducts {
    /// 1 to [`http_common::request::MAXIMUM_LISTED`] stock numbers, each once, in the requested order.
    stock_numbers: Vec<String>,
    parts: ProductParts,
}

impl Parameters for ListProducts {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        let stock_numbers = reader.required_list("stockNumbers");
        if !stock_numbers.iter().all(|text| is_stock_number(text)) {
            reader.note("stockNumbers", "must be stock numbers of at most 64 characters");
        }
        Self { stock_numbers, parts: ProductParts::of_product(reader) }
    }
}

pub(super) fn endpoint() -> Endpoint {
    endpoint!(list_products).of_catalog().fails_with(&[NO_CONFIGURATOR])
}

/// Get several products
///
/// For clients that mirror the catalog: the products of the given stock numbers, in the requested order, and the stock
/// numbers that no public product has. The configurator requires permission.
#[utoipa::path(
    get,
    path = "/api/v2/products",
    tag = "Products",
    params(
        ("stockNumbers" = inline(Vec<ListedStockNumber>), Query, style = Form, explode = false, min_items = 1,
            max_items = 500, example = json!(["PMP-002076", "PMP-000582"]), description = "1 to 500 stock numbers. One that contains a comma cannot be requested here."),
        ("include" = inline(Option<Vec<ProductPartName>>), Query, description = "Parts to add to each product.",
            style = Form, explode = false, nullable = false),
    ),
    responses((status = 200, description = "The products.", body = ProductBatch<'_>))
)]
async fn list_products(request: Authenticated<ListProducts>) -> ApiResult {
    request.parameters.parts.permit(&request.caller.viewer)?;
    Ok(request.respond_products().await?.response)
}

impl ProductRequest<V2> for ListProducts {
    /// With what was found, by position.
    type Selection = PublicProducts<Vec<Option<u32>>>;

    fn list(&self) -> ProductList {
        product_list(self.stock_numbers.len(), self.parts)
    }

    async fn select(&self, state: &HttpState, context: &ResponseContext) -> Result<Self::Selection, ApiError> {
        let found: Vec<Option<u32>> = context.catalog.find_products(&self.stock_numbers).collect();
        let ordinals = found.iter().flatten().copied().collect();
        Ok(PublicProducts::new(state, context, self.parts, ordinals, found))
    }

    fn write(&self, state: &HttpState, found: &FoundProducts<Self::Selection>) -> Result<Vec<u8>, ApiError> {
        let products = render(LIST_HEAD, state, found)?;
        let missing = self.stock_numbers.iter().zip(&found.selection.about).filter(|(_, found)| found.is_none());
        let missing = missing.map(|(stock_number, _)| stock_number.as_str().to_owned()).collect();
        finish_list(products.into_text(), &ProductBatchMeta { missing }).map_err(ApiError::internal)
    }
}
