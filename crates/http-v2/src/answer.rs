//! Successful responses, and the short way out for clients that have them already.

use crate::api_error::ApiError;
use crate::extract::Admitted;
use crate::params::Parameters;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName};
use actix_web::{HttpResponse, HttpResponseBuilder};
use catalog_domain::catalog::Catalog;
use http_common::{EntityTag, Envelope};
use serde::Serialize;

/// The header that tells which revision of the catalog a response shows.
const CATALOG_REVISION: HeaderName = HeaderName::from_static("catalog-revision");

impl<P: Parameters> Admitted<P> {
    /// Answers from `catalog`: 304 without calling `body` when the client has this very answer, else 200 with it.
    pub(crate) fn answer<D: Serialize>(
        &self,
        catalog: &Catalog,
        body: impl FnOnce() -> Result<D, ApiError>,
    ) -> Result<HttpResponse, ApiError> {
        match self.unchanged(catalog) {
            Some(response) => Ok(response),
            None => self.found(catalog, &body()?),
        }
    }

    /// The response to a client that has what `catalog` answers to this request already.
    pub(crate) fn unchanged(&self, catalog: &Catalog) -> Option<HttpResponse> {
        let tag = self.entity_tag(catalog);
        self.preconditions.are_met_by(&tag).then(|| not_modified(Some(catalog), &tag))
    }

    /// The response with a body; without it for a client that wants none of anything that exists.
    pub(crate) fn found<D: Serialize>(&self, catalog: &Catalog, body: &D) -> Result<HttpResponse, ApiError> {
        let tag = self.entity_tag(catalog);
        if self.preconditions.are_met_by_anything() {
            return Ok(not_modified(Some(catalog), &tag));
        }
        let text = to_json(body)?;
        Ok(describe(&mut HttpResponse::Ok(), Some(catalog), &tag).body(text))
    }

    /// Answers with what changes without the catalog changing, such as a cursor that ages: nothing could be promised by a
    /// tag.
    pub(crate) fn answer_live<D: Serialize>(&self, catalog: &Catalog, body: &D) -> Result<HttpResponse, ApiError> {
        let mut response = HttpResponse::Ok();
        describe_untagged(&mut response, Some(catalog));
        Ok(response.body(to_json(body)?))
    }

    /// The tag of the answer that `catalog` gives to this request. The parameters' type tells the endpoints apart.
    fn entity_tag(&self, catalog: &Catalog) -> EntityTag {
        let question = format!("{}{:?}", std::any::type_name::<P>(), self.parameters);
        EntityTag::of_answer(catalog, &self.caller.viewer, &question)
    }

    /// Answers with something that is not from the catalog; the tag is that of the finished body.
    pub(crate) fn answer_uncataloged<D: Serialize>(&self, body: &D) -> Result<HttpResponse, ApiError> {
        let text = to_json(body)?;
        let tag = EntityTag::of_body(&text);
        if self.preconditions.are_met_by(&tag) || self.preconditions.are_met_by_anything() {
            return Ok(not_modified(None, &tag));
        }
        Ok(describe(&mut HttpResponse::Ok(), None, &tag).body(text))
    }
}

/// A success that nobody may keep: it carries a secret, or is true at this moment only.
pub(crate) fn unkept<D: Serialize>(status: StatusCode, body: &D) -> Result<HttpResponse, ApiError> {
    let text = to_json(body)?;
    let mut response = HttpResponse::build(status);
    response.insert_header((header::CACHE_CONTROL, "no-store"));
    Ok(response.content_type(mime_json()).body(text))
}

fn to_json<D: Serialize>(body: &D) -> Result<String, ApiError> {
    serde_json::to_string(&Envelope::success(body)).map_err(ApiError::internal)
}

/// The response to a client that has what the tag names. It has the headers of the full response, but no type: there is
/// no body to have one.
fn not_modified(catalog: Option<&Catalog>, tag: &EntityTag) -> HttpResponse {
    let mut response = describe(&mut HttpResponse::build(StatusCode::NOT_MODIFIED), catalog, tag).finish();
    response.headers_mut().remove(header::CONTENT_TYPE);
    response
}

/// Adds the headers that every cacheable answer has.
fn describe<'a>(
    response: &'a mut HttpResponseBuilder,
    catalog: Option<&Catalog>,
    tag: &EntityTag,
) -> &'a mut HttpResponseBuilder {
    describe_untagged(response, catalog).insert_header((header::ETAG, tag.to_string()))
}

/// Adds the headers of every answer with a body. What depends on the caller is kept by the caller's own cache only, and
/// asked for anew each time.
fn describe_untagged<'a>(
    response: &'a mut HttpResponseBuilder,
    catalog: Option<&Catalog>,
) -> &'a mut HttpResponseBuilder {
    response
        .insert_header((header::CACHE_CONTROL, "private, no-cache"))
        .insert_header((header::VARY, "Authorization, Accept-Encoding"))
        .content_type(mime_json());
    if let Some(catalog) = catalog {
        response.insert_header((CATALOG_REVISION, catalog.revision().to_string()));
    }
    response
}

fn mime_json() -> &'static str {
    "application/json"
}
