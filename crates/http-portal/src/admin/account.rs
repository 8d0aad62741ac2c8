//! `/portal/admin/accounts/:id`: one account, its changes and its events.

use super::account_events::{ShownEvent, events_of};
use super::account_fields::{AccountFields, AccountFieldsForm};
use super::level_examples::LevelExamples;
use super::mail_state::ShownMail;
use super::{AdminOfAccount, UNKNOWN_ACCOUNT, invitation};
use crate::contact_form::ContactForm;
use crate::field::Field;
use crate::filters;
use crate::form::{Button, PortalForm};
use crate::key_table::{ShownApiKey, keys_of, revoke_key};
use crate::page::{Layout, NavItem, PageResult, see_other};
use crate::portal_error::PortalError;
use actix_web::HttpResponse;
use actix_web::web::{Path, Query};
use askama::Template;
use catalog_app::accounts::{AccountUpdateError, AuditActor, InvitationError, UpdatedAccount};
use catalog_domain::accounts::{Account, AccountChange, AccountChangeError, AccountStatus, ErasureRefusal};
use catalog_domain::values::{AccountId, Timestamp};
use serde::Deserialize;

pub(crate) fn address(account: AccountId) -> String {
    format!("{}/{account}", NavItem::Accounts.path())
}

#[derive(Deserialize)]
pub(crate) struct AccountQuery {
    done: Option<String>,
}

impl AccountQuery {
    fn notice(&self) -> Option<&'static str> {
        match self.done.as_deref()? {
            "tried" => Some("admin-account-mail-tried"),
            "saved" => Some("admin-account-was-changed"),
            "revoked" => Some("admin-account-key-revoked"),
            "erased" => Some("admin-account-was-erased"),
            "disabled" => Some("admin-account-was-disabled"),
            _ => None,
        }
    }
}

#[derive(Template)]
#[template(path = "admin/account.html")]
struct AccountDetailPage {
    layout: Layout,
    account: Account,
    fields: AccountFields,
    contact: [Field; 3],
    last_sign_in: Option<Timestamp>,
    events: Vec<ShownEvent>,
    keys: Vec<ShownApiKey>,
    keys_at: String,
    invitation_until: Option<Timestamp>,
    mail: Option<ShownMail>,
    /// Whether a link was mailed of which this server knows nothing: before its start, or by another one.
    is_mail_unknown: bool,
    mail_mark: Option<&'static str>,
    notice: Option<&'static str>,
}

pub(crate) async fn show(at: AdminOfAccount, query: Query<AccountQuery>) -> PageResult {
    let contact = ContactForm::of(&at.account.profile).fields();
    Ok(at.signed_in.page(&at.page(contact, query.notice()).await?))
}

/// "Correct": who the person is. What is wrong for a new account may stay as it is.
pub(crate) async fn correct(at: AdminOfAccount, PortalForm(form): PortalForm<ContactForm>) -> PageResult {
    let contact = form.details();
    if contact != ContactForm::of(&at.account.profile).details() {
        let fields = form.checked_fields(false);
        if fields.iter().any(|field| field.error.is_some()) {
            return Ok(at.signed_in.form_again(&at.page(fields, None).await?));
        }
        at.update(AccountChange { contact: Some(contact), ..AccountChange::default() }).await?;
    }
    Ok(at.done("saved"))
}

pub(crate) async fn change(at: AdminOfAccount, PortalForm(form): PortalForm<AccountFieldsForm>) -> PageResult {
    at.update(form.change(&at.account.profile, &at.signed_in.app().catalog.current())?).await?;
    Ok(at.done("saved"))
}

/// "Enable": with an invitation where the account has no password.
pub(crate) async fn enable(at: AdminOfAccount, _form: Button) -> PageResult {
    let change = AccountChange { is_active: Some(true), ..AccountChange::default() };
    let UpdatedAccount { account, invitation } = at.update(change).await?;
    Ok(invitation::show(&at, (&account, "admin-account-was-enabled"), invitation))
}

pub(crate) async fn disable(at: AdminOfAccount, _form: Button) -> PageResult {
    at.update(AccountChange { is_active: Some(false), ..AccountChange::default() }).await?;
    Ok(at.done("disabled"))
}

/// "Erase": what the question on the page says "yes" to.
pub(crate) async fn erase(at: AdminOfAccount, _form: Button) -> PageResult {
    let erased = at.signed_in.app().accounts.erase(at.signed_in.account.id, at.account.id).await?;
    erased.map_err(|refusal| match refusal {
        ErasureRefusal::UnknownAccount => UNKNOWN_ACCOUNT,
        ErasureRefusal::OwnAccount => PortalError::bad_request("error-erase-own"),
        ErasureRefusal::LastAdministrator => PortalError::bad_request("error-erase-last"),
        ErasureRefusal::ImportRuns => PortalError::bad_request("error-erase-importing"),
    })?;
    Ok(at.done("erased"))
}

/// "Revoke": ends a key of the account.
pub(crate) async fn revoke(at: AdminOfAccount, path: Path<(String, String)>, _form: Button) -> PageResult {
    let by = AuditActor::Administrator(at.signed_in.account.id);
    revoke_key(by, at.account.id, &path.1, at.signed_in.app()).await?;
    Ok(at.done("revoked"))
}

pub(crate) async fn invite(at: AdminOfAccount, _form: Button) -> PageResult {
    at.make_invitation().await
}

/// "Send again": tries at once what waits; otherwise a new link takes the place of the one that is lost.
pub(crate) async fn send_again(at: AdminOfAccount, _form: Button) -> PageResult {
    let app = at.signed_in.app();
    if ShownMail::of(&at.account, app).is_some_and(|mail| mail.waits()) {
        app.accounts.retry_mail();
        return Ok(at.done("tried"));
    }
    at.make_invitation().await
}

impl AdminOfAccount {
    async fn page(&self, contact: [Field; 3], notice: Option<&'static str>) -> Result<AccountDetailPage, PortalError> {
        let (signed_in, account, app) = (&self.signed_in, self.account.clone(), self.signed_in.app());
        let (events, last_sign_in) = events_of(account.id, app).await?;
        let mail = ShownMail::of(&account, app);
        let is_live = account.has_live_invitation(app.now());
        Ok(AccountDetailPage {
            layout: Layout::signed_in("admin-account-title", NavItem::Accounts, signed_in),
            fields: AccountFields::new(&account.profile, &LevelExamples::of(&app.catalog.current())),
            // A browser would offer the administrator's own.
            contact: contact.map(|field| Field { is_required: false, autocomplete: "off", ..field }),
            last_sign_in,
            events,
            keys: keys_of(account.id, app).await?,
            keys_at: format!("{}/keys", address(account.id)),
            invitation_until: account.invitation_expires_at.filter(|_| is_live),
            is_mail_unknown: mail.is_none() && is_live && account.password_hash.is_none() && app.accounts.has_mail(),
            mail_mark: mail.as_ref().and_then(ShownMail::mark),
            mail,
            notice,
            account,
        })
    }

    async fn make_invitation(&self) -> PageResult {
        let made = self.signed_in.app().accounts.invite(self.signed_in.account.id, self.account.id).await;
        let made = made.map_err(|error| match error {
            InvitationError::UnknownAccount => UNKNOWN_ACCOUNT,
            InvitationError::NotActive(_) => PortalError::bad_request("error-not-invitable"),
            InvitationError::Failure(failure) => failure.into(),
        })?;
        Ok(invitation::show(self, (&self.account, "admin-account-was-invited"), Some(made)))
    }

    pub(super) async fn update(&self, change: AccountChange) -> Result<UpdatedAccount, PortalError> {
        let accounts = &self.signed_in.app().accounts;
        let updated = accounts.change(self.signed_in.account.id, self.account.id, change, true).await;
        updated.map_err(refused)?.ok_or(UNKNOWN_ACCOUNT)
    }

    /// Back to the account's page, with the notice of that name.
    fn done(&self, notice: &str) -> HttpResponse {
        see_other(&format!("{}?done={notice}", address(self.account.id)))
    }
}

pub(super) fn refusal_text(refusal: AccountChangeError) -> &'static str {
    match refusal {
        AccountChangeError::OwnAccess | AccountChangeError::OwnRole => "error-own-access",
        AccountChangeError::Erased => "error-account-erased",
    }
}

pub(super) fn refused(error: AccountUpdateError) -> PortalError {
    match error {
        AccountUpdateError::Refused(refusal) => PortalError::bad_request(refusal_text(refusal)),
        AccountUpdateError::NotWithThisKey => PortalError::AdministratorsOnly,
        AccountUpdateError::Failure(failure) => failure.into(),
    }
}

impl AccountDetailPage {
    /// Whether the account can be enabled, as opposed to disabled. A pending one is decided among the requests.
    fn can_be_enabled(&self) -> bool {
        self.account.profile.status == AccountStatus::Disabled
    }

    /// The actions besides "Save", each with a form of its own.
    fn other_actions(&self) -> &'static [&'static str] {
        if self.can_be_enabled() { &["enable", "see"] } else { &["invitation", "disable", "see"] }
    }

    fn is_wrong(&self) -> bool {
        self.contact.iter().any(|field| field.error.is_some())
    }

    fn is_pending(&self) -> bool {
        self.account.profile.status == AccountStatus::Pending
    }
}
