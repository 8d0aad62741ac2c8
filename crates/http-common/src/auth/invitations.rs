//! Invitations over HTTP: made by administrators, used by the bearer of the link.
//!
//! Every invitation is made by [`make_invitation`], which mails its link if mail is set up. Administrators see the link
//! in any case; that of a forgotten password is only mailed. Every request for a new password ends in
//! [`request_password`].

use crate::auth::event_record::{record, record_in_background};
use crate::auth::login::{AttemptError, count, decided};
use crate::services::Services;
use actix_web::web::Data;
use catalog_app::ServiceFailure;
use catalog_app::accounts::{
    AuditActor, CheckOrigin, InvitationReason, audit_invitation, audit_invitation_refused, audit_password_request,
    audit_password_set, password_set_event,
};
use catalog_app::runtime::try_call_store;
use catalog_domain::accounts::{
    Account, AccountStatus, AttemptSource, CallerAccount, InvitationToken, LoginError, invite, may_renew_password,
    set_password,
};
use catalog_domain::ports::MailOutcome;
use catalog_domain::values::{AccountId, Timestamp};
use std::fmt;

/// The id of no account.
const NOBODY: AccountId = AccountId(0);

/// An invitation as administrators see it.
#[derive(Clone, PartialEq, Eq)]
pub struct InvitationLink {
    /// The link. It grants setting the password: never logged.
    pub link: String,
    /// When it expires.
    pub expires_at: Timestamp,
    /// Whether it was queued to be mailed to the person.
    pub mail: MailOutcome,
}

impl fmt::Debug for InvitationLink {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("InvitationLink").field("expires_at", &self.expires_at).finish_non_exhaustive()
    }
}

/// Why there is no invitation.
#[derive(Debug, thiserror::Error)]
pub enum InvitationError {
    /// There is no such account.
    #[error("there is no such account")]
    UnknownAccount,
    /// Only active accounts can be invited.
    #[error("the account is {}", .0.name())]
    NotActive(AccountStatus),
    /// It could not be made.
    #[error(transparent)]
    Failure(#[from] ServiceFailure),
}

/// Makes an invitation for `user` on behalf of `administrator`, in place of any earlier one.
///
/// # Errors
/// [`InvitationError`] when there is no such user, the user is not active, or the invitation cannot be stored.
pub async fn invite_account(
    services: &Data<Services>,
    administrator: AccountId,
    user: AccountId,
) -> Result<InvitationLink, InvitationError> {
    let at_store = services.clone();
    let made = try_call_store(move || -> Result<_, LoginError> {
        let Some(account) = at_store.account_store.find(user)? else { return Ok(Err(InvitationError::UnknownAccount)) };
        let made = make_invitation(&at_store, user, InvitationReason::Invited)?;
        Ok(made.map(|(_, link)| link).ok_or(InvitationError::NotActive(account.profile.status)))
    });
    let link = made.await??;
    let by = AuditActor::Administrator(administrator);
    let event = audit_invitation(by, user, link.expires_at, services.clock.now());
    record_in_background(services, vec![event]).await;
    Ok(link)
}

/// Makes and mails an invitation, in place of any earlier one; `None` when the account is not active. Blocks.
pub(crate) fn make_invitation(
    services: &Services,
    user: AccountId,
    reason: InvitationReason,
) -> Result<Option<(Account, InvitationLink)>, LoginError> {
    let accounts = &services.account_services;
    let made = invite(user, &*accounts.invitations, &*accounts.invitation_tokens, &*services.clock)?;
    Ok(made.map(|(account, invitation)| {
        let (link, expires_at) = (accounts.links.link(&invitation.token), invitation.expires_at);
        let mail = accounts.mail.send_invitation(&account.profile.email, reason, (&link, expires_at));
        (account, InvitationLink { link, expires_at, mail })
    }))
}

/// Sets a password by an invitation from `source`, and returns the account; `None` when the invitation is unknown, used
/// or expired. It counts as a password check, and runs in the same queue.
///
/// # Errors
/// [`AttemptError`] when it is refused or cannot be decided.
pub async fn redeem_invitation(
    services: &Data<Services>,
    source: AttemptSource,
    token: InvitationToken,
    password: String,
) -> Result<Option<CallerAccount>, AttemptError> {
    count(services, &services.attempts.logins, source, "password").await?;
    let (queued_checks, origin) = (services.clone(), CheckOrigin::of_invitation(source));
    let outcome = services.password_hash_queue.run(&origin, move || redeem(&queued_checks, source, &token, &password));
    let account = decided(outcome.await)?;
    match &account {
        Some(account) => audit_password_set(source, account.id),
        None => audit_invitation_refused(source),
    }
    Ok(account)
}

fn redeem(
    services: &Services,
    source: AttemptSource,
    token: &InvitationToken,
    password: &str,
) -> Result<Option<CallerAccount>, LoginError> {
    let Services { account_services, passwords, clock, accounts, .. } = services;
    let ports = (&*account_services.invitations, &*account_services.invitation_tokens);
    let account = set_password(token, password, ports, &**passwords, &**clock)?;
    if let Some(account) = &account {
        // Existing tokens end here at once.
        accounts.reread(account.id)?;
        record(services, &[password_set_event(source, account.id, clock.now())]);
    }
    Ok(account)
}

/// Records that `source` has requested a new password for the address: for the administrators, or for a mail if mail is
/// set up. Neither the result nor its time reveals whether the address is known.
///
/// # Errors
/// [`AttemptError`] when it is refused or cannot be stored.
pub async fn request_password(
    services: &Data<Services>,
    source: AttemptSource,
    email: String,
) -> Result<(), AttemptError> {
    count(services, &services.attempts.password_requests, source, "password_request").await?;
    let at_store = services.clone();
    let noted =
        try_call_store(move || at_store.account_services.invitations.request_password(&email, at_store.clock.now()));
    let account = noted.await?;
    audit_password_request(source, account);
    if services.account_services.mail.has_room() {
        // The response does not wait for this.
        drop(actix_web::rt::spawn(mail_new_password(services.clone(), account)));
    }
    Ok(())
}

/// Mails a link to `account`, unless one was made a moment ago. The request then waits for administrators no longer.
async fn mail_new_password(services: Data<Services>, account: Option<AccountId>) {
    let at_store = services.clone();
    match try_call_store(move || renew_password(&at_store, account.unwrap_or(NOBODY))).await {
        Ok(Some((account, link))) => {
            let event = audit_invitation(AuditActor::Person, account.id, link.expires_at, services.clock.now());
            record_in_background(&services, vec![event]).await;
        }
        Ok(None) => {}
        Err(error) => tracing::warn!(%error, "a link for a new password could not be made"),
    }
}

/// Makes and mails a link. The statements are the same for an account that gets none.
fn renew_password(services: &Services, user: AccountId) -> Result<Option<(Account, InvitationLink)>, LoginError> {
    let now = services.clock.now();
    let account = services.account_store.find(user)?.filter(|account| may_renew_password(account, now));
    let made =
        make_invitation(services, account.map_or(NOBODY, |account| account.id), InvitationReason::ForgottenPassword)?;
    if let Some((account, _)) = made.as_ref().filter(|(_, link)| !link.mail.is_queued()) {
        // Administrators see the request again.
        services.account_services.invitations.request_password(&account.profile.email, now)?;
    }
    Ok(made)
}
