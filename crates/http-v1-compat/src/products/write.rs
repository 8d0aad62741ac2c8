//! Products that are written at once: one read of the store for all of them.

use super::{ProductChoice, ProductShape, ShownProduct};
use crate::old_envelope::{ITEM_NOT_FOUND, absent, success, success_with_message};
use crate::old_error::OldError;
use actix_web::HttpResponse;
use catalog_domain::catalog::Catalog;
use catalog_domain::identifiers::SourceId;
use catalog_domain::ports::{PartSelection, ProductDetail};
use catalog_domain::viewer::Viewer;
use http_common::{DetailedCatalog, DetailsError, Services, read_details};
use serde_json::value::RawValue;
use std::sync::LazyLock;

/// Answers with the products of `choice` that exist, in the order asked.
pub(crate) async fn answer_list<S: ProductShape>(
    services: &Services,
    viewer: &Viewer,
    choice: &ProductChoice,
    shape: S,
) -> Result<HttpResponse, OldError> {
    let items = written(services, viewer, choice, shape).await?;
    success(&raw(format!("[{}]", items.join(",")))?)
}

/// What stands in the place of a product that does not exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Absent {
    /// `{}`
    EmptyObject,
    /// `[]`
    EmptyArray,
}

/// Answers with one product; with nothing and a message when v1 shows no product of that id.
pub(crate) async fn answer_single<S: ProductShape>(
    services: &Services,
    viewer: &Viewer,
    id: Option<SourceId>,
    shape: S,
    otherwise: Absent,
) -> Result<HttpResponse, OldError> {
    let choice = ProductChoice::BySourceId(id.into_iter().collect());
    match (written(services, viewer, &choice, shape).await?.pop(), otherwise) {
        (Some(item), _) => success(&raw(item)?),
        (None, Absent::EmptyObject) => absent(ITEM_NOT_FOUND),
        (None, Absent::EmptyArray) => success_with_message::<[(); 0]>(&[], ITEM_NOT_FOUND),
    }
}

/// The products of `choice`, each as JSON.
pub(super) async fn written<S: ProductShape>(
    services: &Services,
    viewer: &Viewer,
    choice: &ProductChoice,
    shape: S,
) -> Result<Vec<String>, OldError> {
    let Some(found) = read_products(services, choice, shape.wanted()).await? else { return Ok(Vec::new()) };
    let shown = shown(&found, choice, viewer);
    shown.map(|product| serde_json::to_string(&shape.body(product)).map_err(OldError::internal)).collect()
}

/// The products of `choice` with the `wanted` parts, all of one revision; `None`, without asking a store, when v1 shows
/// none of them.
pub(crate) async fn read_products(
    services: &Services,
    choice: &ProductChoice,
    wanted: PartSelection,
) -> Result<Option<DetailedCatalog>, OldError> {
    let stock_numbers = |catalog: &Catalog| {
        let products = choice.find(catalog.legacy());
        let numbers: Vec<Box<str>> = products.into_iter().map(|product| product.stock_number.clone()).collect();
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
    products.into_iter().zip(details).map(move |(product, detail)| ShownProduct {
        catalog: &found.catalog,
        product,
        detail,
        viewer,
    })
}

/// None of the products is one that v1 shows.
#[derive(Debug, thiserror::Error)]
#[error("none of the products is shown")]
struct NothingChosen;

fn raw(json: String) -> Result<Box<RawValue>, OldError> {
    RawValue::from_string(json).map_err(OldError::internal)
}
