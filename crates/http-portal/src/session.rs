//! The person who is signed in, and the secret of forms for everybody else.

use crate::cookies::{self, PortalCookie};
use crate::form::is_own_origin;
use crate::page::page_with;
use crate::portal_error::PortalError;
use crate::public::page_after;
use crate::reader::Reader;
use actix_web::cookie::Cookie;
use actix_web::dev::Payload;
use actix_web::http::{Method, StatusCode, header};
use actix_web::web::Data;
use actix_web::{FromRequest, HttpMessage, HttpRequest, HttpResponse};
use askama::Template;
use catalog_app::App;
use catalog_app::accounts::audit_page_seen_as;
use catalog_app::callers::{AuthError, Caller};
use catalog_app::runtime::{Requester, WorkFor};
use catalog_domain::accounts::{AttemptSource, CallerAccount, SessionToken};
use catalog_domain::pricing::{Role, Viewer};
use catalog_domain::values::{SectionId, Timestamp};
use http_common::HttpState;
use std::future::{Ready, ready};
use std::ops::Deref;
use std::pin::Pin;
use std::sync::Arc;

/// Somebody who is signed in. Everybody else is sent to the sign-in page.
#[derive(Clone)]
pub(crate) struct SignedIn {
    /// The account, in its state at the time of the request.
    pub(crate) account: Arc<CallerAccount>,
    expires_at: Option<Timestamp>,
    pub(crate) session: SessionToken,
    form_token: Arc<str>,
    pub(crate) reader: Reader,
    pub(crate) state: Data<HttpState>,
    /// How many requests for access wait, if any do; for administrators.
    pub(crate) waiting: Option<u64>,
    /// As which account an administrator sees the catalog.
    pub(crate) seen_as: Option<Arc<CallerAccount>>,
}

impl SignedIn {
    /// A page for this person, with status 200.
    pub(crate) fn page(&self, template: &impl Template) -> HttpResponse {
        self.page_with(StatusCode::OK, template)
    }

    pub(crate) fn page_with(&self, status: StatusCode, template: &impl Template) -> HttpResponse {
        page_with(status, template, self.reader.locale)
    }

    /// The page of a form that cannot be used as it was sent, with what is wrong.
    pub(crate) fn form_again(&self, template: &impl Template) -> HttpResponse {
        self.page_with(StatusCode::UNPROCESSABLE_ENTITY, template)
    }

    pub(crate) fn is_administrator(&self) -> bool {
        self.account.role == Role::Administrator
    }

    pub(crate) fn app(&self) -> &App {
        &self.state.app
    }

    pub(crate) fn viewer(&self) -> Viewer {
        self.seen_as.as_ref().unwrap_or(&self.account).viewer()
    }

    pub(crate) fn caller(&self) -> Caller {
        Caller { account: Arc::clone(&self.account), viewer: self.viewer(), key: None, expires_at: self.expires_at }
    }

    /// Notes a section that a buyer looks at: the buyer's first page has it.
    pub(crate) fn looks_at(&self, section: SectionId) {
        if !self.is_administrator() {
            self.app().callers.note_visit(self.account.id, Some(section));
        }
    }

    /// The requester that this person's work is accounted to.
    pub(crate) fn requester(&self) -> Requester {
        Requester::Account(self.account.id)
    }

    pub(crate) fn work(&self) -> WorkFor<'_> {
        self.app().work.of(self.requester())
    }

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
#[derive(Clone)]
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

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let signed_in = SignedIn::from_request(request, payload);
        Box::pin(async move {
            let signed_in = signed_in.await?;
            if signed_in.is_administrator() { Ok(Self(signed_in)) } else { Err(PortalError::AdministratorsOnly) }
        })
    }
}

pub(crate) async fn signed_in(request: &HttpRequest) -> Result<SignedIn, PortalError> {
    if let Some(known) = request.extensions().get::<SignedIn>() {
        return Ok(known.clone());
    }
    let session = PortalCookie::Session.read(request).ok_or_else(|| sign_in_needed(request))?;
    let state = HttpState::of(request)?.clone();
    let caller = match state.app.callers.authenticate_session(&session).await {
        Ok(caller) => caller,
        Err(AuthError::Failure(failure)) => return Err(failure.into()),
        Err(
            AuthError::NoValidToken
            | AuthError::MistypedKey
            | AuthError::AccessDisabled
            | AuthError::TooManyAttempts { .. },
        ) => {
            return Err(sign_in_needed(request));
        }
    };
    let form_token = state.app.callers.session_tokens().form_token(&session).into();
    let reader = Reader::of(request, caller.account.language);
    let Caller { account, expires_at, .. } = caller;
    let (waiting, seen_as) = (None, None);
    let mut signed_in = SignedIn { account, expires_at, session, form_token, reader, state, waiting, seen_as };
    if signed_in.is_administrator() {
        signed_in.waiting = signed_in.app().accounts.count_pending().await.filter(|count| *count > 0);
        signed_in.seen_as = account_seen_as(&signed_in, request).await?;
    } else {
        signed_in.app().callers.note_visit(signed_in.account.id, None);
    }
    request.extensions_mut().insert(signed_in.clone());
    Ok(signed_in)
}

/// As which account an administrator sees the catalog. Every page that is seen so is audited.
async fn account_seen_as(
    administrator: &SignedIn,
    request: &HttpRequest,
) -> Result<Option<Arc<CallerAccount>>, PortalError> {
    let Some(account) = cookies::seen_as(request) else { return Ok(None) };
    let account = administrator.app().accounts.find_caller(account).await?;
    if let Some(account) = account.as_ref().filter(|account| account.is_active()) {
        audit_page_seen_as(administrator.account.id, account.id, request.path());
    }
    Ok(account)
}

/// After signing in, the page that was asked for follows. A form that was sent cannot be repeated: the page that it was
/// on follows, if the browser names it.
pub(crate) fn sign_in_needed(request: &HttpRequest) -> PortalError {
    let is_unsaved = *request.method() == Method::POST;
    let of_form = if is_unsaved { page_of_form(request) } else { None };
    let next = of_form.unwrap_or_else(|| Reader::of(request, None).address.as_ref().to_owned());
    PortalError::SignInNeeded { next, is_unsaved }
}

/// Path and query of the portal's page that a form was on.
fn page_of_form(request: &HttpRequest) -> Option<String> {
    let referrer = request.headers().get(header::REFERER)?.to_str().ok()?;
    let (path_begins, _) = referrer.match_indices('/').nth(2)?;
    let (origin, path) = referrer.split_at(path_begins);
    is_own_origin(origin, request).then(|| page_after(path).to_owned())
}

/// Somebody on a page for everybody. A cookie with a secret of its own binds the forms to the browser.
#[derive(Clone)]
pub(crate) struct Visitor {
    pub(crate) form_token: Arc<str>,
    /// That cookie, for a browser that has none yet.
    cookie: Option<Cookie<'static>>,
    pub(crate) reader: Reader,
    pub(crate) state: Data<HttpState>,
    pub(crate) http: HttpRequest,
}

impl Visitor {
    /// A page with the cookie that its form needs.
    pub(crate) fn page(&self, status: StatusCode, template: &impl Template) -> HttpResponse {
        let mut response = page_with(status, template, self.reader.locale);
        if let Some(cookie) = &self.cookie {
            // Names and values are our own, so the cookie is a valid header.
            let _ = response.add_cookie(cookie);
        }
        response
    }

    /// The page of a form that cannot be used as it was sent, with what is wrong.
    pub(crate) fn form_again(&self, template: &impl Template) -> HttpResponse {
        self.page(StatusCode::UNPROCESSABLE_ENTITY, template)
    }

    pub(crate) fn source(&self) -> AttemptSource {
        self.state.source_of(&self.http)
    }

    pub(crate) fn of(request: &HttpRequest) -> Result<Self, PortalError> {
        let (state, http) = (HttpState::of(request)?.clone(), request.clone());
        let tokens = state.app.callers.session_tokens();
        let (known, reader) = (PortalCookie::Visitor.read(request), Reader::of(request, None));
        let is_new = known.is_none() && reader.has_portal;
        let secret = known.map_or_else(|| tokens.generate(), Ok)?;
        let cookie = is_new.then(|| PortalCookie::Visitor.with(&secret, request));
        Ok(Self { form_token: tokens.form_token(&secret).into(), cookie, reader, state, http })
    }
}

impl FromRequest for Visitor {
    type Error = PortalError;
    type Future = Ready<Result<Self, PortalError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Self::of(request))
    }
}
