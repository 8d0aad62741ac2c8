//! Who is signed in.

use crate::portal_error::PortalError;
use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use catalog_domain::accounts::CallerAccount;
use catalog_domain::pricing::Viewer;
use http_common::runtime::Requester;
use std::future::Future;
use std::ops::Deref;
use std::pin::Pin;
use std::sync::Arc;

/// Somebody who is signed in. Everybody else is sent to the sign-in page.
#[derive(Debug, Clone)]
pub(crate) struct SignedIn {
    /// The account, in its state at the time of the request.
    pub(crate) account: Arc<CallerAccount>,
    /// The token that forms of this session carry.
    form_token: Arc<str>,
}

impl SignedIn {
    /// How this person sees the catalog.
    pub(crate) fn viewer(&self) -> Viewer {
        self.account.viewer()
    }

    /// The requester that this person's work is accounted to.
    pub(crate) fn requester(&self) -> Requester {
        Requester::Account(self.account.id)
    }

    /// The token that forms of this session carry, in the field `form_token`.
    pub(crate) fn form_token(&self) -> &str {
        &self.form_token
    }
}

impl FromRequest for SignedIn {
    type Error = PortalError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, PortalError>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move { signed_in(&request).await })
    }
}

/// An administrator who is signed in. Other people get an error page.
#[derive(Debug, Clone)]
pub(crate) struct AdminSignedIn(SignedIn);

impl Deref for AdminSignedIn {
    type Target = SignedIn;

    fn deref(&self) -> &SignedIn {
        &self.0
    }
}

impl FromRequest for AdminSignedIn {
    type Error = PortalError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, PortalError>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let signed_in = signed_in(&request).await?;
            let is_administrator = signed_in.viewer().is_administrator();
            if is_administrator { Ok(Self(signed_in)) } else { Err(PortalError::AdministratorsOnly) }
        })
    }
}

/// The person of the request; looked up once for each request.
pub(crate) async fn signed_in(request: &HttpRequest) -> Result<SignedIn, PortalError> {
    if let Some(known) = request.extensions().get::<SignedIn>() {
        return Ok(known.clone());
    }
    let next = request.uri().path_and_query().map_or("/portal", |path| path.as_str());
    Err(PortalError::SignInNeeded { next: next.to_owned() })
}
