//! `GET /api/v2/products/:stockNumber`.

use crate::api_error::ApiError;
use crate::bodies::ProductBody;
use crate::extract::Admitted;
use crate::openapi::ProductErrors;
use crate::params::GetProduct;
use actix_web::{HttpResponse, web};
use http_common::{Empty, Envelope, Services};

/// Get a product
#[utoipa::path(
    get,
    path = "/api/v2/products/{stockNumber}",
    tag = "Products",
    security(("accessToken" = [])),
    params(
        ("stockNumber" = String, Path, description = "The stock number, percent-encoded.", min_length = 1,
            max_length = 64, example = "PMP-1000"),
    ),
    responses(
        (status = 200, description = "The product.", body = inline(Envelope<ProductBody<'_>, Empty>)),
        ProductErrors,
    )
)]
pub(crate) async fn get_product(
    request: Admitted<GetProduct>,
    services: web::Data<Services>,
) -> Result<HttpResponse, ApiError> {
    let catalog = services.catalog.current();
    request.answer(&catalog, || {
        let product = catalog.product(&request.parameters.stock_number).ok_or(ApiError::ProductNotFound)?;
        Ok(ProductBody::new(&catalog, product, &request.caller.viewer))
    })
}
