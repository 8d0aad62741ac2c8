//! The catalog as an account sees it: `POST /portal/admin/accounts/:id/see` begins that and
//! `POST /portal/admin/seeing/end` ends it. The administrator stays who is signed in: only the view of the catalog is
//! another.

use super::AdminOfAccount;
use crate::cookies::seen_as_cookie;
use crate::form::Button;
use crate::page::{NavItem, PageResult, see_other_with};
use crate::portal_error::PortalError;
use crate::session::AdminSignedIn;
use actix_web::HttpRequest;
use catalog_domain::accounts::AccountStatus;

pub(crate) async fn begin(at: AdminOfAccount, _form: Button) -> PageResult {
    let AdminOfAccount { signed_in, account, request } = at;
    if account.profile.status != AccountStatus::Active {
        return Err(PortalError::bad_request("error-sees-nothing"));
    }
    signed_in.app().accounts.begin_seeing_as(signed_in.account.id, account.id).await;
    see_other_with(NavItem::Catalog.path(), &seen_as_cookie(Some(account.id), &request))
}

pub(crate) async fn end(_: AdminSignedIn, _form: Button, request: HttpRequest) -> PageResult {
    see_other_with(NavItem::Accounts.path(), &seen_as_cookie(None, &request))
}
