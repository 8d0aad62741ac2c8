//! Logins and admissions, with mocked ports: what is asked of them matters here.

use super::*;
use crate::account::{AccountProfile, AccountStatus, PasswordHash};
use crate::identifiers::AccountId;
use crate::ports::{MockAccountStore, MockClock, MockPasswordHasher};
use crate::price_level::PriceLevel;
use crate::timestamp::Timestamp;
use crate::viewer::Role;

const NOW: Timestamp = Timestamp::from_unix_microseconds(1_000_000);

fn account(status: AccountStatus) -> Account {
    Account {
        id: AccountId(7),
        profile: AccountProfile {
            email: "buyer@shop.example".into(),
            name: "Buyer".into(),
            company: "Shop".into(),
            phone: None,
            comment: None,
            role: Role::User,
            status,
            price_level: PriceLevel::retail(),
            configurator_access: false,
        },
        password_hash: PasswordHash::new("old".into()),
        token_generation: 3,
        created_at: NOW,
        updated_at: NOW,
    }
}

/// Logs in against a store that holds `stored`, with a hasher that answers `right` and finds the hash `outdated`.
fn outcome(stored: Option<Account>, right: bool, outdated: bool) -> LoginOutcome {
    let mut accounts = MockAccountStore::new();
    let known = stored.is_some();
    let rehashed = stored.clone();
    accounts.expect_find_by_login().withf(|login| login == "who").return_once(move |_| Ok(stored));
    accounts
        .expect_update_password()
        .withf(|id, hash, revoke, at| *id == AccountId(7) && hash.expose() == "new" && !revoke && *at == NOW)
        .times(usize::from(outdated))
        .return_once(move |_, hash, _, _| {
            Ok(rehashed.map(|account| Account { password_hash: hash.clone(), ..account }))
        });
    let mut hasher = MockPasswordHasher::new();
    // The hasher is asked exactly once whether or not the login is known: that is what hides which logins exist.
    hasher.expect_verify().withf(move |_, hash| hash.is_some() == known).times(1).return_once(move |_, _| Ok(right));
    hasher.expect_is_outdated().returning(move |_| outdated);
    hasher.expect_hash().return_once(|_| Ok(PasswordHash::new("new".into())));
    let mut clock = MockClock::new();
    clock.expect_now().return_const(NOW);
    log_in("who", "secret", &accounts, &hasher, &clock).unwrap()
}

#[test]
fn only_the_right_password_of_an_active_account_gets_in() {
    use AccountStatus::{Active, Disabled, Pending};
    let accepted = LoginOutcome::Accepted(Box::new(account(Active)));
    for (case, stored, right, expected) in [
        ("active, right", Some(account(Active)), true, accepted),
        ("active, wrong", Some(account(Active)), false, LoginOutcome::WrongCredentials),
        ("unknown login", None, false, LoginOutcome::WrongCredentials),
        ("pending, right", Some(account(Pending)), true, LoginOutcome::AccessDisabled),
        ("pending, wrong", Some(account(Pending)), false, LoginOutcome::WrongCredentials),
        ("disabled, right", Some(account(Disabled)), true, LoginOutcome::AccessDisabled),
        ("disabled, wrong", Some(account(Disabled)), false, LoginOutcome::WrongCredentials),
    ] {
        assert_eq!(outcome(stored, right, false), expected, "{case}");
    }
}

#[test]
fn a_weak_hash_is_replaced_at_the_next_login() {
    let LoginOutcome::Accepted(account) = outcome(Some(account(AccountStatus::Active)), true, true) else {
        panic!("the login must succeed");
    };
    assert_eq!(account.password_hash.expose(), "new");
}

#[test]
fn a_token_admits_only_the_account_it_names_in_the_state_it_was_issued_for() {
    use AdmissionRefusal::{AccessDisabled, InvalidToken};
    let token =
        |id, generation| VerifiedToken { grant: TokenGrant { account: AccountId(id), generation }, expires_at: NOW };
    let active = account(AccountStatus::Active);
    let disabled = Account { token_generation: 4, ..account(AccountStatus::Disabled) };
    for (case, token, account, expected) in [
        ("its own account", token(7, 3), Some(&active), Ok(())),
        ("a revoked generation", token(7, 2), Some(&active), Err(InvalidToken)),
        ("another account", token(8, 3), Some(&active), Err(InvalidToken)),
        ("no account", token(7, 3), None, Err(InvalidToken)),
        ("a disabled account", token(7, 3), Some(&disabled), Err(AccessDisabled)),
    ] {
        assert_eq!(admit(&token, account), expected, "{case}");
    }
}
