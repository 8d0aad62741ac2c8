//! Requests for what not everybody may do. Callers who may not are refused before any parameter or body is read.

use super::body_fields::JsonDocument;
use super::json_body::read_document;
use crate::api_error::{ApiError, operation_error};
use crate::params::Parameters;
use crate::response::{Authenticated, V2};
use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use catalog_app::callers::Caller;
use catalog_domain::accounts::Operation;
use http_common::pipeline::authenticate;
use std::future::Future;
use std::marker::PhantomData;
use std::ops::Deref;
use std::pin::Pin;

pub(crate) trait Permission: 'static {
    const OPERATION: Operation;
}

macro_rules! permissions {
    ($($name:ident)+) => {
        $(
            #[derive(Debug)]
            pub(crate) enum $name {}

            impl Permission for $name {
                const OPERATION: Operation = Operation::$name;
            }
        )+
    };
}

permissions!(OwnApiKeys Import ReadAccounts ChangeAccounts ManageAccess);

/// A request by somebody who may do that, with checked parameters.
pub(crate) struct Permitted<O, P> {
    request: Authenticated<P>,
    permission: PhantomData<O>,
}

impl<O, P> Deref for Permitted<O, P> {
    type Target = Authenticated<P>;

    fn deref(&self) -> &Authenticated<P> {
        &self.request
    }
}

impl<O: Permission, P> Permitted<O, P> {
    /// The request, if its caller may do that.
    pub(crate) fn new(request: Authenticated<P>) -> Result<Self, ApiError> {
        request.caller.may(O::OPERATION).map_err(operation_error)?;
        Ok(Self { request, permission: PhantomData })
    }
}

pub(crate) struct PermittedDocument<O, P, T> {
    pub(crate) request: Permitted<O, P>,
    pub(crate) document: T,
}

impl<O: Permission, P: Parameters + 'static> FromRequest for Permitted<O, P> {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let caller = permitted_caller(&request, O::OPERATION).await?;
            let request = Authenticated::with_parameters(caller, &request).await?;
            Ok(Self { request, permission: PhantomData })
        })
    }
}

impl<O: Permission, P: Parameters + 'static, T: JsonDocument + 'static> FromRequest for PermittedDocument<O, P, T> {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, payload) = (Permitted::extract(request), payload.take());
        Box::pin(async move {
            let request = request.await?;
            let document = read_document(&request.http, payload).await?;
            Ok(Self { request, document })
        })
    }
}

/// Whoever has sent `request`, if they may do `operation`.
///
/// # Errors
/// [`ApiError`] when they may not.
pub(crate) async fn permitted_caller(request: &HttpRequest, operation: Operation) -> Result<Caller, ApiError> {
    let caller = authenticate::<V2>(request).await?;
    caller.may(operation).map_err(operation_error)?;
    Ok(caller)
}
