//! The OpenAPI documents and a page to read them: everything comes from this binary, nothing from another host.

use crate::api_error::{ApiError, ApiResult};
use crate::openapi::{openapi, openapi_3_0};
use crate::routes::get_resource;
use actix_web::http::header;
use actix_web::web::{self, Bytes, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use http_common::RequestError;
use http_common::cache::{EntityTag, Preconditions};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::future::ready;
use std::sync::{Arc, LazyLock};
use utoipa_swagger_ui::{Config, SwaggerFile};

/// The page's permissions: run its own scripts and call this service.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// How the titles of the documents begin.
const USUAL_NAME: &str = "Catalog and products";

/// An OpenAPI document to serve. It is made with the first request for it, which few servers get: that takes as long as
/// all else of the start of an empty store.
#[derive(Debug, Clone)]
pub struct ApiDocument {
    /// Its name on the page.
    name: &'static str,
    path: &'static str,
    text: Arc<LazyLock<DocumentText, Box<dyn FnOnce() -> DocumentText + Send>>>,
}

#[derive(Debug)]
struct DocumentText {
    json: Bytes,
    tag: EntityTag,
}

impl ApiDocument {
    /// What `make` returns, called `name`, to be served at `path`; its title begins with the service's name, if it has
    /// one.
    pub fn new(name: &'static str, path: &'static str, make: fn() -> Value, site_name: Option<&str>) -> Self {
        let site_name = site_name.map(str::to_owned);
        let make_text = move || {
            let mut document = make();
            if let (Some(site_name), Some(title)) = (site_name, document.pointer_mut("/info/title")) {
                let usual = title.as_str().unwrap_or_default();
                *title = usual.replacen(USUAL_NAME, &site_name, 1).into();
            }
            let json = document.to_string();
            DocumentText { tag: EntityTag::of_body(&json), json: json.into() }
        };
        Self { name, path, text: Arc::new(LazyLock::new(Box::new(make_text))) }
    }

    /// The editions of the document of this interface.
    pub fn v2(site_name: Option<&str>) -> [Self; 2] {
        [
            Self::new("v2", "/openapi/v2.json", openapi, site_name),
            Self::new("v2 as OpenAPI 3.0.3", "/openapi/v2-3.0.json", openapi_3_0, site_name),
        ]
    }
}

/// The documents and the page that shows them.
#[derive(Debug, Clone)]
pub struct Documentation {
    documents: Vec<ApiDocument>,
    script: Bytes,
}

/// The logins that the page fills in, by the path that takes them: only for a service that anybody may use.
pub type PrefilledLogins = BTreeMap<&'static str, PrefilledLogin>;

/// A login that the page fills in.
#[derive(Debug, Clone, Serialize)]
pub struct PrefilledLogin {
    /// The login.
    pub login: String,
    /// Its password.
    pub password: String,
}

impl Documentation {
    /// The page shows `documents` and fills in `logins`.
    pub fn new(documents: Vec<ApiDocument>, logins: &PrefilledLogins) -> Self {
        let urls: Vec<_> = documents.iter().map(|each| json!({"name": each.name, "url": each.path})).collect();
        let settings = json!({"urls": urls, "logins": logins}).to_string();
        let script = include_str!("../assets/page.js").replace("SETTINGS", &settings);
        Self { documents, script: script.into() }
    }

    /// A file of the page that is not Swagger UI's.
    fn own_file(&self, name: &str) -> Option<(&'static str, Bytes)> {
        Some(match name {
            "" | "index.html" => ("text/html", Bytes::from_static(include_bytes!("../assets/index.html"))),
            "page.css" => ("text/css", Bytes::from_static(include_bytes!("../assets/page.css"))),
            "page.js" => ("text/javascript", self.script.clone()),
            "icon.svg" => ("image/svg+xml", Bytes::from_static(include_bytes!("../assets/icon.svg"))),
            _ => return None,
        })
    }
}

/// Registers the documents, and at `/docs` the page that shows them.
pub fn configure_documentation(config: &mut ServiceConfig, documentation: &Documentation) {
    for document in documentation.documents.iter().cloned() {
        let path = document.path;
        config.service(get_resource(path, move |request: HttpRequest| ready(serve_document(&request, &document))));
    }
    config.service(get_resource("/docs", || {
        ready(HttpResponse::PermanentRedirect().insert_header((header::LOCATION, "/docs/")).finish())
    }));
    let documentation = documentation.clone();
    config.service(get_resource("/docs/{file:.*}", move |file: web::Path<String>| {
        ready(serve_page(&file, &documentation))
    }));
}

fn serve_document(request: &HttpRequest, document: &ApiDocument) -> HttpResponse {
    let DocumentText { json, tag } = &**document.text;
    let is_known = Preconditions::of(request).are_met_by(tag);
    let mut response = if is_known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response
        .insert_header((header::CACHE_CONTROL, "public, no-cache"))
        .insert_header((header::VARY, "Accept-Encoding"))
        .insert_header((header::ETAG, tag.to_string()));
    if is_known {
        return response.finish();
    }
    response.content_type("application/json").body(json.clone())
}

fn serve_page(name: &str, documentation: &Documentation) -> ApiResult {
    let mut response = HttpResponse::Ok();
    response
        .insert_header((header::CONTENT_SECURITY_POLICY, PAGE_POLICY))
        .insert_header((header::CACHE_CONTROL, "public, no-cache"))
        .insert_header((header::VARY, "Accept-Encoding"));
    if let Some((content_type, bytes)) = documentation.own_file(name) {
        return Ok(response.content_type(content_type).body(bytes));
    }
    let found = utoipa_swagger_ui::serve(name, Arc::new(Config::from("")));
    let found = found.map_err(|error| ApiError::internal(error.to_string()))?;
    let SwaggerFile { bytes, content_type, gzpipped, .. } = found.ok_or(RequestError::RouteNotFound)?;
    if gzpipped {
        response.insert_header((header::CONTENT_ENCODING, "gzip"));
    }
    Ok(response.content_type(content_type).body(bytes.into_owned()))
}
