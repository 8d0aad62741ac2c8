//! The contract of the recorded events of accounts.

use catalog_domain::ports::{
    AccountEvent, AccountEventKind, EventAuthor, FieldChange, RECORDED_ACCOUNT_EVENTS, RECORDED_SIGN_INS,
};
use catalog_domain::values::AccountId;
use catalog_testkit::AnyStore;
use catalog_testkit::builders::NOON;

fn event(account: i64, second: i64, kind: AccountEventKind) -> AccountEvent {
    AccountEvent { account: AccountId(account), at: NOON.plus_seconds(second), by: EventAuthor::CommandLine, kind }
}

pub(crate) fn events_of_accounts_are_read_back_the_latest_first(store: &dyn AnyStore) {
    store.record_events(&[]).unwrap();
    let change = FieldChange { field: "price_level".into(), from: "Розн".into(), to: "".into() };
    let kinds = [
        AccountEventKind::AccountMade,
        AccountEventKind::InvitationMade,
        AccountEventKind::PasswordSet,
        AccountEventKind::PasswordChanged,
        AccountEventKind::SignedIn,
        AccountEventKind::Changed(change),
    ];
    let authors =
        [EventAuthor::CommandLine, EventAuthor::Administrator(AccountId(3)), EventAuthor::Person("192.0.2.1".into())];
    let events: Vec<AccountEvent> = (0..)
        .zip(kinds)
        .zip(authors.iter().cycle())
        .map(|((second, kind), by)| AccountEvent { by: by.clone(), ..event(7, second, kind) })
        .collect();
    let revisions = store.revisions().unwrap();
    store.record_events(&events).unwrap();
    store.record_events(&[event(8, 0, AccountEventKind::SignedIn)]).unwrap();
    assert_eq!(store.account_events(AccountId(7)).unwrap(), events.iter().rev().cloned().collect::<Vec<_>>());
    assert_eq!(store.account_events(AccountId(9)).unwrap(), []);
    assert_eq!(store.revisions().unwrap(), revisions, "no server has to read accounts again");
}

/// Somebody who signs in all day does not displace what administrators did.
pub(crate) fn sign_ins_and_other_events_of_an_account_are_bounded_apart(store: &dyn AnyStore) {
    let (most, most_sign_ins) = (i64::from(RECORDED_ACCOUNT_EVENTS), i64::from(RECORDED_SIGN_INS));
    let made: Vec<AccountEvent> = (0..most + 2).map(|second| event(7, second, AccountEventKind::PasswordSet)).collect();
    store.record_events(&made).unwrap();
    for second in 0..most_sign_ins + 3 {
        store.record_events(&[event(7, 1_000 + second, AccountEventKind::SignedIn)]).unwrap();
    }
    store.record_events(&[event(8, 0, AccountEventKind::SignedIn)]).unwrap();
    let seconds = |from: i64, until: i64| (from..until).rev().map(|second| NOON.plus_seconds(second));
    let expected: Vec<_> = seconds(1_003, 1_003 + most_sign_ins).chain(seconds(2, most + 2)).collect();
    let found: Vec<_> = store.account_events(AccountId(7)).unwrap().iter().map(|event| event.at).collect();
    assert_eq!(found, expected);
    assert_eq!(store.account_events(AccountId(8)).unwrap().len(), 1);
}
