//! Products that are written at once: one read of the store for all of them.

use super::{ProductChoice, ProductShape, ShownProduct};
use crate::kept_answer::respond;
use crate::old_envelope::{ITEM_NOT_FOUND, absent, success, success_with_message};
use crate::old_error::OldError;
use crate::old_request::OldRequest;
use actix_web::HttpResponse;
use catalog_domain::catalog::Catalog;
use catalog_domain::identifiers::SourceId;
use catalog_domain::ports::{PartSelection, ProductDetail};
use catalog_domain::viewer::Viewer;
use http_common::{DetailedCatalog, DetailsError, FinishedBody, PlainBody, Services, read_details};
use std::fmt::Debug;
use std::sync::LazyLock;

/// What stands before the items of a list.
pub(super) const LIST_HEAD: &str = r#"{"status":true,"data":["#;

/// What stands after them.
pub(super) const LIST_TAIL: &str = r#"],"error":{},"message":""}"#;

/// Answers with the products of `choice` that exist, in the order asked. There are too many different lists to keep
/// them all; those that were compressed are kept.
pub(crate) async fn answer_list<P: Debug, S: ProductShape>(
    services: &Services,
    request: &OldRequest<P>,
    choice: &ProductChoice,
    shape: S,
) -> Result<HttpResponse, OldError> {
    let tag = |catalog: &Catalog| request.tag(catalog, std::any::type_name::<S>());
    if let Some(coding) = request.coding
        && let Some(kept) = services.kept.body(tag(&services.catalog.current()), Some(coding))
    {
        return Ok(respond(kept));
    }
    let Some(found) = read_products(services, choice, shape.wanted()).await? else {
        return success::<[(); 0]>(&[]);
    };
    let items = written(&found, choice, &request.caller.viewer, shape)?;
    let body = Vec::from(format!("{LIST_HEAD}{}{LIST_TAIL}", items.join(",")));
    if request.coding.is_none() {
        return Ok(respond(FinishedBody { bytes: body.into(), coding: None }));
    }
    Ok(respond(services.kept.finish(tag(&found.catalog), request.coding, body, PlainBody::MadeAnew).await))
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
    let found = read_products(services, &choice, shape.wanted()).await?;
    let item = found.as_ref().and_then(|found| shown(found, &choice, viewer).next());
    match (item, otherwise) {
        (Some(item), _) => success(&shape.body(item)),
        (None, Absent::EmptyObject) => absent(ITEM_NOT_FOUND),
        (None, Absent::EmptyArray) => success_with_message::<[(); 0]>(&[], ITEM_NOT_FOUND),
    }
}

/// The products of `choice`, each as JSON.
pub(super) fn written<S: ProductShape>(
    found: &DetailedCatalog,
    choice: &ProductChoice,
    viewer: &Viewer,
    shape: S,
) -> Result<Vec<String>, OldError> {
    let products = shown(found, choice, viewer);
    products.map(|product| serde_json::to_string(&shape.body(product)).map_err(OldError::internal)).collect()
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
