//! Erasing an account: who may, and what stays of it (`docs/accounts.md#erase`).

use super::account::Account;
use super::change::AccountChangeError;
use crate::pricing::viewer::Role;
use crate::values::identifiers::AccountId;

/// Why the waiting imports of an erased account are cancelled.
pub const ERASED_REASON: &str = "the account that sent it was erased";

/// Why an account is not erased.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ErasureRefusal {
    /// There is no such account.
    #[error("There is no such account.")]
    UnknownAccount,
    /// Administrators would lock themselves out.
    #[error("This is your own account: ask another administrator.")]
    OwnAccount,
    /// Nobody could administer the service any more.
    #[error("This is the last administrator: make another one first.")]
    LastAdministrator,
    /// It would write the address of the account when it ends.
    #[error("An import of the account is running: cancel it, or wait for its end.")]
    ImportRuns,
}

/// What else decides whether an account may be erased.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ErasureState {
    /// Whether there is another active administrator.
    pub has_other_administrator: bool,
    /// Whether an import of the account is running.
    pub is_importing: bool,
}

/// Whether `account` may be erased by the account `by`, or by a command. One that is erased may be so again.
///
/// # Errors
/// [`ErasureRefusal`] says why not.
pub fn may_erase(account: &Account, by: Option<AccountId>, state: ErasureState) -> Result<(), ErasureRefusal> {
    let is_administrator = account.is_active() && account.profile.role == Role::Administrator;
    if by == Some(account.id) {
        Err(ErasureRefusal::OwnAccount)
    } else if is_administrator && !state.has_other_administrator {
        Err(ErasureRefusal::LastAdministrator)
    } else if state.is_importing {
        Err(ErasureRefusal::ImportRuns)
    } else {
        Ok(())
    }
}

/// What takes the place of an erased account's e-mail address. It is no address, so nobody can request it.
pub fn erased_email(id: AccountId) -> String {
    format!("erased account {id}")
}

impl Account {
    /// Whether it was erased.
    pub fn is_erased(&self) -> bool {
        self.profile.email == erased_email(self.id)
    }

    /// Whether anything about it may be changed, by whatever way.
    ///
    /// # Errors
    /// [`AccountChangeError::Erased`] for an account with nobody behind it.
    pub fn permit_change(&self) -> Result<(), AccountChangeError> {
        if self.is_erased() { Err(AccountChangeError::Erased) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accounts::account::AccountStatus;
    use crate::accounts::rules::check_email;
    use crate::test_support;

    #[test]
    fn an_account_is_erased_by_others_where_an_administrator_and_no_running_import_stays() {
        use AccountStatus::{Active, Disabled, Pending};
        use ErasureRefusal::{ImportRuns, LastAdministrator, OwnAccount};
        let (alone, free) = ((false, false), (true, false));
        for (status, role, is_own, (has_other_administrator, is_importing), expected) in [
            (Active, Role::User, false, alone, Ok(())),
            (Pending, Role::User, false, free, Ok(())),
            (Active, Role::User, true, free, Err(OwnAccount)),
            (Active, Role::Administrator, true, alone, Err(OwnAccount)),
            (Active, Role::Administrator, false, alone, Err(LastAdministrator)),
            (Active, Role::Administrator, false, free, Ok(())),
            (Disabled, Role::Administrator, false, alone, Ok(())),
            (Active, Role::Administrator, false, (true, true), Err(ImportRuns)),
            (Disabled, Role::User, false, (true, true), Err(ImportRuns)),
        ] {
            let mut account = test_support::account(status);
            account.profile.role = role;
            let state = ErasureState { has_other_administrator, is_importing };
            let other = AccountId(account.id.0 + 1);
            let by = if is_own { account.id } else { other };
            assert_eq!(may_erase(&account, Some(by), state), expected, "{status:?} {role:?} {is_own} {state:?}");
            let by_command =
                if expected == Err(OwnAccount) { may_erase(&account, Some(other), state) } else { expected };
            assert_eq!(may_erase(&account, None, state), by_command);
        }
    }

    #[test]
    fn what_stays_of_an_address_is_none() {
        let mut account = test_support::account(AccountStatus::Disabled);
        assert!(!account.is_erased() && account.permit_change().is_ok());
        account.profile.email = erased_email(account.id);
        assert_eq!(account.permit_change(), Err(AccountChangeError::Erased));
        assert!(account.is_erased() && check_email(&account.profile.email).is_err());
        account.profile.email = erased_email(AccountId(account.id.0 + 1));
        assert!(!account.is_erased());
    }
}
