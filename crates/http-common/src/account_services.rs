//! What is done about accounts beside logging in: requests for access, lists, invitations.

use catalog_domain::invitation::InvitationLinks;
use catalog_domain::ports::{AccountList, InvitationStore, InvitationTokens, Registrations};
use std::fmt;
use std::sync::Arc;

/// The ports and settings behind the routes that manage accounts.
#[derive(Clone)]
pub struct AccountServices {
    /// What administrators look through.
    pub list: Arc<dyn AccountList>,
    /// Where requests for access are kept.
    pub registrations: Arc<dyn Registrations>,
    /// How many of them, at most.
    pub most_pending: u32,
    /// Who may set a password.
    pub invitations: Arc<dyn InvitationStore>,
    /// What invitations are recognised by.
    pub invitation_tokens: Arc<dyn InvitationTokens>,
    /// What their links look like.
    pub links: InvitationLinks,
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
            .finish_non_exhaustive()
    }
}
