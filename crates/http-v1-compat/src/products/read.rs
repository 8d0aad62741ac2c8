//! Reads products: one read of the store for all of them; and the response with one product.

use super::shape::{ProductShape, ShownProduct};
use crate::params::items::GetItem;
use crate::v1_envelope::{ITEM_NOT_FOUND, absent, success, success_with_message};
use crate::v1_error::{V1Error, V1Result};
use crate::v1_request::V1Request;
use catalog_app::catalog::DetailedCatalog;
use catalog_domain::ports::{PartSelection, ProductDetail};
use catalog_domain::pricing::Viewer;
use catalog_domain::values::SourceId;
use catalog_index::Catalog;
use http_common::HttpState;
use std::sync::{Arc, LazyLock};

/// Reads the `wanted` parts of the products with these ids that v1 shows, all of one revision. The store is not read
/// when it shows none of them.
pub(crate) async fn read_products(
    state: &HttpState,
    ids: &[SourceId],
    wanted: PartSelection,
) -> Result<DetailedCatalog<()>, V1Error> {
    let find = async |catalog: &Arc<Catalog>| Ok(((), unread(catalog, ids, wanted)));
    state.app.catalog.read_details(wanted, find).await
}

/// The stock numbers of the products with these ids that v1 shows, in that order; none when no part is wanted.
pub(crate) fn unread(catalog: &Catalog, ids: &[SourceId], wanted: PartSelection) -> Vec<Box<str>> {
    let ids = if wanted == PartSelection::NONE { &[] } else { ids };
    catalog.v1().products(ids).map(|product| product.stock_number().into()).collect()
}

/// The products with these ids that v1 shows, in that order, with the details that were read of them: none at all when
/// no part was wanted.
pub(crate) fn shown<'a>(
    (catalog, details): (&'a Catalog, &'a [ProductDetail]),
    ids: &[SourceId],
    viewer: &'a Viewer,
) -> impl Iterator<Item = ShownProduct<'a>> {
    static NOTHING: LazyLock<ProductDetail> = LazyLock::new(ProductDetail::default);
    let details = details.iter().chain(std::iter::repeat(&*NOTHING));
    let shown = move |(product, detail)| ShownProduct { catalog, product, detail, viewer };
    catalog.v1().products(ids).zip(details).map(shown)
}

/// The placeholder of a product that does not exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Absent {
    /// `{}`
    EmptyObject,
    /// `[]`
    EmptyArray,
}

/// Responds with one product; with the placeholder and a message when v1 shows no product of that id.
pub(crate) async fn respond_single<S: ProductShape>(
    request: &V1Request<GetItem>,
    shape: S,
    otherwise: Absent,
) -> V1Result {
    let id = request.parameters.id.as_slice();
    let found = read_products(&request.state, id, shape.wanted()).await?;
    match (shown((&found.catalog, &found.details), id, &request.caller.viewer).next(), otherwise) {
        (Some(item), _) => success(&shape.body(item)),
        (None, Absent::EmptyObject) => absent(ITEM_NOT_FOUND),
        (None, Absent::EmptyArray) => success_with_message::<[(); 0]>(&[], ITEM_NOT_FOUND),
    }
}
