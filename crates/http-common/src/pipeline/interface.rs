//! What differs between the interfaces.

use crate::cache::EntityTag;
use crate::json::ErrorDetail;
use crate::params::Strictness;
use crate::request_error::RequestError;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponseBuilder, ResponseError};
use catalog_app::ServiceFailure;
use catalog_app::callers::Caller;
use catalog_app::runtime::BackgroundError;
use catalog_index::Catalog;

/// An interface of the API.
pub trait Interface: 'static {
    /// How its requests fail.
    type Error: ResponseError
        + From<RequestError>
        + From<ServiceFailure>
        + From<BackgroundError>
        + Clone
        + Send
        + Sync
        + 'static;

    /// How strictly parameters are read.
    const STRICTNESS: Strictness;

    /// Whether a client that has a response already gets a 304. Otherwise there are no entity tags.
    const IS_CONDITIONAL: bool;

    /// The token in the value of the `Authorization` header.
    fn token(authorization: &str) -> Option<&str>;

    /// Whether requests of the route may demand a revision: its responses are of the catalog.
    fn takes_min_revision(_: &HttpRequest) -> bool {
        false
    }

    /// Called with every authenticated request.
    fn on_authenticated(_: &HttpRequest, _: &Caller) {}

    /// The error of parameters with these problems.
    fn refuse(problems: Vec<ErrorDetail>) -> Self::Error;

    /// A response with the headers of a success from `catalog`, if it is from one, with that tag, if it has one.
    fn response(status: StatusCode, catalog: Option<&Catalog>, tag: Option<&EntityTag>) -> HttpResponseBuilder;
}
