//! Invitations: made by administrators, used by the bearer of the link.
//!
//! Every invitation is made by `make_invitation`, which mails its link if mail is set up. Administrators see the link
//! in any case; that of a forgotten password is only mailed. Every request for a new password ends in
//! [`Accounts::request_password`].

use super::account_mail::InvitationReason;
use super::audit::{
    AuditActor, audit_invitation, audit_invitation_refused, audit_password_request, audit_password_set,
    password_set_event,
};
use super::login::AttemptError;
use super::mail_texts::Recipient;
use super::password_hash_queue::CheckOrigin;
use super::{AccountPorts, Accounts};
use crate::service_failure::ServiceFailure;
use catalog_domain::accounts::{
    Account, AccountStatus, AttemptSource, CallerAccount, InvitationToken, LoginError, invite, may_renew_password,
    renewed_until, set_password,
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

impl Accounts {
    /// Makes an invitation for `user` on behalf of `administrator`, in place of any earlier one.
    ///
    /// # Errors
    /// [`InvitationError`] when there is no such user, the user is not active, or the invitation cannot be stored.
    pub async fn invite(&self, administrator: AccountId, user: AccountId) -> Result<InvitationLink, InvitationError> {
        let link = self.at_store(move |ports| ports.invite(user)).await??;
        let by = AuditActor::Administrator(administrator);
        let event = audit_invitation(by, user, link.expires_at, self.0.clock.now());
        self.record_in_background(vec![event]).await;
        Ok(link)
    }

    /// Whether a password can be set by `token` now.
    pub async fn is_invited(&self, token: InvitationToken) -> Result<bool, ServiceFailure> {
        let find = move |ports: &AccountPorts| {
            ports.invitations.find_invited(&ports.invitation_tokens.hash(&token), ports.clock.now())
        };
        Ok(self.at_store(find).await?.is_some())
    }

    /// Sets a password by an invitation from `source`, and returns the account; `None` when the invitation is unknown,
    /// used or expired. It counts as a password check, and runs in the same queue.
    ///
    /// # Errors
    /// [`AttemptError`] when it is refused or cannot be decided.
    pub async fn redeem_invitation(
        &self,
        source: AttemptSource,
        token: InvitationToken,
        password: String,
    ) -> Result<Option<CallerAccount>, AttemptError> {
        self.count(&self.0.attempts.logins, source, "password").await?;
        let redeem = move |ports: &AccountPorts| ports.redeem(source, &token, &password);
        let account = self.in_password_queue(&CheckOrigin::of_invitation(source), redeem).await?;
        match &account {
            Some(account) => audit_password_set(source, account.id),
            None => audit_invitation_refused(source),
        }
        Ok(account)
    }

    /// Records that `source` has requested a new password for the address: for the administrators, or for a mail if
    /// mail is set up. Neither the result nor its time reveals whether the address is known.
    ///
    /// # Errors
    /// [`AttemptError`] when it is refused or cannot be stored.
    pub async fn request_password(&self, source: AttemptSource, email: String) -> Result<(), AttemptError> {
        self.count(&self.0.attempts.password_requests, source, "password_request").await?;
        let request = move |ports: &AccountPorts| ports.invitations.request_password(&email, ports.clock.now());
        let account = self.at_store(request).await?;
        audit_password_request(source, account);
        if self.0.mail.has_room() {
            // The response does not wait for this.
            drop(tokio::spawn(self.clone().mail_new_password(account)));
        }
        Ok(())
    }

    /// Mails a link to `account`, unless one was made a moment ago. The request then waits for administrators no
    /// longer.
    async fn mail_new_password(self, account: Option<AccountId>) {
        match self.at_store(move |ports| ports.renew_password(account.unwrap_or(NOBODY))).await {
            Ok(Some((account, link))) => {
                let event = audit_invitation(AuditActor::Person, account.id, link.expires_at, self.0.clock.now());
                self.record_in_background(vec![event]).await;
            }
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, "a link for a new password could not be made"),
        }
    }
}

impl AccountPorts {
    fn invite(&self, user: AccountId) -> Result<Result<InvitationLink, InvitationError>, LoginError> {
        let Some(account) = self.store.find(user)? else { return Ok(Err(InvitationError::UnknownAccount)) };
        let made = self.make_invitation(user, InvitationReason::Invited)?;
        Ok(made.map(|(_, link)| link).ok_or(InvitationError::NotActive(account.profile.status)))
    }

    /// Makes and mails an invitation; `None` when the account is not active, or has one that `reason` does not replace:
    /// of requests at the same time only one makes a link. Blocks.
    pub(super) fn make_invitation(
        &self,
        user: AccountId,
        reason: InvitationReason,
    ) -> Result<Option<(Account, InvitationLink)>, LoginError> {
        let replaces_until = match reason {
            InvitationReason::Approved => Some(self.clock.now()),
            InvitationReason::ForgottenPassword => Some(renewed_until(self.clock.now())),
            InvitationReason::Invited => None,
        };
        let made = invite(user, replaces_until, &*self.invitations, &*self.invitation_tokens, &*self.clock)?;
        Ok(made.map(|(account, invitation)| {
            let (link, expires_at) = (self.links.link(&invitation.token), invitation.expires_at);
            let mail = self.mail.send_invitation(Recipient::of(&account.profile), reason, &link, expires_at);
            (account, InvitationLink { link, expires_at, mail })
        }))
    }

    fn redeem(
        &self,
        source: AttemptSource,
        token: &InvitationToken,
        password: &str,
    ) -> Result<Option<CallerAccount>, LoginError> {
        let (invitations, tokens) = (&*self.invitations, &*self.invitation_tokens);
        let account = set_password(token, password, invitations, tokens, &*self.passwords, &*self.clock)?;
        if let Some(account) = &account {
            // Existing tokens end here at once.
            self.directory.reread(account.id)?;
            self.record(&[password_set_event(source, account.id, self.clock.now())]);
        }
        Ok(account)
    }

    /// Makes and mails a link. The statements are the same for an account that gets none.
    fn renew_password(&self, user: AccountId) -> Result<Option<(Account, InvitationLink)>, LoginError> {
        let now = self.clock.now();
        let account = self.store.find(user)?.filter(|account| may_renew_password(account, now));
        let user = account.map_or(NOBODY, |account| account.id);
        let made = self.make_invitation(user, InvitationReason::ForgottenPassword)?;
        if let Some((account, _)) = made.as_ref().filter(|(_, link)| !link.mail.is_queued()) {
            // Administrators see the request again.
            self.invitations.request_password(&account.profile.email, now)?;
        }
        Ok(made)
    }
}
