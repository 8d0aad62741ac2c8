//! The demo's two accounts. Their passwords and keys are made again at each start.

use crate::user::{blank_profile, generate_password};
use anyhow::Context;
use catalog_domain::accounts::{AccountProfile, ApiKeyRequest, ApiKeyRight, ApiKeyText, NewAccount, make_key};
use catalog_domain::ports::{AccountStore, ApiKeyStore, Clock, PasswordHasher};
use catalog_domain::pricing::{PriceLevel, Role};
use catalog_domain::values::AccountId;
use credentials::{RandomApiKeys, SystemClock};
use store_diesel::Store;

/// What the keys that are printed are called. Others are not touched.
const KEY_NAME: &str = "catalog demo";

/// A login, its password and a key, to be printed once.
pub struct DemoAccount {
    /// The login.
    pub email: &'static str,
    /// The password.
    pub password: String,
    /// A key to read with.
    pub key: ApiKeyText,
}

/// The accounts of a demo.
pub struct DemoAccounts {
    /// The administrator.
    pub administrator: DemoAccount,
    /// Somebody who buys, at the price level of wholesale.
    pub user: DemoAccount,
}

pub(super) const USER_PRICE_LEVEL: &str = "Опт";

/// Makes the accounts, or gives existing ones new passwords.
///
/// # Errors
/// When the store fails or there is no randomness.
pub(super) fn renew(store: &Store, hasher: &dyn PasswordHasher) -> anyhow::Result<DemoAccounts> {
    let renew = |email, role, level| renew_one(profile(email, role, level)?, email, store, hasher);
    Ok(DemoAccounts {
        administrator: renew("admin@storefront.example", Role::Administrator, PriceLevel::retail())?,
        user: renew("buyer@storefront.example", Role::User, PriceLevel::new(USER_PRICE_LEVEL))?,
    })
}

fn renew_one(
    profile: AccountProfile,
    email: &'static str,
    store: &Store,
    hasher: &dyn PasswordHasher,
) -> anyhow::Result<DemoAccount> {
    let password = generate_password()?;
    let hash = hasher.hash(&password)?;
    let now = SystemClock.now();
    let role = profile.role;
    let account = if let Some(known) = store.find_by_login(email)? {
        let mut reset = |current: &mut AccountProfile| current.clone_from(&profile);
        store.update_profile(known.id, &mut reset, now)?.context("the account is gone")?;
        store.update_password(known.id, &hash, now)?.context("the account is gone")?
    } else {
        let account = NewAccount { profile, password_hash: Some(hash), created_at: now };
        store.insert(&account)?.context("somebody else made the account just now")?
    };
    Ok(DemoAccount { email, password, key: renew_key((account.id, role), store)? })
}

/// A key in the place of the one that was made at the last start.
fn renew_key(account: (AccountId, Role), store: &Store) -> anyhow::Result<ApiKeyText> {
    for key in store.keys_of(account.0)?.iter().filter(|key| &*key.name == KEY_NAME) {
        store.delete_key(account.0, key.id)?;
    }
    let request = ApiKeyRequest { name: KEY_NAME.to_owned(), right: ApiKeyRight::Read, days: Some(1), address: None };
    let (_, text) = make_key(&request, account, store, &RandomApiKeys, &SystemClock)??;
    Ok(text)
}

fn profile(email: &str, role: Role, price_level: PriceLevel) -> anyhow::Result<AccountProfile> {
    let (name, company) = ("Demo".to_owned(), "Demo company".to_owned());
    Ok(AccountProfile { name, company, role, price_level, ..blank_profile(email)? })
}
