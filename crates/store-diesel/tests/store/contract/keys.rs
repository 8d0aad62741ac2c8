//! The contract of keys.

use catalog_domain::accounts::{
    AccountProfile, AccountStatus, ApiKey, ApiKeyHash, ApiKeyId, ApiKeyRight, CallerApiKey, EndingApiKey, MOST_KEYS,
};
use catalog_domain::ports::{AccountChanges, ApiKeyAdded};
use catalog_domain::values::{AccountId, Language};
use catalog_testkit::builders::{NOON, new_account};
use catalog_testkit::{AnyStore, at_once};

fn id(number: usize) -> ApiKeyId {
    ApiKeyId::parse(&format!("{number:012}")).unwrap()
}

fn account(store: &dyn AnyStore, email: &str) -> AccountId {
    store.insert(&new_account(email)).unwrap().unwrap().id
}

/// The key with that number, made as many seconds after [`NOON`], which never ends.
fn key(account: AccountId, number: usize) -> ApiKey {
    ApiKey {
        id: id(number),
        account,
        name: "Зеркало 'один'".into(),
        right: ApiKeyRight::Import,
        hash: ApiKeyHash::new(format!("hash {number}")),
        created_at: NOON.plus_seconds(i64::try_from(number).unwrap()),
        expires_at: None,
        last_used_at: None,
        address: None,
    }
}

pub(crate) fn every_field_of_a_key_survives_and_the_newest_key_comes_first(store: &dyn AnyStore) {
    let (ann, bob) = (account(store, "ann@example.com"), account(store, "bob@example.com"));
    let rights = ApiKeyRight::OF_INTERFACE.into_iter().enumerate();
    let mut keys: Vec<_> = rights.map(|(number, right)| ApiKey { right, ..key(ann, number) }).collect();
    let address = Some("/api/v2/products/search/price-list.csv?q=насос".into());
    keys.push(ApiKey { right: ApiKeyRight::Download, address, ..key(ann, 8) });
    let ending = ApiKey { expires_at: Some(NOON.plus_seconds(60)), ..key(bob, 9) };
    for key in keys.iter().chain([&ending]) {
        assert_eq!(store.add_key(key).unwrap(), ApiKeyAdded::Added);
    }
    let newest_first: Vec<_> = keys.into_iter().rev().collect();
    assert_eq!(store.keys_of(ann).unwrap(), newest_first);
    assert_eq!(store.keys_of(bob).unwrap(), std::slice::from_ref(&ending));
    assert_eq!(store.keys_of(AccountId(999)).unwrap(), []);
    assert_eq!(store.all_keys().unwrap(), [newest_first, vec![ending]].concat());
}

/// The eleventh is refused until one has ended or is deleted. Ended ones are stored up to a bound.
pub(crate) fn an_account_has_ten_keys_that_have_not_ended(store: &dyn AnyStore) {
    let (ann, bob) = (account(store, "ann@example.com"), account(store, "bob@example.com"));
    let short = ApiKey { expires_at: Some(NOON.plus_seconds(100)), ..key(ann, 0) };
    store.add_key(&short).unwrap();
    for number in 1..MOST_KEYS {
        assert_eq!(store.add_key(&key(ann, number)).unwrap(), ApiKeyAdded::Added);
    }
    assert_eq!(store.add_key(&key(ann, 99)).unwrap(), ApiKeyAdded::TooMany, "a second before one ends");
    assert_eq!(store.keys_of(ann).unwrap().len(), MOST_KEYS);
    assert_eq!(store.add_key(&key(bob, 98)).unwrap(), ApiKeyAdded::Added, "another account");
    assert_eq!(store.add_key(&key(ann, 100)).unwrap(), ApiKeyAdded::Added, "one has ended");
    assert_eq!(store.keys_of(ann).unwrap().len(), MOST_KEYS + 1, "and is still there");
    assert_eq!(store.add_key(&key(ann, 101)).unwrap(), ApiKeyAdded::TooMany);
    store.delete_key(ann, id(1)).unwrap().unwrap();
    for number in 101..201 {
        let created_at = NOON.plus_seconds(i64::try_from(number).unwrap());
        let brief = ApiKey { expires_at: Some(created_at.plus_seconds(1)), created_at, ..key(ann, number) };
        assert_eq!(store.add_key(&brief).unwrap(), ApiKeyAdded::Added, "{number}");
    }
    let left = store.keys_of(ann).unwrap();
    assert!((90..=101).contains(&left.len()), "{}", left.len());
    assert!(!left.contains(&short) && left.iter().any(|key| key.id == id(2)), "the oldest ended ones are forgotten");
}

pub(crate) fn only_active_accounts_get_keys(store: &dyn AnyStore) {
    for (number, status) in AccountStatus::ALL.into_iter().enumerate() {
        let mut new = new_account(&format!("{}@example.com", status.name()));
        new.profile.status = status;
        let account = store.insert(&new).unwrap().unwrap().id;
        let expected = if status == AccountStatus::Active { ApiKeyAdded::Added } else { ApiKeyAdded::NotActive };
        assert_eq!(store.add_key(&key(account, number)).unwrap(), expected, "{status:?}");
    }
    assert_eq!(store.add_key(&key(AccountId(999), 9)).unwrap(), ApiKeyAdded::NotActive);
    assert_eq!(store.all_keys().unwrap().len(), 1);
}

/// A key that is added or deleted is a change of its account. An account without a password is followed while it has
/// keys.
pub(crate) fn servers_follow_the_keys_of_accounts(store: &dyn AnyStore) {
    let ann = account(store, "ann@example.com");
    let mut without_password = new_account("machine@example.com");
    without_password.password_hash = None;
    let machine = store.insert(&without_password).unwrap().unwrap().id;
    let before = store.load_accounts().unwrap();
    assert_eq!(before.accounts.iter().map(|account| account.id).collect::<Vec<_>>(), [ann]);
    for (account, number) in [(ann, 1), (machine, 2), (machine, 3)] {
        store.add_key(&key(account, number)).unwrap();
    }
    let keys = |number| CallerApiKey::from(&key(machine, number));
    let changes = store.account_changes_since(before.position.unwrap()).unwrap().unwrap();
    let loaded = store.load_accounts().unwrap();
    assert_eq!(changes.changed, loaded.accounts);
    assert_eq!(changes.without_tokens, []);
    let followed = &loaded.accounts[1];
    assert_eq!((followed.id, followed.has_password), (machine, false));
    assert!(followed.keys.len() == 2 && followed.keys.contains(&keys(2)) && followed.keys.contains(&keys(3)));
    assert_eq!(store.find_caller(machine).unwrap().as_ref(), Some(followed));
    assert_eq!(store.find_key_owner(id(3)).unwrap(), Some(machine));
    store.delete_key(machine, id(2)).unwrap().unwrap();
    let left = store.account_changes_since(changes.position).unwrap().unwrap();
    assert_eq!(*left.changed[0].keys, [keys(3)]);
    store.delete_key(machine, id(3)).unwrap().unwrap();
    let AccountChanges { changed, without_tokens, .. } = store.account_changes_since(left.position).unwrap().unwrap();
    assert_eq!((changed.as_slice(), without_tokens.as_slice()), (&[][..], &[machine][..]));
    assert_eq!(store.find_key_owner(id(3)).unwrap(), None);
}

pub(crate) fn a_deleted_key_is_gone_and_another_accounts_is_not_deleted(store: &dyn AnyStore) {
    let (ann, bob) = (account(store, "ann@example.com"), account(store, "bob@example.com"));
    store.add_key(&key(ann, 1)).unwrap();
    assert_eq!(store.delete_key(bob, id(1)).unwrap(), None);
    assert_eq!(store.delete_key(ann, id(2)).unwrap(), None);
    assert_eq!(store.delete_key(ann, id(1)).unwrap(), Some(key(ann, 1)));
    assert_eq!(store.delete_key(ann, id(1)).unwrap(), None);
    assert_eq!(store.all_keys().unwrap(), []);
}

pub(crate) fn a_use_is_noted_and_makes_no_revision(store: &dyn AnyStore) {
    let ann = account(store, "ann@example.com");
    for number in 1..=3 {
        store.add_key(&key(ann, number)).unwrap();
    }
    let before = store.load_accounts().unwrap();
    let used = |number| store.keys_of(ann).unwrap().into_iter().find(|key| key.id == id(number)).unwrap().last_used_at;
    for (seconds, latest) in [(60, 60), (120, 120), (90, 120)] {
        store.note_key_uses(&[id(1), id(4), id(3)], NOON.plus_seconds(seconds)).unwrap();
        assert_eq!([used(1), used(3)], [Some(NOON.plus_seconds(latest)); 2]);
    }
    assert_eq!(used(2), None);
    assert_eq!(store.load_accounts().unwrap(), before);
}

/// Not of keys of disabled accounts, nor of those that were made to end so soon.
pub(crate) fn owners_of_keys_that_end_soon_are_notified_once(store: &dyn AnyStore) {
    let (ann, bob) = (account(store, "ann@example.com"), account(store, "bob@example.com"));
    let now = NOON.plus_days(400);
    let ending = |account, number, days| ApiKey {
        created_at: NOON,
        expires_at: Some(NOON.plus_days(days)),
        ..key(account, number)
    };
    for key in [
        ending(ann, 1, 430),
        ending(bob, 2, 431),
        ending(ann, 3, 401),
        ending(ann, 4, 400),
        ending(bob, 5, 420),
        ApiKey { created_at: now, ..ending(ann, 6, 410) },
        key(ann, 7),
    ] {
        assert_eq!(store.add_key(&key).unwrap(), ApiKeyAdded::Added);
    }
    let speak = |profile: &mut AccountProfile| profile.language = Some(Language::Russian);
    store.update_profile(ann, &mut { speak }, now).unwrap().unwrap();
    let disable = |profile: &mut AccountProfile| profile.status = AccountStatus::Disabled;
    store.update_profile(bob, &mut { disable }, now).unwrap().unwrap();
    let before = store.load_accounts().unwrap();
    let notice = |number, days| EndingApiKey {
        id: id(number),
        email: "ann@example.com".into(),
        language: Some(Language::Russian),
        expires_at: NOON.plus_days(days),
    };
    assert_eq!(store.take_ending_keys(now, 1).unwrap(), [notice(3, 401)]);
    assert_eq!(store.take_ending_keys(now, 9).unwrap(), [notice(1, 430)]);
    assert_eq!(store.take_ending_keys(now, 9).unwrap(), []);
    assert_eq!(store.load_accounts().unwrap(), before);
    let enable = |profile: &mut AccountProfile| profile.status = AccountStatus::Active;
    store.update_profile(bob, &mut { enable }, now).unwrap().unwrap();
    let of_bob = store.take_ending_keys(now.plus_days(2), 9).unwrap();
    assert_eq!(of_bob.iter().map(|key| key.id).collect::<Vec<_>>(), [id(5), id(2)]);
}

/// Counting and adding are one step.
pub(crate) fn of_many_keys_that_are_added_at_once_no_more_than_ten_are(store: &dyn AnyStore) {
    let ann = account(store, "ann@example.com");
    at_once(4, |caller| {
        for number in 0..4 {
            store.add_key(&key(ann, usize::from(caller) * 4 + number)).unwrap();
        }
    });
    assert_eq!(store.keys_of(ann).unwrap().len(), MOST_KEYS);
}
