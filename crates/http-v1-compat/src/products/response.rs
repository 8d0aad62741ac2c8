//! Responses with products that are named one by one.

use super::read::{ReadProducts, read_products, shown};
use super::requested::RequestedProducts;
use super::shape::ProductShape;
use crate::cached_response::respond;
use crate::v1_envelope::{ITEM_NOT_FOUND, absent, success, success_with_message};
use crate::v1_error::V1Error;
use crate::v1_request::V1Request;
use actix_web::HttpResponse;
use catalog_app::runtime::Effort;
use catalog_domain::ports::PartSelection;
use catalog_domain::pricing::Viewer;
use catalog_domain::values::SourceId;
use catalog_index::Catalog;
use http_common::HttpState;
use http_common::cache::{CachePolicy, PlainBody};
use http_common::json::{ProductListWriter, SUCCESS_TAIL};
use std::sync::Arc;

/// Responds with the existing products of `requested`, in the requested order. Lists are cached as sent: v1 has no
/// conditional requests, and its clients repeat the same requests.
pub(crate) async fn respond_list<P, S: ProductShape>(
    state: &HttpState,
    request: &V1Request<P>,
    requested: &RequestedProducts,
    shape: S,
) -> Result<HttpResponse, V1Error> {
    // The key is the products found, so that unknown ids cause no other cache entry.
    let tag = |catalog: &Catalog| {
        let found: Vec<SourceId> = requested.find(catalog.v1()).iter().map(|product| product.source_id).collect();
        request.tag(catalog, (std::any::type_name::<S>(), shape, found))
    };
    let current = state.app.catalog.current();
    let current_tag = tag(&current);
    if let Some(cached) = state.cache.body(current_tag, request.coding) {
        return Ok(respond(cached));
    }
    let (work, has_stored_parts) =
        (state.app.work.of(request.caller.requester()), shape.wanted() != PartSelection::NONE);
    let effort = Effort::of_products(requested.len(), has_stored_parts);
    let names =
        requested.find(current.v1()).into_iter().map(|product| product.name().len() + product.full_name().len());
    let bytes = Effort::bytes_of_named(names, has_stored_parts);
    let begun = work.begin(effort, bytes).await?;
    let found = read_products(state, requested, shape.wanted()).await?;
    let found_tag = if Arc::ptr_eq(&found.catalog, &current) { current_tag } else { tag(&found.catalog) };
    let (requested, viewer) = (requested.clone(), request.caller.viewer.clone());
    let body = work.run(effort, move || list_body(&found, &requested, &viewer, shape)).await??;
    let body = PlainBody { body: begun.hold(body), policy: CachePolicy::Store, total: None };
    Ok(respond(state.cache.encode_and_store(work, found_tag, request.coding, body).await?))
}

fn list_body<S: ProductShape>(
    found: &ReadProducts,
    requested: &RequestedProducts,
    viewer: &Viewer,
    shape: S,
) -> Result<Vec<u8>, V1Error> {
    let mut items = ProductListWriter::new("[", requested.len());
    for item in shown(found, requested, viewer) {
        items.add(|json| shape.write(item, json).map_err(V1Error::internal))?;
    }
    let mut body = items.into_text();
    body.raw("]").raw(SUCCESS_TAIL);
    Ok(body.into_bytes())
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
    state: &HttpState,
    viewer: &Viewer,
    id: Option<SourceId>,
    shape: S,
    otherwise: Absent,
) -> Result<HttpResponse, V1Error> {
    let requested = RequestedProducts::BySourceId(id.into_iter().collect());
    let found = read_products(state, &requested, shape.wanted()).await?;
    match (shown(&found, &requested, viewer).next(), otherwise) {
        (Some(item), _) => success(&shape.body(item)),
        (None, Absent::EmptyObject) => absent(ITEM_NOT_FOUND),
        (None, Absent::EmptyArray) => success_with_message::<[(); 0]>(&[], ITEM_NOT_FOUND),
    }
}
