//! `POST /portal/sign-out`. The session ends in the store, so a copy of the cookie is worth nothing.

use crate::cookies::PortalCookie;
use crate::form::{NoFields, PortalForm};
use crate::page::see_other;
use crate::portal_error::PortalError;
use crate::session::SignedIn;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use http_common::HttpState;

pub(super) async fn submit(
    request: HttpRequest,
    signed_in: SignedIn,
    _form: PortalForm<NoFields>,
    state: Data<HttpState>,
) -> Result<HttpResponse, PortalError> {
    state.app.callers.end_session(&signed_in.session).await?;
    let mut response = see_other("/");
    let removed = response.add_cookie(&PortalCookie::Session.removed(&request));
    removed.map_err(|error| PortalError::internal(error.to_string()))?;
    Ok(response)
}
