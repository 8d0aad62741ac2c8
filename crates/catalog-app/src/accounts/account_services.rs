//! Account services besides logging in: requests for access, lists, invitations.

use crate::accounts::account_mail::AccountMail;
use catalog_domain::accounts::InvitationLinks;
use catalog_domain::ports::{AccountHistory, AccountList, InvitationStore, InvitationTokens, Registrations};
use std::fmt;
use std::sync::Arc;

/// The ports and settings behind the routes that manage accounts.
#[derive(Clone)]
pub struct AccountServices {
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
    /// The mail about accounts.
    pub mail: Arc<AccountMail>,
}

impl AccountServices {
    /// The bound on pending accounts unless set otherwise.
    pub const DEFAULT_MOST_PENDING: u32 = 10_000;
}

impl fmt::Debug for AccountServices {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("AccountServices")
            .field("most_pending", &self.most_pending)
            .field("links", &self.links)
            .field("mail", &self.mail)
            .finish_non_exhaustive()
    }
}
