//! The contract under concurrency.

use catalog_domain::accounts::{AccountProfile, PasswordHash};
use catalog_domain::ports::{
    EventRange, FeedEnd, ImportSession, ImportWriteError, ProductWrite, ReplacedSecret, SigningSecret, SigningSecrets,
    StoreError,
};
use catalog_domain::values::{AccountId, CatalogRevision, EventNumber, SectionId};
use catalog_testkit::builders::{NOON, event, new_account, product_record, section};
use catalog_testkit::{AnyStore, ImportRun, all_accounts, at_once};
use std::thread;

const CALLERS: u8 = 8;

pub(crate) fn the_signing_secret_is_stored_once_by_concurrent_callers(store: &dyn AnyStore) {
    let candidate = |byte: u8| SigningSecret::new(vec![byte; 40]).unwrap();
    let secrets = at_once(CALLERS, |byte| store.signing_secret(&candidate(byte), NOON).unwrap().current);
    assert!((0..CALLERS).any(|byte| candidate(byte) == secrets[0]), "it is one of the candidates");
    assert!(secrets.iter().all(|secret| *secret == secrets[0]));
    assert!(store.signing_secret(&candidate(CALLERS), NOON).unwrap().current == secrets[0]);
}

pub(crate) fn a_rotation_keeps_one_previous_secret(store: &dyn AnyStore) {
    let secret = |byte: u8| SigningSecret::new(vec![byte; 40]).unwrap();
    assert_eq!(store.signing_secrets().unwrap(), None);
    let first = store.signing_secret(&secret(1), NOON).unwrap();
    assert_eq!(first, SigningSecrets { current: secret(1), since: Some(NOON), previous: None });
    for (byte, replaced, previous) in [
        (2, ReplacedSecret::Keep, Some(secret(1))),
        (3, ReplacedSecret::Keep, Some(secret(2))),
        (4, ReplacedSecret::Revoke, None),
    ] {
        let (revision, at) = (store.revisions().unwrap().accounts, NOON.plus_seconds(i64::from(byte)));
        let rotated = store.rotate_signing_secret(&secret(byte), replaced, at).unwrap();
        assert_eq!(rotated, SigningSecrets { current: secret(byte), since: Some(at), previous });
        assert_eq!(store.signing_secrets().unwrap(), Some(rotated));
        assert!(store.revisions().unwrap().accounts > revision);
    }
}

pub(crate) fn only_one_of_many_registrations_of_a_login_succeeds(store: &dyn AnyStore) {
    let registered = at_once(CALLERS, |_| store.insert(&new_account("ann@example.com")).unwrap());
    assert_eq!(registered.iter().flatten().count(), 1);
    assert_eq!(all_accounts(store).len(), 1);
}

pub(crate) fn changes_of_one_account_do_not_undo_each_other(store: &dyn AnyStore) {
    let made = store.insert(&new_account("ann@example.com")).unwrap().unwrap();
    at_once(CALLERS, |_| {
        let mut lengthen = |profile: &mut AccountProfile| profile.company.push('x');
        for _ in 0..5 {
            store.update_profile(made.id, &mut lengthen, NOON).unwrap().unwrap();
        }
    });
    let grown = store.find(made.id).unwrap().unwrap().profile.company.len() - made.profile.company.len();
    assert_eq!(grown, usize::from(CALLERS) * 5);
}

pub(crate) fn rehashing_never_restores_a_password_that_was_changed(store: &dyn AnyStore) {
    let made = store.insert(&new_account("ann@example.com")).unwrap().unwrap();
    let changed = PasswordHash::new("changed".into());
    at_once(CALLERS, |caller| {
        if caller == CALLERS / 2 {
            store.update_password(made.id, &changed, NOON).unwrap().unwrap();
        } else {
            let rehashed = PasswordHash::new(format!("rehashed {caller}"));
            store.rehash_password(made.id, made.password_hash.as_ref().unwrap(), &rehashed, NOON).unwrap();
        }
    });
    assert_eq!(store.find(made.id).unwrap().unwrap().password_hash, Some(changed));
}

/// An import that plans, which is most of its time, blocks nobody.
pub(crate) fn accounts_are_not_blocked_by_an_import_that_holds_its_lock(store: &dyn AnyStore) {
    let mut session = store.begin().unwrap();
    let base = session.snapshot().unwrap().revision;
    let made = store.insert(&new_account("ann@example.com")).unwrap().unwrap();
    let secret = store.signing_secret(&SigningSecret::new(vec![1; 32]).unwrap(), NOON).unwrap().current;
    assert_eq!(store.load().unwrap().revision, base);
    ImportRun { sections: vec![section(1)], ..ImportRun::default() }.commit_in(&mut *session, base).unwrap();
    assert_eq!(store.find(made.id).unwrap(), Some(made), "the import does not undo what went on beside it");
    assert!(store.signing_secret(&SigningSecret::new(vec![2; 32]).unwrap(), NOON).unwrap().current == secret);
    assert_eq!(store.load().unwrap().sections.len(), 1);
}

pub(crate) fn accounts_are_not_blocked_by_an_import_that_writes(store: &dyn AnyStore) {
    let mut session = store.begin().unwrap();
    let base = session.snapshot().unwrap().revision;
    let made = store.insert(&new_account("ann@example.com")).unwrap().unwrap();
    let revision = store.revisions().unwrap().accounts;
    let committed = commit_beside_changes_of_accounts(store, &mut *session, base, made.id);
    assert_eq!(store.load().unwrap().revision, committed);
    assert_eq!(store.load().unwrap().products.len(), 2);
    assert!(store.revisions().unwrap().accounts > revision);
    let changed = store.find(made.id).unwrap().unwrap();
    assert_eq!(changed.profile.company.len(), made.profile.company.len() + 2);
    assert_eq!(changed.password_hash.unwrap().expose(), "B");
    assert_eq!(all_accounts(store).len(), 3);
}

fn commit_beside_changes_of_accounts(
    store: &dyn AnyStore,
    session: &mut dyn ImportSession,
    base: CatalogRevision,
    account: AccountId,
) -> CatalogRevision {
    let change = |stock_number: &str| {
        assert!(store.insert(&new_account(&format!("{stock_number}@example.com"))).unwrap().is_some());
        let mut lengthen = |profile: &mut AccountProfile| profile.company.push('x');
        store.update_profile(account, &mut lengthen, NOON).unwrap().unwrap();
        store.update_password(account, &PasswordHash::new(stock_number.into()), NOON).unwrap().unwrap();
        store.signing_secret(&SigningSecret::new(vec![1; 32]).unwrap(), NOON).unwrap();
    };
    let mut commit = |changes_accounts: bool| {
        // A store reads the products in the middle of its transaction.
        let mut products = ["A", "B"].into_iter().map(|stock_number| {
            if changes_accounts {
                change(stock_number);
            }
            Ok(ProductWrite::Record(Box::new(product_record(stock_number, &[1]))))
        });
        ImportRun::default().commit_stream(&mut *session, base, &mut products)
    };
    match commit(true) {
        Err(ImportWriteError::Store(StoreError::Conflict(_))) => commit(false).unwrap(),
        committed => committed.unwrap(),
    }
}

pub(crate) fn a_second_import_is_refused_until_the_first_ends(store: &dyn AnyStore) {
    for ends_with_commit in [false, true] {
        let mut first = store.begin().unwrap();
        let Err(StoreError::Unavailable(_)) = store.begin().map(drop) else { panic!("two imports at once") };
        if ends_with_commit {
            let base = first.snapshot().unwrap().revision;
            ImportRun::default().commit_in(&mut *first, base).unwrap();
        }
        drop(first);
        drop(store.begin().unwrap());
    }
}

/// A poller sees every number, in order, whatever the writers do: a lower one never appears after a higher one.
pub(crate) fn a_reader_misses_no_event_of_two_writers(store: &dyn AnyStore) {
    const RUNS: usize = 10;
    const EVENTS: usize = 7;
    let all = i64::try_from(2 * RUNS * EVENTS).unwrap();
    let write = || (0..RUNS).for_each(|_| commit_when_possible(store, EVENTS));
    thread::scope(|scope| {
        scope.spawn(write);
        scope.spawn(write);
        let mut seen = 0;
        while seen < all {
            let last = store.bounds(NOON).unwrap().last;
            let range = EventRange { after: EventNumber(seen), up_to: last };
            let events = store.events_of_section(SectionId(1), range, FeedEnd::First(u32::MAX)).unwrap();
            let numbers: Vec<i64> = events.iter().map(|event| event.number.0).collect();
            assert_eq!(numbers, (seen + 1..=last.0).collect::<Vec<_>>());
            seen = last.0;
        }
        assert_eq!(seen, all);
    });
}

/// Commits a run of so many events in section 1, retrying while another one holds the lock.
fn commit_when_possible(store: &dyn AnyStore, events: usize) {
    loop {
        let events = (0..events).map(|at| event(&format!("P{at}"), &[1])).collect();
        match (ImportRun { events, ..ImportRun::default() }).commit(store) {
            Ok(_) => return,
            Err(ImportWriteError::Store(StoreError::Unavailable(_))) => thread::yield_now(),
            Err(error) => panic!("{error}"),
        }
    }
}
