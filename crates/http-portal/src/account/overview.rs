//! `/portal`: for buyers what changed and where to go on, and for programs an access token, and how to begin with it.

use super::first_page::FirstPage;
use crate::admin::{Waiting, waiting_for};
use crate::filters;
use crate::form::Button;
use crate::page::{Layout, NavItem, PageResult, see_other};
use crate::portal_error::PortalError;
use crate::session::SignedIn;
use crate::settings::PortalSettings;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use catalog_app::accounts::audit_token_issued;
use catalog_domain::accounts::CallerAccount;
use catalog_domain::ports::{IssuedToken, TokenGrant};
use catalog_index::Catalog;
use std::sync::Arc;

#[derive(Template)]
#[template(path = "account/overview.html")]
struct OverviewPage {
    layout: Layout,
    account: Arc<CallerAccount>,
    is_administrator: bool,
    token: Option<IssuedToken>,
    address: String,
    catalog: Arc<Catalog>,
    /// What waits for an administrator; `None` for everybody else.
    waiting: Option<Vec<Waiting>>,
    /// For everybody else.
    buyer: Option<FirstPage>,
}

pub(super) async fn show(request: HttpRequest, signed_in: SignedIn, settings: Data<PortalSettings>) -> PageResult {
    Ok(signed_in.page(&overview(&signed_in, settings.address(&request), None).await?))
}

/// Shows a new token. It is nowhere else, so it is gone when the page is.
pub(super) async fn issue_token(
    request: HttpRequest,
    signed_in: SignedIn,
    _form: Button,
    settings: Data<PortalSettings>,
) -> PageResult {
    let account = &signed_in.account;
    let grant = TokenGrant { account: account.id, generation: account.token_generation, key: None };
    let token = signed_in.app().callers.issue_token(grant)?;
    audit_token_issued(signed_in.account.id);
    Ok(signed_in.page(&overview(&signed_in, settings.address(&request), Some(token)).await?))
}

/// A page with a token has an address that shows none.
pub(super) async fn leave() -> HttpResponse {
    see_other(NavItem::Overview.path())
}

async fn overview(
    signed_in: &SignedIn,
    address: String,
    token: Option<IssuedToken>,
) -> Result<OverviewPage, PortalError> {
    let is_administrator = signed_in.is_administrator();
    let (waiting, buyer) = match is_administrator {
        true => (Some(waiting_for(signed_in).await), None),
        false => (None, Some(FirstPage::of(signed_in).await?)),
    };
    Ok(OverviewPage {
        layout: Layout::signed_in("overview-title", NavItem::Overview, signed_in),
        account: Arc::clone(&signed_in.account),
        is_administrator,
        token,
        address,
        catalog: signed_in.app().catalog.current(),
        waiting,
        buyer,
    })
}
