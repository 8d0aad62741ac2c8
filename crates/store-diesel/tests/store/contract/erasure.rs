//! The contract of erasing an account.

use catalog_domain::accounts::{
    Account, AccountProfile, AccountStatus, ApiKey, ApiKeyHash, ApiKeyId, ApiKeyRight, ERASED_REASON, ErasureRefusal,
    NewAccount, SessionHash, erased_email,
};
use catalog_domain::imports::{JobAdded, JobAuthor, JobEnd, JobProblem, JobState, NewJob};
use catalog_domain::ports::{
    AccountEvent, AccountEventKind, ApiKeyAdded, EventAuthor, ImportKind, ImportSummary, TokenGrant, V1Caller, V1Usage,
    VerifiedToken,
};
use catalog_domain::pricing::Role;
use catalog_domain::values::{AccountId, SectionId};
use catalog_testkit::builders::{NOON, import_summary, new_account};
use catalog_testkit::jobs::{add_job, claim_job, finish_job, job_id, new_job, state_of, submit_job};
use catalog_testkit::{AnyStore, ImportRun};

fn administrator(store: &dyn AnyStore, email: &str) -> Account {
    let mut account = new_account(email);
    account.profile.role = Role::Administrator;
    (account.profile.phone, account.profile.comment) = (Some("+7 495".into()), Some("knows Bob".into()));
    store.insert(&account).unwrap().unwrap()
}

fn session(number: i64) -> SessionHash {
    SessionHash::new(format!("session {number}"))
}

fn token(account: &Account) -> VerifiedToken {
    let grant = TokenGrant { account: account.id, generation: account.token_generation, key: None };
    VerifiedToken { grant, expires_at: NOON.plus_seconds(60) }
}

/// Has the account do everything that leaves something in a store: a key, a session, a visit, events, a use of v1, the
/// job of that `number`, which waits, and a run.
pub(crate) fn use_account(store: &dyn AnyStore, account: &Account, number: u8) {
    let id = account.id;
    let key = ApiKey {
        id: ApiKeyId::parse(&format!("{number:012}")).unwrap(),
        account: id,
        name: "Ann's notebook".into(),
        right: ApiKeyRight::Import,
        hash: ApiKeyHash::new(format!("hash {number}")),
        created_at: NOON,
        expires_at: None,
        last_used_at: None,
        address: None,
    };
    assert_eq!(store.add_key(&key).unwrap(), ApiKeyAdded::Added);
    store.start_session(&session(id.0), token(account), NOON).unwrap();
    store.note_visits(&[(id, Some(SectionId(1)))], NOON).unwrap();
    let sign_in = AccountEvent {
        account: id,
        at: NOON,
        by: EventAuthor::Person("192.0.2.7".into()),
        kind: AccountEventKind::SignedIn,
    };
    store.record_events(&[sign_in]).unwrap();
    let usage = V1Usage { caller: V1Caller::Account(id), route: "/v1".into(), requests: 1, last_used_at: NOON };
    store.add_v1_usage(&[usage]).unwrap();
    let author = JobAuthor { account: id, email: account.profile.email.as_str().into(), key: Some("notebook".into()) };
    submit_job(store, &NewJob { author, idempotency_key: Some("of Ann".into()), ..new_job(number) });
    let summary = ImportSummary { by: account.profile.email.as_str().into(), ..import_summary(ImportKind::Full) };
    ImportRun { summary, ..ImportRun::of_one_product() }.commit(store).unwrap();
}

pub(crate) fn an_erased_account_is_a_number_and_others_stay(store: &dyn AnyStore) {
    let (ann, bob) = (administrator(store, "ann@example.com"), administrator(store, "bob@example.com"));
    use_account(store, &ann, 1);
    use_account(store, &bob, 2);
    let bobs = |store: &dyn AnyStore| {
        let job = store.find_job(job_id(2)).unwrap();
        (store.find(bob.id).unwrap(), store.keys_of(bob.id).unwrap(), store.account_events(bob.id).unwrap(), job)
    };
    let before = bobs(store);
    let later = NOON.plus_seconds(9);
    for _repeated in 0..2 {
        assert_eq!(store.erase(ann.id, Some(bob.id), later).unwrap(), Ok(()));
        let erased = store.find(ann.id).unwrap().unwrap();
        let NewAccount { profile, .. } = new_account(&erased_email(ann.id));
        assert!(erased.is_erased() && erased.token_generation > ann.token_generation);
        assert_eq!((erased.password_hash, erased.created_at, erased.updated_at), (None, NOON, later));
        let texts = [&erased.profile.name, &erased.profile.company];
        assert_eq!((texts, &erased.profile.phone, &erased.profile.comment), ([&String::new(); 2], &None, &None));
        assert_eq!((erased.profile.role, erased.profile.status), (profile.role, AccountStatus::Disabled));
        assert_eq!((store.keys_of(ann.id).unwrap(), store.account_events(ann.id).unwrap()), (vec![], vec![]));
        assert_eq!(store.find_session(&session(ann.id.0), NOON).unwrap(), None);
        let job = store.find_job(job_id(1)).unwrap().unwrap();
        assert_eq!((job.state, job.problems), (JobState::Cancelled, vec![JobProblem::of_input(ERASED_REASON)]));
        assert_eq!((&*job.author.email, job.author.key), (&*erased_email(ann.id), None));
        assert_eq!(store.find_by_login("ann@example.com").unwrap(), None);
    }
    assert_eq!(bobs(store), before);
    let erased = store.find(ann.id).unwrap();
    let mut promote = |profile: &mut AccountProfile| profile.role = Role::Administrator;
    assert_eq!(store.update_profile(ann.id, &mut promote, later).unwrap(), erased);
    store.note_visits(&[(ann.id, Some(SectionId(1)))], NOON).unwrap();
    for (account, sections) in [(&ann, vec![]), (&bob, vec![SectionId(1)])] {
        let name = session(account.id.0 + 10);
        store.start_session(&name, token(account), NOON).unwrap();
        assert_eq!(store.find_visits(&name).unwrap().sections, sections);
    }
    assert!(store.find_session(&session(bob.id.0), NOON).unwrap().is_some());
    let runs = store.latest_imports(2).unwrap();
    let by: Vec<_> = runs.iter().map(|run| &*run.summary.by).collect();
    assert_eq!(by, ["bob@example.com", &*erased_email(ann.id)]);
    assert_ne!(store.insert(&new_account("ann@example.com")).unwrap().unwrap().id, ann.id);
}

pub(crate) fn a_refused_erasure_changes_nothing(store: &dyn AnyStore) {
    let ann = administrator(store, "ann@example.com");
    assert_eq!(store.erase(AccountId(99), None, NOON).unwrap(), Err(ErasureRefusal::UnknownAccount));
    assert_eq!(store.erase(ann.id, Some(ann.id), NOON).unwrap(), Err(ErasureRefusal::OwnAccount));
    assert_eq!(store.erase(ann.id, None, NOON).unwrap(), Err(ErasureRefusal::LastAdministrator));
    administrator(store, "bob@example.com");
    let new = new_job(1);
    let author = JobAuthor { account: ann.id, ..new.author.clone() };
    let job = submit_job(store, &NewJob { author: author.clone(), ..new });
    assert_eq!(claim_job(store, 200, NOON).unwrap().id, job);
    let receiving = NewJob { author, ..new_job(2) };
    assert_eq!(add_job(store, &receiving), JobAdded::Added(receiving.id));
    assert_eq!(store.erase(ann.id, None, NOON).unwrap(), Err(ErasureRefusal::ImportRuns));
    assert_eq!(store.find(ann.id).unwrap(), Some(ann.clone()));
    assert_eq!(state_of(store, receiving.id), Some(JobState::Receiving));
    finish_job(store, job, 200, &JobEnd::without_report(JobState::Done, None));
    assert_eq!(store.erase(ann.id, None, NOON).unwrap(), Ok(()));
}
