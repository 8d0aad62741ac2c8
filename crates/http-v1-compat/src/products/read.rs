//! Reads the requested products: one read of the store for all of them.

use super::requested::RequestedProducts;
use super::shape::ShownProduct;
use crate::v1_error::V1Error;
use catalog_domain::catalog::Catalog;
use catalog_domain::ports::{PartSelection, ProductDetail};
use catalog_domain::pricing::Viewer;
use http_common::Services;
use http_common::catalog::{DetailedCatalog, DetailsError, read_details};
use std::sync::LazyLock;

/// The products of `requested` with the `wanted` parts, all of one revision; `None`, without reading the store, when v1
/// shows none of them.
pub(crate) async fn read_products(
    services: &Services,
    requested: &RequestedProducts,
    wanted: PartSelection,
) -> Result<Option<DetailedCatalog>, V1Error> {
    let stock_numbers = |catalog: &Catalog| {
        let products = requested.find(catalog.v1());
        let numbers: Vec<Box<str>> = products.iter().map(|product| product.stock_number().into()).collect();
        if numbers.is_empty() { Err(NothingRequested) } else { Ok(numbers) }
    };
    match read_details(services, wanted, stock_numbers).await {
        Ok(found) => Ok(Some(found)),
        Err(DetailsError::Selection(NothingRequested)) => Ok(None),
        Err(DetailsError::Failure(failure)) => Err(failure.into()),
    }
}

/// The products that were read, in the requested order.
pub(crate) fn shown<'a>(
    found: &'a DetailedCatalog,
    requested: &RequestedProducts,
    viewer: &'a Viewer,
) -> impl Iterator<Item = ShownProduct<'a>> {
    static NOTHING: LazyLock<ProductDetail> = LazyLock::new(ProductDetail::default);
    let products = requested.find(found.catalog.v1());
    // Without a selected part there are no details at all.
    let details = found.details.iter().chain(std::iter::repeat(&*NOTHING));
    let shown = move |(product, detail)| ShownProduct { catalog: &found.catalog, product, detail, viewer };
    products.into_iter().zip(details).map(shown)
}

/// None of the products is shown by v1.
#[derive(Debug, thiserror::Error)]
#[error("none of the products is shown")]
struct NothingRequested;
