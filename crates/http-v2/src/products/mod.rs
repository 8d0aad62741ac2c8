//! Products by stock number (`docs/contract.md#product-routes`).

mod get_product;
mod list_products;
mod render;

pub(crate) use get_product::*;
pub(crate) use list_products::*;
pub(crate) use render::{RenderedProducts, Selection, render_products};

use crate::api_error::ApiError;
use catalog_domain::catalog::{Catalog, PublicProduct};

/// The public product with that stock number.
fn find_product<'a>(catalog: &'a Catalog, stock_number: &str) -> Result<PublicProduct<'a>, ApiError> {
    catalog.product(stock_number).ok_or(ApiError::ProductNotFound)
}
