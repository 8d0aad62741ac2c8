//! The contract of an account store.

use catalog_domain::accounts::{Account, AccountProfile, AccountStatus, NewAccount, PasswordHash};
use catalog_domain::pricing::{PriceLevel, Role};
use catalog_domain::values::{AccountId, Language};
use catalog_testkit::builders::{NOON, new_account, pending_account};
use catalog_testkit::{AnyStore, all_accounts};

pub(crate) fn logins_are_compared_without_case(store: &dyn AnyStore) {
    let made = store.insert(&new_account("Иван.Петров@Example.com")).unwrap().unwrap();
    assert_eq!(made.profile.email, "Иван.Петров@Example.com", "the e-mail is stored as given");
    for login in ["Иван.Петров@Example.com", "иван.петров@example.com", " ИВАН.ПЕТРОВ@EXAMPLE.COM "]
    {
        assert_eq!(store.find_by_login(login).unwrap().as_ref(), Some(&made), "{login}");
    }
    for login in ["", "иван@example.com", "иван.петров@example.com\0", "%"] {
        assert_eq!(store.find_by_login(login).unwrap(), None, "{login}");
    }
}

pub(crate) fn a_login_is_taken_once(store: &dyn AnyStore) {
    let first = store.insert(&new_account("ann@example.com")).unwrap().unwrap();
    let revisions = store.revisions().unwrap();
    assert_eq!(store.insert(&new_account("ANN@example.com")).unwrap(), None);
    assert_eq!(all_accounts(store), [first]);
    assert_eq!(store.revisions().unwrap(), revisions);
}

pub(crate) fn every_field_of_an_account_survives(store: &dyn AnyStore) {
    let account = NewAccount {
        profile: AccountProfile {
            email: "full@example.com".into(),
            name: "Анна 🚀 O'Neill".into(),
            company: "\"Ltd\"; DROP TABLE accounts".into(),
            phone: Some("+7 (495) 000-00-00".into()),
            comment: Some("two\nlines".into()),
            role: Role::Administrator,
            status: AccountStatus::Pending,
            price_level: PriceLevel::new("Опт"),
            configurator_access: true,
            language: Some(Language::Russian),
        },
        password_hash: Some(PasswordHash::new("$2b$12$hash".into())),
        created_at: NOON,
    };
    let made = store.insert(&account).unwrap().unwrap();
    assert_eq!(made.profile, account.profile);
    assert_eq!(made.password_hash, account.password_hash);
    assert_eq!((made.created_at, made.updated_at, made.token_generation), (NOON, NOON, 0));
    assert_eq!(store.find(made.id).unwrap(), Some(made));
}

pub(crate) fn an_account_may_have_no_password(store: &dyn AnyStore) {
    let account = NewAccount { password_hash: None, ..new_account("ann@example.com") };
    let made = store.insert(&account).unwrap().unwrap();
    assert_eq!(made.password_hash, None);
    assert_eq!(store.find_by_login("ann@example.com").unwrap(), Some(made));
}

/// A password chosen before the address was verified is dropped once the account is approved.
pub(crate) fn a_pending_account_loses_its_password_when_it_is_approved(store: &dyn AnyStore) {
    let with_password = |email: &str| NewAccount {
        password_hash: Some(PasswordHash::new("typed by somebody".into())),
        ..pending_account(email)
    };
    for (email, status) in [("a@example.com", AccountStatus::Active), ("b@example.com", AccountStatus::Disabled)] {
        let made = store.insert(&with_password(email)).unwrap().unwrap();
        let mut rename = |profile: &mut AccountProfile| profile.name = "Ann".into();
        let renamed = store.update_profile(made.id, &mut rename, NOON).unwrap().unwrap();
        assert_eq!(renamed.password_hash, made.password_hash, "nothing was decided");
        let mut decide = |profile: &mut AccountProfile| profile.status = status;
        let decided = store.update_profile(made.id, &mut decide, NOON).unwrap().unwrap();
        assert_eq!((decided.profile.status, &decided.password_hash), (status, &None));
        assert_eq!(store.find(made.id).unwrap(), Some(decided));
    }
}

pub(crate) fn a_profile_is_replaced_but_for_its_email(store: &dyn AnyStore) {
    let mut account = new_account("ann@example.com");
    account.profile.phone = Some("1".into());
    let made = store.insert(&account).unwrap().unwrap();
    let bystander = store.insert(&new_account("bob@example.com")).unwrap().unwrap();
    let profile = AccountProfile {
        email: "other@example.com".into(),
        name: "Ann B".into(),
        company: "New Ltd".into(),
        phone: None,
        comment: Some("vip".into()),
        role: Role::Administrator,
        status: AccountStatus::Active,
        price_level: PriceLevel::new("Дилер"),
        configurator_access: true,
        language: Some(Language::English),
    };
    let later = NOON.plus_seconds(60);
    let updated = store.update_profile(made.id, &mut becomes(&profile), later).unwrap().unwrap();
    assert_eq!(updated.profile, AccountProfile { email: "ann@example.com".into(), ..profile });
    assert_eq!((updated.created_at, updated.updated_at), (NOON, later));
    assert_eq!(updated.password_hash, made.password_hash);
    assert_eq!(store.find(made.id).unwrap(), Some(updated));
    assert_eq!(store.find(bystander.id).unwrap(), Some(bystander), "no other account changes");
}

pub(crate) fn tokens_are_revoked_when_an_account_stops_being_active(store: &dyn AnyStore) {
    use AccountStatus::{Active, Disabled, Pending};
    let made = store.insert(&new_account("ann@example.com")).unwrap().unwrap();
    let mut generation = made.token_generation;
    for (status, grows) in
        [(Active, false), (Disabled, true), (Disabled, false), (Active, false), (Pending, true), (Active, false)]
    {
        let profile = AccountProfile { status, ..made.profile.clone() };
        let updated = store.update_profile(made.id, &mut becomes(&profile), NOON).unwrap().unwrap();
        generation += i64::from(grows);
        assert_eq!(updated.token_generation, generation, "{status:?}");
    }
}

pub(crate) fn a_new_password_revokes_tokens(store: &dyn AnyStore) {
    let made = store.insert(&new_account("ann@example.com")).unwrap().unwrap();
    let bystander = store.insert(&new_account("bob@example.com")).unwrap().unwrap();
    for (text, generation) in [("one", 1), ("two", 2)] {
        let (hash, later) = (PasswordHash::new(text.into()), NOON.plus_seconds(generation));
        let updated = store.update_password(made.id, &hash, later).unwrap().unwrap();
        assert_eq!(updated.password_hash, Some(hash));
        assert_eq!((updated.token_generation, updated.updated_at), (generation, later));
        assert_eq!(updated.profile, made.profile);
        assert_eq!(store.find(made.id).unwrap(), Some(updated));
    }
    assert_eq!(store.find(bystander.id).unwrap(), Some(bystander), "no other account changes");
}

pub(crate) fn a_hash_is_replaced_only_while_it_is_the_one_that_was_verified(store: &dyn AnyStore) {
    let made = store.insert(&new_account("ann@example.com")).unwrap().unwrap();
    // Another account with the same hash must not be mistaken for this one.
    let bystander = store.insert(&new_account("bob@example.com")).unwrap().unwrap();
    let (later, rehashed) = (NOON.plus_seconds(1), PasswordHash::new("rehashed".into()));
    let first = made.password_hash.clone().unwrap();
    let updated = store.rehash_password(made.id, &first, &rehashed, later).unwrap().unwrap();
    assert_eq!(updated, Account { password_hash: Some(rehashed.clone()), updated_at: later, ..made.clone() });
    let changed = store.update_password(made.id, &PasswordHash::new("changed".into()), later).unwrap().unwrap();
    for verified in [&first, &rehashed] {
        let replaced = store.rehash_password(made.id, verified, &PasswordHash::new("late".into()), later).unwrap();
        assert_eq!(replaced, None, "{}", verified.expose());
        assert_eq!(store.find(made.id).unwrap().as_ref(), Some(&changed), "{}", verified.expose());
    }
    assert_eq!(store.find(bystander.id).unwrap(), Some(bystander), "no other account changes");
}

/// A server that polls revisions sees every change, and the catalog's revision is another one.
pub(crate) fn every_change_of_an_account_makes_a_revision(store: &dyn AnyStore) {
    let mut last = store.revisions().unwrap();
    let mut grew = |step: &str| {
        let now = store.revisions().unwrap();
        assert!(now.accounts > last.accounts, "{step}");
        assert_eq!(now.catalog, last.catalog, "{step}");
        last = now;
    };
    let made = store.insert(&new_account("ann@example.com")).unwrap().unwrap();
    grew("insert");
    store.update_profile(made.id, &mut becomes(&made.profile), NOON).unwrap();
    grew("profile");
    let hash = made.password_hash.unwrap();
    store.update_password(made.id, &hash, NOON).unwrap();
    grew("password");
    store.rehash_password(made.id, &hash, &hash, NOON).unwrap();
    grew("hash");
    store.register(&pending_account("bob@example.com"), 10).unwrap();
    grew("registration");
}

pub(crate) fn an_unknown_account_is_none(store: &dyn AnyStore) {
    let profile = new_account("ann@example.com").profile;
    for id in [AccountId(0), AccountId(1), AccountId(i64::MAX), AccountId(-1)] {
        assert_eq!(store.find(id).unwrap(), None);
        assert_eq!(store.update_profile(id, &mut becomes(&profile), NOON).unwrap(), None);
        let hash = PasswordHash::new("x".into());
        assert_eq!(store.update_password(id, &hash, NOON).unwrap(), None);
        assert_eq!(store.rehash_password(id, &hash, &hash, NOON).unwrap(), None);
    }
    assert_eq!(store.find_by_login("ann@example.com").unwrap(), None);
    assert_eq!(all_accounts(store), []);
}

fn becomes(profile: &AccountProfile) -> impl FnMut(&mut AccountProfile) {
    move |current| current.clone_from(profile)
}
