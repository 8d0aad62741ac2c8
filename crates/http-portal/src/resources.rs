//! How pages are registered: a path with its methods, and what the others get.

use crate::portal_error::PortalError;
use crate::session::SignedIn;
use actix_web::dev::HttpServiceFactory;
use actix_web::{FromRequest, Handler, HttpResponse, Responder, guard, web};

/// A page at `path`, which is relative to `/portal`: HEAD works wherever GET does.
pub(crate) fn page_at<F, Args>(path: &str, show: F) -> impl HttpServiceFactory + 'static
where
    F: Handler<Args, Output: Responder + 'static>,
    Args: FromRequest + 'static,
{
    let read = guard::Any(guard::Get()).or(guard::Head());
    web::resource(path)
        .route(web::route().guard(read).to(show))
        .default_service(web::to(|person: Option<SignedIn>| refuse_method(person, "GET, HEAD")))
}

pub(crate) fn form_at<F, Args, G, Sent>(path: &str, show: F, submit: G) -> impl HttpServiceFactory + 'static
where
    F: Handler<Args, Output: Responder + 'static>,
    Args: FromRequest + 'static,
    G: Handler<Sent, Output: Responder + 'static>,
    Sent: FromRequest + 'static,
{
    let read = guard::Any(guard::Get()).or(guard::Head());
    web::resource(path)
        .route(web::route().guard(read).to(show))
        .route(web::post().to(submit))
        .default_service(web::to(|person: Option<SignedIn>| refuse_method(person, "GET, HEAD, POST")))
}

/// What the form of another page is sent to.
pub(crate) fn action_at<F, Args>(path: &str, submit: F) -> impl HttpServiceFactory + 'static
where
    F: Handler<Args, Output: Responder + 'static>,
    Args: FromRequest + 'static,
{
    web::resource(path)
        .route(web::post().to(submit))
        .default_service(web::to(|person: Option<SignedIn>| refuse_method(person, "POST")))
}

/// The session is looked up, so that a signed-in person keeps the navigation.
pub(crate) async fn not_found(_: Option<SignedIn>) -> Result<HttpResponse, PortalError> {
    Err(PortalError::NotFound("error-page-not-found"))
}

async fn refuse_method(_: Option<SignedIn>, allowed: &'static str) -> Result<HttpResponse, PortalError> {
    Err(PortalError::MethodNotAllowed { allowed })
}
