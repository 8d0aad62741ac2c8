//! The first administrator of a store: made when a server starts on a terminal and nobody could sign in.

use crate::user::{blank_profile, record};
use catalog_app::accounts::{AuditActor, audit_account_made};
use catalog_domain::accounts::{Account, InvitationLinks, NewAccount, NewInvitation};
use catalog_domain::ports::{
    AccountFilter, AccountList, AccountStore, ApiKeyStore, Clock, InvitationStore, InvitationTokens,
};
use catalog_domain::pricing::Role;
use catalog_domain::values::StorefrontHost;
use credentials::{RandomInvitations, SystemClock};
use store_diesel::Store;

/// How long the link is valid: whoever starts the server reads it from the screen at once.
const LIFETIME_SECONDS: i64 = 60 * 60;

/// The first administrator, who sets a password at `link`.
pub struct FirstAdministrator {
    /// The login.
    pub email: String,
    /// Where the password is set, once. It is a secret.
    pub link: String,
}

/// Whether nobody can sign in, because there is no account, or only the first administrator's without a password.
///
/// # Errors
/// When the store cannot be read.
pub fn is_needed(store: &Store, storefront: &StorefrontHost) -> anyhow::Result<bool> {
    Ok(match &store.list_page(AccountFilter::default(), 0, 2)?.accounts[..] {
        [] => true,
        [only] => is_unused(only, storefront) && store.keys_of(only.id)?.is_empty(),
        _ => false,
    })
}

/// Makes the account `admin@<host of the storefront>`, unless it is there, and a link that is valid for an hour in
/// place of any earlier one; `None` when somebody else can sign in, or the host makes no e-mail address.
///
/// # Errors
/// When the store fails, or there is no randomness.
pub fn invite(
    store: &Store,
    storefront: &StorefrontHost,
    links: &InvitationLinks,
) -> anyhow::Result<Option<FirstAdministrator>> {
    let Ok(mut profile) = blank_profile(&email(storefront)) else { return Ok(None) };
    if !is_needed(store, storefront)? {
        return Ok(None);
    }
    profile.role = Role::Administrator;
    let (now, email) = (SystemClock.now(), profile.email.clone());
    if let Some(made) = store.insert(&NewAccount { profile, password_hash: None, created_at: now })? {
        record(store, &[audit_account_made(AuditActor::CommandLine, &made)]);
    }
    let Some(account) = store.find_by_login(&email)? else { return Ok(None) };
    let token = RandomInvitations.generate()?;
    let (hash, expires_at) = (RandomInvitations.hash(&token), now.plus_seconds(LIFETIME_SECONDS));
    let invitation = NewInvitation { hash, expires_at, replaces_until: None };
    let invited = store.invite(account.id, &invitation)?;
    Ok(invited.map(|_| FirstAdministrator { email, link: links.link(&token) }))
}

fn email(storefront: &StorefrontHost) -> String {
    let host = storefront.as_str();
    format!("admin@{}", host.split_once(':').map_or(host, |(name, _port)| name))
}

fn is_unused(account: &Account, storefront: &StorefrontHost) -> bool {
    account.password_hash.is_none() && account.profile.email == email(storefront)
}
