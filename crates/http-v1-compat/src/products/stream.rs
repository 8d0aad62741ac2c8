//! All products of sections as one array, written piece by piece: however many there are, only a few hundred of them
//! are in memory.
//!
//! Which products the array has, and their order, is settled when the request comes. Each piece is then read from the
//! catalog as it is at that moment, so that a product's prices, stock and parts always belong together; a product that
//! stopped being shown in the meantime is left out. The catalog itself is not held: a slow client must not keep an old
//! one alive.

use super::{ProductChoice, ProductShape, read_products, shown};
use crate::old_envelope::{JSON, SECTION_NOT_FOUND, success_with_message};
use crate::old_error::OldError;
use crate::old_params::ListItemsFrom;
use crate::old_request::OldRequest;
use crate::section_choice::found_sections;
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse, http::Method};
use catalog_domain::identifiers::SourceId;
use catalog_domain::ports::PartSelection;
use futures_util::StreamExt;
use futures_util::stream::{once, try_unfold};
use http_common::{Caller, Effort, JsonText, PRODUCTS_PER_PIECE, SUCCESS_HEAD, SUCCESS_TAIL, Services, WorkFor};
use tracing::Instrument;

/// Answers with the products of the sections' subtrees, each once, in name order.
pub(crate) async fn answer_section_products<S: ProductShape>(
    request: &HttpRequest,
    services: &Data<Services>,
    asked: &OldRequest<ListItemsFrom>,
    shape: S,
) -> Result<HttpResponse, OldError> {
    let OldRequest { caller, parameters, .. } = asked;
    let work = services.work_for(caller.requester());
    let Some(mut pending) = pending_products(services, work, parameters).await? else {
        return success_with_message::<[(); 0]>(&[], SECTION_NOT_FOUND);
    };
    if request.method() == Method::HEAD {
        // Nobody would see the rest.
        pending.truncate(PRODUCTS_PER_PIECE);
    }
    let is_short = pending.len() <= PRODUCTS_PER_PIECE;
    let has_stored_parts = shape.wanted() != PartSelection::NONE;
    let effort = if is_short { Effort::of_products(pending.len(), has_stored_parts) } else { Effort::Huge };
    let bytes = Effort::bytes_of_products(pending.len().min(PRODUCTS_PER_PIECE), has_stored_parts);
    let begun = work.begin(effort, bytes).await?;
    let (services, caller, pending) = (services.clone(), caller.clone(), pending.into_iter());
    let mut list = PendingList { services, caller, shape, effort, pending, has_items: false };
    // The first piece is made before anything is sent: a store that is away is then told with a proper status.
    let mut first = JsonText::default();
    first.json(SUCCESS_HEAD).json("[");
    let mut first = list.write_piece(first).await?;
    if is_short {
        first.json("]").json(SUCCESS_TAIL);
        return Ok(HttpResponse::Ok().content_type(JSON).body(begun.hold(first.into_bytes()).into_bytes()));
    }
    let span = tracing::Span::current();
    let first = begun.hold(first.into_bytes()).into_bytes();
    let rest = try_unfold(Some(list), move |list| piece_or_end(list).instrument(span.clone()));
    Ok(HttpResponse::Ok().content_type(JSON).streaming(once(async { Ok(first) }).chain(rest)))
}

/// The ids of the wanted products, in name order; `None` when no section was found.
async fn pending_products(
    services: &Services,
    work: WorkFor<'_>,
    parameters: &ListItemsFrom,
) -> Result<Option<Vec<SourceId>>, OldError> {
    let catalog = services.catalog.current();
    let Some(sections) = found_sections(catalog.legacy(), &parameters.sections) else { return Ok(None) };
    let (offset, limit) = (parameters.offset, parameters.limit);
    let find = move || {
        let products = catalog.legacy().products_of(&sections).skip(offset).take(limit);
        products.map(|product| product.source_id).collect()
    };
    Ok(Some(work.run(Effort::Long, find).await?))
}

/// Products that have yet to be written.
struct PendingList<S> {
    services: Data<Services>,
    caller: Caller,
    shape: S,
    /// What each piece takes.
    effort: Effort,
    pending: std::vec::IntoIter<SourceId>,
    /// Whether the array has an item already, so that the next one needs a comma.
    has_items: bool,
}

impl<S: ProductShape> PendingList<S> {
    /// Adds the next items of the array to `json`. They are not kept: who asks for so much asks for everything, once.
    async fn write_piece(&mut self, mut json: JsonText) -> Result<JsonText, OldError> {
        let choice = ProductChoice::BySourceId(self.pending.by_ref().take(PRODUCTS_PER_PIECE).collect());
        let work = self.services.work_for(self.caller.requester());
        let Some(found) = read_products(&self.services, &choice, self.shape.wanted()).await? else { return Ok(json) };
        let (viewer, shape, mut has_items) = (self.caller.viewer.clone(), self.shape, self.has_items);
        let write = move || {
            for product in shown(&found, &choice, &viewer) {
                if has_items {
                    json.json(",");
                }
                has_items = true;
                shape.write(product, &mut json).map_err(OldError::internal)?;
            }
            Ok::<_, OldError>((json, has_items))
        };
        let (json, has_items) = work.run(self.effort, write).await??;
        self.has_items = has_items;
        Ok(json)
    }
}

/// A step of the stream: a piece while there are products, then the end of the envelope, then nothing.
///
/// # Errors
/// What keeps a piece from being made. The framework then breaks the connection off, and the client sees an incomplete
/// transfer instead of an array that looks whole.
async fn piece_or_end<S: ProductShape>(
    list: Option<PendingList<S>>,
) -> Result<Option<(Bytes, Option<PendingList<S>>)>, OldError> {
    let Some(mut list) = list else { return Ok(None) };
    if list.pending.len() == 0 {
        let mut end = JsonText::default();
        end.json("]").json(SUCCESS_TAIL);
        return Ok(Some((Bytes::from(end.into_bytes()), None)));
    }
    let turn = list.services.work_for(list.caller.requester()).turn(list.effort, 0).await;
    let piece = list.write_piece(JsonText::default()).await.inspect_err(OldError::log)?;
    drop(turn);
    // The piece before it is gone, and it takes its place.
    let piece = list.services.answers.hold(piece.into_bytes()).into_bytes();
    Ok(Some((piece, Some(list))))
}
