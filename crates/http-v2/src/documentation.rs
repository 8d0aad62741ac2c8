//! The OpenAPI documents and a page to read them: everything comes from this binary, nothing from another host.

use crate::api_error::ApiError;
use crate::openapi::openapi;
use crate::routes::get_resource;
use actix_web::http::header;
use actix_web::web::{self, Bytes, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use http_common::RequestError;
use http_common::cache::{EntityTag, Preconditions};
use std::future::ready;
use std::sync::Arc;
use utoipa_swagger_ui::{Config, Url};

/// The page's permissions: run its own scripts and call this service.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// An OpenAPI document to serve.
#[derive(Debug, Clone)]
pub struct ApiDocument {
    /// Its name on the page.
    name: &'static str,
    /// Its path.
    path: &'static str,
    json: Bytes,
    tag: EntityTag,
}

impl ApiDocument {
    /// A document of an interface, called `name`, to be served at `path`.
    #[must_use]
    pub fn new(name: &'static str, path: &'static str, json: String) -> Self {
        Self { name, path, tag: EntityTag::of_body(&json), json: json.into() }
    }

    /// The document of this interface.
    ///
    /// # Errors
    /// When it cannot be serialised, which a test rules out.
    pub fn v2() -> serde_json::Result<Self> {
        Ok(Self::new("v2", "/openapi/v2.json", openapi().to_json()?))
    }
}

/// Registers the documents, and at `/docs` the page that shows them.
pub fn configure_documentation(config: &mut ServiceConfig, documents: &[ApiDocument]) {
    for document in documents.iter().cloned() {
        let path = document.path;
        config.service(get_resource(path, move |request: HttpRequest| ready(serve_document(&request, &document))));
    }
    let urls = documents.iter().map(|document| Url::new(document.name, document.path));
    let page = Arc::new(Config::new(urls));
    config.service(get_resource("/docs", || {
        ready(HttpResponse::PermanentRedirect().insert_header((header::LOCATION, "/docs/")).finish())
    }));
    config.service(get_resource("/docs/{file:.*}", move |file: web::Path<String>| ready(serve_page(&file, &page))));
}

fn serve_document(request: &HttpRequest, document: &ApiDocument) -> HttpResponse {
    let is_known = Preconditions::of(request).are_met_by(&document.tag);
    let mut response = if is_known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response
        .insert_header((header::CACHE_CONTROL, "public, no-cache"))
        .insert_header((header::VARY, "Accept-Encoding"))
        .insert_header((header::ETAG, document.tag.to_string()));
    if is_known {
        return response.finish();
    }
    response.content_type("application/json").body(document.json.clone())
}

fn serve_page(file: &str, page: &Arc<Config<'static>>) -> Result<HttpResponse, ApiError> {
    let found = utoipa_swagger_ui::serve(file, Arc::clone(page));
    let found = found.map_err(|error| ApiError::internal(error.to_string()))?;
    let file = found.ok_or(RequestError::RouteNotFound)?;
    let mut response = HttpResponse::Ok();
    response
        .insert_header((header::CONTENT_SECURITY_POLICY, PAGE_POLICY))
        .insert_header((header::CACHE_CONTROL, "public, no-cache"))
        .insert_header((header::VARY, "Accept-Encoding"))
        .content_type(file.content_type);
    if file.gzpipped {
        response.insert_header((header::CONTENT_ENCODING, "gzip"));
    }
    Ok(response.body(file.bytes.into_owned()))
}
