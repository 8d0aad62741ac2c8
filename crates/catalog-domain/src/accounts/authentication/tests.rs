//! Logins and token checks, with mocked ports: the calls they receive matter here.

use super::*;
use crate::accounts::account::{AccountStatus, PasswordHash};
use crate::accounts::key::ApiKeyRight;
use crate::accounts::key_text::{ApiKeyHash, ApiKeyId};
use crate::ports::{MockAccountStore, MockPasswordHasher};
use crate::pricing::viewer::Role;
use crate::test_support::{self, NOW, clock};
use crate::values::identifiers::AccountId;

fn account(status: AccountStatus) -> Account {
    let password_hash = Some(PasswordHash::new("old".into()));
    Account { password_hash, token_generation: 3, ..test_support::account(status) }
}

fn administrator(status: AccountStatus) -> Account {
    let mut account = account(status);
    account.profile.role = Role::Administrator;
    account
}

fn without_password(account: Account) -> Account {
    Account { password_hash: None, ..account }
}

/// Logs in against a store that holds `stored`, with a hasher that returns `right` and reports the hash as `outdated`.
fn outcome(realm: LoginRealm, stored: Option<Account>, right: bool, outdated: bool) -> LoginOutcome {
    let mut accounts = MockAccountStore::new();
    let known = stored.as_ref().is_some_and(|account| account.password_hash.is_some());
    let rehashed = stored.clone();
    accounts.expect_find_by_login().withf(|login| login == "who").return_once(move |_| Ok(stored));
    accounts
        .expect_rehash_password()
        .withf(|id, verified, hash, at| {
            (*id, verified.expose(), hash.expose(), *at) == (AccountId(7), "old", "new", NOW)
        })
        .times(usize::from(outdated))
        .return_once(move |_, _, hash, _| {
            Ok(rehashed.map(|account| Account { password_hash: Some(hash.clone()), ..account }))
        });
    let mut hasher = MockPasswordHasher::new();
    // The hasher is called exactly once whether or not the login is known: that is what hides which logins exist.
    hasher.expect_verify().withf(move |_, hash| hash.is_some() == known).times(1).return_once(move |_, _| Ok(right));
    hasher.expect_is_outdated().returning(move |_| outdated);
    hasher.expect_hash().return_once(|_| Ok(PasswordHash::new("new".into())));
    attempt(realm, &accounts, &hasher)
}

/// Logs in as `who`.
fn attempt(realm: LoginRealm, accounts: &MockAccountStore, hasher: &MockPasswordHasher) -> LoginOutcome {
    let attempt = LoginAttempt { login: "who".into(), password: "secret".into(), realm };
    log_in(&attempt, accounts, hasher, &clock()).unwrap()
}

fn hasher_of_a_weak_hash() -> MockPasswordHasher {
    let mut hasher = MockPasswordHasher::new();
    hasher.expect_verify().return_once(|_, _| Ok(true));
    hasher.expect_is_outdated().return_const(true);
    hasher.expect_hash().return_once(|_| Ok(PasswordHash::new("new".into())));
    hasher
}

#[test]
fn only_the_right_password_of_an_active_account_gets_in() {
    use AccountStatus::{Active, Disabled, Pending};
    use LoginRealm::{Administrators, Everybody};
    use LoginRefusalReason as Reason;
    for (case, realm, stored, right, refused) in [
        ("active, right", Everybody, Some(account(Active)), true, None),
        ("active, wrong", Everybody, Some(account(Active)), false, Some(Reason::WrongPassword)),
        ("unknown login", Everybody, None, false, Some(Reason::UnknownLogin)),
        ("pending, right", Everybody, Some(account(Pending)), true, Some(Reason::Pending)),
        ("pending, wrong", Everybody, Some(account(Pending)), false, Some(Reason::WrongPassword)),
        ("disabled, right", Everybody, Some(account(Disabled)), true, Some(Reason::Disabled)),
        ("disabled, wrong", Everybody, Some(account(Disabled)), false, Some(Reason::WrongPassword)),
        ("an administrator at either route", Everybody, Some(administrator(Active)), true, None),
        ("an administrator", Administrators, Some(administrator(Active)), true, None),
        ("an administrator, wrong", Administrators, Some(administrator(Active)), false, Some(Reason::WrongPassword)),
        ("a disabled one", Administrators, Some(administrator(Disabled)), true, Some(Reason::Disabled)),
        ("no administrator", Administrators, Some(account(Active)), true, Some(Reason::NotAnAdministrator)),
        ("a disabled user", Administrators, Some(account(Disabled)), true, Some(Reason::NotAnAdministrator)),
        ("nobody", Administrators, None, false, Some(Reason::UnknownLogin)),
        ("no password yet", Everybody, Some(without_password(account(Active))), false, Some(Reason::NoPassword)),
        ("waiting", Everybody, Some(without_password(account(Pending))), false, Some(Reason::NoPassword)),
        ("no password", Administrators, Some(without_password(administrator(Active))), false, Some(Reason::NoPassword)),
    ] {
        let expected = match (refused, &stored) {
            (None, Some(account)) => LoginOutcome::Accepted(Box::new(account.clone())),
            (None, None) => panic!("{case}: nobody cannot be let in"),
            (Some(reason), stored) => {
                LoginOutcome::Refused(LoginRefusal { account: stored.as_ref().map(|account| account.id), reason })
            }
        };
        assert_eq!(outcome(realm, stored, right, false), expected, "{case}");
    }
}

#[test]
fn only_the_right_password_reveals_that_there_is_an_account() {
    use LoginRefusalReason::{Disabled, NoPassword, NotAnAdministrator, Pending, UnknownLogin, WrongPassword};
    for (reason, public) in [
        (UnknownLogin, PublicRefusal::WrongCredentials),
        (WrongPassword, PublicRefusal::WrongCredentials),
        (NoPassword, PublicRefusal::WrongCredentials),
        (NotAnAdministrator, PublicRefusal::WrongCredentials),
        (Pending, PublicRefusal::AccessDisabled),
        (Disabled, PublicRefusal::AccessDisabled),
    ] {
        assert_eq!(LoginRefusal { account: None, reason }.public(), public, "{reason:?}");
    }
}

#[test]
fn a_weak_hash_is_replaced_at_the_next_login() {
    let stored = Some(account(AccountStatus::Active));
    let LoginOutcome::Accepted(account) = outcome(LoginRealm::Everybody, stored, true, true) else {
        panic!("the login must succeed");
    };
    assert_eq!(account.password_hash.unwrap().expose(), "new");
}

#[test]
fn a_store_that_is_briefly_not_writable_prevents_no_login() {
    let mut accounts = MockAccountStore::new();
    accounts.expect_find_by_login().return_once(|_| Ok(Some(account(AccountStatus::Active))));
    accounts.expect_rehash_password().times(1).return_once(|_, _, _, _| Err(StoreError::Unavailable("busy".into())));
    let hasher = hasher_of_a_weak_hash();
    let LoginOutcome::Accepted(account) = attempt(LoginRealm::Everybody, &accounts, &hasher) else {
        panic!("the login must succeed");
    };
    assert_eq!(account.password_hash.unwrap().expose(), "old", "the weak hash stays for the next login");
}

#[test]
fn a_password_that_is_changed_while_it_is_checked_is_neither_put_back_nor_good_for_a_login() {
    let hashed = |text: &str| {
        let account = account(AccountStatus::Active);
        Some(Account { password_hash: Some(PasswordHash::new(text.into())), token_generation: 4, ..account })
    };
    let refused =
        |account: Option<i64>, reason| LoginOutcome::Refused(LoginRefusal { account: account.map(AccountId), reason });
    for (case, meanwhile, is_right_now, expected) in [
        ("another password", hashed("changed"), false, refused(Some(7), LoginRefusalReason::WrongPassword)),
        ("no account", None, false, refused(None, LoginRefusalReason::UnknownLogin)),
        ("the same one, rehashed", hashed("new"), true, LoginOutcome::Accepted(Box::new(hashed("new").unwrap()))),
    ] {
        let mut states = vec![meanwhile, Some(account(AccountStatus::Active))];
        let mut accounts = MockAccountStore::new();
        accounts.expect_find_by_login().times(2).returning(move |_| Ok(states.pop().unwrap()));
        accounts.expect_rehash_password().times(1).return_once(|_, _, _, _| Ok(None));
        let mut hasher = MockPasswordHasher::new();
        hasher
            .expect_verify()
            .times(2)
            .returning(move |_, hash| Ok(hash.is_some_and(|hash| hash.expose() == "old") || is_right_now));
        hasher.expect_is_outdated().returning(|hash| hash.expose() == "old");
        hasher.expect_hash().times(1).return_once(|_| Ok(PasswordHash::new("new".into())));
        assert_eq!(attempt(LoginRealm::Everybody, &accounts, &hasher), expected, "{case}");
    }
}

#[test]
fn an_account_that_is_disabled_while_its_password_is_checked_is_refused() {
    let mut accounts = MockAccountStore::new();
    accounts.expect_find_by_login().return_once(|_| Ok(Some(account(AccountStatus::Active))));
    accounts.expect_rehash_password().return_once(|_, _, _, _| Ok(Some(account(AccountStatus::Disabled))));
    let hasher = hasher_of_a_weak_hash();
    let refusal = LoginRefusal { account: Some(AccountId(7)), reason: LoginRefusalReason::Disabled };
    assert_eq!(attempt(LoginRealm::Everybody, &accounts, &hasher), LoginOutcome::Refused(refusal));
}

#[test]
fn an_attempt_does_not_print_what_was_typed() {
    let attempt = LoginAttempt { login: "typed".into(), password: "typed".into(), realm: LoginRealm::Everybody };
    assert!(!format!("{attempt:?}").contains("typed"));
}

#[test]
fn a_token_admits_only_the_account_it_names_in_the_state_it_was_issued_for() {
    use TokenRefusal::{AccessDisabled, InvalidToken};
    let token = |id, generation| VerifiedToken {
        grant: TokenGrant { account: AccountId(id), generation, key: None },
        expires_at: NOW,
    };
    let active = CallerAccount::from(&account(AccountStatus::Active));
    let disabled = Account { token_generation: 4, ..account(AccountStatus::Disabled) };
    let disabled = CallerAccount::from(&disabled);
    for (case, token, account, expected) in [
        ("its own account", token(7, 3), Some(&active), Ok(None)),
        ("a revoked generation", token(7, 2), Some(&active), Err(InvalidToken)),
        ("another account", token(8, 3), Some(&active), Err(InvalidToken)),
        ("no account", token(7, 3), None, Err(InvalidToken)),
        ("a disabled account", token(7, 3), Some(&disabled), Err(AccessDisabled)),
    ] {
        assert_eq!(authorize_token(&token, account), expected, "{case}");
    }
}

#[test]
fn a_key_and_its_tokens_admit_as_long_as_the_account_has_it() {
    use TokenRefusal::{AccessDisabled, InvalidToken};
    let (id, other) = (ApiKeyId::parse("abcdefgh2345").unwrap(), ApiKeyId::parse("abcdefgh2346").unwrap());
    let end = NOW.plus_seconds(60);
    let (right, hash) = (ApiKeyRight::Read, ApiKeyHash::new("hash".into()));
    let key = CallerApiKey { id, right, hash, created_at: NOW, expires_at: Some(end), address: None };
    let with =
        |status, keys: &[CallerApiKey]| CallerAccount { keys: keys.into(), ..CallerAccount::from(&account(status)) };
    let active = with(AccountStatus::Active, std::slice::from_ref(&key));
    let disabled = with(AccountStatus::Disabled, std::slice::from_ref(&key));
    let without = with(AccountStatus::Active, &[]);
    for (case, id, hash, at, account, expected) in [
        ("the key", id, "hash", NOW, Some(&active), Ok(&key)),
        ("a wrong secret", id, "other", NOW, Some(&active), Err(InvalidToken)),
        ("an unknown key", other, "hash", NOW, Some(&active), Err(InvalidToken)),
        ("a deleted key", id, "hash", NOW, Some(&without), Err(InvalidToken)),
        ("nobody's key", id, "hash", NOW, None, Err(InvalidToken)),
        ("just before its end", id, "hash", NOW.plus_seconds(59), Some(&active), Ok(&key)),
        ("an ended key", id, "hash", end, Some(&active), Err(InvalidToken)),
        ("of a disabled account", id, "hash", NOW, Some(&disabled), Err(AccessDisabled)),
        ("a wrong secret of one", id, "other", NOW, Some(&disabled), Err(InvalidToken)),
        ("an ended key of one", id, "hash", end, Some(&disabled), Err(InvalidToken)),
    ] {
        let presented = PresentedApiKey { id, hash: ApiKeyHash::new(hash.into()) };
        assert_eq!(authorize_key(&presented, account, at), expected, "{case}");
    }
    for (case, account, expected) in [
        ("whatever the generation", Some(&active), Ok(Some(&key))),
        ("a deleted key", Some(&without), Err(InvalidToken)),
        ("of a disabled account", Some(&disabled), Err(AccessDisabled)),
    ] {
        let grant = TokenGrant { account: AccountId(7), generation: TokenGrant::OF_A_KEY, key: Some(id) };
        assert_eq!(authorize_token(&VerifiedToken { grant, expires_at: NOW }, account), expected, "{case}");
    }
}
