//! Requests of web pages from other origins (`docs/contract.md#cors`).

use crate::config::CorsOrigins;
use actix_cors::Cors;
use actix_web::http::header;
use actix_web::middleware::Condition;

/// How long browsers may remember what a preflight request allowed, in seconds.
const PREFLIGHT_SECONDS: usize = 3_600;

/// Middleware: responds to preflight requests of the allowed origins, before any token is checked, and lets their pages
/// read the responses. Cookies are never allowed. Does nothing when no origin is allowed.
pub(super) fn allow_cross_origin(origins: &CorsOrigins) -> Condition<Cors> {
    let cors = Cors::default()
        .allowed_methods(["GET", "HEAD", "POST", "PATCH"])
        .allowed_headers([header::AUTHORIZATION, header::IF_NONE_MATCH, header::CONTENT_TYPE])
        .expose_headers(["ETag", "Catalog-Revision", "X-Request-Id", "Retry-After"])
        .max_age(PREFLIGHT_SECONDS);
    match origins {
        CorsOrigins::All => Condition::new(true, cors.allow_any_origin().send_wildcard()),
        CorsOrigins::Listed(origins) => {
            let listed = origins.iter().fold(cors, |cors, origin| cors.allowed_origin(origin));
            Condition::new(!origins.is_empty(), listed)
        }
    }
}
