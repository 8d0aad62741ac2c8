//! `GET /api/v2/catalog/sections/:id/products`.

use crate::api_error::ApiError;
use crate::bodies::{ProductBody, ProductPageBody};
use crate::extract::Admitted;
use crate::openapi::SectionErrors;
use crate::params::ListSectionProducts;
use actix_web::{HttpResponse, web};
use http_common::{Empty, Envelope, Services};

/// List the products of a section
///
/// A page of the section's public products as they are now. Different filters combine with AND. Removed and moved
/// products are not told of here.
#[utoipa::path(
    get,
    path = "/api/v2/catalog/sections/{id}/products",
    tag = "Products",
    security(("accessToken" = [])),
    params(
        ("id" = String, Path, description = "The public section id.", pattern = "^(0|[1-9][0-9]*)$", example = "1042"),
        ("scope" = Option<String>, Query, description = "`subtree` (default): products of the section and all sections \
            below it; `direct`: only those linked directly.", nullable = false),
        ("vendor" = Option<Vec<String>>, Query, description = "Public vendor ids; several combine with OR.",
            style = Form, explode = false, min_items = 1, nullable = false),
        ("available" = Option<bool>, Query, description = "Positive stock on at least one warehouse, or none.",
            nullable = false),
        ("sale" = Option<bool>, Query, description = "The sale flag.", nullable = false),
        ("hasPrice" = Option<bool>, Query, description = "Whether a retail, personal or valid sale price is available \
            to the caller; prices on request never are.", nullable = false),
        ("sort" = Option<String>, Query, description = "The order: `name` (default), `-name`, `stockNumber` or \
            `-contentUpdatedAt` (newest first).", nullable = false),
        ("page" = Option<u64>, Query, description = "Counted from 1 (default).", minimum = 1,
            maximum = 9_007_199_254_740_991_u64, nullable = false),
        ("pageSize" = Option<u32>, Query, description = "Products on a page; 50 by default.", minimum = 1,
            maximum = 1000, nullable = false),
    ),
    responses(
        (status = 200, description = "A page of products.", body = inline(Envelope<ProductPageBody<'_>, Empty>)),
        SectionErrors,
    )
)]
pub(crate) async fn list_section_products(
    request: Admitted<ListSectionProducts>,
    services: web::Data<Services>,
) -> Result<HttpResponse, ApiError> {
    let catalog = services.catalog.current();
    let viewer = &request.caller.viewer;
    request.answer(&catalog, || {
        let query = request.parameters.query.as_ref().ok_or(ApiError::SectionNotFound)?;
        let page = catalog.section_products(query, viewer).ok_or(ApiError::SectionNotFound)?;
        let items = page.products.into_iter().map(|product| ProductBody::new(&catalog, product, viewer)).collect();
        Ok(ProductPageBody::new(query, items, page.total))
    })
}
