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
use catalog_domain::viewer::Viewer;
use futures_util::StreamExt;
use futures_util::stream::{once, try_unfold};
use http_common::{JsonText, SUCCESS_HEAD, SUCCESS_TAIL, Services};
use tracing::Instrument;

/// How many products are read, written and sent at a time.
const PIECE: usize = 200;

/// Answers with the products of the sections' subtrees, each once, in name order.
pub(crate) async fn answer_section_products<S: ProductShape>(
    request: &HttpRequest,
    services: &Data<Services>,
    asked: &OldRequest<ListItemsFrom>,
    shape: S,
) -> Result<HttpResponse, OldError> {
    let OldRequest { caller, parameters, .. } = asked;
    let Some(mut pending) = pending_products(services, parameters) else {
        return success_with_message::<[(); 0]>(&[], SECTION_NOT_FOUND);
    };
    if request.method() == Method::HEAD {
        // Nobody would see the rest.
        pending.truncate(PIECE);
    }
    let is_short = pending.len() <= PIECE;
    let (services, viewer) = (services.clone(), caller.viewer.clone());
    let mut list = PendingList { services, viewer, shape, pending: pending.into_iter(), has_items: false };
    // The first piece is made before anything is sent: a store that is away is then told with a proper status.
    let mut first = JsonText::default();
    first.json(SUCCESS_HEAD).json("[");
    list.write_piece(&mut first).await?;
    if is_short {
        first.json("]").json(SUCCESS_TAIL);
        return Ok(HttpResponse::Ok().content_type(JSON).body(first.into_bytes()));
    }
    let span = tracing::Span::current();
    let rest = try_unfold(Some(list), move |list| piece_or_end(list).instrument(span.clone()));
    Ok(HttpResponse::Ok().content_type(JSON).streaming(once(async { Ok(Bytes::from(first.into_bytes())) }).chain(rest)))
}

/// The ids of the wanted products, in name order; `None` when no section was found.
fn pending_products(services: &Services, parameters: &ListItemsFrom) -> Option<Vec<SourceId>> {
    let catalog = services.catalog.current();
    let catalog = catalog.legacy();
    let sections = found_sections(catalog, &parameters.sections)?;
    let products = catalog.products_of(&sections).skip(parameters.offset).take(parameters.limit);
    Some(products.map(|product| product.source_id).collect())
}

/// Products that have yet to be written.
struct PendingList<S> {
    services: Data<Services>,
    viewer: Viewer,
    shape: S,
    pending: std::vec::IntoIter<SourceId>,
    /// Whether the array has an item already, so that the next one needs a comma.
    has_items: bool,
}

impl<S: ProductShape> PendingList<S> {
    /// Adds the next items of the array to `json`. They are not kept: who asks for so much asks for everything, once.
    async fn write_piece(&mut self, json: &mut JsonText) -> Result<(), OldError> {
        let choice = ProductChoice::BySourceId(self.pending.by_ref().take(PIECE).collect());
        let Some(found) = read_products(&self.services, &choice, self.shape.wanted()).await? else { return Ok(()) };
        for product in shown(&found, &choice, &self.viewer) {
            if self.has_items {
                json.json(",");
            }
            self.has_items = true;
            self.shape.write(product, json).map_err(OldError::internal)?;
        }
        Ok(())
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
    let mut piece = JsonText::default();
    if list.pending.len() == 0 {
        piece.json("]").json(SUCCESS_TAIL);
        return Ok(Some((Bytes::from(piece.into_bytes()), None)));
    }
    list.write_piece(&mut piece).await.inspect_err(OldError::log)?;
    Ok(Some((Bytes::from(piece.into_bytes()), Some(list))))
}
