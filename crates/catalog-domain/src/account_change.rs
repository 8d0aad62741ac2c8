//! What administrators may change about accounts (part 5, rule 5).

use crate::account::{Account, AccountProfile, AccountStatus};
use crate::identifiers::AccountId;
use crate::price_level::PriceLevel;
use crate::viewer::Role;

/// Changes of an account; `None` leaves a thing as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AccountChange {
    /// True lets a waiting or disabled account in; false shuts it out and ends its tokens.
    pub is_active: Option<bool>,
    /// The price level that determines personal prices.
    pub price_level: Option<PriceLevel>,
    /// What the account may do.
    pub role: Option<Role>,
    /// Whether configurators are shown.
    pub configurator_access: Option<bool>,
}

/// Why an account cannot be changed so. It reads on after the field's name: "isActive cannot be ...".
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AccountChangeError {
    /// Administrators would lock themselves out.
    #[error("cannot be taken from one's own account: ask another administrator")]
    OwnAccess,
    /// Administrators would take their own role away.
    #[error("cannot be changed for one's own account: ask another administrator")]
    OwnRole,
}

impl AccountChange {
    /// The profile of `account` after `administrator` has changed it. Nobody loses the own access or role by a slip: with
    /// one administrator left, nobody could give it back over HTTP.
    ///
    /// # Errors
    /// [`AccountChangeError`] for a change that locks out the one who makes it.
    pub fn apply(&self, account: &Account, administrator: AccountId) -> Result<AccountProfile, AccountChangeError> {
        let mut profile = account.profile.clone();
        if let Some(is_active) = self.is_active {
            profile.status = if is_active { AccountStatus::Active } else { AccountStatus::Disabled };
        }
        if let Some(level) = &self.price_level {
            profile.price_level = level.clone();
        }
        profile.role = self.role.unwrap_or(profile.role);
        profile.configurator_access = self.configurator_access.unwrap_or(profile.configurator_access);
        if account.id == administrator {
            if profile.status != AccountStatus::Active {
                return Err(AccountChangeError::OwnAccess);
            }
            if profile.role != Role::Administrator {
                return Err(AccountChangeError::OwnRole);
            }
        }
        Ok(profile)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::account::PasswordHash;
    use crate::timestamp::Timestamp;

    fn account(role: Role, status: AccountStatus) -> Account {
        let at = Timestamp::from_unix_microseconds(0);
        Account {
            id: AccountId(7),
            profile: AccountProfile {
                email: "a@b.example".into(),
                name: String::new(),
                company: String::new(),
                phone: None,
                comment: None,
                role,
                status,
                price_level: PriceLevel::retail(),
                configurator_access: false,
            },
            password_hash: PasswordHash::new(String::new()),
            token_generation: 0,
            created_at: at,
            updated_at: at,
        }
    }

    fn activity(is_active: bool) -> AccountChange {
        AccountChange { is_active: Some(is_active), ..AccountChange::default() }
    }

    #[test]
    fn activity_approves_disables_and_lets_in_again() {
        use AccountStatus::{Active, Disabled, Pending};
        for (before, is_active, after) in [
            (Pending, Some(true), Active),
            (Pending, Some(false), Disabled),
            (Pending, None, Pending),
            (Active, Some(true), Active),
            (Active, Some(false), Disabled),
            (Disabled, Some(true), Active),
            (Disabled, Some(false), Disabled),
            (Disabled, None, Disabled),
        ] {
            let change = AccountChange { is_active, ..AccountChange::default() };
            let profile = change.apply(&account(Role::User, before), AccountId(1)).unwrap();
            assert_eq!(profile.status, after, "{before:?} {is_active:?}");
        }
    }

    #[test]
    fn only_what_is_named_changes() {
        let before = account(Role::User, AccountStatus::Active);
        assert_eq!(AccountChange::default().apply(&before, AccountId(1)), Ok(before.profile.clone()));
        let change = AccountChange {
            is_active: None,
            price_level: Some(PriceLevel::new("Опт")),
            role: Some(Role::Administrator),
            configurator_access: Some(true),
        };
        let expected = AccountProfile {
            price_level: PriceLevel::new("Опт"),
            role: Role::Administrator,
            configurator_access: true,
            ..before.profile.clone()
        };
        assert_eq!(change.apply(&before, AccountId(1)), Ok(expected));
    }

    #[test]
    fn administrators_cannot_lock_themselves_out() {
        let own = account(Role::Administrator, AccountStatus::Active);
        let demotion = AccountChange { role: Some(Role::User), ..AccountChange::default() };
        for (change, by, expected) in [
            (activity(false), 7, Err(AccountChangeError::OwnAccess)),
            (demotion.clone(), 7, Err(AccountChangeError::OwnRole)),
            (activity(true), 7, Ok(())),
            (AccountChange { price_level: Some(PriceLevel::new("x")), ..AccountChange::default() }, 7, Ok(())),
            (activity(false), 8, Ok(())),
            (demotion, 8, Ok(())),
        ] {
            assert_eq!(change.apply(&own, AccountId(by)).map(|_| ()), expected, "{change:?} by {by}");
        }
    }
}
