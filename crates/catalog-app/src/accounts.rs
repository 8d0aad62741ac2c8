//! Accounts: requests for access, logins, passwords, invitations, and what administrators do with them.
//!
//! Each file adds to [`Accounts`] what it is named after. Ports are called on blocking threads, passwords are hashed in
//! their queue, and everything that happens to an account is audited.

pub(crate) mod access_freshness;
mod account_directory;
mod account_list;
mod account_mail;
mod account_order;
mod account_update;
mod audit;
pub mod documents;
mod erasure;
mod invitations;
mod keys;
mod login;
mod mail_texts;
mod password_change;
pub(crate) mod password_hash_queue;
mod pending_count;
mod rate_limit;

pub use account_directory::AccountDirectory;
pub use account_list::{AccountSearch, Rows};
pub use account_mail::{AccountMail, InvitationReason};
pub use account_order::{AccountColumn, AccountOrder};
pub use account_update::{AccountUpdateError, UpdatedAccount};
pub use audit::{
    AuditActor, DECLINE_REASON, ERASED, SEEN_AS, audit_account_change, audit_account_erased, audit_account_made,
    audit_events, audit_invitation, audit_key_deleted, audit_key_made, audit_page_seen_as, audit_password_change,
    audit_secret_rotation, audit_token_issued,
};
pub(crate) use audit::{
    audit_import_seen, audit_job_asked, audit_job_cancelled, audit_key_refused, audit_too_many_attempts,
};
pub use invitations::{InvitationError, InvitationLink};
pub use login::AttemptError;
pub use password_change::PasswordChange;
pub use password_hash_queue::{CheckOrigin, PasswordHashQueue, PasswordHashQueueError};
pub use rate_limit::{AttemptLimits, LayeredLimiter, MemoryLimiter};

use crate::runtime::try_call_store;
use crate::service_failure::ServiceFailure;
use catalog_domain::accounts::{EndingApiKey, InvitationLinks, LoginError};
use catalog_domain::ports::{
    AccountEvent, AccountHistory, AccountList, AccountStore, ApiKeyStore, ApiKeyTexts, Clock, InvitationStore,
    InvitationTokens, MailStatus, PasswordHasher, Registrations, StoreError,
};
use std::sync::Arc;

/// What can be done with accounts. Clones share everything.
#[derive(Clone)]
pub struct Accounts(Arc<AccountPorts>);

/// The ports of the accounts, and their state in memory.
pub struct AccountPorts {
    /// Accounts in the store.
    pub store: Arc<dyn AccountStore>,
    /// The accounts that may have tokens, in memory.
    pub directory: Arc<AccountDirectory>,
    /// The list for administrators.
    pub list: Arc<dyn AccountList>,
    /// What happened to accounts.
    pub history: Arc<dyn AccountHistory>,
    /// Requests for access.
    pub registrations: Arc<dyn Registrations>,
    /// The most pending ones.
    pub most_pending: u32,
    /// Invitations.
    pub invitations: Arc<dyn InvitationStore>,
    /// The secrets of invitations.
    pub invitation_tokens: Arc<dyn InvitationTokens>,
    /// The links of invitations.
    pub links: InvitationLinks,
    /// Keys in the store.
    pub keys: Arc<dyn ApiKeyStore>,
    /// What keys look like.
    pub key_texts: Arc<dyn ApiKeyTexts>,
    /// The mail about accounts.
    pub mail: Arc<AccountMail>,
    /// Passwords.
    pub passwords: Arc<dyn PasswordHasher>,
    /// The queue of password checks.
    pub password_hash_queue: Arc<PasswordHashQueue>,
    /// How often one source may log in or register.
    pub attempts: AttemptLimits,
    /// The time.
    pub clock: Arc<dyn Clock>,
}

impl AccountPorts {
    /// Records `events` in the store, for administrators. The audit log has them in any case, so a store that cannot be
    /// written loses them without failing what they are about. Blocks.
    fn record(&self, events: &[AccountEvent]) {
        if let Err(error) = self.history.record_events(events) {
            tracing::warn!(%error, "events of accounts were not recorded");
        }
    }
}

impl Accounts {
    /// The accounts behind `ports`.
    pub fn new(ports: AccountPorts) -> Self {
        Self(Arc::new(ports))
    }

    /// Reads what changed since the last time into memory. Blocks.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read; memory then stays as it is.
    pub fn refresh(&self) -> Result<(), StoreError> {
        self.0.directory.refresh()
    }

    /// The keys that end soon, by their end.
    pub fn ending_keys(&self) -> Vec<EndingApiKey> {
        self.0.directory.ending_keys(self.0.clock.now())
    }

    /// How mail is doing.
    pub fn mail_status(&self) -> MailStatus {
        self.0.mail.status()
    }

    /// The public address of a page of the service; from `/` on where no public address is known.
    pub fn public_address(&self, path: &str) -> String {
        self.0.links.page(path)
    }

    async fn at_store<T, E>(
        &self,
        call: impl FnOnce(&AccountPorts) -> Result<T, E> + Send + 'static,
    ) -> Result<T, ServiceFailure>
    where
        T: Send + 'static,
        E: Into<ServiceFailure> + Send + 'static,
    {
        let ports = Arc::clone(&self.0);
        try_call_store(move || call(&ports)).await
    }

    async fn record_in_background(&self, events: Vec<AccountEvent>) {
        if let Err(error) = self.at_store(move |ports| ports.history.record_events(&events)).await {
            tracing::warn!(%error, "events of accounts were not recorded");
        }
    }

    /// Checks or hashes a password when it is the turn of `origin`.
    async fn in_password_queue<T: Send + 'static>(
        &self,
        origin: &CheckOrigin,
        work: impl FnOnce(&AccountPorts) -> Result<T, LoginError> + Send + 'static,
    ) -> Result<T, ServiceFailure> {
        let ports = Arc::clone(&self.0);
        Ok(self.0.password_hash_queue.run(origin, move || work(&ports)).await??)
    }
}
