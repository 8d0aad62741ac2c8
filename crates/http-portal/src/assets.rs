//! The style sheet and the scripts. Their addresses carry a fingerprint of their content, so browsers keep them for
//! good.

use crate::portal_error::PortalError;
use crate::resources::page_at;
use actix_web::HttpResponse;
use actix_web::http::header;
use actix_web::web::{Path, ServiceConfig};
use catalog_domain::values::FingerprintBuilder;
use std::fmt::Write;
use std::sync::LazyLock;

struct Asset {
    name: &'static str,
    media_type: &'static str,
    content: &'static str,
}

const ASSETS: [Asset; 5] = [
    Asset { name: "portal.css", media_type: "text/css; charset=utf-8", content: include_str!("../assets/portal.css") },
    Asset { name: "portal.js", media_type: JAVASCRIPT, content: include_str!("../assets/portal.js") },
    Asset { name: "htmx.min.js", media_type: JAVASCRIPT, content: include_str!("../assets/htmx.min.js") },
    Asset { name: "picture.svg", media_type: "image/svg+xml", content: include_str!("../assets/picture.svg") },
    Asset { name: "icon.svg", media_type: "image/svg+xml", content: include_str!("../assets/icon.svg") },
];

const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

static VERSION: LazyLock<String> = LazyLock::new(|| {
    let mut content = FingerprintBuilder::new();
    for asset in &ASSETS {
        content.text(asset.content);
    }
    content.finish().0[..8].iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
});

pub(crate) fn asset(name: &str) -> String {
    format!("/portal/assets/{}/{name}", *VERSION)
}

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(page_at("/assets/{version}/{name}", serve));
}

async fn serve(path: Path<(String, String)>) -> Result<HttpResponse, PortalError> {
    let (version, name) = path.into_inner();
    let found = ASSETS.iter().find(|asset| asset.name == name && version == *VERSION);
    let asset = found.ok_or(PortalError::NotFound("error-file-not-found"))?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, asset.media_type))
        .insert_header((header::CACHE_CONTROL, "public, max-age=31536000, immutable"))
        .insert_header((header::VARY, "Accept-Encoding"))
        .body(asset.content))
}
