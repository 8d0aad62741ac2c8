//! `GET /api/v2/products`.

use crate::api_error::ApiError;
use crate::bodies::{ProductBatchBody, ProductBody, ProductView};
use crate::extract::Admitted;
use crate::openapi::{BatchErrors, ListedStockNumber, ProductPartName};
use crate::params::ListProducts;
use actix_web::{HttpResponse, web};
use catalog_domain::catalog::{Catalog, PublicProduct};
use http_common::{DetailedCatalog, Empty, Envelope, Services, read_details};

/// Get several products
///
/// For clients that keep a copy of the catalog: the products of the given stock numbers, in the order asked, and the
/// stock numbers that no public product has. The configurator needs the right to it.
#[utoipa::path(
    get,
    path = "/api/v2/products",
    tag = "Products",
    security(("accessToken" = [])),
    params(
        ("stockNumbers" = inline(Vec<ListedStockNumber>), Query, style = Form, explode = false, min_items = 1,
            max_items = 500, description = "1 to 500 stock numbers. One that contains a comma cannot be asked for here."),
        ("include" = inline(Option<Vec<ProductPartName>>), Query, description = "Parts to add to each product.",
            style = Form, explode = false, nullable = false),
    ),
    responses(
        (status = 200, description = "The products.", body = inline(Envelope<ProductBatchBody<'_>, Empty>)),
        BatchErrors,
    )
)]
pub(crate) async fn list_products(
    request: Admitted<ListProducts>,
    services: web::Data<Services>,
) -> Result<HttpResponse, ApiError> {
    let ListProducts { stock_numbers, parts } = &request.parameters;
    let viewer = &request.caller.viewer;
    parts.permit(viewer)?;
    if let Some(unchanged) = request.unchanged(&services.catalog.current()) {
        return Ok(unchanged);
    }
    let DetailedCatalog { catalog, details } = read_details(&services, parts.stored, |catalog| {
        Ok::<_, ApiError>(public(catalog, stock_numbers).map(|found| found.product.stock_number.clone()).collect())
    })
    .await?;
    let view = ProductView { catalog: &catalog, viewer, parts: *parts };
    let found = public(&catalog, stock_numbers).enumerate();
    let items = found.map(|(at, product)| ProductBody::new(view, product, details.get(at))).collect();
    let missing = stock_numbers.iter().map(String::as_str).filter(|text| catalog.product(text).is_none()).collect();
    request.found(&catalog, &ProductBatchBody::new(items, missing))
}

/// The public products among those asked for, in the order asked.
fn public<'a>(catalog: &'a Catalog, stock_numbers: &[String]) -> impl Iterator<Item = PublicProduct<'a>> {
    stock_numbers.iter().filter_map(|stock_number| catalog.product(stock_number))
}
