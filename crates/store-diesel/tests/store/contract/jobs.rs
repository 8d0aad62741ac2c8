//! The contract of jobs of imports: a store has what [`Jobs`] says, after each change of it. What that is, is tested in
//! the domain.

use catalog_domain::accounts::{AccountProfile, AccountStatus};
use catalog_domain::imports::{
    FileName, ImportJob, JobAdded, JobAuthor, JobChange, JobEnd, JobHold, JobId, JobOptions, JobPhase, JobProblem,
    JobProgress, JobRepeated, JobState, Jobs, KEPT_INPUT_SECONDS, LONGEST_SILENCE_SECONDS,
    MOST_WAITING_JOBS_OF_ONE_ACCOUNT, NewJob, PartStored, ProblemTally, StoredJob,
};
use catalog_domain::ports::{ChangeJobs, ImportKind, ImportSummary, JobScope};
use catalog_domain::pricing::Role;
use catalog_domain::values::{AccountId, CatalogRevision, Timestamp};
use catalog_testkit::builders::{NOON, import_summary, new_account};
use catalog_testkit::jobs::{add_job, claim_job, finish_job, job_id, job_part, new_job, state_of, submit_job};
use catalog_testkit::{AnyStore, ImportRun, at_once};
use std::collections::{BTreeMap, HashSet};
use std::fmt::Debug;

const MOST_BYTES: u64 = 1_000;

fn at(seconds: i64) -> Timestamp {
    NOON.plus_seconds(seconds)
}

/// A store, and the jobs that it should have.
struct Shadowed<'a> {
    store: &'a dyn AnyStore,
    jobs: Jobs,
}

impl Shadowed<'_> {
    fn change<R: PartialEq + Debug>(&mut self, scope: JobScope, change: impl Fn(&mut Jobs) -> R) -> R {
        let expected = change(&mut self.jobs);
        assert_eq!(self.store.change_jobs(scope, change).unwrap(), expected);
        self.check();
        expected
    }

    fn grow<R: PartialEq + Debug>(&mut self, change: impl Fn(&mut Jobs) -> R) -> R {
        self.change(JobScope::Growing(None), change)
    }

    fn end<R: PartialEq + Debug>(&mut self, change: impl Fn(&mut Jobs) -> R) -> R {
        self.change(JobScope::Present, change)
    }

    fn put(&mut self, job: JobId, number: u32, blob: u8) -> JobChange<PartStored> {
        let part = job_part(number, blob);
        self.change(JobScope::Growing(Some(job)), |jobs| jobs.put_part(job, &part, MOST_BYTES, at(1)))
    }

    fn submit(&mut self, job: JobId) {
        let submitted = self.change(JobScope::Growing(Some(job)), |jobs| jobs.submit(job, Some("digest"), at(2)));
        assert!(matches!(submitted, JobChange::Made(_)), "{submitted:?}");
    }

    fn run(&mut self, end: &JobEnd) -> JobId {
        let job = self.grow(|jobs| jobs.claim(job_id(50), at(3), |_| true)).unwrap().id;
        assert!(self.end(|jobs| jobs.finish(job, job_id(50), end, at(5))));
        job
    }

    fn check(&self) {
        let loaded = self.store.jobs().unwrap();
        let (loaded, expected) = (loaded.iter().map(lean), self.jobs.iter().map(lean));
        assert_eq!(loaded.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
        let mut blobs = HashSet::new();
        for StoredJob { job, parts, .. } in self.jobs.iter() {
            assert_eq!(self.store.find_job(job.id).unwrap().as_ref(), Some(job));
            assert_eq!(self.store.parts_of(job.id).unwrap(), parts.values().cloned().collect::<Vec<_>>());
            blobs.extend(parts.values().map(|part| part.blob_of(job.id)));
        }
        assert_eq!(self.store.part_blobs().unwrap(), blobs);
        for now in [at(3), at(600)] {
            let ids = |queue: Vec<&ImportJob>| queue.iter().map(|job| job.id).collect::<Vec<_>>();
            assert_eq!(ids(self.store.queue(now).unwrap().iter().collect()), ids(self.jobs.queue(now)));
        }
    }
}

/// What is loaded for every decision.
fn lean(stored: &StoredJob) -> StoredJob {
    let knows_input = stored.job.state == JobState::Running || stored.job.state.has_ended();
    StoredJob {
        job: ImportJob {
            report: None,
            problems: Vec::new(),
            problem_tally: ProblemTally::default(),
            ..stored.job.clone()
        },
        input: stored.input.filter(|_| knows_input),
        parts: BTreeMap::new(),
        ..stored.clone()
    }
}

/// A job, every field different from that of another number.
fn distinct_job(number: u8) -> NewJob {
    let new = new_job(number);
    NewJob {
        options: JobOptions {
            kind: ImportKind::Full,
            is_dry_run: number.is_multiple_of(2),
            allow_removals: u64::from(number),
            max_renames: (number > 1).then_some(u64::from(number) + 1),
            allow_empty: true,
            is_in_parts: true,
            expected_revision: (number > 1).then_some(CatalogRevision(i64::from(number))),
            keeps_input: number.is_multiple_of(2),
            // Such a job waits at once.
            undoes: (number == 12).then_some(CatalogRevision(3)),
        },
        author: JobAuthor { key: Some(format!("Key {number}").into()), ..new.author },
        name: (number > 1).then(|| FileName::parse(&format!("Цены {number}.csv")).unwrap()),
        idempotency_key: Some(format!("request {number}").into()),
        ..new
    }
}

fn done() -> JobEnd {
    let message = "is \u{0} wrong".into();
    JobEnd {
        state: JobState::Done,
        records: 9,
        report: Some("{\"revision\": 7}".into()),
        problems: vec![
            JobProblem { product: Some("P/1".into()), field: Some("/name".into()), ..JobProblem::of_input("wrong") },
            JobProblem { part: Some(2), line: Some(3), field: None, product: None, message },
        ],
        problem_tally: ProblemTally { count: 9, is_incomplete: true },
        changes: Some(job_id(99)),
    }
}

pub(crate) fn a_store_has_the_jobs_that_each_change_makes(store: &dyn AnyStore) {
    let mut shadowed = Shadowed { store, jobs: Jobs::default() };
    for number in 1..=6 {
        assert!(matches!(shadowed.grow(|jobs| jobs.add(&distinct_job(number), at(0))), JobAdded::Added(_)));
    }
    assert!(matches!(shadowed.grow(|jobs| jobs.add(&distinct_job(1), at(0))), JobAdded::Known(_)));
    let [first, tried, cancelled, waiting, forgotten, silent] = [1, 2, 3, 4, 5, 6].map(job_id);
    for (job, number, blob) in [(first, 2, 1), (first, 1, 2), (first, 2, 3), (tried, 1, 4), (cancelled, 2, 5)] {
        shadowed.put(job, number, blob);
    }
    shadowed.put(waiting, 1, 6);
    shadowed.put(forgotten, 3, 7);
    shadowed.put(silent, 2, 8);
    assert!(shadowed.end(|jobs| jobs.touch(silent, at(4))));
    shadowed.end(|jobs| jobs.forget(forgotten));
    for job in [first, tried, waiting] {
        shadowed.submit(job);
    }
    shadowed.end(|jobs| jobs.cancel(cancelled, at(3)));
    assert!(shadowed.grow(|jobs| jobs.claim(job_id(50), at(3), |_| true)).is_some());
    let progress = JobProgress { phase: Some(JobPhase::Checking), records: 8, rate: Some(4) };
    assert_eq!(shadowed.end(|jobs| jobs.renew(first, job_id(50), progress, at(4))), JobHold::Held);
    shadowed.end(|jobs| jobs.cancel(first, at(4)));
    shadowed.end(|jobs| jobs.release(first, job_id(50)));
    assert_eq!(shadowed.run(&done()), first);
    assert_eq!(shadowed.run(&done()), tried);
    for number in [10, 11] {
        let new = NewJob { tried: Some(tried), ..distinct_job(number) };
        let repeated = shadowed.change(JobScope::Growing(Some(tried)), |jobs| jobs.repeat(&new, at(6)));
        assert_eq!(repeated, JobRepeated::Added(new.id));
    }
    let [waiting_ended, again, imported] = [(); 3].map(|()| shadowed.run(&done()));
    assert_eq!([waiting_ended, again, imported], [4, 10, 11].map(job_id));
    assert_eq!(shadowed.jobs.get(tried).unwrap().input, None, "its input was imported");
    assert!(shadowed.end(|jobs| jobs.clean(at(6 + KEPT_INPUT_SECONDS + LONGEST_SILENCE_SECONDS))));
    assert_eq!(shadowed.jobs.get(silent).unwrap().job.state, JobState::Failed);
    assert_eq!(store.part_blobs().unwrap(), HashSet::new());
    shadowed.grow(|jobs| jobs.add(&distinct_job(12), at(7)));
    shadowed.end(|jobs| jobs.end_for_move(|_| false, at(8)));
}

pub(crate) fn changes_of_jobs_follow_each_other(store: &dyn AnyStore) {
    let job = submit_job(store, &new_job(1));
    let claimed = at_once(8, |server| claim_job(store, 50 + server, at(1)));
    assert_eq!(claimed.iter().flatten().map(|job| job.id).collect::<Vec<_>>(), [job]);
    let most = u8::try_from(MOST_WAITING_JOBS_OF_ONE_ACCOUNT).unwrap();
    for number in 5..=most {
        assert!(matches!(add_job(store, &new_job(number)), JobAdded::Added(_)));
    }
    let added = at_once(8, |request| add_job(store, &new_job(100 + request)));
    assert_eq!(added.iter().filter(|added| matches!(added, JobAdded::Added(_))).count(), 4);
}

pub(crate) fn imports_end_with_the_right_of_their_account_to_import(store: &dyn AnyStore) {
    let administrator = |email: &str| {
        let mut account = new_account(email);
        account.profile.role = Role::Administrator;
        store.insert(&account).unwrap().unwrap()
    };
    let sent_by = |account: AccountId, number: u8| {
        let new = new_job(number);
        NewJob { author: JobAuthor { account, ..new.author }, ..new }
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
        let [running, waiting, others] = [(1, account.id), (2, account.id), (4, other.id)]
            .map(|(number, author)| submit_job(store, &sent_by(author, start + number)));
        let receiving = job_id(start + 3);
        assert_eq!(add_job(store, &sent_by(account.id, start + 3)), JobAdded::Added(receiving));
        assert_eq!(claim_job(store, 200, at(1)).unwrap().id, running);
        let mut rename = |profile: &mut AccountProfile| profile.name = "Ann B".into();
        store.update_profile(account.id, &mut rename, at(2)).unwrap();
        assert_eq!(state_of(store, waiting), Some(JobState::Waiting), "nothing has to do with imports");
        store.update_profile(account.id, &mut change, at(3)).unwrap();
        for job in [waiting, receiving] {
            let cancelled = store.find_job(job).unwrap().unwrap();
            assert_eq!((cancelled.state, cancelled.finished_at), (JobState::Cancelled, Some(at(3))));
            assert_eq!(cancelled.problems, [JobProblem::of_input(reason)]);
            assert_eq!(store.parts_of(job).unwrap(), []);
        }
        assert_eq!(state_of(store, others), Some(JobState::Waiting));
        assert!(!store.find_job(running).unwrap().unwrap().is_cancelling, "what runs was begun with the right to");
        for job in [running, others] {
            finish_job(store, job, 200, &JobEnd::without_report(JobState::Done, None));
            claim_job(store, 200, at(6));
        }
    }
}

pub(crate) fn a_job_is_committed_at_most_once(store: &dyn AnyStore) {
    let id = job_id;
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
