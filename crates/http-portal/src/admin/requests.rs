//! `/portal/admin/requests`: requests for access.

use super::account_fields::{AccountFields, AccountFieldsForm};
use super::invitation;
use super::level_examples::{LevelChoice, LevelExamples};
use super::paging::{ListPage, PageLink};
use super::{account_of_path, status_name};
use crate::field::WrongValue;
use crate::filters;
use crate::form::PortalForm;
use crate::page::{Layout, NavItem, see_other};
use crate::portal_error::PortalError;
use crate::session::AdminSignedIn;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use catalog_domain::accounts::{Account, AccountChange, AccountStatus, check_comment};
use catalog_domain::ports::AccountFilter;
use catalog_domain::pricing::PriceLevel;
use http_common::HttpState;
use localization::Message;
use serde::Deserialize;

#[derive(Deserialize)]
pub(crate) struct RequestsQuery {
    page: Option<String>,
    done: Option<String>,
}

#[derive(Template)]
#[template(path = "admin/requests.html")]
struct RequestsPage {
    layout: Layout,
    form_token: String,
    total: u64,
    requests: Vec<(Account, AccountFields)>,
    /// Those to approve several requests with; none where there are not several.
    levels: Vec<LevelChoice>,
    pages: Vec<PageLink>,
    is_declined: bool,
    /// Whether it shows one request only, whose form was incomplete.
    is_incomplete: bool,
}

/// The waiting requests, the oldest first.
pub(crate) async fn show(
    signed_in: AdminSignedIn,
    query: Query<RequestsQuery>,
    state: Data<HttpState>,
) -> Result<HttpResponse, PortalError> {
    let shown = ListPage::read(query.page.as_deref())?;
    let filter = AccountFilter { status: Some(AccountStatus::Pending), ..AccountFilter::default() };
    let found = state.app.accounts.list(filter, shown.rows()).await?;
    let levels = LevelExamples::of(&state.app.catalog.current());
    let with_fields = |account: Account| {
        let fields = AccountFields::of_request(&account.profile, &levels);
        (account, fields)
    };
    let are_several = found.accounts.len() > 1;
    Ok(signed_in.page(&RequestsPage {
        layout: Layout::signed_in("requests-title", NavItem::Requests, &signed_in),
        form_token: signed_in.form_token().to_owned(),
        total: found.total,
        levels: if are_several { levels.with(&PriceLevel::retail()) } else { Vec::new() },
        requests: found.accounts.into_iter().map(with_fields).collect(),
        pages: shown.links(found.total, |page| format!("/portal/admin/requests?page={page}")),
        is_declined: query.done.as_deref() == Some("declined"),
        is_incomplete: false,
    }))
}

/// The one request whose form was sent without a level.
fn show_again(signed_in: &AdminSignedIn, account: Account, fields: AccountFields) -> HttpResponse {
    let incomplete = RequestsPage {
        layout: Layout::signed_in("requests-title", NavItem::Requests, signed_in),
        form_token: signed_in.form_token().to_owned(),
        total: 1,
        requests: vec![(account, fields)],
        levels: Vec::new(),
        pages: Vec::new(),
        is_declined: false,
        is_incomplete: true,
    };
    signed_in.page_with(StatusCode::UNPROCESSABLE_ENTITY, &incomplete)
}

/// "Approve": the account becomes active with the chosen fields, and gets an invitation.
pub(crate) async fn approve(
    signed_in: AdminSignedIn,
    id: Path<String>,
    form: PortalForm<AccountFieldsForm>,
    state: Data<HttpState>,
    request: HttpRequest,
) -> Result<HttpResponse, PortalError> {
    let pending = waiting(&id, &state).await?;
    let (PortalForm(form), catalog) = (form, state.app.catalog.current());
    if !form.has_level() {
        let fields = AccountFields::without_level(&form, &pending.profile, &LevelExamples::of(&catalog));
        return Ok(show_again(&signed_in, pending, fields));
    }
    let change = form.change(&pending.profile, &catalog)?;
    let change = AccountChange { is_active: Some(true), ..change };
    let updated = state.app.accounts.change(signed_in.account.id, pending.id, change, true).await;
    let updated = updated.map_err(super::account::refused)?;
    let updated = updated.ok_or(PortalError::NotFound("error-request-gone"))?;
    Ok(invitation::show(
        (&signed_in, &state),
        &request,
        (&updated.account, "admin-account-was-approved"),
        updated.invitation,
    ))
}

/// Why a request is declined; blank without a reason.
#[derive(Deserialize)]
pub(crate) struct DeclineForm {
    #[serde(default)]
    reason: String,
}

/// "Decline": the account is disabled, as it is over the interface, and the person is mailed the reason if there is
/// one. It can be enabled among the accounts.
pub(crate) async fn decline(
    signed_in: AdminSignedIn,
    id: Path<String>,
    PortalForm(DeclineForm { reason }): PortalForm<DeclineForm>,
    state: Data<HttpState>,
) -> Result<HttpResponse, PortalError> {
    let pending = waiting(&id, &state).await?;
    let reason = reason.trim();
    check_comment(reason).map_err(|error| PortalError::BadRequest(error.message()))?;
    let reason = (!reason.is_empty()).then(|| reason.to_owned());
    let declined = state.app.accounts.decline(signed_in.account.id, pending.id, reason).await;
    declined.map_err(super::account::refused)?;
    Ok(see_other("/portal/admin/requests?done=declined"))
}

/// How often the person has asked for access, and since when.
pub(super) fn asked(account: &Account) -> Message {
    match account.registration_attempts {
        0 => Message::new("asked-once").with("at", account.created_at),
        again => Message::new("asked-often").with("count", again + 1).with("at", account.created_at),
    }
}

async fn waiting(id: &Path<String>, state: &HttpState) -> Result<Account, PortalError> {
    let account = account_of_path(id, state).await?;
    match account.profile.status {
        AccountStatus::Pending => Ok(account),
        status => {
            let name = Message::new(status_name(&status));
            Err(PortalError::bad_request(Message::new("error-decided").with("status", name)))
        }
    }
}
