//! The products of a section as lines, sent in chunks: however many there are, a few hundred of them are in memory.
//!
//! Each chunk is read from the catalog of its moment, after the last stock number that was sent. The catalog itself is
//! not held: a slow client must not keep an old one alive.

use super::get_product_snapshot::GetProductSnapshot;
use crate::api_error::ApiError;
use crate::bodies::{ProductView, ProductWriter, write_end, write_error, write_start};
use crate::check_stream::check_stream;
use crate::find::find_section;
use crate::response::Authenticated;
use actix_web::web::{Bytes, Data};
use catalog_app::callers::Caller;
use catalog_app::feed::ProductStream;
use catalog_app::runtime::{Effort, PRODUCTS_PER_CHUNK};
use catalog_domain::ports::PartSelection;
use catalog_domain::values::CatalogRevision;
use catalog_index::Catalog;
use http_common::HttpState;
use http_common::json::JsonWriter;
use http_common::request::{RequestId, request_id};
use http_common::response::{Coding, StreamEncoder};
use std::sync::Arc;

/// Products with stored parts that are read at a time: those of a slow reader stay in memory, some 5 KB each.
const DETAILED_PER_CHUNK: usize = 50;

/// A snapshot whose next products have yet to be written.
pub(super) struct SnapshotStream {
    state: Data<HttpState>,
    caller: Caller,
    parameters: GetProductSnapshot,
    /// The start line, until it was sent.
    head: Vec<u8>,
    count: u64,
    encoder: StreamEncoder,
    request_id: RequestId,
    stream: ProductStream,
}

struct Chunk {
    lines: Vec<u8>,
    count: usize,
    /// The stock number of the last one; `None` when there are no more products.
    last: Option<String>,
}

impl SnapshotStream {
    /// The snapshot that `request` asks for, and the revision that it begins with.
    ///
    /// # Errors
    /// When the section is not public, or there are too many snapshots.
    pub(super) fn begin(
        request: &Authenticated<GetProductSnapshot>,
        coding: Option<Coding>,
    ) -> Result<(CatalogRevision, Self), ApiError> {
        let (state, caller, request_id) = (request.state.clone(), request.caller.clone(), request_id(&request.http));
        let catalog = state.app.catalog.current();
        let index = find_section(&catalog, request.parameters.section)?;
        let cursor = state.app.feed.sync_point(&catalog, catalog.sections().id(index));
        let head = write_start(catalog.revision(), &cursor, catalog.counters(index).products);
        let stream = state.app.feed.streams().begin(caller.account.id)?;
        let encoder = StreamEncoder::new(coding).map_err(ApiError::internal)?;
        let parameters = GetProductSnapshot::clone(&request.parameters);
        let revision = catalog.revision();
        Ok((revision, Self { state, caller, parameters, head, count: 0, encoder, request_id, stream }))
    }

    /// The first bytes, and the rest, if there is one.
    ///
    /// # Errors
    /// Those of the first products: nothing has been sent by then.
    pub(super) async fn first(mut self) -> Result<(Bytes, Option<Self>), ApiError> {
        let chunk = self.chunk().await?;
        self.send(chunk).await
    }

    /// A step of the stream. What fails now is the last line: the status was sent long ago.
    pub(super) async fn next(stream: Option<Self>) -> Option<(Bytes, Option<Self>)> {
        let mut stream = stream?;
        let failed = match stream.chunk().await {
            Ok(chunk) => match stream.send(chunk).await {
                Ok(sent) => return Some(sent),
                // The encoder is lost with what it was encoding.
                Err(error) => {
                    error.log();
                    return None;
                }
            },
            Err(error) => error,
        };
        failed.log();
        let line = write_error(&failed.body(&failed.public(Some(&stream.request_id))));
        let end = stream.encoder.finish(line).ok()?;
        Some((Bytes::from(end), None))
    }

    /// The next products of the present catalog.
    async fn chunk(&mut self) -> Result<Chunk, ApiError> {
        check_stream(&self.state, &self.caller, &self.stream)?;
        let app = &self.state.app;
        let work = app.work.of(self.caller.requester());
        let _permit = work.permit(Effort::Huge, 0).await;
        let GetProductSnapshot { section, after, parts } = &self.parameters;
        let most = if parts.stored == PartSelection::NONE { PRODUCTS_PER_CHUNK } else { DETAILED_PER_CHUNK };
        let select = async |catalog: &Arc<Catalog>| {
            let index = find_section(catalog, *section)?;
            let ordinals = catalog.products_after(index, after, most);
            let named = ordinals.iter().map(|at| catalog.product_at(*at).product.stock_number().into()).collect();
            Ok::<_, ApiError>((ordinals, named))
        };
        let found = app.catalog.read_details(parts.stored, select).await?;
        let (viewer, parts) = (self.caller.viewer.clone(), *parts);
        let write = move || {
            let writer = ProductWriter::new(ProductView { catalog: &found.catalog, viewer: &viewer, parts });
            let (mut json, mut details, mut last) = (JsonWriter::default(), found.details.iter(), None);
            for public in found.catalog.products_at(&found.selected) {
                json.raw(r#"{"type":"product","data":"#);
                writer.write(&mut json, public, details.next()).map_err(ApiError::internal)?;
                json.raw("}\n");
                last = Some(public.product.stock_number());
            }
            let last = last.filter(|_| found.selected.len() == most).map(str::to_owned);
            Ok::<_, ApiError>(Chunk { count: found.selected.len(), last, lines: json.into_bytes() })
        };
        work.run(Effort::Long, write).await?
    }

    /// The bytes of `chunk`, and the rest, if there is one.
    async fn send(mut self, chunk: Chunk) -> Result<(Bytes, Option<Self>), ApiError> {
        self.count += chunk.count as u64;
        let mut lines = std::mem::take(&mut self.head);
        lines.extend(chunk.lines);
        let (state, requester) = (self.state.clone(), self.caller.requester());
        let is_last = chunk.last.is_none();
        if is_last {
            lines.extend(write_end(self.count));
        }
        let Self { mut encoder, state: own, caller, mut parameters, head, count, request_id, stream } = self;
        let encode = move || {
            if is_last { Ok((encoder.finish(lines)?, None)) } else { Ok((encoder.encode(lines)?, Some(encoder))) }
        };
        let work = state.app.work.of(requester);
        let encoded = work.run(Effort::Long, encode).await?;
        let (bytes, encoder) = encoded.map_err(|error: std::io::Error| ApiError::internal(error))?;
        parameters.after = chunk.last.unwrap_or_default();
        stream.sends(bytes.len());
        let rest =
            encoder.map(|encoder| Self { encoder, state: own, caller, parameters, head, count, request_id, stream });
        // The previous chunk is gone, and this one replaces it.
        Ok((work.track(bytes).into_bytes(), rest))
    }
}
