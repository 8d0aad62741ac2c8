//! Answers that serve more than one request: bodies that depend on nothing but the question, the catalog and the caller's
//! view of it are kept, compressed ones above all.

use crate::old_envelope::JSON;
use crate::old_error::OldError;
use crate::old_request::OldRequest;
use actix_web::HttpResponse;
use actix_web::http::header::CONTENT_ENCODING;
use catalog_domain::catalog::Catalog;
use http_common::{CatalogView, EntityTag, FinishedBody, PlainBody, Services};
use std::hash::Hash;
use std::sync::Arc;

impl<P: Hash> OldRequest<P> {
    /// Answers from the current catalog: with the body that is kept, else with what `make` makes of it.
    pub(crate) async fn answer_kept<F>(
        &self,
        services: &Services,
        make: impl FnOnce(Arc<Catalog>) -> F,
    ) -> Result<HttpResponse, OldError>
    where
        F: Future<Output = Result<String, OldError>>,
    {
        let catalog = services.catalog.current();
        // The parameters' type tells the endpoints apart.
        let tag = self.tag(&catalog, std::any::type_name::<P>());
        if let Some(body) = services.kept.body(tag, self.coding) {
            return Ok(respond(body));
        }
        let text = make(catalog).await?;
        Ok(respond(services.kept.finish(tag, self.coding, text.into(), PlainBody::Kept).await))
    }

    /// What names the answer that `catalog` gives to this request in a `shape`.
    pub(crate) fn tag(&self, catalog: &Catalog, shape: impl Hash) -> EntityTag {
        let view = CatalogView::of(catalog, &self.caller.viewer);
        EntityTag::of_answer(view, ("v1", shape, &self.parameters))
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
