//! Jobs over a store, with a scripted program.

use super::cleaner::clean;
use super::program::{ImportProgram, JobSignal, RunningImport};
use super::runner::{JobRunner, RunnerPorts};
use catalog_domain::imports::{
    BlobId, ImportJob, JOB_LEASE_SECONDS, JobId, JobPart, JobPhase, JobProblem, JobState, LONGEST_SILENCE_SECONDS,
    MOST_JOB_ATTEMPTS,
};
use catalog_domain::ports::{ChangeJobs, ImportKind, ImportSummary, JobBytes, JobScope, StoreError};
use catalog_domain::values::Timestamp;
use catalog_testkit::builders::{NOON, import_summary};
use catalog_testkit::jobs::{cancel_job, claim_job, job_id as id, new_job, submit_job};
use catalog_testkit::{AnyStore, FixedClock, ImportRun, TestStore};
use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What the next programs say, each until it ends. One that says nothing cannot be started.
type Script = Arc<Mutex<VecDeque<Vec<JobSignal>>>>;

struct Scripted(Script, Arc<dyn AnyStore>);

struct Saying {
    signals: VecDeque<JobSignal>,
    job: JobId,
    store: Arc<dyn AnyStore>,
    is_killed: bool,
}

impl ImportProgram for Scripted {
    fn start(&self, job: JobId) -> io::Result<Box<dyn RunningImport>> {
        let signals = self.0.lock().unwrap().pop_front().unwrap_or_default();
        if signals.is_empty() {
            return Err(io::Error::other("no program"));
        }
        Ok(Box::new(Saying { signals: signals.into(), job, store: Arc::clone(&self.1), is_killed: false }))
    }
}

impl RunningImport for Saying {
    fn next(&mut self, _: Duration) -> JobSignal {
        match self.signals.pop_front() {
            // Stands for the commit.
            Some(JobSignal::Records(u64::MAX)) => {
                commit(&*self.store, self.job);
                JobSignal::Nothing
            }
            Some(signal) => signal,
            None if self.is_killed => JobSignal::Ended(None),
            None => {
                std::thread::sleep(Duration::from_millis(1));
                JobSignal::Nothing
            }
        }
    }

    fn kill(&mut self) {
        self.is_killed = true;
    }
}

const COMMIT: JobSignal = JobSignal::Records(u64::MAX);

fn commit(store: &dyn AnyStore, job: JobId) {
    let summary = ImportSummary { job: Some(job), ..import_summary(ImportKind::Delta) };
    ImportRun { summary, ..ImportRun::default() }.commit(store).unwrap();
}

struct Server {
    store: Arc<dyn AnyStore>,
    _stored: TestStore,
    clock: Arc<FixedClock>,
    script: Script,
}

impl Server {
    fn new() -> Self {
        let stored = TestStore::on_sqlite();
        let (store, clock) = (stored.store.clone(), Arc::new(FixedClock::at(NOON)));
        Self { store, _stored: stored, clock, script: Script::default() }
    }

    fn submit(&self, number: u8) -> JobId {
        submit_job(&*self.store, &new_job(number))
    }

    fn runner(&self, holder: u8) -> JobRunner {
        self.runner_with(holder, self.store.clone())
    }

    fn runner_with(&self, holder: u8, bytes: Arc<dyn JobBytes>) -> JobRunner {
        let ports = RunnerPorts {
            jobs: self.store.clone(),
            bytes,
            imports: self.store.clone(),
            history: self.store.clone(),
            clock: self.clock.clone(),
        };
        JobRunner::new(ports, Box::new(Scripted(self.script.clone(), self.store.clone())), id(holder))
    }

    fn will_say(&self, signals: impl IntoIterator<Item = JobSignal>) {
        self.script.lock().unwrap().push_back(signals.into_iter().collect());
    }

    fn job(&self, job: JobId) -> ImportJob {
        self.store.find_job(job).unwrap().unwrap()
    }

    fn await_job(&self, job: JobId, is_so: impl Fn(&ImportJob) -> bool) -> ImportJob {
        loop {
            let found = self.job(job);
            if is_so(&found) {
                return found;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

fn phase(phase: JobPhase) -> JobSignal {
    JobSignal::Phase(phase)
}

#[test]
fn the_state_of_a_job_says_how_its_program_ended_and_done_exactly_when_it_was_committed() {
    let report: Box<str> = "{\"revision\": 1}".into();
    let problem = JobProblem { part: Some(1), line: Some(2), field: None, product: None, message: "wrong".into() };
    let ended = |status| JobSignal::Ended(status);
    let (reading, committing) = (phase(JobPhase::Reading), phase(JobPhase::Committing));
    for (case, signals, state, problems) in [
        (
            "done",
            vec![reading.clone(), committing.clone(), COMMIT, JobSignal::Report(report.clone()), ended(Some(0))],
            JobState::Done,
            0,
        ),
        ("a dry run", vec![reading.clone(), JobSignal::Report(report.clone()), ended(Some(0))], JobState::Done, 0),
        ("rejected", vec![reading.clone(), JobSignal::Problem(problem), ended(Some(2))], JobState::Rejected, 1),
        ("failed", vec![reading.clone(), ended(Some(1))], JobState::Failed, 1),
        ("without memory", vec![reading, ended(Some(134))], JobState::Failed, 1),
        ("killed after it had written", vec![committing.clone(), COMMIT, ended(None)], JobState::Done, 0),
        ("failed after it had written", vec![committing, COMMIT, ended(Some(1))], JobState::Done, 0),
        ("silent", vec![ended(Some(0))], JobState::Failed, 1),
    ] {
        let server = Server::new();
        server.will_say(signals);
        let job = server.submit(1);
        let runner = server.runner(50).start().unwrap();
        let ended = server.await_job(job, |job| job.state.has_ended());
        assert!(runner.stop());
        assert_eq!((ended.state, ended.problems.len()), (state, problems), "{case}");
        assert_eq!(ended.report.is_some(), ["done", "a dry run"].contains(&case), "{case}");
    }
}

#[test]
fn a_job_whose_store_failed_or_whose_program_was_killed_waits_again() {
    let problem = JobProblem { part: Some(1), line: Some(2), field: None, product: None, message: "wrong".into() };
    let ended = |status| JobSignal::Ended(status);
    let cases = [
        ("its store failed", vec![phase(JobPhase::Reading), JobSignal::Problem(problem), ended(Some(75))]),
        ("its store failed while it wrote", vec![phase(JobPhase::Committing), ended(Some(75))]),
        ("it was killed", vec![phase(JobPhase::Reading), ended(None)]),
        ("it was killed while it wrote", vec![phase(JobPhase::Committing), ended(None)]),
        ("it could not be started", vec![]),
    ];
    let run = |signals| {
        let server = Server::new();
        server.will_say(signals);
        server.will_say([JobSignal::Report("{}".into()), ended(Some(0))]);
        let job = server.submit(1);
        let runner = server.runner(50).start().unwrap();
        let done = server.await_job(job, |job| job.state.has_ended());
        assert!(runner.stop());
        (done.state, done.attempts, done.problems)
    };
    // Each of them pauses.
    std::thread::scope(|scope| {
        let runs = cases.map(|(case, signals)| (case, scope.spawn(move || run(signals))));
        for (case, ended) in runs {
            assert_eq!(ended.join().unwrap(), (JobState::Done, 2, Vec::new()), "{case}");
        }
    });
}

#[test]
fn jobs_run_in_their_order() {
    let server = Server::new();
    server.will_say([JobSignal::Report("{}".into()), JobSignal::Ended(Some(0))]);
    server.will_say([JobSignal::Ended(Some(1))]);
    let (first, second) = (server.submit(9), server.submit(1));
    let runner = server.runner(50).start().unwrap();
    server.await_job(second, |job| job.state == JobState::Failed);
    assert_eq!(server.job(first).state, JobState::Done);
    assert!(runner.stop());
}

/// The bytes of one job.
struct BytesOf(JobId);

impl JobBytes for BytesOf {
    fn has_part(&self, job: JobId, _: &JobPart) -> bool {
        job == self.0
    }

    fn append_piece(&self, _: BlobId, _: u32, _: &[u8], _: Timestamp) -> Result<(), StoreError> {
        Ok(())
    }

    fn read_piece(&self, _: BlobId, _: u32) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(None)
    }

    fn delete_blob(&self, _: BlobId) -> Result<(), StoreError> {
        Ok(())
    }

    fn all_blobs(&self) -> Result<Vec<(BlobId, Timestamp)>, StoreError> {
        Ok(Vec::new())
    }
}

#[test]
fn a_server_leaves_a_job_to_the_one_that_has_its_bytes_for_a_day() {
    let server = Server::new();
    let (others, own) = (server.submit(1), server.submit(2));
    for _ in 0..2 {
        server.will_say([JobSignal::Report("{}".into()), JobSignal::Ended(Some(0))]);
    }
    let runner = server.runner_with(50, Arc::new(BytesOf(own))).start().unwrap();
    server.await_job(own, |job| job.state == JobState::Done);
    let left = server.job(others);
    assert_eq!((left.state, left.attempts), (JobState::Waiting, 0));
    server.clock.set(NOON.plus_seconds(LONGEST_SILENCE_SECONDS));
    server.await_job(others, |job| job.state.has_ended());
    assert!(runner.stop());
}

#[test]
fn a_cancelled_job_ends_unless_it_writes() {
    let server = Server::new();
    server.will_say([phase(JobPhase::Reading)]);
    let job = server.submit(1);
    let runner = server.runner(50).start().unwrap();
    server.await_job(job, |job| job.state == JobState::Running);
    cancel_job(&*server.store, job);
    server.await_job(job, |job| job.state == JobState::Cancelled);
    assert!(runner.stop());
}

#[test]
fn a_server_that_stops_puts_its_job_back_and_another_one_runs_it() {
    let server = Server::new();
    server.will_say([phase(JobPhase::Reading)]);
    let job = server.submit(1);
    let runner = server.runner(50).start().unwrap();
    server.await_job(job, |job| job.state == JobState::Running);
    assert!(runner.stop());
    assert_eq!(server.job(job).state, JobState::Waiting);
    server.will_say([JobSignal::Report("{}".into()), JobSignal::Ended(Some(0))]);
    let other = server.runner(51).start().unwrap();
    let done = server.await_job(job, |job| job.state == JobState::Done);
    assert_eq!(done.attempts, 2);
    assert!(other.stop());
}

#[test]
fn what_a_dead_server_left_is_taken_over_and_a_cancelled_one_is_what_its_commit_says() {
    for is_committed in [false, true] {
        let server = Server::new();
        let job = server.submit(1);
        claim_job(&*server.store, 50, NOON).unwrap();
        cancel_job(&*server.store, job);
        if is_committed {
            commit(&*server.store, job);
        }
        server.clock.set(NOON.plus_seconds(JOB_LEASE_SECONDS));
        let runner = server.runner(51).start().unwrap();
        let ended = server.await_job(job, |job| job.state.has_ended());
        assert!(runner.stop());
        assert_eq!(ended.state, if is_committed { JobState::Done } else { JobState::Cancelled });
    }
}

#[test]
fn a_job_that_fails_for_lack_of_the_store_is_tried_again_a_bounded_number_of_times() {
    let server = Server::new();
    let job = server.submit(1);
    for _ in 0..MOST_JOB_ATTEMPTS {
        let claimed = claim_job(&*server.store, 50, NOON).unwrap();
        assert_eq!(claimed.id, job);
        server.store.change_jobs(JobScope::Present, |jobs| jobs.release(job, id(50))).unwrap();
    }
    let runner = server.runner(51).start().unwrap();
    let ended = server.await_job(job, |job| job.state.has_ended());
    assert!(runner.stop());
    assert_eq!(ended.state, JobState::Failed);
}

#[test]
fn bytes_are_deleted_once_no_job_needs_them() {
    let server = Server::new();
    let job = server.submit(1);
    let blob = |job, name| BlobId { job, name: id(name) };
    let (part, coming, lost) = (blob(job, 0), blob(job, 1), blob(id(9), 0));
    for blob in [part, coming, lost] {
        server.store.append_piece(blob, 0, b"x", NOON).unwrap();
    }
    let clean_now = || {
        clean(&*server.store, &*server.store, &*server.clock).unwrap();
        let mut left: Vec<BlobId> = server.store.all_blobs().unwrap().into_iter().map(|(blob, _)| blob).collect();
        left.sort_unstable();
        left
    };
    assert_eq!(clean_now(), [part, coming]);
    server.clock.set(NOON.plus_seconds(LONGEST_SILENCE_SECONDS));
    assert_eq!(clean_now(), [part], "what has been coming for a day comes no more");
    cancel_job(&*server.store, job);
    assert_eq!(clean_now(), []);
}
