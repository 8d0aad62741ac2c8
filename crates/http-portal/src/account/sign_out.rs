//! `POST /portal/sign-out`. The session ends in the store, so a copy of the cookie is worth nothing.

use crate::cookies::PortalCookie;
use crate::form::Button;
use crate::page::{PageResult, see_other_with};
use crate::session::SignedIn;
use actix_web::HttpRequest;

pub(super) async fn submit(request: HttpRequest, signed_in: SignedIn, _form: Button) -> PageResult {
    signed_in.app().callers.end_session(&signed_in.session).await?;
    see_other_with("/", &PortalCookie::Session.removed(&request))
}
