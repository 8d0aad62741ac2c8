//! All products of sections as one array, sent in chunks: however many there are, only a few hundred of them are in
//! memory.
//!
//! The products of the array, and their order, are fixed when the request comes. Each chunk is then read from the
//! catalog of that moment, so that a product's prices, stock and parts always belong together; a product that is no
//! longer shown by then is left out. The catalog itself is not held: a slow client must not keep an old one alive.

use super::read::{read_products, shown, unread};
use super::shape::ProductShape;
use crate::params::sections::ListItemsFrom;
use crate::requested_sections::found_sections;
use crate::v1_envelope::{JSON, SECTION_NOT_FOUND, success_with_message};
use crate::v1_error::{V1Error, V1Result};
use crate::v1_request::V1Request;
use actix_web::web::{Bytes, Data};
use actix_web::{HttpResponse, http::Method};
use catalog_app::callers::Caller;
use catalog_app::catalog::DetailedCatalog;
use catalog_app::runtime::{Effort, PRODUCTS_PER_CHUNK, WorkFor};
use catalog_domain::ports::PartSelection;
use catalog_domain::values::SourceId;
use catalog_index::Catalog;
use futures_util::stream::try_unfold;
use http_common::HttpState;
use http_common::json::{JsonWriter, SUCCESS_HEAD, SUCCESS_TAIL};
use http_common::pipeline::check_access;
use http_common::response::CHUNK_BYTES;
use std::sync::Arc;
use tracing::Instrument;

/// Responds with the products of the sections' subtrees, each once, in name order.
pub(crate) async fn respond_section_products<S: ProductShape>(
    request: &V1Request<ListItemsFrom>,
    shape: S,
) -> V1Result {
    let V1Request { caller, parameters, state, http, .. } = request;
    let work = state.app.work.of(caller.requester());
    let catalog = state.app.catalog.current();
    let (mut revision, mut pending) = (catalog.revision(), find_products(catalog, work, parameters).await?);
    let is_short = |count: usize| count <= PRODUCTS_PER_CHUNK;
    let count = pending.as_ref().map_or(0, Vec::len);
    let has_stored_parts = shape.wanted() != PartSelection::NONE;
    let effort = if is_short(count) { Effort::of_products(count, has_stored_parts) } else { Effort::Huge };
    let bytes = Effort::bytes_of_products(count.min(PRODUCTS_PER_CHUNK), has_stored_parts);
    let permit = work.acquire(effort, bytes).await?;
    // The first chunk is of the same revision as the list, and is built before anything is sent: an unavailable store
    // is then reported with a proper status.
    let select = async |catalog: &Arc<Catalog>| {
        if catalog.revision() != revision {
            (revision, pending) = (catalog.revision(), find_products(Arc::clone(catalog), work, parameters).await?);
        }
        let ids = pending.as_deref().unwrap_or_default();
        Ok::<_, V1Error>(((), unread(catalog, &ids[..ids.len().min(PRODUCTS_PER_CHUNK)], shape.wanted())))
    };
    let read = state.app.catalog.read_details(shape.wanted(), select).await?;
    let Some(pending) = pending else { return success_with_message::<[(); 0]>(&[], SECTION_NOT_FOUND) };
    let is_short = is_short(pending.len());
    let (state, caller, pending) = (state.clone(), caller.clone(), pending.into_iter());
    let mut list = PendingList { state, caller, shape, effort, pending, has_items: false, unsent: Bytes::new() };
    let mut first = JsonWriter::default();
    first.raw(SUCCESS_HEAD).raw("[");
    let ids = list.next_ids();
    let mut first = list.write_chunk(first, ids, read).await?;
    if http.method() == Method::HEAD {
        // The rest would be ignored.
        list.pending = Vec::new().into_iter();
    }
    if is_short {
        first.raw("]").raw(SUCCESS_TAIL);
        return Ok(HttpResponse::Ok().content_type(JSON).body(permit.track(first.into_bytes()).into_bytes()));
    }
    let span = tracing::Span::current();
    list.unsent = permit.track(first.into_bytes()).into_bytes();
    let parts = try_unfold(Some(list), move |list| next_part(list).instrument(span.clone()));
    Ok(HttpResponse::Ok().content_type(JSON).streaming(parts))
}

/// The ids of the requested products, in name order; `None` when no section was found.
async fn find_products(
    catalog: Arc<Catalog>,
    work: WorkFor<'_>,
    parameters: &ListItemsFrom,
) -> Result<Option<Vec<SourceId>>, V1Error> {
    let Some(sections) = found_sections(catalog.v1(), &parameters.sections) else { return Ok(None) };
    let (offset, limit) = (parameters.offset, parameters.limit);
    let find = move || {
        let products = catalog.v1().products_of(&sections).skip(offset).take(limit);
        products.map(|product| product.source_id).collect()
    };
    Ok(Some(work.run(Effort::Long, find).await?))
}

/// Products that have yet to be written.
struct PendingList<S> {
    state: Data<HttpState>,
    caller: Caller,
    shape: S,
    effort: Effort,
    pending: std::vec::IntoIter<SourceId>,
    /// Whether the array has an item already, so that the next one needs a comma.
    has_items: bool,
    /// The rest of the last chunk.
    unsent: Bytes,
}

impl<S: ProductShape> PendingList<S> {
    /// Makes the next chunk, which replaces the one that was sent.
    async fn read_chunk(&mut self) -> Result<(), V1Error> {
        let state = self.state.clone();
        let work = state.app.work.of(self.caller.requester());
        let _permit = work.permit(self.effort, 0).await;
        let ids = self.next_ids();
        let found = read_products(&state, &ids, self.shape.wanted()).await?;
        let chunk = self.write_chunk(JsonWriter::default(), ids, found).await?;
        self.unsent = work.track(chunk.into_bytes()).into_bytes();
        Ok(())
    }

    fn next_ids(&mut self) -> Vec<SourceId> {
        self.pending.by_ref().take(PRODUCTS_PER_CHUNK).collect()
    }

    /// Appends the next items of the array to `json`. They are not cached: clients of such long lists read everything,
    /// once.
    async fn write_chunk(
        &mut self,
        mut json: JsonWriter,
        ids: Vec<SourceId>,
        found: DetailedCatalog<()>,
    ) -> Result<JsonWriter, V1Error> {
        let work = self.state.app.work.of(self.caller.requester());
        let (viewer, shape, mut has_items) = (self.caller.viewer.clone(), self.shape, self.has_items);
        let write = move || {
            for product in shown((&found.catalog, &found.details), &ids, &viewer) {
                if has_items {
                    json.raw(",");
                }
                has_items = true;
                shape.write(product, &mut json).map_err(V1Error::internal)?;
            }
            Ok::<_, V1Error>((json, has_items))
        };
        let (json, has_items) = work.run(self.effort, write).await??;
        self.has_items = has_items;
        Ok(json)
    }
}

/// A step of the stream: a part of a chunk while there are products, then the end of the envelope, then nothing.
///
/// # Errors
/// The failure of a chunk, and when the caller has lost its access or its prices. The framework then closes the
/// connection, and the client sees an incomplete transfer instead of an array that looks complete.
async fn next_part<S: ProductShape>(
    list: Option<PendingList<S>>,
) -> Result<Option<(Bytes, Option<PendingList<S>>)>, V1Error> {
    let Some(mut list) = list else { return Ok(None) };
    check_access(&list.state, &list.caller)?;
    if list.unsent.is_empty() && list.pending.len() > 0 {
        list.read_chunk().await.inspect_err(V1Error::log)?;
    }
    if list.unsent.is_empty() {
        let mut end = JsonWriter::default();
        end.raw("]").raw(SUCCESS_TAIL);
        return Ok(Some((Bytes::from(end.into_bytes()), None)));
    }
    let part = list.unsent.split_to(list.unsent.len().min(CHUNK_BYTES));
    Ok(Some((part, Some(list))))
}
