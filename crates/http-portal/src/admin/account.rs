//! `/portal/admin/accounts/:id`: one account, its changes and its events.

use super::account_fields::{AccountFields, AccountFieldsForm};
use super::level_examples::LevelExamples;
use super::mail_state::ShownMail;
use super::{account_of_path, invitation, role_name, status_name};
use crate::filters;
use crate::form::{NoFields, PortalForm};
use crate::key_table::{ShownApiKey, revoke_key, shown_keys};
use crate::page::{Layout, NavItem, see_other};
use crate::portal_error::PortalError;
use crate::session::AdminSignedIn;
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use catalog_app::accounts::{AccountUpdateError, AuditActor, DECLINE_REASON, InvitationError, SEEN_AS, UpdatedAccount};
use catalog_domain::accounts::{Account, AccountChange, AccountStatus};
use catalog_domain::ports::{AccountEvent, AccountEventKind, EventAuthor, FieldChange};
use catalog_domain::pricing::Role;
use catalog_domain::values::{AccountId, Timestamp};
use http_common::HttpState;
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
    signed_in: AdminSignedIn,
    id: Path<String>,
    query: Query<AccountQuery>,
    state: Data<HttpState>,
) -> Result<HttpResponse, PortalError> {
    let account = account_of_path(&id, &state).await?;
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
        keys: shown_keys(keys, state.app.now()),
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
    signed_in: AdminSignedIn,
    id: Path<String>,
    form: PortalForm<AccountFieldsForm>,
    state: Data<HttpState>,
) -> Result<HttpResponse, PortalError> {
    let account = account_of_path(&id, &state).await?;
    let change = form.0.change(&account.profile, &state.app.catalog.current())?;
    let updated = update(&signed_in, &account, change, &state).await?;
    Ok(see_other(&format!("/portal/admin/accounts/{}?done=saved", updated.account.id)))
}

/// "Enable": with an invitation where the account has no password.
pub(crate) async fn enable(
    signed_in: AdminSignedIn,
    id: Path<String>,
    _form: PortalForm<NoFields>,
    state: Data<HttpState>,
    request: HttpRequest,
) -> Result<HttpResponse, PortalError> {
    let account = account_of_path(&id, &state).await?;
    let change = AccountChange { is_active: Some(true), ..AccountChange::default() };
    let UpdatedAccount { account, invitation } = update(&signed_in, &account, change, &state).await?;
    Ok(invitation::show((&signed_in, &state), &request, (&account, "admin-account-was-enabled"), invitation))
}

pub(crate) async fn disable(
    signed_in: AdminSignedIn,
    id: Path<String>,
    _form: PortalForm<NoFields>,
    state: Data<HttpState>,
) -> Result<HttpResponse, PortalError> {
    let account = account_of_path(&id, &state).await?;
    let change = AccountChange { is_active: Some(false), ..AccountChange::default() };
    let updated = update(&signed_in, &account, change, &state).await?;
    Ok(see_other(&format!("/portal/admin/accounts/{}?done=disabled", updated.account.id)))
}

/// "Revoke": ends a key of the account.
pub(crate) async fn revoke(
    signed_in: AdminSignedIn,
    path: Path<(String, String)>,
    _form: PortalForm<NoFields>,
    state: Data<HttpState>,
) -> Result<HttpResponse, PortalError> {
    let (id, key) = path.into_inner();
    let account = account_of_path(&id, &state).await?;
    revoke_key(AuditActor::Administrator(signed_in.account.id), account.id, &key, &state).await?;
    Ok(see_other(&format!("/portal/admin/accounts/{}?done=revoked", account.id)))
}

pub(crate) async fn invite(
    signed_in: AdminSignedIn,
    id: Path<String>,
    _form: PortalForm<NoFields>,
    state: Data<HttpState>,
    request: HttpRequest,
) -> Result<HttpResponse, PortalError> {
    let account = account_of_path(&id, &state).await?;
    make_invitation(&signed_in, &account, &state, &request).await
}

/// "Send again": tries at once what waits; otherwise a new link takes the place of the one that is lost.
pub(crate) async fn send_again(
    signed_in: AdminSignedIn,
    id: Path<String>,
    _form: PortalForm<NoFields>,
    state: Data<HttpState>,
    request: HttpRequest,
) -> Result<HttpResponse, PortalError> {
    let account = account_of_path(&id, &state).await?;
    if ShownMail::of(&account, &state).is_some_and(|mail| mail.waits()) {
        state.app.accounts.retry_mail();
        return Ok(see_other(&format!("/portal/admin/accounts/{}?done=tried", account.id)));
    }
    make_invitation(&signed_in, &account, &state, &request).await
}

async fn make_invitation(
    signed_in: &AdminSignedIn,
    account: &Account,
    state: &HttpState,
    request: &HttpRequest,
) -> Result<HttpResponse, PortalError> {
    let made = state.app.accounts.invite(signed_in.account.id, account.id).await.map_err(|error| match error {
        InvitationError::UnknownAccount => gone(),
        InvitationError::NotActive(_) => PortalError::bad_request("error-not-invitable"),
        InvitationError::Failure(failure) => failure.into(),
    })?;
    let outcome = "admin-account-was-invited";
    Ok(invitation::show((signed_in, state), request, (account, outcome), Some(made)))
}

async fn update(
    signed_in: &AdminSignedIn,
    account: &Account,
    change: AccountChange,
    state: &HttpState,
) -> Result<UpdatedAccount, PortalError> {
    let updated = state.app.accounts.change(signed_in.account.id, account.id, change, true).await.map_err(refused)?;
    updated.ok_or_else(gone)
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
