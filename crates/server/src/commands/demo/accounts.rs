//! The demo's two accounts. Their passwords are generated again at each start.

use super::super::user::generate_password;
use anyhow::Context;
use catalog_domain::accounts::{AccountProfile, AccountStatus, NewAccount};
use catalog_domain::ports::{AccountStore, Clock, PasswordHasher};
use catalog_domain::pricing::{PriceLevel, Role};
use credentials::{BcryptHasher, SystemClock};
use http_v2::{PrefilledLogin, PrefilledLogins};

/// A login and its password, to be printed once.
pub(super) struct DemoAccount {
    pub(super) email: &'static str,
    pub(super) password: String,
}

pub(super) struct DemoAccounts {
    pub(super) administrator: DemoAccount,
    /// Buys at [`USER_PRICE_LEVEL`].
    pub(super) user: DemoAccount,
}

impl DemoAccounts {
    /// What `/docs` fills in.
    pub(super) fn prefilled(&self) -> PrefilledLogins {
        let login = |account: &DemoAccount| PrefilledLogin {
            login: account.email.to_owned(),
            password: account.password.clone(),
        };
        [("/auth/token", login(&self.user)), ("/auth/admin/login", login(&self.administrator))].into()
    }
}

/// The price level of the demo's user; the generated catalog has prices for it.
pub(super) const USER_PRICE_LEVEL: &str = "Опт";

/// Makes the accounts, or gives existing ones new passwords.
///
/// # Errors
/// When the store fails or there is no randomness.
pub(super) fn renew(store: &dyn AccountStore) -> anyhow::Result<DemoAccounts> {
    let hasher = BcryptHasher::new(BcryptHasher::DEFAULT_COST)?;
    let renew = |email, role, level| renew_one(profile(email, role, level), email, store, &hasher);
    Ok(DemoAccounts {
        administrator: renew("admin@storefront.example", Role::Administrator, PriceLevel::retail())?,
        user: renew("buyer@storefront.example", Role::User, PriceLevel::new(USER_PRICE_LEVEL))?,
    })
}

fn renew_one(
    profile: AccountProfile,
    email: &'static str,
    store: &dyn AccountStore,
    hasher: &dyn PasswordHasher,
) -> anyhow::Result<DemoAccount> {
    let password = generate_password()?;
    let hash = hasher.hash(&password)?;
    let now = SystemClock.now();
    if let Some(known) = store.find_by_login(email)? {
        let mut reset = |current: &mut AccountProfile| current.clone_from(&profile);
        store.update_profile(known.id, &mut reset, now)?.context("the account is gone")?;
        store.update_password(known.id, &hash, now)?.context("the account is gone")?;
    } else {
        let account = NewAccount { profile, password_hash: Some(hash), created_at: now };
        store.insert(&account)?.context("somebody else made the account just now")?;
    }
    Ok(DemoAccount { email, password })
}

fn profile(email: &str, role: Role, price_level: PriceLevel) -> AccountProfile {
    AccountProfile {
        email: email.to_owned(),
        name: "Demo".to_owned(),
        company: "Demo company".to_owned(),
        phone: None,
        comment: None,
        role,
        status: AccountStatus::Active,
        price_level,
        configurator_access: false,
    }
}
