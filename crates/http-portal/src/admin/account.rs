//! `/portal/admin/accounts/:id`: one account, its changes and its events.

use super::account_fields::{AccountFields, AccountFieldsForm};
use super::level_examples::LevelExamples;
use super::mail_state::ShownMail;
use super::{AdminOfAccount, invitation, role_name, status_name};
use crate::filters;
use crate::form::{NoFields, PortalForm};
use crate::key_table::{ShownApiKey, revoke_key, shown_keys};
use crate::page::{Layout, NavItem, see_other};
use crate::portal_error::PortalError;
use actix_web::web::{Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use catalog_app::accounts::{
    AccountUpdateError, AuditActor, DECLINE_REASON, ERASED, InvitationError, SEEN_AS, UpdatedAccount,
};
use catalog_domain::accounts::{Account, AccountChange, AccountStatus};
use catalog_domain::ports::{AccountEvent, AccountEventKind, EventAuthor, FieldChange};
use catalog_domain::pricing::Role;
use catalog_domain::values::{AccountId, Timestamp};
use localization::Message;
use serde::Deserialize;
use std::collections::{BTreeSet, HashMap};

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
    form_token: String,
    account: Account,
    fields: AccountFields,
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

struct ShownEvent {
    at: Timestamp,
    what: Message,
    by: Message,
    /// The author's account, if the author was an administrator.
    author: Option<String>,
}

pub(crate) async fn show(
    AdminOfAccount { signed_in, account, state }: AdminOfAccount,
    query: Query<AccountQuery>,
) -> Result<HttpResponse, PortalError> {
    let events = state.app.accounts.events(account.id).await?;
    let addresses = state.app.accounts.addresses_of(administrators(&events)).await?;
    let keys = state.app.accounts.keys_of(account.id).await?.unwrap_or_default();
    let mail = ShownMail::of(&account, &state);
    let is_invited = account.password_hash.is_none() && account.has_live_invitation(state.app.now());
    Ok(signed_in.page(&AccountDetailPage {
        layout: Layout::signed_in("admin-account-title", NavItem::Accounts, &signed_in),
        form_token: signed_in.form_token().to_owned(),
        fields: AccountFields::new(&account.profile, &LevelExamples::of(&state.app.catalog.current())),
        last_sign_in: last_sign_in(&events),
        events: events.iter().map(|event| ShownEvent::new(event, &addresses)).collect(),
        keys: shown_keys(keys, state.app.now(), &state.app.catalog.current()),
        keys_at: format!("/portal/admin/accounts/{}/keys", account.id),
        invitation_until: account.invitation_expires_at.filter(|_| account.has_live_invitation(state.app.now())),
        is_mail_unknown: mail.is_none() && is_invited && state.app.accounts.has_mail(),
        mail_mark: mail.as_ref().and_then(ShownMail::mark),
        mail,
        notice: query.notice(),
        account,
    }))
}

fn last_sign_in(events: &[AccountEvent]) -> Option<Timestamp> {
    events.iter().find(|event| event.kind == AccountEventKind::SignedIn).map(|event| event.at)
}

fn administrators(events: &[AccountEvent]) -> BTreeSet<AccountId> {
    let author = |event: &AccountEvent| match event.by {
        EventAuthor::Administrator(id) => Some(id),
        EventAuthor::CommandLine | EventAuthor::Owner | EventAuthor::Person(_) => None,
    };
    events.iter().filter_map(author).collect()
}

impl ShownEvent {
    fn new(event: &AccountEvent, addresses: &HashMap<AccountId, String>) -> Self {
        let what = match &event.kind {
            AccountEventKind::SignedIn => Message::new("event-signed-in"),
            AccountEventKind::PasswordSet => Message::new("event-password-set"),
            AccountEventKind::PasswordChanged => Message::new("event-password-changed"),
            AccountEventKind::InvitationMade => Message::new("event-invitation-made"),
            AccountEventKind::AccountMade => Message::new("event-account-made"),
            AccountEventKind::Changed(change) => changed(change),
        };
        let (by, author) = match &event.by {
            EventAuthor::Administrator(id) => match addresses.get(id) {
                Some(address) => (Message::plain(address.clone()), Some(id.to_string())),
                None => (Message::new("account-deleted").with("id", id.to_string()), None),
            },
            EventAuthor::CommandLine => (Message::new("event-by-command"), None),
            EventAuthor::Owner => (Message::new("event-by-owner"), None),
            EventAuthor::Person(source) => (Message::new("event-by-source").with("source", source), None),
        };
        Self { at: event.at, what, by, author }
    }
}

fn changed(change: &FieldChange) -> Message {
    let field = match &*change.field {
        ERASED => return Message::new("event-erased"),
        SEEN_AS => return Message::new("event-seen-as"),
        "status" => Message::new("event-field-status"),
        "role" => Message::new("event-field-role"),
        "price_level" => Message::new("event-field-price-level"),
        "configurator_access" => Message::new("event-field-configurator-access"),
        "name" => Message::new("event-field-name"),
        "company" => Message::new("event-field-company"),
        "key" => Message::new("event-field-key"),
        DECLINE_REASON => Message::new("event-field-decline-reason"),
        other => Message::plain(other),
    };
    let value = |text: &str| {
        let key = match &*change.field {
            "status" => AccountStatus::from_name(text).as_ref().map(status_name),
            "role" => Role::from_name(text).as_ref().map(role_name),
            "configurator_access" => Some(if text == "yes" { "report-yes" } else { "report-no" }),
            _ => None,
        };
        key.map_or_else(|| Message::plain(text), Message::new)
    };
    if change.from.is_empty() {
        return Message::new("event-set").with("field", field).with("to", value(&change.to));
    }
    Message::new("event-changed").with("field", field).with("from", value(&change.from)).with("to", value(&change.to))
}

pub(crate) async fn change(
    at: AdminOfAccount,
    form: PortalForm<AccountFieldsForm>,
) -> Result<HttpResponse, PortalError> {
    let change = form.0.change(&at.account.profile, &at.state.app.catalog.current())?;
    at.update(change).await?;
    Ok(at.done("saved"))
}

/// "Enable": with an invitation where the account has no password.
pub(crate) async fn enable(
    at: AdminOfAccount,
    _form: PortalForm<NoFields>,
    request: HttpRequest,
) -> Result<HttpResponse, PortalError> {
    let change = AccountChange { is_active: Some(true), ..AccountChange::default() };
    let UpdatedAccount { account, invitation } = at.update(change).await?;
    let outcome = (&account, "admin-account-was-enabled");
    Ok(invitation::show((&at.signed_in, &at.state), &request, outcome, invitation))
}

pub(crate) async fn disable(at: AdminOfAccount, _form: PortalForm<NoFields>) -> Result<HttpResponse, PortalError> {
    at.update(AccountChange { is_active: Some(false), ..AccountChange::default() }).await?;
    Ok(at.done("disabled"))
}

/// "Revoke": ends a key of the account.
pub(crate) async fn revoke(
    at: AdminOfAccount,
    path: Path<(String, String)>,
    _form: PortalForm<NoFields>,
) -> Result<HttpResponse, PortalError> {
    let by = AuditActor::Administrator(at.signed_in.account.id);
    revoke_key(by, at.account.id, &path.1, &at.state).await?;
    Ok(at.done("revoked"))
}

pub(crate) async fn invite(
    at: AdminOfAccount,
    _form: PortalForm<NoFields>,
    request: HttpRequest,
) -> Result<HttpResponse, PortalError> {
    at.make_invitation(&request).await
}

/// "Send again": tries at once what waits; otherwise a new link takes the place of the one that is lost.
pub(crate) async fn send_again(
    at: AdminOfAccount,
    _form: PortalForm<NoFields>,
    request: HttpRequest,
) -> Result<HttpResponse, PortalError> {
    if ShownMail::of(&at.account, &at.state).is_some_and(|mail| mail.waits()) {
        at.state.app.accounts.retry_mail();
        return Ok(at.done("tried"));
    }
    at.make_invitation(&request).await
}

impl AdminOfAccount {
    async fn make_invitation(&self, request: &HttpRequest) -> Result<HttpResponse, PortalError> {
        let made = self.state.app.accounts.invite(self.signed_in.account.id, self.account.id).await;
        let made = made.map_err(|error| match error {
            InvitationError::UnknownAccount => gone(),
            InvitationError::NotActive(_) => PortalError::bad_request("error-not-invitable"),
            InvitationError::Failure(failure) => failure.into(),
        })?;
        let outcome = (&self.account, "admin-account-was-invited");
        Ok(invitation::show((&self.signed_in, &self.state), request, outcome, Some(made)))
    }

    async fn update(&self, change: AccountChange) -> Result<UpdatedAccount, PortalError> {
        let updated = self.state.app.accounts.change(self.signed_in.account.id, self.account.id, change, true).await;
        updated.map_err(refused)?.ok_or_else(gone)
    }

    /// Back to the account's page, with the notice of that name.
    fn done(&self, notice: &str) -> HttpResponse {
        see_other(&format!("/portal/admin/accounts/{}?done={notice}", self.account.id))
    }
}

fn gone() -> PortalError {
    PortalError::NotFound("error-account-not-found")
}

/// Why an account was not changed.
pub(crate) fn refused(error: AccountUpdateError) -> PortalError {
    match error {
        AccountUpdateError::Refused(_) => PortalError::bad_request("error-own-access"),
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

    fn is_pending(&self) -> bool {
        self.account.profile.status == AccountStatus::Pending
    }
}
