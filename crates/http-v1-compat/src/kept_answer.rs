//! Answers that serve more than one request: bodies that depend on nothing but the question, the catalog and the caller's
//! view of it are kept, compressed ones above all.

use crate::old_envelope::JSON;
use crate::old_error::OldError;
use crate::old_request::OldRequest;
use actix_web::HttpResponse;
use actix_web::http::header::CONTENT_ENCODING;
use actix_web::web::Data;
use catalog_domain::catalog::Catalog;
use http_common::{CatalogView, EntityTag, FinishedBody, Services, shared_body};
use std::hash::Hash;

impl<P> OldRequest<P> {
    /// Answers from the current catalog: with the body that is kept, else with what `make` makes of it, which may take long. It
    /// is kept for every viewer: nothing in it may depend on who asks. `find` tells what is asked of a catalog: what the
    /// parameters name there, so that ids which name nothing make no other answer to compute or to keep.
    pub(crate) async fn answer_kept<Q: Hash + Send + Sync + 'static>(
        &self,
        services: &Data<Services>,
        find: impl FnOnce(&Catalog, &P) -> Q,
        make: impl Fn(&Catalog, &Q) -> Result<String, OldError> + Send + Sync + 'static,
    ) -> Result<HttpResponse, OldError> {
        let catalog = services.catalog.current();
        let question = find(&catalog, &self.parameters);
        // The parameters' type tells the endpoints apart.
        let shape = (std::any::type_name::<P>(), &question);
        let tag = EntityTag::of_answer(CatalogView::shared(&catalog), ("v1", shape));
        if let Some(body) = services.kept.body(tag, self.coding) {
            return Ok(respond(body));
        }
        let make = move || make(&catalog, &question).map(String::into_bytes);
        Ok(respond(shared_body(services, self.caller.requester(), (tag, self.coding), make).await?))
    }

    /// What names the answer that `catalog` gives to a `question` of this caller.
    pub(crate) fn tag(&self, catalog: &Catalog, question: impl Hash) -> EntityTag {
        let view = CatalogView::of(catalog, &self.caller.viewer);
        EntityTag::of_answer(view, ("v1", question))
    }
}

/// The response with a finished body.
pub(crate) fn respond(body: FinishedBody) -> HttpResponse {
    let mut response = HttpResponse::Ok();
    response.content_type(JSON);
    if let Some(coding) = body.coding {
        response.insert_header((CONTENT_ENCODING, coding.header()));
    }
    response.body(body.bytes)
}
