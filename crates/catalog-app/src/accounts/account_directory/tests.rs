//! What is read when, and what stays in memory.

use super::*;
use catalog_domain::accounts::{AccountProfile, AccountStatus};
use catalog_domain::ports::{AccountSnapshot, MockAccountSource};
use catalog_testkit::builders::{NOON, new_account, pending_account};
use catalog_testkit::{AnyStore, TestStore};
use std::sync::atomic::{AtomicUsize, Ordering};

struct Counting {
    stored: TestStore,
    loads: AtomicUsize,
}

impl AccountSource for Counting {
    fn load_accounts(&self) -> Result<AccountSnapshot, StoreError> {
        self.loads.fetch_add(1, Ordering::SeqCst);
        self.stored.store.load_accounts()
    }

    fn account_changes_since(&self, known: AccountPosition) -> Result<Option<AccountChanges>, StoreError> {
        self.stored.store.account_changes_since(known)
    }

    fn find_caller(&self, id: AccountId) -> Result<Option<CallerAccount>, StoreError> {
        self.stored.store.find_caller(id)
    }

    fn find_key_owner(&self, key: ApiKeyId) -> Result<Option<AccountId>, StoreError> {
        self.stored.store.find_key_owner(key)
    }
}

fn directory() -> (AccountDirectory, Arc<Counting>, AccountId) {
    let source = Arc::new(Counting { stored: TestStore::on_sqlite(), loads: AtomicUsize::new(0) });
    let ann = source.stored.store.insert(&new_account("ann@example.com")).unwrap().unwrap().id;
    let directory = AccountDirectory::new(source.clone());
    directory.refresh().unwrap();
    (directory, source, ann)
}

fn set_status(store: &dyn AnyStore, id: AccountId, status: AccountStatus) {
    let mut set = |profile: &mut AccountProfile| profile.status = status;
    store.update_profile(id, &mut set, NOON).unwrap().unwrap();
}

#[test]
fn a_refresh_reads_what_changed_and_ends_where_a_load_would() {
    let (directory, source, ann) = directory();
    let bob = source.stored.store.insert(&new_account("bob@example.com")).unwrap().unwrap().id;
    for status in [AccountStatus::Disabled, AccountStatus::Active, AccountStatus::Pending] {
        set_status(&*source.stored.store, ann, status);
        directory.refresh().unwrap();
        let loaded = AccountDirectory::new(source.clone());
        loaded.refresh().unwrap();
        assert_eq!(**directory.known.load(), **loaded.known.load(), "{status:?}");
    }
    assert!(directory.known.load().by_id.contains_key(&bob));
    assert!(!directory.known.load().by_id.contains_key(&ann));
    assert_eq!(source.loads.load(Ordering::SeqCst), 1 + 3, "once here, once for each comparison");
}

#[test]
fn a_registration_takes_no_memory_and_copies_nothing() {
    let (directory, source, _) = directory();
    let before = directory.known.load_full();
    for number in 0..100 {
        source.stored.store.register(&pending_account(&format!("{number}@example.com")), 10_000).unwrap();
    }
    directory.refresh().unwrap();
    assert!(Arc::ptr_eq(&before, &directory.known.load_full()), "not even a copy was made");
    assert_eq!((before.by_id.len(), source.loads.load(Ordering::SeqCst)), (1, 1));
}

#[test]
fn everything_is_read_when_the_store_does_not_know_the_changes() {
    let position = |mark| AccountPosition { revision: catalog_domain::values::AccountRevision(1), mark };
    let mut source = MockAccountSource::new();
    source.expect_account_changes_since().withf(move |known| *known == position(1)).return_once(|_| Ok(None));
    let mut marks = vec![None, Some(1)];
    source.expect_load_accounts().times(2).returning(move || {
        let position = marks.pop().flatten().map(position);
        Ok(AccountSnapshot { position, accounts: Vec::new() })
    });
    let directory = AccountDirectory::new(Arc::new(source));
    directory.refresh().unwrap();
    directory.refresh().unwrap();
    assert_eq!(*directory.read_alone(), None, "the next refresh reads everything, too");
}

#[tokio::test]
async fn only_accounts_that_may_have_tokens_are_cached() {
    let (directory, source, ann) = directory();
    let new = source.stored.store.insert(&new_account("new@example.com")).unwrap().unwrap().id;
    let pending = source.stored.store.register(&pending_account("p@example.com"), 10).unwrap().account;
    for (id, is_found, is_remembered) in
        [(ann, true, true), (new, true, true), (pending, true, false), (AccountId(99), false, false)]
    {
        assert_eq!(directory.find(id).await.unwrap().is_some(), is_found, "{id}");
        assert_eq!(directory.known.load().by_id.contains_key(&id), is_remembered, "{id}");
    }
    set_status(&*source.stored.store, new, AccountStatus::Disabled);
    directory.reread(new).unwrap();
    assert!(!directory.find(new).await.unwrap().unwrap().is_active(), "known as disabled");
    directory.reread(pending).unwrap();
    assert_eq!(directory.known.load().by_id.len(), 2);
}
