//! Answers with products that are named one by one.

use super::{ProductChoice, ProductShape, read_products, shown};
use crate::kept_answer::respond;
use crate::old_envelope::{ITEM_NOT_FOUND, absent, success, success_with_message};
use crate::old_error::OldError;
use crate::old_request::OldRequest;
use actix_web::HttpResponse;
use catalog_domain::catalog::Catalog;
use catalog_domain::identifiers::SourceId;
use catalog_domain::ports::PartSelection;
use catalog_domain::viewer::Viewer;
use http_common::{DetailedCatalog, Effort, PlainBody, SUCCESS_TAIL, Services, ShownProducts};

/// Answers with the products of `choice` that exist, in the order asked. Lists are kept as they are sent: v1 has no
/// conditional requests, and its clients ask for the same ones again and again.
pub(crate) async fn answer_list<P, S: ProductShape>(
    services: &Services,
    request: &OldRequest<P>,
    choice: &ProductChoice,
    shape: S,
) -> Result<HttpResponse, OldError> {
    // Named by the products that are found, so that ids of nothing make no other answer to keep.
    let tag = |catalog: &Catalog| {
        let found: Vec<SourceId> = choice.find(catalog.legacy()).iter().map(|product| product.source_id).collect();
        request.tag(catalog, (std::any::type_name::<S>(), shape, found))
    };
    if let Some(kept) = services.kept.body(tag(&services.catalog.current()), request.coding) {
        return Ok(respond(kept));
    }
    let (work, has_stored_parts) =
        (services.work_for(request.caller.requester()), shape.wanted() != PartSelection::NONE);
    let effort = Effort::of_products(choice.len(), has_stored_parts);
    let begun = work.begin(effort, Effort::bytes_of_products(choice.len(), has_stored_parts)).await?;
    let Some(found) = read_products(services, choice, shape.wanted()).await? else { return success::<[(); 0]>(&[]) };
    let wanted = (tag(&found.catalog), request.coding);
    let (choice, viewer) = (choice.clone(), request.caller.viewer.clone());
    let body = work.run(effort, move || list_body(&found, &choice, &viewer, shape)).await??;
    Ok(respond(services.kept.finish(work, wanted, begun.hold(body), PlainBody::Kept).await?))
}

/// The products that were found, as they are sent.
fn list_body<S: ProductShape>(
    found: &DetailedCatalog,
    choice: &ProductChoice,
    viewer: &Viewer,
    shape: S,
) -> Result<Vec<u8>, OldError> {
    let mut items = ShownProducts::new("[", choice.len());
    for item in shown(found, choice, viewer) {
        items.add(|json| shape.write(item, json).map_err(OldError::internal))?;
    }
    let mut body = items.into_text();
    body.json("]").json(SUCCESS_TAIL);
    Ok(body.into_bytes())
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
