//! The pictures of the demo's products, which are drawn when they are asked for.

use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use actix_web::{HttpRequest, HttpResponse, web};
use catalog_cli::demo::picture;

pub(crate) const PATH: &str = "/demo/pictures";

pub(crate) fn configure(config: &mut web::ServiceConfig) {
    config.route(&format!("{PATH}/{{name}}.svg"), web::get().to(show));
}

async fn show(request: HttpRequest, name: web::Path<String>) -> HttpResponse {
    let Some(picture) = picture(&name) else { return http_v2::not_found(request).await };
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "image/svg+xml"))
        .insert_header((CACHE_CONTROL, "public, max-age=86400"))
        // The portal may be open by another name of this server.
        .insert_header(("cross-origin-resource-policy", "cross-origin"))
        .body(picture)
}
