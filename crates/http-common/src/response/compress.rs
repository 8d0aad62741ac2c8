//! The middleware that compresses the bodies that no handler has compressed.

use super::compression::{compressed, negotiate};
use crate::state::HttpState;
use actix_web::Error;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderMap};
use actix_web::middleware::Next;
use actix_web::web::Data;
use catalog_app::runtime::Requester;

/// Middleware (for `from_fn`): compresses complete bodies of compressible types.
pub async fn compress(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let wanted = negotiate(request.headers());
    let state = request.app_data::<Data<HttpState>>().cloned();
    let response = next.call(request).await?;
    let Some(coding) = wanted.filter(|_| is_compressible(response.status(), response.headers())) else {
        return Ok(response.map_into_boxed_body());
    };
    let (request, response) = response.into_parts();
    let (mut response, body) = response.into_parts();
    let body = match body.try_into_bytes() {
        Ok(body) => body,
        Err(body) => return Ok(ServiceResponse::new(request, response.set_body(BoxBody::new(body)))),
    };
    let work = state.as_ref().map(|state| state.app.work.of(Requester::Anonymous));
    let body = match compressed(work, coding, &body).await {
        Ok(Some(compressed)) => {
            response.headers_mut().insert(header::CONTENT_ENCODING, coding.header());
            compressed.into()
        }
        Ok(None) | Err(_) => body,
    };
    Ok(ServiceResponse::new(request, response.set_body(BoxBody::new(body))))
}

fn is_compressible(status: StatusCode, headers: &HeaderMap) -> bool {
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let is_text = content_type.starts_with("application/json") || content_type.starts_with("text/");
    status != StatusCode::NO_CONTENT
        && status != StatusCode::NOT_MODIFIED
        && is_text
        && !headers.contains_key(header::CONTENT_ENCODING)
}
