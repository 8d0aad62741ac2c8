//! Reads the products of a choice: one read of the store for all of them.

use super::{ProductChoice, ShownProduct};
use crate::old_error::OldError;
use catalog_domain::catalog::Catalog;
use catalog_domain::ports::{PartSelection, ProductDetail};
use catalog_domain::viewer::Viewer;
use http_common::{DetailedCatalog, DetailsError, Services, read_details};
use std::sync::LazyLock;

/// The products of `choice` with the `wanted` parts, all of one revision; `None`, without asking a store, when v1 shows
/// none of them.
pub(crate) async fn read_products(
    services: &Services,
    choice: &ProductChoice,
    wanted: PartSelection,
) -> Result<Option<DetailedCatalog>, OldError> {
    let stock_numbers = |catalog: &Catalog| {
        let products = choice.find(catalog.legacy());
        let numbers: Vec<Box<str>> = products.iter().map(|product| product.stock_number().into()).collect();
        if numbers.is_empty() { Err(NothingChosen) } else { Ok(numbers) }
    };
    match read_details(services, wanted, stock_numbers).await {
        Ok(found) => Ok(Some(found)),
        Err(DetailsError::Choice(NothingChosen)) => Ok(None),
        Err(DetailsError::Failure(failure)) => Err(failure.into()),
    }
}

/// The products that were read, in the order asked.
pub(crate) fn shown<'a>(
    found: &'a DetailedCatalog,
    choice: &ProductChoice,
    viewer: &'a Viewer,
) -> impl Iterator<Item = ShownProduct<'a>> {
    static NOTHING: LazyLock<ProductDetail> = LazyLock::new(ProductDetail::default);
    let products = choice.find(found.catalog.legacy());
    // Without a wanted part there are no details at all.
    let details = found.details.iter().chain(std::iter::repeat(&*NOTHING));
    let shown = move |(product, detail)| ShownProduct { catalog: &found.catalog, product, detail, viewer };
    products.into_iter().zip(details).map(shown)
}

/// None of the products is one that v1 shows.
#[derive(Debug, thiserror::Error)]
#[error("none of the products is shown")]
struct NothingChosen;
