//! The contract of jobs of imports.

use crate::builders::{NOON, import_summary, new_account};
use crate::{AnyStore, ImportRun};
use catalog_domain::accounts::{AccountProfile, AccountStatus};
use catalog_domain::imports::{
    IDEMPOTENCY_SECONDS, ImportJob, JOB_LEASE_SECONDS, JobAuthor, JobEnd, JobId, JobOptions, JobPart, JobPhase,
    JobProblem, JobProgress, JobState, LONGEST_BODY_SILENCE_SECONDS, MOST_WAITING_JOBS,
    MOST_WAITING_JOBS_OF_ONE_ACCOUNT, NewJob, PartEncoding, TooManyJobs,
};
use catalog_domain::ports::{ImportKind, ImportSummary, JobAdded, JobChange, JobHold, PartStored};
use catalog_domain::pricing::Role;
use catalog_domain::values::{AccountId, CatalogRevision, Timestamp};

pub(super) const MOST_BYTES: u64 = 1_000;

pub(super) fn id(number: u8) -> JobId {
    JobId::new([number; 16])
}

pub(super) fn at(seconds: i64) -> Timestamp {
    NOON.plus_seconds(seconds)
}

/// A job in parts, every field different from that of another number.
pub(super) fn new_job(number: u8) -> NewJob {
    NewJob {
        id: id(number),
        options: JobOptions {
            kind: ImportKind::Full,
            is_dry_run: number.is_multiple_of(2),
            allow_removals: u64::from(number),
            max_renames: (number > 1).then_some(u64::from(number) + 1),
            allow_empty: true,
            is_in_parts: true,
            expected_revision: (number > 1).then_some(CatalogRevision(i64::from(number))),
            keeps_input: false,
        },
        author: JobAuthor {
            account: AccountId(7),
            email: "ann@example.com".into(),
            key: Some(format!("Key {number}").into()),
        },
        idempotency_key: None,
        tried: None,
    }
}

fn sent_by(account: AccountId, number: u8) -> NewJob {
    let new = new_job(number);
    NewJob { author: JobAuthor { account, ..new.author }, ..new }
}

pub(super) fn part(number: u32, bytes: u64) -> JobPart {
    let blob = JobId::new([u8::try_from(bytes % 251).unwrap(); 16]);
    JobPart {
        number,
        blob,
        source: None,
        encoding: PartEncoding::Zstandard,
        sent_bytes: bytes,
        content_bytes: bytes + 1,
    }
}

pub(super) fn add(store: &dyn AnyStore, number: u8, now: Timestamp) -> JobId {
    assert_eq!(store.add_job(&new_job(number), now).unwrap(), JobAdded::Added);
    id(number)
}

pub(super) fn find(store: &dyn AnyStore, job: JobId) -> ImportJob {
    store.find_job(job).unwrap().unwrap()
}

pub(super) fn submit(store: &dyn AnyStore, number: u8, now: Timestamp) -> JobId {
    let job = add(store, number, now);
    store.put_part(job, &part(1, 10), MOST_BYTES, now).unwrap();
    assert!(matches!(store.submit_job(job, None, now).unwrap(), JobChange::Made(_)));
    job
}

pub(super) fn claim(store: &dyn AnyStore, holder: u8, now: Timestamp) -> Option<JobId> {
    store.claim_job(id(holder), now).unwrap().map(|job| job.id)
}

pub(super) fn done() -> JobEnd {
    JobEnd {
        state: JobState::Done,
        records: 9,
        report: Some("{\"revision\": 7}".into()),
        problems: vec![JobProblem {
            part: Some(2),
            line: Some(3),
            field: Some("/name".into()),
            message: "is \u{0} wrong".into(),
        }],
        changes: Some(id(99)),
    }
}

/// From the request to the end, each step with what it stores.
pub fn every_field_of_a_job_survives(store: &dyn AnyStore) {
    assert_eq!(store.find_job(id(1)).unwrap(), None);
    for number in 1..=2 {
        let job = add(store, number, at(0));
        let NewJob { options, author, .. } = new_job(number);
        let expected = ImportJob {
            id: job,
            options,
            author,
            state: JobState::Receiving,
            progress: JobProgress::default(),
            is_cancelling: false,
            attempts: 0,
            digest: None,
            created_at: at(0),
            started_at: None,
            finished_at: None,
            report: None,
            problems: Vec::new(),
            changes: None,
            tried: None,
        };
        assert_eq!(find(store, job), expected);
        store.put_part(job, &part(1, 10), MOST_BYTES, at(1)).unwrap();
        store.submit_job(job, Some("digest"), at(2)).unwrap();
        let waiting = ImportJob { state: JobState::Waiting, digest: Some("digest".into()), ..expected };
        assert_eq!(find(store, job), waiting);
        let running = ImportJob { state: JobState::Running, attempts: 1, started_at: Some(at(3)), ..waiting.clone() };
        assert_eq!(store.claim_job(id(50), at(3)).unwrap(), Some(running.clone()));
        let progress = JobProgress { phase: Some(JobPhase::Checking), records: 8, rate: Some(4) };
        assert_eq!(store.renew_job(job, id(50), progress, at(4)).unwrap(), JobHold::Held);
        assert_eq!(find(store, job), ImportJob { progress, ..running.clone() });
        assert!(store.finish_job(job, id(50), &done(), at(5)).unwrap());
        let ended = ImportJob {
            state: JobState::Done,
            progress: JobProgress { records: 9, ..JobProgress::default() },
            finished_at: Some(at(5)),
            report: done().report,
            problems: done().problems,
            changes: Some(id(99)),
            ..running
        };
        assert_eq!(find(store, job), ended);
        assert_eq!(store.parts_of(job).unwrap(), []);
    }
}

/// Jobs are listed newest first; one that is dropped was never there.
pub fn jobs_are_listed_newest_first(store: &dyn AnyStore) {
    for number in 1..=3 {
        add(store, number, at(i64::from(number)));
    }
    store.drop_job(id(2)).unwrap();
    assert_eq!(store.all_jobs().unwrap(), [(id(3), at(3)), (id(1), at(1))]);
    submit(store, 4, at(4));
    store.drop_job(id(4)).unwrap();
    assert_eq!(store.all_jobs().unwrap().len(), 3, "only what receives is dropped");
}

/// A request that is repeated finds its job until a day after its end; that of another account does not.
pub fn a_repeated_request_finds_its_job(store: &dyn AnyStore) {
    let keyed = |number| NewJob { idempotency_key: Some("same".into()), ..new_job(number) };
    assert_eq!(store.add_job(&keyed(1), at(0)).unwrap(), JobAdded::Added);
    let known = |now| match store.add_job(&keyed(2), now).unwrap() {
        JobAdded::Known(job) => Some(job.id),
        _ => None,
    };
    assert_eq!(known(at(1)), Some(id(1)));
    let other = NewJob { author: JobAuthor { account: AccountId(8), ..keyed(3).author }, ..keyed(3) };
    assert_eq!(store.add_job(&other, at(1)).unwrap(), JobAdded::Added);
    assert!(matches!(store.cancel_job(id(1), at(2)).unwrap(), JobChange::Made(_)));
    assert_eq!(known(at(1 + IDEMPOTENCY_SECONDS)), Some(id(1)));
    assert_eq!(known(at(2 + IDEMPOTENCY_SECONDS)), None);
    assert_eq!(known(at(3 + IDEMPOTENCY_SECONDS)), Some(id(2)), "the new job has the key now");
}

/// A request whose body stopped coming stands in no other's way.
pub fn a_body_that_was_cut_off_is_replaced(store: &dyn AnyStore) {
    let whole = |number| {
        let options = JobOptions { is_in_parts: false, ..new_job(number).options };
        NewJob { idempotency_key: Some("same".into()), options, ..new_job(number) }
    };
    assert_eq!(store.add_job(&whole(1), at(0)).unwrap(), JobAdded::Added);
    assert!(store.touch_job(id(1), at(10)).unwrap());
    let again = |now| store.add_job(&whole(2), now).unwrap();
    assert!(matches!(again(at(10 + LONGEST_BODY_SILENCE_SECONDS)), JobAdded::Known(_)));
    assert_eq!(again(at(11 + LONGEST_BODY_SILENCE_SECONDS)), JobAdded::Added);
    assert_eq!(store.find_job(id(1)).unwrap(), None);
    assert!(!store.touch_job(id(1), at(20)).unwrap());
    store.clean_jobs(at(12 + 2 * LONGEST_BODY_SILENCE_SECONDS)).unwrap();
    assert_eq!(store.all_jobs().unwrap(), []);
}

/// So many receive or wait at once, and no more; so many of one account.
pub fn only_so_many_jobs_wait(store: &dyn AnyStore) {
    let most = u8::try_from(MOST_WAITING_JOBS).unwrap();
    let share = u8::try_from(MOST_WAITING_JOBS_OF_ONE_ACCOUNT).unwrap();
    let of = |account: u8, number| sent_by(AccountId(account.into()), number);
    let full = |too_many| JobAdded::TooMany(too_many);
    for number in 0..most {
        if number > 0 && number % share == 0 {
            let refused = store.add_job(&of(number / share - 1, most), at(1)).unwrap();
            assert_eq!(refused, full(TooManyJobs::OfAccount));
        }
        assert_eq!(store.add_job(&of(number / share, number), at(0)).unwrap(), JobAdded::Added);
    }
    assert_eq!(store.add_job(&of(most, most), at(1)).unwrap(), full(TooManyJobs::OfAll));
    store.put_part(id(0), &part(1, 10), MOST_BYTES, at(1)).unwrap();
    store.submit_job(id(0), None, at(1)).unwrap();
    assert_eq!(claim(store, 200, at(1)), Some(id(0)));
    assert_eq!(store.add_job(&of(0, most), at(2)).unwrap(), JobAdded::Added);
    assert!(store.finish_job(id(0), id(200), &JobEnd::without_report(JobState::Done, None), at(2)).unwrap());
}

/// What has not begun is cancelled when the account is disabled or loses its role, and says so.
pub fn imports_end_with_the_right_of_their_account_to_import(store: &dyn AnyStore) {
    let administrator = |email: &str| {
        let mut account = new_account(email);
        account.profile.role = Role::Administrator;
        store.insert(&account).unwrap().unwrap()
    };
    type Change = fn(&mut AccountProfile);
    let disable: Change = |profile| profile.status = AccountStatus::Disabled;
    let demote: Change = |profile| profile.role = Role::User;
    let other = administrator("other@example.com");
    for (start, (email, mut change, reason)) in [
        (0, ("ann@example.com", disable, "the account that sent it was disabled")),
        (10, ("bob@example.com", demote, "the account that sent it is not an administrator's any more")),
    ] {
        let account = administrator(email);
        let jobs = [(1, account.id), (2, account.id), (3, account.id), (4, other.id)].map(|(number, author)| {
            assert_eq!(store.add_job(&sent_by(author, start + number), at(0)).unwrap(), JobAdded::Added);
            store.put_part(id(start + number), &part(1, 10), MOST_BYTES, at(0)).unwrap();
            id(start + number)
        });
        let [running, waiting, receiving, others] = jobs;
        for job in [running, waiting, others] {
            store.submit_job(job, None, at(0)).unwrap();
        }
        assert_eq!(claim(store, 200, at(1)), Some(running));
        let mut rename = |profile: &mut AccountProfile| profile.name = "Ann B".into();
        store.update_profile(account.id, &mut rename, at(2)).unwrap();
        assert_eq!(find(store, waiting).state, JobState::Waiting, "nothing has to do with imports");
        store.update_profile(account.id, &mut change, at(3)).unwrap();
        for job in [waiting, receiving] {
            let cancelled = find(store, job);
            assert_eq!((cancelled.state, cancelled.finished_at), (JobState::Cancelled, Some(at(3))));
            assert_eq!(cancelled.problems, [JobProblem::of_input(reason)]);
            assert_eq!(store.parts_of(job).unwrap(), []);
        }
        assert!(matches!(store.submit_job(receiving, None, at(4)).unwrap(), JobChange::Impossible(_)));
        assert_eq!(find(store, others).state, JobState::Waiting);
        assert!(!find(store, running).is_cancelling, "what runs was begun with the right to");
        for job in [running, others] {
            assert!(store.finish_job(job, id(200), &JobEnd::without_report(JobState::Done, None), at(5)).unwrap());
            claim(store, 200, at(6));
        }
    }
}

/// Parts come in any order and are replaced; all together are bounded; none is missing at the start.
pub fn parts_are_replaced_bounded_and_complete(store: &dyn AnyStore) {
    let job = add(store, 1, at(0));
    let put = |number, bytes| store.put_part(job, &part(number, bytes), MOST_BYTES, at(1)).unwrap();
    let stored = |replaced| JobChange::Made(PartStored::Stored { replaced });
    assert!(matches!(store.submit_job(job, None, at(1)).unwrap(), JobChange::Impossible(_)));
    assert_eq!(put(2, 500), stored(None));
    assert!(matches!(store.submit_job(job, None, at(1)).unwrap(), JobChange::Impossible(_)), "a gap");
    assert_eq!(put(1, 499), JobChange::Made(PartStored::TooLarge), "unpacked it is one byte too many");
    assert_eq!(put(1, 498), stored(None));
    assert_eq!(put(2, 501), JobChange::Made(PartStored::TooLarge));
    assert_eq!(put(2, 300), stored(Some(part(2, 500).blob)));
    assert_eq!(store.parts_of(job).unwrap(), [part(1, 498), part(2, 300)]);
    assert!(
        matches!(store.submit_job(job, None, at(2)).unwrap(), JobChange::Made(job) if job.state == JobState::Waiting)
    );
    assert!(matches!(store.submit_job(job, None, at(3)).unwrap(), JobChange::Made(_)), "it waits already");
    assert!(matches!(put(3, 1), JobChange::Impossible(_)));
    assert_eq!(store.put_part(id(9), &part(1, 1), MOST_BYTES, at(1)).unwrap(), JobChange::NoJob);
    assert_eq!(store.submit_job(id(9), None, at(1)).unwrap(), JobChange::NoJob);
    assert_eq!(store.parts_of(id(9)).unwrap(), []);
}

/// One runs at a time, in the order in which they began to wait, each as long as its lease is renewed.
pub fn one_server_at_a_time_runs_the_oldest_job(store: &dyn AnyStore) {
    let (first, second) = (submit(store, 9, at(0)), submit(store, 1, at(0)));
    assert_eq!(claim(store, 50, at(0)), Some(first));
    assert_eq!(claim(store, 51, at(1)), None);
    let progress = JobProgress::default();
    assert_eq!(store.renew_job(first, id(51), progress, at(1)).unwrap(), JobHold::Lost);
    assert_eq!(store.renew_job(first, id(50), progress, at(20)).unwrap(), JobHold::Held);
    assert_eq!(claim(store, 51, at(19 + JOB_LEASE_SECONDS)), None);
    assert_eq!(claim(store, 51, at(20 + JOB_LEASE_SECONDS)), Some(first), "another server takes over");
    assert_eq!(store.renew_job(first, id(50), progress, at(51)).unwrap(), JobHold::Lost);
    assert!(!store.finish_job(first, id(50), &done(), at(51)).unwrap());
    store.release_job(first, id(50)).unwrap();
    let job = find(store, first);
    assert_eq!((job.state, job.attempts, job.started_at), (JobState::Running, 2, Some(at(0))));
    store.release_job(first, id(51)).unwrap();
    assert_eq!(find(store, first).state, JobState::Waiting);
    assert_eq!(claim(store, 50, at(52)), Some(first), "in its old place");
    assert!(store.finish_job(first, id(50), &done(), at(53)).unwrap());
    assert_eq!(claim(store, 50, at(54)), Some(second));
}

/// Of many servers that ask at once, one gets the job.
pub fn only_one_of_many_servers_gets_a_job(store: &dyn AnyStore) {
    let job = submit(store, 1, at(0));
    let claimed: Vec<_> = std::thread::scope(|scope| {
        let servers: Vec<_> = (50..58).map(|holder| scope.spawn(move || claim(store, holder, at(1)))).collect();
        servers.into_iter().filter_map(|server| server.join().unwrap()).collect()
    });
    assert_eq!(claimed, [job]);
}

/// What does not run is cancelled at once; what runs is by its server; what has ended is not.
pub fn a_job_is_cancelled_before_its_end(store: &dyn AnyStore) {
    let (receiving, waiting) = (add(store, 1, at(0)), submit(store, 2, at(0)));
    for job in [receiving, waiting] {
        let cancelled = store.cancel_job(job, at(1)).unwrap();
        let JobChange::Made(cancelled) = cancelled else { panic!("{cancelled:?}") };
        assert_eq!((cancelled.state, cancelled.finished_at), (JobState::Cancelled, Some(at(1))));
        assert!(matches!(store.cancel_job(job, at(2)).unwrap(), JobChange::Impossible(_)));
        assert!(matches!(store.submit_job(job, None, at(2)).unwrap(), JobChange::Impossible(_)));
    }
    assert_eq!(store.parts_of(waiting).unwrap(), []);
    let running = submit(store, 3, at(2));
    assert_eq!(claim(store, 50, at(3)), Some(running));
    let asked = store.cancel_job(running, at(4)).unwrap();
    assert!(matches!(asked, JobChange::Made(job) if job.state == JobState::Running && job.is_cancelling));
    assert_eq!(store.renew_job(running, id(50), JobProgress::default(), at(5)).unwrap(), JobHold::Cancelling);
    let cancelled = JobEnd::without_report(JobState::Cancelled, None);
    assert!(store.finish_job(running, id(50), &cancelled, at(6)).unwrap());
    assert_eq!(find(store, running).state, JobState::Cancelled);
    assert_eq!(store.cancel_job(id(9), at(7)).unwrap(), JobChange::NoJob);
}

/// A job is committed at most once, and whether it was is known with the commit.
pub fn a_job_is_committed_at_most_once(store: &dyn AnyStore) {
    let run =
        |job| ImportRun { summary: ImportSummary { job, ..import_summary(ImportKind::Delta) }, ..ImportRun::default() };
    assert_eq!(store.find_import_of_job(id(1)).unwrap(), None);
    let broken = ImportRun { products: vec![Err("broken".into())], ..run(Some(id(1))) };
    broken.commit(store).unwrap_err();
    assert_eq!(store.find_import_of_job(id(1)).unwrap(), None);
    let revision = run(Some(id(1))).commit(store).unwrap();
    let recorded = store.find_import_of_job(id(1)).unwrap().unwrap();
    assert_eq!((recorded.revision, recorded.summary.job), (revision, Some(id(1))));
    run(Some(id(1))).commit(store).unwrap_err();
    assert_eq!(store.latest_imports(10).unwrap().len(), 1);
    for _ in 0..2 {
        run(None).commit(store).unwrap();
    }
    run(Some(id(2))).commit(store).unwrap();
    assert_eq!(store.latest_imports(10).unwrap().len(), 4);
}
