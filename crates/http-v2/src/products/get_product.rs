//! `GET /api/v2/products/:stockNumber`.

use super::find_product;
use crate::api_error::ApiError;
use crate::bodies::{ProductBody, ProductView};
use crate::extract::Admitted;
use crate::openapi::{ProductErrors, ProductPartName, StockNumberText};
use crate::params::GetProduct;
use actix_web::{HttpResponse, web};
use http_common::{DetailedCatalog, Empty, Envelope, Services, read_details};

/// Get a product
///
/// The configurator needs the right to it.
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
    request: Admitted<GetProduct>,
    services: web::Data<Services>,
) -> Result<HttpResponse, ApiError> {
    let GetProduct { stock_number, parts } = &request.parameters;
    let viewer = &request.caller.viewer;
    parts.permit(viewer)?;
    if let Some(unchanged) = request.unchanged(&services.catalog.current()) {
        return Ok(unchanged);
    }
    let DetailedCatalog { catalog, details } = read_details(&services, parts.stored, |catalog| {
        Ok(vec![find_product(catalog, stock_number)?.product.stock_number.clone()])
    })
    .await?;
    let view = ProductView { catalog: &catalog, viewer, parts: *parts };
    let product = find_product(&catalog, stock_number)?;
    request.found(&catalog, &ProductBody::new(view, product, details.first()))
}
