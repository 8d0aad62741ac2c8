//! Accounts are erased by administrators.

use super::audit::{AuditActor, audit_account_erased};
use super::{AccountPorts, Accounts};
use crate::service_failure::ServiceFailure;
use catalog_domain::accounts::{ErasureRefusal, LoginError};
use catalog_domain::values::AccountId;

impl Accounts {
    /// Erases `user` on behalf of `administrator`, with the mail that waits for the person. When this returns, this
    /// server knows nobody behind the account; others follow at their next poll of the store.
    ///
    /// # Errors
    /// [`ServiceFailure`] when the store cannot be written; what is done by then stays done, and it may be repeated.
    pub async fn erase(
        &self,
        administrator: AccountId,
        user: AccountId,
    ) -> Result<Result<(), ErasureRefusal>, ServiceFailure> {
        let erased = self.at_store(move |ports| ports.erase(administrator, user)).await?;
        if erased.is_ok() {
            let by = AuditActor::Administrator(administrator);
            self.record_in_background(vec![audit_account_erased(by, user, self.0.clock.now())]).await;
        }
        Ok(erased)
    }
}

impl AccountPorts {
    fn erase(&self, administrator: AccountId, user: AccountId) -> Result<Result<(), ErasureRefusal>, LoginError> {
        let email = self.store.find(user)?.map(|account| account.profile.email);
        let erased = self.store.erase(user, Some(administrator), self.clock.now())?;
        if let (Ok(()), Some(email)) = (erased, email) {
            self.mail.forget(&email);
        }
        self.directory.reread(user)?;
        Ok(erased)
    }
}
