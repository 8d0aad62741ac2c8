//! What administrators may change about accounts (`docs/accounts.md#change-user`).

use crate::accounts::account::{AccountProfile, AccountStatus};
use crate::pricing::price_level::PriceLevel;
use crate::pricing::viewer::Role;
use crate::values::identifiers::AccountId;

/// Changes of an account; `None` leaves a field as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AccountChange {
    /// True enables a pending or disabled account; false disables it and ends its tokens.
    pub is_active: Option<bool>,
    /// The price level that determines personal prices.
    pub price_level: Option<PriceLevel>,
    /// What the account may do.
    pub role: Option<Role>,
    /// Whether configurators are shown.
    pub configurator_access: Option<bool>,
    /// Who the person is.
    pub contact: Option<ContactDetails>,
}

/// Who the person of an account is, but for the address, which is the login.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ContactDetails {
    /// The name.
    pub name: String,
    /// The company.
    pub company: String,
    /// The telephone number, if it is known.
    pub phone: Option<String>,
}

/// Why an account cannot be changed in this way. The text continues after the field's name: "isActive cannot be ...".
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AccountChangeError {
    /// Administrators would lock themselves out.
    #[error("cannot be taken from one's own account: ask another administrator")]
    OwnAccess,
    /// Administrators would take their own role away.
    #[error("cannot be changed for one's own account: ask another administrator")]
    OwnRole,
    /// Nobody is behind the account any more.
    #[error("cannot be changed: the account was erased")]
    Erased,
}

impl AccountChange {
    /// Whether `administrator` may change `account` in this way. Administrators cannot remove their own access or role
    /// by accident: the last one could not restore it over HTTP.
    ///
    /// # Errors
    /// [`AccountChangeError`] for a change that would lock its author out.
    pub fn permit(&self, account: AccountId, administrator: AccountId) -> Result<(), AccountChangeError> {
        let is_own = account == administrator;
        if is_own && self.is_active == Some(false) {
            return Err(AccountChangeError::OwnAccess);
        }
        if is_own && self.role.is_some_and(|role| role != Role::Administrator) {
            return Err(AccountChangeError::OwnRole);
        }
        Ok(())
    }

    /// Makes the change.
    pub fn apply(&self, profile: &mut AccountProfile) {
        if let Some(is_active) = self.is_active {
            profile.status = if is_active { AccountStatus::Active } else { AccountStatus::Disabled };
        }
        if let Some(level) = &self.price_level {
            profile.price_level = level.clone();
        }
        if let Some(ContactDetails { name, company, phone }) = &self.contact {
            profile.name.clone_from(name);
            profile.company.clone_from(company);
            profile.phone.clone_from(phone);
        }
        profile.role = self.role.unwrap_or(profile.role);
        profile.configurator_access = self.configurator_access.unwrap_or(profile.configurator_access);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::account;

    fn profile(status: AccountStatus) -> AccountProfile {
        account(status).profile
    }

    fn after(change: &AccountChange, before: &AccountProfile) -> AccountProfile {
        let mut profile = before.clone();
        change.apply(&mut profile);
        profile
    }

    #[test]
    fn activity_approves_disables_and_lets_in_again() {
        use AccountStatus::{Active, Disabled, Pending};
        for (before, is_active, expected) in [
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
            assert_eq!(after(&change, &profile(before)).status, expected, "{before:?} {is_active:?}");
        }
    }

    #[test]
    fn only_what_is_named_changes() {
        let before = profile(AccountStatus::Active);
        assert_eq!(after(&AccountChange::default(), &before), before);
        let change = AccountChange {
            is_active: None,
            price_level: Some(PriceLevel::new("Опт")),
            role: Some(Role::Administrator),
            configurator_access: Some(true),
            contact: Some(ContactDetails { name: "N".into(), company: "C".into(), phone: None }),
        };
        let expected = AccountProfile {
            name: "N".into(),
            company: "C".into(),
            phone: None,
            price_level: PriceLevel::new("Опт"),
            role: Role::Administrator,
            configurator_access: true,
            ..before.clone()
        };
        assert_eq!(after(&change, &before), expected);
    }

    #[test]
    fn administrators_cannot_lock_themselves_out() {
        let activity = |is_active| AccountChange { is_active: Some(is_active), ..AccountChange::default() };
        let role = |role| AccountChange { role: Some(role), ..AccountChange::default() };
        let level = AccountChange { price_level: Some(PriceLevel::new("x")), ..AccountChange::default() };
        for (change, by, expected) in [
            (activity(false), 7, Err(AccountChangeError::OwnAccess)),
            (role(Role::User), 7, Err(AccountChangeError::OwnRole)),
            (activity(true), 7, Ok(())),
            (role(Role::Administrator), 7, Ok(())),
            (level, 7, Ok(())),
            (activity(false), 8, Ok(())),
            (role(Role::User), 8, Ok(())),
        ] {
            assert_eq!(change.permit(AccountId(7), AccountId(by)), expected, "{change:?} by {by}");
        }
    }
}
