//! `GET /api/v2/products/:stockNumber`.

use super::{Choice, Shown, find_product, show_products};
use crate::api_error::ApiError;
use crate::bodies::ProductBody;
use crate::extract::Admitted;
use crate::openapi::{ProductErrors, ProductPartName, StockNumberText};
use crate::params::GetProduct;
use actix_web::{HttpResponse, web};
use http_common::{Effort, Empty, Envelope, PlainBody, SUCCESS_TAIL, Services};

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
    parts.permit(&request.caller.viewer)?;
    let answering = request.begin(&services, services.catalog.current());
    if let Some(response) = request.at_hand(&services, &answering) {
        return Ok(response);
    }
    let stock_number = stock_number.clone();
    let shown = show_products(&request, &services, answering, (*parts, "", Effort::Short), move |catalog| {
        Ok(Choice { products: vec![find_product(catalog, &stock_number)?], about: () })
    });
    let Shown { answering, products, .. } = shown.await?;
    let mut body = products.into_text();
    body.json(SUCCESS_TAIL);
    request.finish(&services, &answering, services.answers.hold(body.into_bytes()), PlainBody::MadeAnew).await
}
