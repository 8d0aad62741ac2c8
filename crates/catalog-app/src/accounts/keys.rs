//! Keys: made and deleted by their owners, listed and deleted by administrators.

use super::audit::{AuditActor, audit_key_deleted, audit_key_made};
use super::{AccountPorts, Accounts};
use crate::service_failure::ServiceFailure;
use catalog_domain::accounts::{
    ApiKey, ApiKeyId, ApiKeyRefusal, ApiKeyRequest, ApiKeyText, CallerAccount, LoginError, make_key,
};
use catalog_domain::values::AccountId;

impl Accounts {
    /// Makes a key for its `owner`. Its text is returned this once. When this returns, this server accepts the key;
    /// others look it up when it is first used there.
    ///
    /// # Errors
    /// [`ServiceFailure`] when it cannot be stored, or there is no randomness.
    pub async fn make_key(
        &self,
        owner: &CallerAccount,
        request: ApiKeyRequest,
    ) -> Result<Result<(ApiKey, ApiKeyText), ApiKeyRefusal>, ServiceFailure> {
        let owner = (owner.id, owner.role);
        let made = self.at_store(move |ports| ports.make_key(owner, &request)).await?;
        if let Ok((key, _)) = &made {
            let event = audit_key_made(AuditActor::Owner(key.account), key);
            self.record_in_background(vec![event]).await;
        }
        Ok(made)
    }

    /// The keys of `account`, the newest first; `None` when there is no such account.
    pub async fn keys_of(&self, account: AccountId) -> Result<Option<Vec<ApiKey>>, ServiceFailure> {
        self.at_store(move |ports| {
            let found = ports.store.find(account)?;
            found.map(|account| ports.keys.keys_of(account.id)).transpose()
        })
        .await
    }

    /// Deletes a key of `account`; returns whether there was one. When this returns, this server refuses the key;
    /// others do at their next poll of the store.
    pub async fn delete_key(&self, by: AuditActor, account: AccountId, key: ApiKeyId) -> Result<bool, ServiceFailure> {
        let deleted = self.at_store(move |ports| ports.delete_key(account, key)).await?;
        if let Some(key) = &deleted {
            let event = audit_key_deleted(by, key, self.0.clock.now());
            self.record_in_background(vec![event]).await;
        }
        Ok(deleted.is_some())
    }
}

impl AccountPorts {
    fn make_key(
        &self,
        owner: (AccountId, catalog_domain::pricing::Role),
        request: &ApiKeyRequest,
    ) -> Result<Result<(ApiKey, ApiKeyText), ApiKeyRefusal>, LoginError> {
        let made = make_key(request, owner, &*self.keys, &*self.key_texts, &*self.clock)?;
        if made.is_ok() {
            self.directory.reread(owner.0)?;
        }
        Ok(made)
    }

    fn delete_key(&self, account: AccountId, key: ApiKeyId) -> Result<Option<ApiKey>, LoginError> {
        let deleted = self.keys.delete_key(account, key)?;
        self.directory.reread(account)?;
        Ok(deleted)
    }
}
