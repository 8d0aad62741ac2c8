//! Requests by administrators. All other callers are refused before any parameter or body is read.

use super::body_fields::JsonDocument;
use super::json_body::read_document;
use crate::api_error::ApiError;
use crate::params::Parameters;
use crate::response::{Authenticated, V2};
use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use catalog_app::callers::Caller;
use http_common::pipeline::authenticate;
use std::future::Future;
use std::pin::Pin;

#[derive(Debug)]
pub(crate) struct AdminCaller<P>(pub(crate) Authenticated<P>);

/// An administrator's request with checked parameters and a document.
#[derive(Debug)]
pub(crate) struct AdminDocument<P, T> {
    pub(crate) request: Authenticated<P>,
    pub(crate) document: T,
}

impl<P: Parameters + 'static> FromRequest for AdminCaller<P> {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let caller = administrator_of(&request).await?;
            Authenticated::with_parameters(caller, &request).map(Self)
        })
    }
}

impl<P: Parameters + 'static, T: JsonDocument + 'static> FromRequest for AdminDocument<P, T> {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, payload) = (request.clone(), payload.take());
        Box::pin(async move {
            let caller = administrator_of(&request).await?;
            let authenticated = Authenticated::with_parameters(caller, &request)?;
            Ok(Self { request: authenticated, document: read_document(&request, payload).await? })
        })
    }
}

async fn administrator_of(request: &HttpRequest) -> Result<Caller, ApiError> {
    let caller = authenticate::<V2>(request).await?;
    if caller.viewer.is_administrator() { Ok(caller) } else { Err(ApiError::AdministratorsOnly) }
}
