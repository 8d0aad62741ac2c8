//! The middleware that turns failures into the responses of an interface.

use crate::request::{LINKS, address_has_key};
use crate::request_error::RequestError;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::{Error, HttpRequest, HttpResponse, ResponseError};

/// An error of an interface.
pub trait InterfaceError: ResponseError + From<RequestError> + Sized + 'static {
    /// The error that a refusal of the framework is reported as.
    fn of_framework(error: &Error) -> Self;

    /// Logs a failure of the service, and returns the response that reports the error for `request`.
    fn respond(&self, request: &HttpRequest) -> HttpResponse;
}

/// Middleware (for `from_fn`): every failure becomes a response of the interface, also when the framework and not a
/// handler refused the request. A request with a key in its address is refused before anything else is looked at.
///
/// # Errors
/// Those of the framework outside the handler.
pub async fn present_errors<E: InterfaceError>(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    if has_key(request.request()) {
        let refused = E::from(RequestError::KeyInAddress).respond(request.request());
        return Ok(request.into_response(refused));
    }
    let response = next.call(request).await?;
    let Some(error) = response.response().error() else { return Ok(response.map_into_boxed_body()) };
    let presented = match error.as_error::<E>() {
        Some(error) => error.respond(response.request()),
        None => E::of_framework(error).respond(response.request()),
    };
    Ok(response.into_response(presented))
}

/// Whether the address of `request` has a key in it, other than that of a download link where that belongs.
pub fn has_key(request: &HttpRequest) -> bool {
    let (path, query) = (request.uri().path(), request.query_string());
    let is_link = path.strip_prefix(LINKS).is_some_and(|link| !link.contains('/'));
    !is_link && address_has_key(path) || address_has_key(query)
}
