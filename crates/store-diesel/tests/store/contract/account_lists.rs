//! The contract of lists of accounts, and of the part that servers cache.

use catalog_domain::accounts::{Account, AccountProfile, AccountStatus, CallerAccount, NewAccount, PasswordHash};
use catalog_domain::ports::{AccountFilter, AccountPage, AccountPosition};
use catalog_domain::values::{AccountId, AccountRevision};
use catalog_testkit::AnyStore;
use catalog_testkit::builders::{NOON, new_account, pending_account};

fn with_status(store: &dyn AnyStore, email: &str, status: AccountStatus) -> Account {
    let mut account = new_account(email);
    account.profile.status = status;
    store.insert(&account).unwrap().unwrap()
}

fn set_status(store: &dyn AnyStore, id: AccountId, status: AccountStatus) {
    let mut set = |profile: &mut AccountProfile| profile.status = status;
    store.update_profile(id, &mut set, NOON).unwrap().unwrap();
}

pub(crate) fn accounts_are_listed_by_id_and_status(store: &dyn AnyStore) {
    let pending = with_status(store, "z@example.com", AccountStatus::Pending);
    let active = with_status(store, "y@example.com", AccountStatus::Active);
    let disabled = with_status(store, "x@example.com", AccountStatus::Disabled);
    let pending_too = with_status(store, "w@example.com", AccountStatus::Pending);
    store.request_password("y@example.com", NOON).unwrap().unwrap();
    let active = store.find(active.id).unwrap().unwrap();
    for (status, password_requested, expected) in [
        (Some(AccountStatus::Pending), None, vec![&pending, &pending_too]),
        (Some(AccountStatus::Active), None, vec![&active]),
        (Some(AccountStatus::Disabled), None, vec![&disabled]),
        (None, None, vec![&pending, &active, &disabled, &pending_too]),
        (None, Some(true), vec![&active]),
        (None, Some(false), vec![&pending, &disabled, &pending_too]),
        (Some(AccountStatus::Pending), Some(true), vec![]),
    ] {
        let filter = AccountFilter { status, password_requested };
        let page = store.list_page(filter, 0, 100).unwrap();
        assert_eq!(page.accounts.iter().collect::<Vec<_>>(), expected, "{filter:?}");
        assert_eq!(page.total, expected.len() as u64, "{filter:?}");
        assert_eq!(store.list_after(filter, None, 100).unwrap(), page.accounts, "{filter:?}");
    }
}

pub(crate) fn a_list_of_accounts_has_pages(store: &dyn AnyStore) {
    let made: Vec<Account> =
        (0..5).map(|at| with_status(store, &format!("{at}@example.com"), AccountStatus::Active)).collect();
    with_status(store, "other@example.com", AccountStatus::Disabled);
    let filter = AccountFilter { status: Some(AccountStatus::Active), password_requested: None };
    for (offset, limit, expected) in
        [(0, 2, &made[..2]), (2, 2, &made[2..4]), (4, 2, &made[4..]), (5, 2, &[]), (u64::MAX, 1_000, &[])]
    {
        let page = AccountPage { accounts: expected.to_vec(), total: 5 };
        assert_eq!(store.list_page(filter, offset, limit).unwrap(), page, "{offset} {limit}");
    }
    for (after, limit, expected) in
        [(None, 2, &made[..2]), (Some(made[1].id), 2, &made[2..4]), (Some(made[4].id), 2, &[]), (None, 9, &made[..])]
    {
        assert_eq!(store.list_after(filter, after, limit).unwrap(), expected, "{after:?} {limit}");
    }
}

/// Servers cache neither pending accounts nor those without a password, and only the fields that requests need.
pub(crate) fn only_accounts_that_may_have_tokens_are_loaded(store: &dyn AnyStore) {
    let active = with_status(store, "active@example.com", AccountStatus::Active);
    let disabled = with_status(store, "disabled@example.com", AccountStatus::Disabled);
    let waiting = with_status(store, "waiting@example.com", AccountStatus::Pending);
    let invited = NewAccount { password_hash: None, ..new_account("invited@example.com") };
    let invited = store.insert(&invited).unwrap().unwrap();
    store.register(&pending_account("pending@example.com"), 10).unwrap();
    let loaded = store.load_accounts().unwrap();
    assert_eq!(loaded.accounts, [CallerAccount::from(&active), CallerAccount::from(&disabled)]);
    assert_eq!(loaded.position.unwrap().revision, store.revisions().unwrap().accounts);
    for account in [&active, &waiting, &invited] {
        assert_eq!(store.find_caller(account.id).unwrap(), Some(CallerAccount::from(account)));
    }
    assert_eq!(store.find_caller(AccountId(999)).unwrap(), None);
}

pub(crate) fn changes_of_accounts_are_reported(store: &dyn AnyStore) {
    let ann = with_status(store, "ann@example.com", AccountStatus::Active);
    let bob = with_status(store, "bob@example.com", AccountStatus::Active);
    let start = store.load_accounts().unwrap().position.unwrap();
    let since = |known| store.account_changes_since(known).unwrap().unwrap();
    let nothing = since(start);
    assert_eq!((nothing.position, nothing.changed, nothing.without_tokens), (start, vec![], vec![]));

    set_status(store, bob.id, AccountStatus::Disabled);
    let pending = store.register(&pending_account("new@example.com"), 10).unwrap().account;
    let changes = since(start);
    let disabled = CallerAccount::from(&store.find(bob.id).unwrap().unwrap());
    assert_eq!(changes.changed, [disabled], "{} did not change", ann.id);
    assert_eq!(changes.without_tokens, [pending]);

    set_status(store, ann.id, AccountStatus::Pending);
    let hash = PasswordHash::new("x".into());
    set_status(store, pending, AccountStatus::Active);
    store.update_password(pending, &hash, NOON).unwrap().unwrap();
    let later = since(changes.position);
    assert_eq!(later.changed, [CallerAccount::from(&store.find(pending).unwrap().unwrap())]);
    assert_eq!(later.without_tokens, [ann.id]);
    assert_eq!(later.position.revision, store.revisions().unwrap().accounts);
    assert_eq!(since(start).changed.len(), 2, "an older position gets both");
}

/// A store that was restored may have had another revision of the same number, or have lost some.
pub(crate) fn changes_of_accounts_since_an_unknown_state_are_not_reported(store: &dyn AnyStore) {
    with_status(store, "ann@example.com", AccountStatus::Active);
    let known = store.load_accounts().unwrap().position.unwrap();
    let other_history = AccountPosition { mark: known.mark + 1, ..known };
    let lost = AccountPosition { revision: AccountRevision(known.revision.0 + 1), ..known };
    for position in [other_history, lost] {
        assert_eq!(store.account_changes_since(position).unwrap(), None, "{position:?}");
    }
    with_status(store, "bob@example.com", AccountStatus::Active);
    assert_eq!(store.account_changes_since(other_history).unwrap(), None);
    assert_eq!(store.account_changes_since(known).unwrap().unwrap().changed.len(), 1);
}
