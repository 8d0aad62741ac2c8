//! `/portal/admin/requests`: requests for access.

use super::account_fields::{AccountFields, AccountFieldsForm};
use super::invitation;
use super::level_examples::{LevelChoice, LevelExamples};
use super::paging::{ListPage, PageLink};
use super::{AdminOfAccount, status_name};
use crate::field::WrongValue;
use crate::filters;
use crate::form::PortalForm;
use crate::page::{Layout, NavItem, PageResult, see_other};
use crate::portal_error::PortalError;
use crate::session::{AdminSignedIn, SignedIn};
use actix_web::web::Query;
use askama::Template;
use catalog_app::accounts::UpdatedAccount;
use catalog_domain::accounts::{Account, AccountChange, AccountStatus, check_comment};
use catalog_domain::ports::AccountFilter;
use catalog_domain::pricing::PriceLevel;
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
    total: u64,
    requests: Vec<(Account, AccountFields)>,
    /// Those to approve several requests with; none where there are not several.
    levels: Vec<LevelChoice>,
    pages: Vec<PageLink>,
    is_declined: bool,
    /// Whether persons are mailed why their requests are declined.
    has_mail: bool,
    /// Whether it shows one request only, whose form was incomplete.
    is_incomplete: bool,
}

impl RequestsPage {
    fn new(signed_in: &SignedIn, total: u64, requests: Vec<(Account, AccountFields)>) -> Self {
        Self {
            layout: Layout::signed_in("requests-title", NavItem::Requests, signed_in),
            total,
            requests,
            levels: Vec::new(),
            pages: Vec::new(),
            is_declined: false,
            has_mail: signed_in.app().accounts.has_mail(),
            is_incomplete: false,
        }
    }
}

/// The waiting requests, the oldest first.
pub(crate) async fn show(signed_in: AdminSignedIn, query: Query<RequestsQuery>) -> PageResult {
    let (shown, app) = (ListPage::read(query.page.as_deref())?, signed_in.app());
    let filter = AccountFilter { status: Some(AccountStatus::Pending), ..AccountFilter::default() };
    let found = app.accounts.list(filter, shown.rows()).await?;
    let levels = LevelExamples::of(&app.catalog.current());
    let with_fields = |account: Account| {
        let fields = AccountFields::of_request(&account.profile, &levels);
        (account, fields)
    };
    let requests: Vec<_> = found.accounts.into_iter().map(with_fields).collect();
    Ok(signed_in.page(&RequestsPage {
        levels: if requests.len() > 1 { levels.with(&PriceLevel::retail()) } else { Vec::new() },
        pages: shown.links(found.total, |page| format!("{}?page={page}", NavItem::Requests.path())),
        is_declined: query.done.as_deref() == Some("declined"),
        ..RequestsPage::new(&signed_in, found.total, requests)
    }))
}

/// "Approve": the account becomes active with the chosen fields, and gets an invitation.
pub(crate) async fn approve(at: AdminOfAccount, PortalForm(form): PortalForm<AccountFieldsForm>) -> PageResult {
    at.check_waits()?;
    let (AdminOfAccount { signed_in, account, .. }, catalog) = (&at, at.signed_in.app().catalog.current());
    if !form.has_level() {
        let fields = AccountFields::without_level(&form, &account.profile, &LevelExamples::of(&catalog));
        let page = RequestsPage::new(signed_in, 1, vec![(account.clone(), fields)]);
        let page = RequestsPage { is_incomplete: true, ..page };
        return Ok(signed_in.form_again(&page));
    }
    let change = form.change(&account.profile, &catalog)?;
    let UpdatedAccount { account, invitation } = at.update(AccountChange { is_active: Some(true), ..change }).await?;
    Ok(invitation::show(&at, (&account, "admin-account-was-approved"), invitation))
}

/// Why a request is declined; blank without a reason.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct DeclineForm {
    reason: String,
}

/// "Decline": the account is disabled, as it is over the interface, and the person is mailed the reason if there is
/// one. It can be enabled among the accounts.
pub(crate) async fn decline(
    at: AdminOfAccount,
    PortalForm(DeclineForm { reason }): PortalForm<DeclineForm>,
) -> PageResult {
    at.check_waits()?;
    let reason = reason.trim();
    check_comment(reason).map_err(|error| PortalError::BadRequest(error.message()))?;
    let reason = (!reason.is_empty()).then(|| reason.to_owned());
    let declined = at.signed_in.app().accounts.decline(at.signed_in.account.id, at.account.id, reason).await;
    declined.map_err(super::account::refused)?;
    Ok(see_other("/portal/admin/requests?done=declined"))
}

impl AdminOfAccount {
    /// Refuses a request that was decided.
    fn check_waits(&self) -> Result<(), PortalError> {
        match self.account.profile.status {
            AccountStatus::Pending => Ok(()),
            status => {
                let name = Message::new(status_name(&status));
                Err(PortalError::bad_request(Message::new("error-decided").with("status", name)))
            }
        }
    }
}

/// How often the person has asked for access, and since when.
pub(super) fn asked(account: &Account) -> Message {
    match account.registration_attempts {
        0 => Message::new("asked-once").with("at", account.created_at),
        again => Message::new("asked-often").with("count", again + 1).with("at", account.created_at),
    }
}
