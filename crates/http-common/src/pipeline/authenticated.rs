//! Authenticated requests with checked parameters, in this order: unauthenticated callers do not learn what is wrong
//! with a parameter.

use super::interface::Interface;
use crate::auth::{authorization, basic_credentials, has_key_elsewhere};
use crate::cache::Preconditions;
use crate::params::{MIN_REVISION, ParameterReader, Parameters};
use crate::request_error::RequestError;
use crate::response::{Coding, negotiate};
use crate::state::HttpState;
use actix_web::dev::Payload;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpRequest};
use catalog_app::callers::{AuthError, Caller};
use catalog_domain::accounts::AccessChange;
use std::future::Future;
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::Arc;

/// A request of an interface.
pub struct Authenticated<I, P> {
    /// The caller.
    pub caller: Caller,
    /// The checked parameters.
    pub parameters: Arc<P>,
    /// What the response is made from.
    pub state: Data<HttpState>,
    /// The request as it came.
    pub http: HttpRequest,
    /// The version that the client has already.
    pub(super) preconditions: Preconditions,
    pub(super) coding: Option<Coding>,
    interface: PhantomData<I>,
}

impl<I: Interface, P: Parameters + 'static> FromRequest for Authenticated<I, P> {
    type Error = I::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self, I::Error>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let caller = if P::TAKES_BASIC {
                authenticate_with_basic::<I>(&request).await?
            } else {
                authenticate::<I>(&request).await?
            };
            I::on_authenticated(&request, &caller);
            Self::with_parameters(caller, &request).await
        })
    }
}

impl<I: Interface, P: Parameters> Authenticated<I, P> {
    /// Reads the parameters of a request by `caller`. Where they demand a revision, it returns when the current catalog
    /// is of that or a later one (`docs/contract.md#min-revision`).
    ///
    /// # Errors
    /// That of the interface for wrong parameters, and when the catalog stays older.
    pub async fn with_parameters(caller: Caller, request: &HttpRequest) -> Result<Self, I::Error> {
        let min_revision = |reader: &mut ParameterReader<'_>| {
            let is_taken = reader.is_given(MIN_REVISION) && I::takes_min_revision(request);
            if is_taken { reader.min_revision() } else { None }
        };
        let (path, query) = (request.uri().path(), request.query_string());
        let (parameters, revision) = P::parse_with(path, query, I::STRICTNESS, min_revision).map_err(I::refuse)?;
        let asked = Self::new(caller, parameters, (HttpState::of(request)?, request)).with_conditions();
        if let Some(revision) = revision {
            // In a box of its own: the futures of all other requests stay as small as they are.
            let reached = Box::pin(asked.state.app.catalog.reach(asked.caller.account.id, revision)).await;
            reached.map_err(RequestError::from)?;
        }
        Ok(asked)
    }

    /// The same with the conditions of the request as it came, and in the coding that it asks for.
    #[must_use]
    pub fn with_conditions(self) -> Self {
        let preconditions = if I::IS_CONDITIONAL { Preconditions::of(&self.http) } else { Preconditions::none() };
        Self { preconditions, coding: negotiate(self.http.headers()), ..self }
    }

    /// The request for `target`, a path with its query, that `caller` would send, where another one came.
    ///
    /// # Errors
    /// That of the interface for wrong parameters.
    pub fn on_behalf_of(
        caller: Caller,
        target: &str,
        came: (&Data<HttpState>, &HttpRequest),
    ) -> Result<Self, I::Error> {
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        Ok(Self::new(caller, P::parse(path, query, I::STRICTNESS).map_err(I::refuse)?, came))
    }

    fn new(caller: Caller, parameters: P, (state, http): (&Data<HttpState>, &HttpRequest)) -> Self {
        let (parameters, state, http) = (Arc::new(parameters), state.clone(), http.clone());
        let (preconditions, coding, interface) = (Preconditions::none(), None, PhantomData);
        Self { caller, parameters, state, http, preconditions, coding, interface }
    }
}

/// Checks on the way of a long response whether `caller` may still have it, at the prices that it began with.
///
/// # Errors
/// [`RequestError`] when access has ended, or the role or the price level of the account is another one.
pub fn check_access(state: &HttpState, caller: &Caller) -> Result<(), RequestError> {
    match state.app.callers.access_change(caller) {
        None => Ok(()),
        Some(AccessChange::Ended) => Err(state.app.callers.refusal_of_ended().into()),
        Some(AccessChange::Role | AccessChange::PriceLevel) => Err(RequestError::RightsChanged),
    }
}

/// Authenticates the caller of `request` by its token or key.
///
/// # Errors
/// [`RequestError`] when there is none, or it is refused.
pub async fn authenticate<I: Interface>(request: &HttpRequest) -> Result<Caller, RequestError> {
    let (state, credential) = (HttpState::of(request)?, authorization(request).and_then(I::token));
    match state.app.callers.authenticate(credential, state.source_of(request)).await {
        Err(AuthError::NoValidToken) if has_key_elsewhere(request, |text| state.app.callers.is_key(text)) => {
            // The one that was taken is wrong, or there was none.
            Err(if credential.is_some() { RequestError::NoValidToken } else { RequestError::KeyElsewhere })
        }
        outcome => Ok(outcome?),
    }
}

/// The same where the key may also be the password of Basic.
async fn authenticate_with_basic<I: Interface>(request: &HttpRequest) -> Result<Caller, RequestError> {
    let outcome = match authorization(request).and_then(basic_credentials).flatten() {
        Some((name, key)) => {
            let state = HttpState::of(request)?;
            let callers = &state.app.callers;
            callers.authenticate_password((&name, &key), state.source_of(request)).await.map_err(RequestError::from)
        }
        None => authenticate::<I>(request).await,
    };
    outcome.map_err(|error| match error {
        RequestError::NoValidToken | RequestError::MistypedKey | RequestError::KeyElsewhere => {
            RequestError::TakesBasic(Box::new(error))
        }
        error => error,
    })
}
