//! Requests of web pages from other origins (`docs/contract.md#cors`).

use crate::config::CorsOrigins;
use actix_cors::{Cors, CorsError};
use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header;
use actix_web::middleware::{Condition, Next};
use actix_web::{Error, HttpResponse};
use http_common::json::{Envelope, ErrorBody};

/// How long browsers may remember what a preflight request allowed, in seconds.
const PREFLIGHT_SECONDS: usize = 3_600;

/// Where the paths of the interfaces and of their documents begin. Pages for people have no business elsewhere.
const INTERFACES: [&str; 3] = ["/api/", "/auth/", "/openapi/"];

/// Middleware around [`allow_cross_origin`]: no page elsewhere reads what is not of an interface, and a refused
/// preflight request gets the envelope of every error instead of the library's text.
pub(super) async fn of_interfaces_only<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let is_interface = INTERFACES.iter().any(|prefix| request.path().starts_with(prefix));
    let mut response = next.call(request).await?;
    if let Some(refusal) = response.response().error().and_then(Error::as_error::<CorsError>) {
        let message = format!("{refusal}.");
        let error = ErrorBody { code: 400, name: "ValidationError", message, details: Vec::new() };
        let refused = HttpResponse::BadRequest().json(Envelope::failure(error));
        return Ok(response.into_response(refused).map_into_right_body());
    }
    if !is_interface {
        response.headers_mut().retain(|name, _| !name.as_str().starts_with("access-control-"));
    }
    Ok(response.map_into_left_body())
}

/// Middleware: responds to preflight requests of the allowed origins, before any token is checked, and lets their pages
/// read the responses. Cookies are never allowed. Does nothing when no origin is allowed.
pub(super) fn allow_cross_origin(origins: &CorsOrigins) -> Condition<Cors> {
    let cors = Cors::default()
        .allowed_methods(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"])
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
