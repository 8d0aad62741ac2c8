//! What people submit. Every form carries a token that only the portal's own pages know, and a browser that says that
//! the form comes from another site is refused.

use crate::portal_error::PortalError;
use crate::session::{SignedIn, Visitor, signed_in};
use crate::settings::PortalSettings;
use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::pin::Pin;
use std::time::Duration;

pub(crate) const MAXIMUM_BYTES: usize = 64 * 1024;

pub(crate) const MAXIMUM_DURATION: Duration = Duration::from_secs(10);

/// A form that somebody who is signed in has sent. Unknown fields are ignored.
#[derive(Debug)]
pub(crate) struct PortalForm<T>(pub(crate) T);

/// A form that is only a button.
pub(crate) type Button = PortalForm<NoFields>;

#[derive(Debug, Deserialize)]
pub(crate) struct NoFields {}

/// The field of every form that shows that the portal made it.
#[derive(Deserialize)]
struct Protected {
    #[serde(default)]
    form_token: String,
}

impl<T: DeserializeOwned + 'static> FromRequest for PortalForm<T> {
    type Error = PortalError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, PortalError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, payload) = (request.clone(), payload.take());
        Box::pin(async move {
            let signed_in = signed_in(&request).await?;
            read_form(&request, payload, &[signed_in.form_token()]).await.map(Self)
        })
    }
}

/// A form that somebody has sent who need not be signed in.
pub(crate) struct VisitorForm<T> {
    pub(crate) visitor: Visitor,
    pub(crate) fields: T,
}

impl<T: DeserializeOwned + 'static> FromRequest for VisitorForm<T> {
    type Error = PortalError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, PortalError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, payload) = (request.clone(), payload.take());
        Box::pin(async move {
            let visitor = Visitor::of(&request)?;
            let fields = read_form(&request, payload, &[&visitor.form_token]).await?;
            Ok(Self { visitor, fields })
        })
    }
}

/// A form of a page that is the same for everybody. Somebody who is signed in may have opened it before that.
pub(crate) struct SwitchForm<T> {
    pub(crate) signed_in: Option<SignedIn>,
    pub(crate) fields: T,
}

impl<T: DeserializeOwned + 'static> FromRequest for SwitchForm<T> {
    type Error = PortalError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, PortalError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, payload) = (request.clone(), payload.take());
        Box::pin(async move {
            let signed_in = match signed_in(&request).await {
                Err(PortalError::SignInNeeded { .. }) => None,
                found => Some(found?),
            };
            let visitor = Visitor::of(&request)?;
            let of_session = signed_in.as_ref().map(SignedIn::form_token);
            let tokens: Vec<&str> = of_session.into_iter().chain([&*visitor.form_token]).collect();
            let fields = read_form(&request, payload, &tokens).await?;
            Ok(Self { signed_in, fields })
        })
    }
}

async fn read_form<T: DeserializeOwned>(
    request: &HttpRequest,
    mut payload: Payload,
    tokens: &[&str],
) -> Result<T, PortalError> {
    check_origin(request)?;
    let unreadable = || PortalError::bad_request("error-form-unreadable");
    if !request.content_type().eq_ignore_ascii_case("application/x-www-form-urlencoded") {
        return Err(unreadable());
    }
    let payload = web::Payload::from_request(request, &mut payload).into_inner().map_err(|_| unreadable())?;
    let received = tokio::time::timeout(MAXIMUM_DURATION, payload.to_bytes_limited(MAXIMUM_BYTES)).await;
    let bytes = received.map_err(|_| unreadable())?.map_err(|_| PortalError::PayloadTooLarge)?;
    let bytes = bytes.map_err(|_| unreadable())?;
    let protected: Protected = serde_urlencoded::from_bytes(&bytes).map_err(|_| unreadable())?;
    check_token(&protected.form_token, tokens)?;
    serde_urlencoded::from_bytes(&bytes).map_err(|_| unreadable())
}

/// Refuses a form that carries none of `tokens`.
pub(crate) fn check_token(sent: &str, tokens: &[&str]) -> Result<(), PortalError> {
    if tokens.iter().any(|token| is_same(sent, token)) { Ok(()) } else { Err(PortalError::ForgedForm) }
}

/// Compares in a time that does not depend on where the texts differ.
fn is_same(sent: &str, token: &str) -> bool {
    let difference = sent.bytes().zip(token.bytes()).fold(0, |difference, (a, b)| difference | (a ^ b));
    sent.len() == token.len() && !token.is_empty() && difference == 0
}

/// Refuses what a browser says comes from another site. Other clients say nothing.
pub(crate) fn check_origin(request: &HttpRequest) -> Result<(), PortalError> {
    let text = |name| request.headers().get(name).map(|value| value.to_str().unwrap_or("?"));
    let is_own_site = text("sec-fetch-site").is_none_or(|site| matches!(site, "same-origin" | "none"));
    let is_own_origin = text("origin").is_none_or(|origin| is_own_origin(origin, request));
    if is_own_site && is_own_origin { Ok(()) } else { Err(PortalError::ForgedForm) }
}

/// Whether `origin` is the public address, or the host that the request names.
pub(crate) fn is_own_origin(origin: &str, request: &HttpRequest) -> bool {
    let settings = request.app_data::<web::Data<PortalSettings>>();
    let public = settings.map(|settings| settings.public_origin.as_str()).filter(|public| !public.is_empty());
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    let authority = origin.split_once("://").map(|(_, authority)| authority);
    public.is_some_and(|public| public.eq_ignore_ascii_case(origin))
        || authority.is_some_and(|authority| host.is_some_and(|host| host.eq_ignore_ascii_case(authority)))
}
