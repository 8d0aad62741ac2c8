//! Reads the requested products: one read of the store for all of them.

use super::requested::RequestedProducts;
use super::shape::ShownProduct;
use crate::v1_error::V1Error;
use catalog_app::catalog::DetailedCatalog;
use catalog_domain::ports::{PartSelection, ProductDetail};
use catalog_domain::pricing::Viewer;
use catalog_index::Catalog;
use http_common::HttpState;
use std::sync::{Arc, LazyLock};

/// A catalog, and the wanted parts of the requested products that v1 shows.
pub(crate) type ReadProducts = DetailedCatalog<()>;

/// Reads the `wanted` parts of the products of `requested`, all of one revision. The store is not read when v1 shows
/// none of them.
pub(crate) async fn read_products(
    state: &HttpState,
    requested: &RequestedProducts,
    wanted: PartSelection,
) -> Result<ReadProducts, V1Error> {
    state
        .app
        .catalog
        .read_details(wanted, async |catalog: &Arc<Catalog>| {
            if wanted == PartSelection::NONE {
                return Ok(((), Vec::new()));
            }
            let products = requested.find(catalog.v1());
            Ok(((), products.into_iter().map(|product| product.stock_number().into()).collect()))
        })
        .await
}

/// The products that were read, in the requested order.
pub(crate) fn shown<'a>(
    found: &'a ReadProducts,
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
