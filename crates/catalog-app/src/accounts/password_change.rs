//! A new password, chosen by the person who knows the present one.

use super::audit::{AuditActor, audit_password_change};
use super::login::AttemptError;
use super::password_hash_queue::CheckOrigin;
use super::{AccountPorts, Accounts};
use crate::service_failure::ServiceFailure;
use catalog_domain::accounts::{
    Account, AttemptSource, LoginAttempt, LoginError, LoginOutcome, LoginRealm, LoginRefusal,
};
use catalog_domain::values::AccountId;

/// A password that is to replace the present one of an account.
pub struct PasswordChange {
    /// The login of the account.
    pub login: String,
    /// The password that it has.
    pub present: String,
    /// The password that it gets, which must have been checked.
    pub new: String,
}

impl Accounts {
    /// Makes `change` if the present password is right; this ends the account's tokens and sessions. The check counts,
    /// and is audited, like a login.
    ///
    /// # Errors
    /// [`AttemptError`] when it is refused or cannot be decided.
    pub async fn change_password(
        &self,
        source: AttemptSource,
        change: PasswordChange,
    ) -> Result<Result<Account, LoginRefusal>, AttemptError> {
        let PasswordChange { login, present, new } = change;
        let attempt = LoginAttempt { login, password: present, realm: LoginRealm::Everybody };
        let origin = CheckOrigin::of_login(source, &attempt.login);
        let account = match self.check_login(source, attempt).await? {
            LoginOutcome::Accepted(account) => account.id,
            LoginOutcome::Refused(refusal) => return Ok(Err(refusal)),
        };
        let changed = self.in_password_queue(&origin, move |ports| ports.store_password(account, &new)).await?;
        let changed = changed.ok_or_else(|| ServiceFailure::internal("the account is gone"))?;
        let event = audit_password_change(AuditActor::Owner(account), account, self.0.clock.now());
        self.record_in_background(vec![event]).await;
        Ok(Ok(changed))
    }
}

impl AccountPorts {
    fn store_password(&self, account: AccountId, password: &str) -> Result<Option<Account>, LoginError> {
        let hash = self.passwords.hash(password)?;
        let changed = self.store.update_password(account, &hash, self.clock.now())?;
        // Existing tokens and sessions end here at once.
        self.directory.reread(account)?;
        Ok(changed)
    }
}
