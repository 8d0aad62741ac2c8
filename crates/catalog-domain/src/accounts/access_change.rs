//! What ends work that takes longer than a request usually does: waits, streams, and bodies that are received.

use super::account::CallerAccount;
use super::key_text::ApiKeyId;
use crate::values::Timestamp;

/// What has changed of a caller's access since it was authenticated; what is later in this list is more serious.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AccessChange {
    /// The account has another price level.
    PriceLevel,
    /// The account has another role.
    Role,
    /// The account, its tokens or the key of the caller have no access any more.
    Ended,
}

/// What has changed since a caller was authenticated as `began`, with `key` if with one. `account` is the present state
/// of the account. The end of a token by time changes nothing; that of a key ends the access.
pub fn access_change(
    began: &CallerAccount,
    key: Option<ApiKeyId>,
    account: Option<&CallerAccount>,
    now: Timestamp,
) -> Option<AccessChange> {
    let Some(account) = account.filter(|account| account.is_active()) else { return Some(AccessChange::Ended) };
    let has_access = match key {
        Some(key) => account.key(key).is_some_and(|key| !key.has_ended(now)),
        None => account.token_generation == began.token_generation,
    };
    if !has_access {
        Some(AccessChange::Ended)
    } else if account.role != began.role {
        Some(AccessChange::Role)
    } else {
        (account.price_level != began.price_level).then_some(AccessChange::PriceLevel)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accounts::account::AccountStatus;
    use crate::accounts::key::{ApiKeyRight, CallerApiKey};
    use crate::accounts::key_text::ApiKeyHash;
    use crate::pricing::{PriceLevel, Role};
    use crate::test_support::{self, NOW};

    #[test]
    fn the_most_serious_change_counts_and_a_key_stands_for_the_password() {
        let id = ApiKeyId::parse("a1b2c3d4e5f6").unwrap();
        let key = |expires_at| CallerApiKey {
            id,
            right: ApiKeyRight::Read,
            hash: ApiKeyHash::new("hash".into()),
            created_at: NOW,
            expires_at,
            address: None,
        };
        let began = CallerAccount::from(&test_support::account(AccountStatus::Active));
        let with = |edit: &dyn Fn(&mut CallerAccount)| {
            let mut account = CallerAccount { keys: [key(None)].into(), ..began.clone() };
            edit(&mut account);
            Some(account)
        };
        let other_level = PriceLevel::new("other");
        for (case, account, by_password, by_key) in [
            ("nothing", with(&|_| {}), None, None),
            ("no account", None, Some(AccessChange::Ended), Some(AccessChange::Ended)),
            (
                "a disabled one",
                with(&|account| account.status = AccountStatus::Disabled),
                Some(AccessChange::Ended),
                Some(AccessChange::Ended),
            ),
            ("another password", with(&|account| account.token_generation += 1), Some(AccessChange::Ended), None),
            ("no key", with(&|account| account.keys = [].into()), None, Some(AccessChange::Ended)),
            (
                "a key that has ended",
                with(&|account| account.keys = [key(Some(NOW))].into()),
                None,
                Some(AccessChange::Ended),
            ),
            (
                "a key that will end",
                with(&|account| account.keys = [key(Some(NOW.plus_seconds(1)))].into()),
                None,
                None,
            ),
            (
                "another role and level",
                with(&|account| {
                    account.role = Role::Administrator;
                    account.price_level = other_level.clone();
                }),
                Some(AccessChange::Role),
                Some(AccessChange::Role),
            ),
            (
                "another level",
                with(&|account| account.price_level = other_level.clone()),
                Some(AccessChange::PriceLevel),
                Some(AccessChange::PriceLevel),
            ),
        ] {
            let change = |key| access_change(&began, key, account.as_ref(), NOW);
            assert_eq!((change(None), change(Some(id))), (by_password, by_key), "{case}");
        }
        assert!(AccessChange::PriceLevel < AccessChange::Role && AccessChange::Role < AccessChange::Ended);
    }
}
