//! A copy for good, and the imports over HTTP of its source: none is lost, and none is taken that would be.

use crate::moves::{filled, pairs};
use crate::support::{TestLocation, options};
use catalog_domain::imports::{JobAdded, JobEnd, JobId, JobState, Jobs, NewJob};
use catalog_domain::ports::{ChangeJobs, ImportKind, ImportSummary, JobScope, JobStore, StoreError};
use catalog_domain::values::Timestamp;
use catalog_testkit::ImportRun;
use catalog_testkit::builders::{NOON, import_summary};
use catalog_testkit::jobs::{self, claim_job, finish_job, job_id as id, job_part, state_of, submit_job};
use long_work::Observer;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use store_diesel::{CopyOptions, CopyReport, MoveError, Store, copy_store};

/// The lease of a job that is claimed then has not ended.
const FAR_AHEAD: Timestamp = Timestamp::from_unix_microseconds(4_102_444_800_000_000);

fn new_job(number: u8) -> NewJob {
    NewJob { idempotency_key: Some(format!("key {number}").into()), ..jobs::new_job(number) }
}

pub(crate) fn add_job(store: &Store, number: u8) -> JobId {
    assert_eq!(jobs::add_job(store, &new_job(number)), JobAdded::Added(id(number)));
    id(number)
}

fn submit(store: &Store, number: u8) -> JobId {
    submit_job(store, &new_job(number))
}

fn put_part(store: &Store, job: JobId) -> Result<(), StoreError> {
    let put = |jobs: &mut Jobs| drop(jobs.put_part(job, &job_part(1, 9), 1_000, NOON));
    store.change_jobs(JobScope::Growing(Some(job)), put)
}

fn try_to_add(store: &Store, new: &NewJob) -> Result<JobAdded, StoreError> {
    store.change_jobs(JobScope::Growing(None), |jobs| jobs.add(new, NOON.plus_seconds(1)))
}

fn move_for_good(
    source: &Store,
    target: &TestLocation,
    cancels_imports: bool,
    observer: &dyn Observer,
) -> Result<CopyReport, MoveError> {
    let options = CopyOptions { target: options(), is_final: true, cancels_imports };
    copy_store(source, &target.url(), &options, observer)
}

#[test]
fn a_copy_for_good_is_refused_while_imports_are_received_or_wait_and_leaves_them_as_they_are() {
    for (source, target) in pairs() {
        let store = filled(&source);
        let (receiving, waiting) = (add_job(&store, 2), submit(&store, 3));
        let refused = move_for_good(&store, &target, false, &()).unwrap_err();
        assert!(matches!(refused, MoveError::OpenImports { receiving: 1, waiting: 1 }), "{refused}");
        assert_eq!(state_of(&store, receiving), Some(JobState::Receiving));
        put_part(&store, receiving).unwrap();
        assert_eq!(claim_job(&store, 50, NOON).map(|job| job.id), Some(waiting), "it goes on");
    }
}

#[test]
fn cancelled_imports_and_the_keys_of_ended_ones_are_known_at_both_stores() {
    for (source, target) in pairs() {
        let store = filled(&source);
        let jobs = [add_job(&store, 2), submit(&store, 3)];
        let report = move_for_good(&store, &target, true, &()).unwrap();
        assert_eq!(report.cancelled_imports, jobs);
        let moved = target.open();
        for job in jobs {
            let (here, there) = (store.find_job(job).unwrap().unwrap(), moved.find_job(job).unwrap().unwrap());
            assert_eq!(here, there);
            assert_eq!(here.state, JobState::Cancelled);
            assert!(here.problems[0].message.contains("was moved"), "{here:?}");
        }
        let again = NewJob { id: id(8), ..new_job(1) };
        let known = try_to_add(&moved, &again).unwrap();
        assert!(matches!(known, JobAdded::Known(job) if job.id == id(1)), "its key was moved with it");
        let refused = try_to_add(&store, &again).unwrap_err();
        assert!(matches!(refused, StoreError::Moved(_)), "{refused:?}");
    }
}

/// Tries to import over HTTP in the middle of a copy.
struct Importing<'a>(&'a Store, Mutex<Vec<StoreError>>);

impl Observer for Importing<'_> {
    fn begins(&self, _: &str, _: Option<u64>) {
        let Self(store, refused) = self;
        let errors = [
            try_to_add(store, &new_job(4)).map(drop),
            put_part(store, id(1)),
            store.change_jobs(JobScope::Growing(Some(id(1))), |jobs| jobs.submit(id(1), None, NOON)).map(drop),
            store.change_jobs(JobScope::Growing(None), |jobs| jobs.claim(id(50), NOON, |_| true)).map(drop),
        ];
        refused.lock().unwrap().extend(errors.into_iter().filter_map(Result::err));
    }
}

#[test]
fn no_import_is_taken_while_a_store_is_moved_and_each_is_again_when_the_move_fails() {
    for (source, target) in pairs() {
        let store = filled(&source);
        let importing = Importing(&store, Mutex::default());
        move_for_good(&store, &target, false, &importing).unwrap();
        let refused = importing.1.into_inner().unwrap();
        assert!(refused.len() > 3, "{refused:?}");
        assert!(refused.iter().all(|error| matches!(error, StoreError::Unavailable(_))), "{refused:?}");
    }
    for source in TestLocation::all() {
        let (store, target) = (filled(&source), TestLocation::sqlite());
        let stop = StopAtComparing::default();
        assert!(matches!(move_for_good(&store, &target, false, &stop), Err(MoveError::Stopped)));
        add_job(&store, 4);
    }
}

#[derive(Default)]
struct StopAtComparing(AtomicBool);

impl Observer for StopAtComparing {
    fn begins(&self, step: &str, _: Option<u64>) {
        self.0.fetch_or(step == "comparing", Ordering::SeqCst);
    }

    fn wants_stop(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

#[test]
fn what_is_left_of_a_move_that_died_ends_by_itself() {
    for source in TestLocation::all() {
        let store = filled(&source);
        source.execute_on_accounts(
            "INSERT INTO leases (name, holder, expires_at) VALUES ('move', 'x', 4102444800000000)",
        );
        assert!(matches!(try_to_add(&store, &new_job(2)), Err(StoreError::Unavailable(_))));
        source.execute_on_accounts("UPDATE leases SET expires_at = 1");
        add_job(&store, 2);
    }
}

#[test]
fn a_running_import_is_waited_for() {
    for source in TestLocation::all() {
        let (store, target) = (filled(&source), TestLocation::sqlite());
        let job = submit(&store, 2);
        assert!(claim_job(&store, 50, FAR_AHEAD).is_some());
        let moved = std::thread::scope(|scope| {
            let moving = scope.spawn(|| move_for_good(&store, &target, false, &()));
            while put_part(&store, id(7)).is_ok() {
                std::thread::yield_now();
            }
            let end = JobEnd::without_report(JobState::Done, None);
            finish_job(&store, job, 50, &end);
            moving.join().unwrap()
        });
        moved.unwrap();
        assert_eq!(state_of(&target.open(), job), Some(JobState::Done));
    }
}

#[test]
fn an_import_whose_server_died_is_done_if_it_was_committed() {
    for source in TestLocation::all() {
        let (store, target) = (filled(&source), TestLocation::sqlite());
        let (committed, lost) = (submit(&store, 2), submit(&store, 3));
        for (job, now) in [(committed, NOON), (lost, NOON.plus_seconds(3_600))] {
            assert_eq!(claim_job(&store, 50, now).map(|job| job.id), Some(job));
            let run = ImportSummary { job: Some(job), ..import_summary(ImportKind::Delta) };
            if job == committed {
                ImportRun { summary: run, ..ImportRun::default() }.commit(&store).unwrap();
                source.execute_on_accounts("UPDATE import_jobs SET arrival = 9 WHERE state = 'running'");
            }
        }
        let refused = move_for_good(&store, &target, false, &()).unwrap_err();
        assert!(matches!(refused, MoveError::OpenImports { receiving: 0, waiting: 1 }), "{refused}");
        assert_eq!(move_for_good(&store, &target, true, &()).unwrap().cancelled_imports, [lost]);
        let moved = target.open();
        assert_eq!(
            [committed, lost].map(|job| state_of(&moved, job)),
            [Some(JobState::Done), Some(JobState::Cancelled)]
        );
    }
}
