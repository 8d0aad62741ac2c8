//! `/`: what this service is.

use super::SIGN_IN;
use crate::filters;
use crate::page::Layout;
use crate::session::Visitor;
use crate::settings::PortalSettings;
use actix_web::http::{StatusCode, header};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use http_common::json::{Empty, Envelope};
use serde::Serialize;

#[derive(Template)]
#[template(path = "public/home.html")]
struct HomePage {
    layout: Layout,
    version: &'static str,
    is_ready: bool,
    revision: i64,
}

/// The same for programs.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct HomeBody {
    name: &'static str,
    version: &'static str,
    ready: bool,
    catalog_revision: i64,
    links: HomeLinks,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct HomeLinks {
    #[serde(skip_serializing_if = "Option::is_none")]
    sign_in: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    request_access: Option<&'static str>,
    api_reference: &'static str,
    openapi: &'static str,
    health: &'static str,
}

pub(super) async fn show(visitor: Visitor, settings: Data<PortalSettings>) -> HttpResponse {
    let (version, is_ready) = (env!("CARGO_PKG_VERSION"), (settings.readiness.0)());
    let revision = visitor.state.app.catalog.current().revision().0;
    if accepts_only_json(&visitor.http) {
        let links = HomeLinks {
            sign_in: settings.is_on.then_some(SIGN_IN),
            request_access: settings.is_on.then_some("/portal/register"),
            api_reference: "/docs",
            openapi: "/openapi/v2.json",
            health: "/health/ready",
        };
        let body = HomeBody { name: "catalog", version, ready: is_ready, catalog_revision: revision, links };
        return HttpResponse::Ok()
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .insert_header((header::VARY, "Accept"))
            .json(Envelope::<_, Empty>::success(body));
    }
    let layout = Layout::public("home-title", &visitor);
    let home = HomePage { layout, version, is_ready, revision };
    let mut response = visitor.page(StatusCode::OK, &home);
    let varies = header::HeaderValue::from_static("Accept, Accept-Language, Cookie");
    response.headers_mut().insert(header::VARY, varies);
    response
}

/// Whether the client names JSON, and nothing that a page could be.
fn accepts_only_json(request: &HttpRequest) -> bool {
    let accepted = request.headers().get_all(header::ACCEPT).filter_map(|value| value.to_str().ok());
    let types = accepted.flat_map(|value| value.split(',')).map(|range| range.split(';').next().unwrap_or("").trim());
    let (mut names_json, mut names_other) = (false, false);
    for media_type in types {
        let is_json = media_type.eq_ignore_ascii_case("application/json") || media_type.ends_with("+json");
        names_json |= is_json;
        names_other |= !is_json;
    }
    names_json && !names_other
}
