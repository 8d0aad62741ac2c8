//! `/portal`: for buyers what changed and where to go on, and for programs an access token, and how to begin with it.

use super::first_page::FirstPage;
use crate::admin::{Waiting, waiting_for};
use crate::catalog::price_text::PriceText;
use crate::filters;
use crate::form::{NoFields, PortalForm};
use crate::page::{Layout, NavItem, see_other};
use crate::portal_error::PortalError;
use crate::session::SignedIn;
use crate::settings::PortalSettings;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use catalog_app::accounts::audit_token_issued;
use catalog_domain::ports::{IssuedToken, TokenGrant};
use http_common::HttpState;

#[derive(Template)]
#[template(path = "account/overview.html")]
struct OverviewPage {
    layout: Layout,
    company: String,
    price_level: String,
    is_administrator: bool,
    configurator_access: bool,
    form_token: String,
    token: Option<IssuedToken>,
    address: String,
    revision: i64,
    products: usize,
    sections: usize,
    /// What waits for an administrator; `None` for everybody else.
    waiting: Option<Vec<Waiting>>,
    /// For everybody else.
    buyer: Option<FirstPage>,
}

pub(super) async fn show(
    request: HttpRequest,
    signed_in: SignedIn,
    state: Data<HttpState>,
    settings: Data<PortalSettings>,
) -> Result<HttpResponse, PortalError> {
    Ok(signed_in.page(&overview(&signed_in, &state, settings.address(&request), None).await?))
}

/// Shows a new token. It is nowhere else, so it is gone when the page is.
pub(super) async fn issue_token(
    request: HttpRequest,
    signed_in: SignedIn,
    _form: PortalForm<NoFields>,
    state: Data<HttpState>,
    settings: Data<PortalSettings>,
) -> Result<HttpResponse, PortalError> {
    let account = &signed_in.account;
    let grant = TokenGrant { account: account.id, generation: account.token_generation, key: None };
    let token = state.app.callers.issue_token(grant)?;
    audit_token_issued(signed_in.account.id);
    Ok(signed_in.page(&overview(&signed_in, &state, settings.address(&request), Some(token)).await?))
}

/// A page with a token has an address that shows none.
pub(super) async fn leave() -> HttpResponse {
    see_other("/portal")
}

async fn overview(
    signed_in: &SignedIn,
    state: &HttpState,
    address: String,
    token: Option<IssuedToken>,
) -> Result<OverviewPage, PortalError> {
    let is_administrator = signed_in.is_administrator();
    let (waiting, buyer) = match is_administrator {
        true => (Some(waiting_for(signed_in, state).await), None),
        false => (None, Some(FirstPage::of(signed_in, state).await?)),
    };
    let (account, catalog) = (&signed_in.account, state.app.catalog.current());
    Ok(OverviewPage {
        layout: Layout::signed_in("overview-title", NavItem::Overview, signed_in),
        company: account.company.to_string(),
        price_level: account.price_level.name().to_owned(),
        is_administrator,
        configurator_access: account.viewer().may_see_configurator(),
        form_token: signed_in.form_token().to_owned(),
        token,
        address,
        revision: catalog.revision().0,
        products: catalog.product_count(),
        sections: catalog.sections().len(),
        waiting,
        buyer,
    })
}
