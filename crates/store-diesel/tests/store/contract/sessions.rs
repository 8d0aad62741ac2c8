//! The contract of sessions.

use catalog_domain::accounts::SessionHash;
use catalog_domain::ports::{MOST_VISITED_SECTIONS, TokenGrant, VerifiedToken, Visits};
use catalog_domain::values::SectionId;
use catalog_testkit::AnyStore;
use catalog_testkit::builders::{NOON, new_account};

fn hash(text: &str) -> SessionHash {
    SessionHash::new(text.into())
}

fn session(store: &dyn AnyStore, lifetime_seconds: i64) -> VerifiedToken {
    let account = store.find_by_login("ann@example.com").unwrap();
    let account = account.unwrap_or_else(|| store.insert(&new_account("ann@example.com")).unwrap().unwrap());
    let grant = TokenGrant { account: account.id, generation: 7, key: None };
    VerifiedToken { grant, expires_at: NOON.plus_seconds(lifetime_seconds) }
}

pub(crate) fn a_session_is_found_until_it_ends(store: &dyn AnyStore) {
    let content = session(store, 60);
    let revision = store.load_accounts().unwrap().position;
    store.start_session(&hash("one"), content, NOON).unwrap();
    store.start_session(&hash("other"), content, NOON).unwrap();
    for (name, at, found) in
        [("one", 0, Some(content)), ("one", 59, Some(content)), ("one", 60, None), ("unknown", 0, None), ("", 0, None)]
    {
        assert_eq!(store.find_session(&hash(name), NOON.plus_seconds(at)).unwrap(), found, "{name} after {at} s");
    }
    store.end_session(&hash("one")).unwrap();
    store.end_session(&hash("one")).unwrap();
    assert_eq!(store.find_session(&hash("one"), NOON).unwrap(), None);
    assert_eq!(store.find_session(&hash("other"), NOON).unwrap(), Some(content));
    assert_eq!(store.load_accounts().unwrap().position, revision);
}

pub(crate) fn expired_sessions_are_deleted_when_another_one_starts(store: &dyn AnyStore) {
    let (short, long) = (session(store, 60), session(store, 120));
    store.start_session(&hash("short"), short, NOON).unwrap();
    store.start_session(&hash("long"), long, NOON).unwrap();
    store.start_session(&hash("new"), long, NOON.plus_seconds(60)).unwrap();
    for (name, found) in [("short", None), ("long", Some(long)), ("new", Some(long))] {
        assert_eq!(store.find_session(&hash(name), NOON).unwrap(), found, "{name}");
    }
}

/// A session knows the last request before it began, and the sections of all sessions, the latest first.
pub(crate) fn a_session_knows_the_visits_before_it(store: &dyn AnyStore) {
    let content = session(store, 3_600);
    let account = content.grant.account;
    let visits = |name: &str| store.find_visits(&hash(name)).unwrap();
    store.start_session(&hash("first"), content, NOON).unwrap();
    assert_eq!(visits("first"), Visits::default());
    store.note_visits(&[(account, None), (account, Some(SectionId(7)))], NOON.plus_seconds(60)).unwrap();
    store.note_visits(&[(account, Some(SectionId(8))), (account, None)], NOON.plus_seconds(30)).unwrap();
    store.start_session(&hash("second"), content, NOON.plus_seconds(90)).unwrap();
    store.note_visits(&[(account, Some(SectionId(7)))], NOON.plus_seconds(120)).unwrap();
    let sections = vec![SectionId(7), SectionId(8)];
    assert_eq!(visits("first"), Visits { before: None, sections: sections.clone() });
    assert_eq!(visits("second"), Visits { before: Some(NOON.plus_seconds(60)), sections });
    let many: Vec<_> = (100..120).map(|id| (account, Some(SectionId(id)))).collect();
    store.note_visits(&many, NOON.plus_seconds(150)).unwrap();
    let latest: Vec<_> = (100..120).rev().map(SectionId).take(MOST_VISITED_SECTIONS).collect();
    assert_eq!(visits("second").sections, latest);
    assert_eq!(visits("unknown"), Visits::default());
}
