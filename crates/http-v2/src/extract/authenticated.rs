//! Authenticated requests with checked parameters, in this order: unauthenticated callers do not learn what is wrong
//! with a parameter.

use crate::api_error::ApiError;
use crate::params::Parameters;
use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use catalog_app::callers::Caller;
use http_common::auth::authenticate;
use http_common::cache::Preconditions;
use http_common::params::Strictness;
use http_common::response::{Coding, negotiate};
use std::future::Future;
use std::pin::Pin;

#[derive(Debug)]
pub(crate) struct Authenticated<P> {
    pub(crate) caller: Caller,
    pub(crate) parameters: P,
    /// The version that the client has already.
    pub(crate) preconditions: Preconditions,
    pub(crate) coding: Option<Coding>,
}

impl<P: Parameters + 'static> FromRequest for Authenticated<P> {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let caller = caller_of(&request).await?;
            Self::with_parameters(caller, &request)
        })
    }
}

impl<P: Parameters> Authenticated<P> {
    /// Reads the parameters of a request by `caller`.
    pub(super) fn with_parameters(caller: Caller, request: &HttpRequest) -> Result<Self, ApiError> {
        let parameters = parameters_of(request)?;
        let (preconditions, coding) = (Preconditions::of(request), negotiate(request.headers()));
        Ok(Self { caller, parameters, preconditions, coding })
    }

    /// The request for `target`, a path with its query, that `caller` would send.
    pub(crate) fn on_behalf_of(caller: Caller, target: &str) -> Result<Self, ApiError> {
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let parameters = P::parse(path, query, Strictness::Strict).map_err(ApiError::Validation)?;
        Ok(Self { caller, parameters, preconditions: Preconditions::none(), coding: None })
    }
}

pub(crate) async fn caller_of(request: &HttpRequest) -> Result<Caller, ApiError> {
    Ok(authenticate(request).await?)
}

/// The parameters of the request.
///
/// # Errors
/// [`ApiError::Validation`].
pub(super) fn parameters_of<P: Parameters>(request: &HttpRequest) -> Result<P, ApiError> {
    P::parse(request.uri().path(), request.query_string(), Strictness::Strict).map_err(ApiError::Validation)
}
