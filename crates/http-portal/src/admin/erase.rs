//! "Erase" on the page of an account: a question, and what it says "yes" to.

use super::account_of_path;
use crate::form::{NoFields, PortalForm};
use crate::page::see_other;
use crate::portal_error::PortalError;
use crate::session::AdminSignedIn;
use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use catalog_domain::accounts::ErasureRefusal;
use http_common::HttpState;

pub(crate) async fn erase(
    signed_in: AdminSignedIn,
    id: Path<String>,
    _form: PortalForm<NoFields>,
    state: Data<HttpState>,
) -> Result<HttpResponse, PortalError> {
    let account = account_of_path(&id, &state).await?;
    state.app.accounts.erase(signed_in.account.id, account.id).await?.map_err(|refusal| match refusal {
        ErasureRefusal::UnknownAccount => PortalError::NotFound("error-account-not-found"),
        ErasureRefusal::OwnAccount => PortalError::bad_request("error-erase-own"),
        ErasureRefusal::LastAdministrator => PortalError::bad_request("error-erase-last"),
        ErasureRefusal::ImportRuns => PortalError::bad_request("error-erase-importing"),
    })?;
    Ok(see_other(&format!("/portal/admin/accounts/{}?done=erased", account.id)))
}
