//! The contract of requests for access and invitations.

use catalog_domain::accounts::{
    Account, AccountProfile, AccountStatus, InvitationHash, NewAccount, NewInvitation, PasswordHash,
};
use catalog_domain::ports::Registration;
use catalog_domain::values::AccountId;
use catalog_testkit::builders::{NOON, new_account, pending_account};
use catalog_testkit::{AnyStore, all_accounts, at_once};

fn hash(text: &str) -> InvitationHash {
    InvitationHash::new(text.into())
}

fn invitation(text: &str) -> NewInvitation {
    NewInvitation { hash: hash(text), expires_at: NOON.plus_seconds(60), replaces_until: None }
}

fn password(text: &str) -> PasswordHash {
    PasswordHash::new(text.into())
}

fn without_password(store: &dyn AnyStore, email: &str) -> Account {
    store.insert(&NewAccount { password_hash: None, ..new_account(email) }).unwrap().unwrap()
}

pub(crate) fn a_registration_of_a_known_login_is_counted_and_changes_nothing_else(store: &dyn AnyStore) {
    let first = store.register(&pending_account("ann@example.com"), 10).unwrap();
    assert_eq!(first, Registration { account: first.account, is_new: true, forgotten: 0 });
    let made = store.find(first.account).unwrap().unwrap();
    assert_eq!((made.registration_attempts, made.profile.status), (0, AccountStatus::Pending));
    let active = store.insert(&new_account("boss@example.com")).unwrap().unwrap();
    let mut other = pending_account("ANN@example.com");
    other.profile.name = "Somebody else".into();
    for attempts in 1..=3 {
        let again = store.register(&other, 10).unwrap();
        assert_eq!(again, Registration { account: made.id, is_new: false, forgotten: 0 });
        let counted = Account { registration_attempts: attempts, ..made.clone() };
        assert_eq!(store.find(made.id).unwrap(), Some(counted));
    }
    store.register(&pending_account("boss@example.com"), 10).unwrap();
    assert_eq!(store.find(active.id).unwrap(), Some(Account { registration_attempts: 1, ..active }));
}

pub(crate) fn the_oldest_pending_accounts_are_deleted_beyond_the_bound(store: &dyn AnyStore) {
    let active = store.insert(&new_account("active@example.com")).unwrap().unwrap();
    let register = |name: &str, most| store.register(&pending_account(&format!("{name}@example.com")), most).unwrap();
    let names = || {
        let accounts = all_accounts(store).into_iter();
        accounts.map(|account| account.profile.email.split('@').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    for name in ["a", "b", "c"] {
        assert_eq!(register(name, 3).forgotten, 0);
    }
    let mut disable = |profile: &mut AccountProfile| profile.status = AccountStatus::Disabled;
    let decided = register("decided", 4).account;
    store.update_profile(decided, &mut disable, NOON).unwrap();
    assert_eq!(register("a", 3), Registration { account: AccountId(active.id.0 + 1), is_new: false, forgotten: 0 });
    assert_eq!(register("d", 3).forgotten, 1);
    assert_eq!(names(), ["active", "b", "c", "decided", "d"]);
    assert_eq!(register("e", 2).forgotten, 2, "a smaller bound takes effect at once");
    assert_eq!(names(), ["active", "decided", "d", "e"]);
    assert!(register("a", 2).is_new, "a deleted one may register again");
    let ids: Vec<AccountId> = all_accounts(store).iter().map(|account| account.id).collect();
    assert!(ids.is_sorted(), "{ids:?}");
}

pub(crate) fn a_new_invitation_replaces_the_one_before(store: &dyn AnyStore) {
    let account = without_password(store, "ann@example.com");
    let bystander = without_password(store, "bob@example.com");
    store.request_password("ann@example.com", NOON).unwrap();
    for text in ["first", "second"] {
        let invited = store.invite(account.id, &invitation(text)).unwrap().unwrap();
        assert_eq!(invited, Account { invitation_expires_at: Some(NOON.plus_seconds(60)), ..account.clone() });
        assert_eq!(store.find(account.id).unwrap(), Some(invited));
    }
    assert_eq!(store.find_invited(&hash("first"), NOON).unwrap(), None);
    assert_eq!(store.find_invited(&hash("second"), NOON).unwrap(), Some(account.id));
    assert_eq!(store.find_invited(&hash("second"), NOON.plus_seconds(60)).unwrap(), None, "it has expired");
    assert_eq!(store.find(bystander.id).unwrap(), Some(bystander));
    let pending = store.register(&pending_account("new@example.com"), 10).unwrap().account;
    for id in [pending, AccountId(999)] {
        assert_eq!(store.invite(id, &invitation("other")).unwrap(), None);
        assert_eq!(store.find_invited(&hash("other"), NOON).unwrap(), None);
    }
}

/// Two administrators who approve an account at the same time do not replace each other's link.
pub(crate) fn an_invitation_that_is_valid_longer_than_may_be_replaced_stays(store: &dyn AnyStore) {
    let account = without_password(store, "ann@example.com");
    let approve = |text: &str, seconds| {
        let replaces_until = Some(NOON.plus_seconds(seconds));
        store.invite(account.id, &NewInvitation { replaces_until, ..invitation(text) }).unwrap()
    };
    assert!(approve("first", 0).is_some(), "there is none before");
    assert_eq!(approve("second", 59), None);
    assert_eq!(store.find_invited(&hash("first"), NOON).unwrap(), Some(account.id));
    assert!(approve("third", 60).is_some(), "the first has expired by then");
    assert_eq!(store.find_invited(&hash("third"), NOON).unwrap(), Some(account.id));
}

pub(crate) fn an_invitation_sets_the_password_once(store: &dyn AnyStore) {
    let account = store.insert(&new_account("ann@example.com")).unwrap().unwrap();
    store.invite(account.id, &invitation("token")).unwrap().unwrap();
    store.request_password("ann@example.com", NOON).unwrap().unwrap();
    let revision = store.revisions().unwrap().accounts;
    let later = NOON.plus_seconds(59);
    for (token, now) in [("other", later), ("token", NOON.plus_seconds(60))] {
        assert_eq!(store.redeem(&hash(token), &password("wrong"), now).unwrap(), None, "{token}");
    }
    let changed = store.redeem(&hash("token"), &password("new"), later).unwrap().unwrap();
    let expected = Account {
        password_hash: Some(password("new")),
        token_generation: account.token_generation + 1,
        updated_at: later,
        ..account
    };
    assert_eq!(changed, expected);
    assert!(store.revisions().unwrap().accounts > revision, "servers have to poll");
    assert_eq!(store.redeem(&hash("token"), &password("again"), later).unwrap(), None);
    assert_eq!(store.find(expected.id).unwrap(), Some(expected));
}

pub(crate) fn only_one_of_many_uses_of_an_invitation_succeeds(store: &dyn AnyStore) {
    let account = without_password(store, "ann@example.com");
    store.invite(account.id, &invitation("token")).unwrap().unwrap();
    let set = at_once(8, |caller| store.redeem(&hash("token"), &password(&caller.to_string()), NOON).unwrap());
    let set: Vec<Account> = set.into_iter().flatten().collect();
    assert_eq!(set.len(), 1);
    assert_eq!(store.find(account.id).unwrap().as_ref(), set.first());
}

pub(crate) fn an_invitation_is_revoked_when_the_account_is_disabled_or_gets_a_password(store: &dyn AnyStore) {
    let disabled = without_password(store, "ann@example.com");
    let with_password = without_password(store, "bob@example.com");
    for (account, text) in [(&disabled, "first"), (&with_password, "second")] {
        store.invite(account.id, &invitation(text)).unwrap().unwrap();
        let mut rename = |profile: &mut AccountProfile| profile.name = "Other".into();
        store.update_profile(account.id, &mut rename, NOON).unwrap().unwrap();
        assert_eq!(store.find_invited(&hash(text), NOON).unwrap(), Some(account.id), "a new name changes nothing");
    }
    for status in [AccountStatus::Disabled, AccountStatus::Active] {
        let mut set = |profile: &mut AccountProfile| profile.status = status;
        store.update_profile(disabled.id, &mut set, NOON).unwrap().unwrap();
    }
    store.update_password(with_password.id, &password("set"), NOON).unwrap().unwrap();
    for (account, text) in [(&disabled, "first"), (&with_password, "second")] {
        assert_eq!(store.redeem(&hash(text), &password("x"), NOON).unwrap(), None, "{text}");
        assert_eq!(store.find(account.id).unwrap().unwrap().invitation_expires_at, None, "{text}");
    }
}

pub(crate) fn a_request_for_a_password_is_noted_for_active_accounts(store: &dyn AnyStore) {
    let active = store.insert(&new_account("ann@example.com")).unwrap().unwrap();
    let pending = store.register(&pending_account("new@example.com"), 10).unwrap().account;
    for login in ["new@example.com", "nobody@example.com", "", "a\0@example.com"] {
        assert_eq!(store.request_password(login, NOON).unwrap(), None, "{login}");
    }
    assert_eq!(store.find(pending).unwrap().unwrap().password_requested_at, None);
    let requested = || store.find(active.id).unwrap().unwrap().password_requested_at;
    let ends: [(&str, &dyn Fn()); 3] = [
        ("an invitation", &|| assert!(store.invite(active.id, &invitation("a")).unwrap().is_some())),
        ("its use", &|| assert!(store.redeem(&hash("a"), &password("x"), NOON).unwrap().is_some())),
        ("a new password", &|| assert!(store.update_password(active.id, &password("y"), NOON).unwrap().is_some())),
    ];
    for (end, response) in ends {
        assert_eq!(store.request_password("ANN@example.com", NOON).unwrap(), Some(active.id));
        let later = NOON.plus_seconds(5);
        store.request_password("ann@example.com", later).unwrap();
        assert_eq!(requested(), Some(later));
        response();
        assert_eq!(requested(), None, "{end}");
    }
}
