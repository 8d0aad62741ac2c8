//! Cached responses: bodies that depend only on the request, the catalog and the caller's view of it are cached,
//! compressed ones above all.

use crate::v1_envelope::JSON;
use crate::v1_error::V1Error;
use crate::v1_request::V1Request;
use actix_web::HttpResponse;
use actix_web::http::header::CONTENT_ENCODING;
use actix_web::web::Data;
use catalog_app::catalog::ViewKey;
use catalog_index::Catalog;
use http_common::HttpState;
use http_common::cache::{EncodedBody, EntityTag, shared_body};
use std::hash::Hash;

/// A request whose response is a part of the catalog, the same for every viewer.
pub(crate) trait V1SharedRequest {
    /// The normal form of the request: what its parameters name in the catalog, so that unknown ids cause no other
    /// response to compute or cache.
    type Found: Hash + Send + Sync + 'static;

    /// What the parameters name in `catalog`.
    fn find(&self, catalog: &Catalog) -> Self::Found;

    /// The body. Nothing in it may depend on the caller.
    fn body(catalog: &Catalog, found: &Self::Found) -> Result<String, V1Error>;
}

impl<P> V1Request<P> {
    /// Responds from the current catalog with a body that is cached for every viewer, and may take long to build.
    pub(crate) async fn respond_shared(&self, state: &Data<HttpState>) -> Result<HttpResponse, V1Error>
    where
        P: V1SharedRequest,
    {
        let catalog = state.app.catalog.current();
        let found = self.parameters.find(&catalog);
        // The parameters' type distinguishes the endpoints.
        let shape = (std::any::type_name::<P>(), &found);
        let tag = EntityTag::of_response(ViewKey::shared(&catalog), ("v1", shape));
        if let Some(body) = state.cache.body(tag, self.coding) {
            return Ok(respond(body));
        }
        let make = move || P::body(&catalog, &found).map(String::into_bytes);
        Ok(respond(shared_body(state, self.caller.requester(), tag, self.coding, make).await?))
    }

    /// The tag of the response of `catalog` to a `question` of this caller.
    pub(crate) fn tag(&self, catalog: &Catalog, question: impl Hash) -> EntityTag {
        let view = ViewKey::of(catalog, &self.caller.viewer);
        EntityTag::of_response(view, ("v1", question))
    }
}

pub(crate) fn respond(body: EncodedBody) -> HttpResponse {
    let mut response = HttpResponse::Ok();
    response.content_type(JSON);
    if let Some(coding) = body.coding {
        response.insert_header((CONTENT_ENCODING, coding.header()));
    }
    response.body(body.bytes)
}
