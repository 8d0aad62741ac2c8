//! The catalog as an account sees it: `POST /portal/admin/accounts/:id/see` begins that and
//! `POST /portal/admin/seeing/end` ends it. The administrator stays who is signed in: only the view of the catalog is
//! another.

use super::AdminOfAccount;
use crate::cookies::seen_as_cookie;
use crate::form::{NoFields, PortalForm};
use crate::page::see_other;
use crate::portal_error::PortalError;
use crate::session::AdminSignedIn;
use actix_web::{HttpRequest, HttpResponse};
use catalog_domain::accounts::AccountStatus;
use catalog_domain::values::AccountId;

pub(crate) async fn begin(
    AdminOfAccount { signed_in, account, state }: AdminOfAccount,
    PortalForm(NoFields {}): PortalForm<NoFields>,
    request: HttpRequest,
) -> Result<HttpResponse, PortalError> {
    if account.profile.status == AccountStatus::Pending {
        return Err(PortalError::bad_request("error-sees-nothing"));
    }
    state.app.accounts.begin_seeing_as(signed_in.account.id, account.id).await;
    redirect("/portal/catalog", Some(account.id), &request)
}

pub(crate) async fn end(
    _: AdminSignedIn,
    PortalForm(NoFields {}): PortalForm<NoFields>,
    request: HttpRequest,
) -> Result<HttpResponse, PortalError> {
    redirect("/portal/admin/accounts", None, &request)
}

fn redirect(path: &str, account: Option<AccountId>, request: &HttpRequest) -> Result<HttpResponse, PortalError> {
    let mut response = see_other(path);
    let set = response.add_cookie(&seen_as_cookie(account, request));
    set.map_err(|error| PortalError::internal(error.to_string()))?;
    Ok(response)
}
