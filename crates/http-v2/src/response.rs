//! What is particular to v2 in the way of a request, and the responses that are not cached.

use crate::api_error::{ApiError, ApiResult, CATALOG_REVISION};
use crate::routes::TakesMinRevision;
use actix_web::http::StatusCode;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use catalog_app::callers::Caller;
use catalog_index::Catalog;
use http_common::HttpState;
use http_common::auth::bearer_token;
use http_common::cache::EntityTag;
use http_common::json::ErrorDetail;
use http_common::params::Strictness;
use http_common::pipeline::{self, Interface, to_json};
use http_common::response::Coding;
use serde::Serialize;

const JSON: &str = "application/json";

/// The media type of lines of records.
pub(crate) const LINES: &str = "application/x-ndjson";

#[derive(Debug)]
pub(crate) enum V2 {}

pub(crate) type Authenticated<P> = pipeline::Authenticated<V2, P>;

impl Interface for V2 {
    type Error = ApiError;

    const STRICTNESS: Strictness = Strictness::Strict;
    const IS_CONDITIONAL: bool = true;

    fn token(authorization: &str) -> Option<&str> {
        bearer_token(authorization)
    }

    fn takes_min_revision(request: &HttpRequest) -> bool {
        request.app_data::<TakesMinRevision>().is_some()
    }

    fn on_authenticated(request: &HttpRequest, caller: &Caller) {
        if let Ok(state) = HttpState::of(request) {
            state.app.readers.count(caller.account.id, state.app.now());
        }
    }

    fn refuse(problems: Vec<ErrorDetail>) -> ApiError {
        ApiError::Validation(problems)
    }

    /// Responses depend on the caller, so they are for private caches only, and revalidated each time.
    fn response(status: StatusCode, catalog: Option<&Catalog>, tag: Option<&EntityTag>) -> HttpResponseBuilder {
        let mut response = HttpResponse::build(status);
        response
            .insert_header((header::CACHE_CONTROL, "private, no-cache"))
            .insert_header((header::VARY, "Authorization, Accept-Encoding"))
            .content_type(JSON);
        if let Some(catalog) = catalog {
            response.insert_header((CATALOG_REVISION, catalog.revision().to_string()));
        }
        if let Some(tag) = tag {
            response.insert_header((header::ETAG, tag.to_header()));
        }
        response
    }
}

/// The beginning of a response of lines in that coding, which are sent as they are made.
pub(crate) fn lines(coding: Option<Coding>) -> HttpResponseBuilder {
    sent_as_made(coding, LINES)
}

/// The beginning of a file of that name, which is sent in the same way.
pub(crate) fn file(coding: Option<Coding>, media_type: &str, name: &str) -> HttpResponseBuilder {
    let mut response = sent_as_made(coding, media_type);
    response.insert_header((header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")));
    response
}

fn sent_as_made(coding: Option<Coding>, media_type: &str) -> HttpResponseBuilder {
    let mut response = HttpResponse::Ok();
    response
        .insert_header((header::CACHE_CONTROL, "private, no-store"))
        .insert_header((header::VARY, "Authorization, Accept-Encoding"))
        .content_type(media_type);
    if let Some(coding) = coding {
        response.insert_header((header::CONTENT_ENCODING, coding.header()));
    }
    response
}

/// A success that nobody may store: it contains a secret, or is only true at this moment.
pub(crate) fn unstored<D: Serialize>(body: &D) -> ApiResult {
    no_store(StatusCode::OK, body)
}

/// The same with another status.
pub(crate) fn no_store<D: Serialize>(status: StatusCode, body: &D) -> ApiResult {
    let text = to_json(body)?;
    let mut response = HttpResponse::build(status);
    response.insert_header((header::CACHE_CONTROL, "no-store"));
    Ok(response.content_type(JSON).body(text))
}
