//! Changes of accounts by administrators.

use super::account_mail::InvitationReason;
use super::audit::{AuditActor, audit_account_change, audit_decline_reason, audit_invitation};
use super::invitations::InvitationLink;
use super::mail_texts::Recipient;
use super::{AccountPorts, Accounts};
use crate::service_failure::ServiceFailure;
use catalog_domain::accounts::{
    Account, AccountChange, AccountChangeError, AccountProfile, AccountStatus, LoginError, needs_invitation,
};
use catalog_domain::values::{AccountId, Language};

/// Why an account was not changed.
#[derive(Debug, thiserror::Error)]
pub enum AccountUpdateError {
    /// It may not be changed in this way.
    #[error(transparent)]
    Refused(#[from] AccountChangeError),
    /// It leads to a password or to more rights, which no key does.
    #[error("not with this key")]
    NotWithThisKey,
    /// It could not be stored.
    #[error(transparent)]
    Failure(#[from] ServiceFailure),
}

/// An account after a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UpdatedAccount {
    /// The account as it is now.
    pub account: Account,
    /// The invitation that was made because the account was enabled and has no password.
    pub invitation: Option<InvitationLink>,
}

impl Accounts {
    /// Changes `user` on behalf of `administrator` and returns the changed account; `None` when there is none. An
    /// enabled account without a password gets an invitation, which is mailed if mail is set up; one with a password
    /// gets a notice. When this returns, this server uses the new state; others follow at their next poll of the store.
    /// Without `manages_access`, changes of the role and whatever would make an invitation are refused.
    ///
    /// # Errors
    /// [`AccountUpdateError`] when the change is refused or cannot be stored.
    pub async fn change(
        &self,
        administrator: AccountId,
        user: AccountId,
        change: AccountChange,
        manages_access: bool,
    ) -> Result<Option<UpdatedAccount>, AccountUpdateError> {
        if change.role.is_some() && !manages_access {
            return Err(AccountUpdateError::NotWithThisKey);
        }
        change.permit(user, administrator)?;
        let changed = self.at_store(move |ports| ports.change(user, &change, manages_access)).await?;
        let Some((before, updated)) = changed? else { return Ok(None) };
        let by = AuditActor::Administrator(administrator);
        let mut events = audit_account_change(by, &before, &updated.account);
        if let Some(invitation) = &updated.invitation {
            events.push(audit_invitation(by, user, invitation.expires_at, self.0.clock.now()));
        }
        self.record_in_background(events).await;
        Ok(Some(updated))
    }

    /// Disables `user`, who waits for access, on behalf of `administrator`; `None` when there is none. A `reason` is
    /// mailed to the person in their language, and recorded.
    ///
    /// # Errors
    /// [`AccountUpdateError`] when the change cannot be stored.
    pub async fn decline(
        &self,
        administrator: AccountId,
        user: AccountId,
        reason: Option<String>,
    ) -> Result<Option<UpdatedAccount>, AccountUpdateError> {
        let change = AccountChange { is_active: Some(false), ..AccountChange::default() };
        let Some(updated) = self.change(administrator, user, change, true).await? else { return Ok(None) };
        if let Some(reason) = reason {
            let by = AuditActor::Administrator(administrator);
            self.record_in_background(vec![audit_decline_reason(by, user, &reason, self.0.clock.now())]).await;
            self.0.mail.send_declined(Recipient::of(&updated.account.profile), &reason);
        }
        Ok(Some(updated))
    }
}

impl Accounts {
    /// Keeps the language that the person of `user` has chosen.
    pub async fn choose_language(&self, user: AccountId, language: Language) -> Result<(), ServiceFailure> {
        let choose = move |ports: &AccountPorts| -> Result<(), LoginError> {
            let mut change = |profile: &mut AccountProfile| profile.language = Some(language);
            ports.store.update_profile(user, &mut change, ports.clock.now())?;
            ports.directory.reread(user)?;
            Ok(())
        };
        self.at_store(choose).await
    }
}

impl AccountPorts {
    /// Changes the account in the store and in the directory; returns the profile before and the account after.
    fn change(
        &self,
        user: AccountId,
        change: &AccountChange,
        manages_access: bool,
    ) -> Result<Result<Option<(AccountProfile, UpdatedAccount)>, AccountUpdateError>, LoginError> {
        if !manages_access && change.is_active == Some(true) && self.lacks_password(user)? {
            return Ok(Err(AccountUpdateError::NotWithThisKey));
        }
        let mut before = None;
        let mut apply = |profile: &mut AccountProfile| {
            before = Some(profile.clone());
            change.apply(profile);
        };
        let now = self.clock.now();
        let Some(account) = self.store.update_profile(user, &mut apply, now)? else { return Ok(Ok(None)) };
        if let Err(refusal) = account.permit_change() {
            return Ok(Err(refusal.into()));
        }
        self.directory.reread(user)?;
        let was_active = before.as_ref().is_some_and(|before| before.status == AccountStatus::Active);
        let invited = if manages_access && needs_invitation(change, &account, now) {
            self.make_invitation(user, InvitationReason::Approved)?
        } else {
            if account.is_active() && !was_active {
                self.mail.send_access_restored(Recipient::of(&account.profile));
            }
            None
        };
        let updated = match invited {
            Some((account, invitation)) => UpdatedAccount { account, invitation: Some(invitation) },
            None => UpdatedAccount { account, invitation: None },
        };
        Ok(Ok(before.map(|before| (before, updated))))
    }

    /// Whether the account would need an invitation if it were enabled.
    fn lacks_password(&self, user: AccountId) -> Result<bool, LoginError> {
        let account = self.store.find(user)?;
        Ok(account
            .is_some_and(|account| account.password_hash.is_none() || account.profile.status == AccountStatus::Pending))
    }
}
