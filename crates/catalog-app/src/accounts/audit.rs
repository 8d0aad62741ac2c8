//! The audit log: logins, refusals and changes of accounts, as structured log events of the target `audit`. They are in
//! the span of their request, and so carry its id. Each is counted, too, whatever the log shows.
//!
//! No event holds a password, a token, an invitation or its link, or an unknown login: people type passwords into the
//! wrong field.

use crate::text::iso_time;
use catalog_domain::accounts::{Account, AccountProfile, ApiKey, AttemptSource, LoginOutcome, LoginRealm};
use catalog_domain::imports::JobId;
use catalog_domain::ports::{AccountEvent, AccountEventKind, EventAuthor, FieldChange, ImportKind, Registration};
use catalog_domain::values::{AccountId, CatalogRevision, Timestamp};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use std::fmt;
use std::sync::LazyLock;

/// Belongs to the process, as the subscriber of its log does.
static EVENTS: LazyLock<Family<AuditLabels, Counter>> = LazyLock::new(Family::default);

/// The labels of counted events: names from the code, never client input.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct AuditLabels {
    event: &'static str,
    /// Of `login_refused` only; empty otherwise.
    reason: &'static str,
}

/// The events of the audit trail since the process began.
pub fn audit_events() -> Family<AuditLabels, Counter> {
    EVENTS.clone()
}

/// Counts an event and logs it with its fields. With a `reason`, that is counted and logged as well.
macro_rules! audit {
    ($level:ident, $event:literal, reason = $reason:expr, $($fields:tt)*) => {{
        EVENTS.get_or_create(&AuditLabels { event: $event, reason: $reason }).inc();
        tracing::$level!(target: "audit", event = $event, reason = $reason, $($fields)*);
    }};
    ($level:ident, $event:literal, $($fields:tt)*) => {{
        EVENTS.get_or_create(&AuditLabels { event: $event, reason: "" }).inc();
        tracing::$level!(target: "audit", event = $event, $($fields)*);
    }};
}

/// The author of a change to an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuditActor {
    /// An administrator, over HTTP.
    Administrator(AccountId),
    /// The person whose account it is.
    Owner(AccountId),
    /// A command run beside the store.
    CommandLine,
    /// The account's own person, who asked for a new password.
    Person,
}

impl fmt::Display for AuditActor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Administrator(id) | Self::Owner(id) => write!(formatter, "account {id}"),
            Self::CommandLine => formatter.write_str("command line"),
            Self::Person => formatter.write_str("the person"),
        }
    }
}

impl AuditActor {
    fn caused(self, kind: AccountEventKind, account: AccountId, at: Timestamp) -> AccountEvent {
        let by = match self {
            Self::Administrator(id) => EventAuthor::Administrator(id),
            Self::CommandLine => EventAuthor::CommandLine,
            Self::Owner(_) | Self::Person => EventAuthor::Owner,
        };
        AccountEvent { account, at, by, kind }
    }

    fn changed(self, (field, from, to): (&str, &str, &str), account: AccountId, at: Timestamp) -> AccountEvent {
        let change = FieldChange { field: field.into(), from: from.into(), to: to.into() };
        self.caused(AccountEventKind::Changed(change), account, at)
    }
}

pub(crate) fn audit_job_asked(job: JobId, by: AccountId, kind: ImportKind, is_dry_run: bool) {
    let by = AuditActor::Administrator(by);
    audit!(info, "import_asked", %job, %by, kind = kind.name(), is_dry_run);
}

/// Notes that an import was cancelled over HTTP.
pub(crate) fn audit_job_cancelled(job: JobId, by: AccountId) {
    let by = AuditActor::Administrator(by);
    audit!(info, "import_cancelled", %job, %by);
}

pub(crate) fn audit_import_seen(revision: CatalogRevision, by: AccountId) {
    let by = AuditActor::Administrator(by);
    audit!(info, "import_warnings_seen", %revision, %by);
}

/// The sign-in of `account` from `source`, as it is recorded in the store. The log has it by [`audit_login`].
pub(super) fn sign_in_event(source: AttemptSource, account: AccountId, at: Timestamp) -> AccountEvent {
    person_event(source, AccountEventKind::SignedIn, account, at)
}

fn person_event(source: AttemptSource, kind: AccountEventKind, account: AccountId, at: Timestamp) -> AccountEvent {
    AccountEvent { account, at, by: EventAuthor::Person(source.to_string().into()), kind }
}

pub(super) fn audit_login(source: AttemptSource, realm: LoginRealm, outcome: &LoginOutcome) {
    let realm = realm.name();
    match outcome {
        LoginOutcome::Accepted(account) => {
            audit!(info, "login_allowed", account = account.id.0, %source, realm);
        }
        LoginOutcome::Refused(refusal) => {
            let (account, reason) = (refusal.account.map(|id| id.0), refusal.reason.name());
            audit!(warn, "login_refused", reason = reason, account, %source, realm);
        }
    }
}

/// Somebody who is signed in to the pages for people got an access token.
pub fn audit_token_issued(account: AccountId) {
    audit!(info, "token_issued", account = account.0);
}

/// A login or registration was refused unread, because its source had used up its attempts.
pub(crate) fn audit_too_many_attempts(source: AttemptSource, kind: &'static str) {
    audit!(warn, "too_many_attempts", kind, %source);
}

/// A wrong key was presented, or one that has ended or is deleted.
pub(crate) fn audit_key_refused(source: AttemptSource) {
    audit!(warn, "key_refused", %source);
}

/// The field of the event that has the reason for declining a request.
pub const DECLINE_REASON: &str = "decline_reason";

/// A request for access was declined for a `reason`, which is not logged. Returns the event to be recorded: a change of
/// a field, so that servers of an earlier version can show it.
pub(super) fn audit_decline_reason(by: AuditActor, account: AccountId, reason: &str, at: Timestamp) -> AccountEvent {
    audit!(info, "decline_reason_given", %by, account = account.0);
    by.changed((DECLINE_REASON, "", reason), account, at)
}

/// The field of the event that an administrator saw the catalog as the account does.
pub const SEEN_AS: &str = "seen_as";

/// `by` begins to see the catalog as `account` does. Returns the event to be recorded: a change of a field, so that
/// servers of an earlier version can show it.
pub(super) fn audit_seeing_as(by: AuditActor, account: AccountId, at: Timestamp) -> AccountEvent {
    audit!(info, "seeing_as_begun", %by, account = account.0);
    by.changed((SEEN_AS, "", "yes"), account, at)
}

/// `by` sees the page at `path` as `account` does.
pub fn audit_page_seen_as(by: AccountId, account: AccountId, path: &str) {
    let by = AuditActor::Administrator(by);
    audit!(info, "page_seen_as", %by, account = account.0, path);
}

/// The field of the events of keys: changes of a field, so that servers of an earlier version can show them.
const KEY: &str = "key";

/// A key was made. Returns the event to be recorded.
pub fn audit_key_made(by: AuditActor, key: &ApiKey) -> AccountEvent {
    let (right, expires_at) = (key.right.name(), key.expires_at.map(iso_time));
    audit!(info, "key_made", %by, account = key.account.0, key = %key.id, right, expires_at);
    by.changed((KEY, "", &key_name(key)), key.account, key.created_at)
}

/// A key was deleted at `at`. Returns the event to be recorded.
pub fn audit_key_deleted(by: AuditActor, key: &ApiKey, at: Timestamp) -> AccountEvent {
    audit!(info, "key_deleted", %by, account = key.account.0, key = %key.id);
    by.changed((KEY, &key_name(key), ""), key.account, at)
}

fn key_name(key: &ApiKey) -> String {
    format!("{} ({}, {})", key.name, key.right.name(), key.id)
}

/// The signing secret was rotated. `revoked` tells whether that ended all tokens; `key` is the new fingerprint.
pub fn audit_secret_rotation(by: AuditActor, key: &str, revoked: bool) {
    audit!(info, "secret_rotated", %by, key, revoked);
}

pub(super) fn audit_registration(source: AttemptSource, registration: &Registration) {
    let (account, is_new) = (registration.account.0, registration.is_new);
    audit!(info, "registration", account, is_new, %source);
}

/// Pending accounts were deleted, the oldest ones, because there were more than `limit`.
pub(super) fn audit_pending_forgotten(count: u64, limit: u32) {
    audit!(warn, "pending_accounts_forgotten", count, limit);
}

/// An invitation was made at `at`. Its link is not logged. Returns the event to be recorded.
pub fn audit_invitation(by: AuditActor, account: AccountId, expires_at: Timestamp, at: Timestamp) -> AccountEvent {
    let expires_at = iso_time(expires_at);
    audit!(info, "invitation_made", %by, account = account.0, expires_at);
    by.caused(AccountEventKind::InvitationMade, account, at)
}

pub(super) fn audit_password_set(source: AttemptSource, account: AccountId) {
    audit!(info, "password_set", account = account.0, %source);
}

pub(super) fn password_set_event(source: AttemptSource, account: AccountId, at: Timestamp) -> AccountEvent {
    person_event(source, AccountEventKind::PasswordSet, account, at)
}

/// An invitation was used that is unknown, used or expired.
pub(super) fn audit_invitation_refused(source: AttemptSource) {
    audit!(warn, "invitation_refused", %source);
}

/// A new password was requested; `account` is the account concerned, `None` when no active account has the address.
pub(super) fn audit_password_request(source: AttemptSource, account: Option<AccountId>) {
    let account = account.map(|id| id.0);
    audit!(info, "password_requested", account, %source);
}

/// `by` changed the profile of `account` from `before`: one event per changed field. Returns the events to be recorded.
pub fn audit_account_change(by: AuditActor, before: &AccountProfile, account: &Account) -> Vec<AccountEvent> {
    let audit = |AccountDifference { field, from, to }: AccountDifference<'_>| {
        audit!(info, "account_changed", %by, account = account.id.0, field, from, to);
        by.changed((field, from, to), account.id, account.updated_at)
    };
    differences(before, &account.profile).map(audit).collect()
}

/// An account was made without a registration. Returns the event to be recorded.
pub fn audit_account_made(by: AuditActor, account: &Account) -> AccountEvent {
    let (role, status) = (account.profile.role.name(), account.profile.status.name());
    audit!(info, "account_made", %by, account = account.id.0, role, status);
    by.caused(AccountEventKind::AccountMade, account.id, account.created_at)
}

/// The field of the event that an account was erased.
pub const ERASED: &str = "erased";

/// `account` was erased at `at`. Returns the event to be recorded: a change of a field, so that servers of an earlier
/// version can show it.
pub fn audit_account_erased(by: AuditActor, account: AccountId, at: Timestamp) -> AccountEvent {
    audit!(info, "account_erased", %by, account = account.0);
    by.changed((ERASED, "", "yes"), account, at)
}

/// A new password was set at `at`, which ended the account's tokens. Returns the event to be recorded.
pub fn audit_password_change(by: AuditActor, account: AccountId, at: Timestamp) -> AccountEvent {
    audit!(info, "password_changed", %by, account = account.0);
    by.caused(AccountEventKind::PasswordChanged, account, at)
}

#[derive(Debug, PartialEq, Eq)]
struct AccountDifference<'a> {
    field: &'static str,
    from: &'a str,
    to: &'a str,
}

fn differences<'a>(
    before: &'a AccountProfile,
    after: &'a AccountProfile,
) -> impl Iterator<Item = AccountDifference<'a>> {
    let flag = |is_set| if is_set { "yes" } else { "no" };
    let compared = [
        ("status", before.status.name(), after.status.name()),
        ("role", before.role.name(), after.role.name()),
        ("price_level", before.price_level.name(), after.price_level.name()),
        ("configurator_access", flag(before.configurator_access), flag(after.configurator_access)),
        ("name", &before.name, &after.name),
        ("company", &before.company, &after.company),
    ];
    let changed = compared.into_iter().filter(|(_, from, to)| from != to);
    changed.map(|(field, from, to)| AccountDifference { field, from, to })
}
