//! Runs the jobs, one after the other: claims one, starts the program for it, follows it, and says how it ended.
//!
//! Whether a job was committed is never guessed. The program says that it begins to write before it does; up to then it
//! can be stopped, and nothing was written. Afterwards the store decides: it has the job's id with its commit. Whoever
//! looks there takes the import lock first, which a commit that is still under way holds.

use super::ended::{count_ended, count_waiting};
use super::followed::Followed;
use super::program::{ImportProgram, JobSignal, RunningImport};
use crate::runtime::STORE_CALL_LIMIT;
use crate::service_failure::causes;
use catalog_domain::imports::{
    AttemptEnd, ImportJob, JobEnd, JobHold, JobId, JobPart, JobPhase, JobProblem, JobState, Jobs, MOST_JOB_ATTEMPTS,
};
use catalog_domain::ports::{
    ChangeJobs, ImportHistory, ImportStore, JobBytes, JobScope, JobStore, StoreClock, StoreError,
};
use catalog_domain::values::Timestamp;
use long_work::{Period, PeriodicThread, Turn};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often it is looked whether a job waits.
const INTERVAL: Duration = Duration::from_millis(500);
/// How often the lease is renewed.
const RENEWAL_INTERVAL: Duration = Duration::from_secs(1);
/// How long a store may be away before the job is left to another server: less than the lease lasts.
const LONGEST_WITHOUT_RENEWAL: Duration = Duration::from_secs(25);
/// The pause after an import that was interrupted.
const PAUSE_AFTER_FAILURE: Duration = Duration::from_secs(2);
/// The longest that a server which stops waits for an import to be written.
const LONGEST_COMMIT: Duration = Duration::from_secs(3_600);
/// The status of an import whose store failed.
const TRY_AGAIN: i32 = 75;
/// The status of an import whose input was rejected.
const REJECTED: i32 = 2;

/// The ports of a runner.
#[derive(Clone)]
pub struct RunnerPorts {
    /// The jobs.
    pub jobs: Arc<dyn JobStore>,
    /// The bytes of jobs.
    pub bytes: Arc<dyn JobBytes>,
    /// The import lock.
    pub imports: Arc<dyn ImportStore>,
    /// What was committed.
    pub history: Arc<dyn ImportHistory>,
    /// The time of the store.
    pub clock: Arc<dyn StoreClock>,
}

/// Runs jobs for one server.
pub struct JobRunner {
    ports: RunnerPorts,
    program: Box<dyn ImportProgram>,
    /// This server.
    holder: JobId,
    /// Whether an import of this server writes.
    is_committing: Arc<AtomicBool>,
    /// Whether it was logged that another server has bytes.
    knows_others: AtomicBool,
}

/// The thread that runs jobs.
pub struct RunningJobs {
    thread: PeriodicThread,
    is_committing: Arc<AtomicBool>,
}

impl RunningJobs {
    /// Ends an import that has not begun to write, and puts its job back; one that writes is waited for.
    /// Returns whether everything has ended. Blocks.
    pub fn stop(self) -> bool {
        let since = Instant::now();
        // A store that does not respond is not waited for otherwise: the lease of a job ends by itself.
        let is_needed = || self.is_committing.load(Ordering::Relaxed) && since.elapsed() < LONGEST_COMMIT;
        self.thread.stop_unless(STORE_CALL_LIMIT, is_needed)
    }
}

/// How a program ended, as far as this server is concerned.
#[derive(Clone, Copy)]
enum Ending {
    /// By itself, with this status; `None`: it was killed from outside, or could not be started.
    Exited(Option<i32>),
    /// It was killed, because a caller has cancelled the job.
    Cancelled,
    /// It was killed, because this server stops.
    Stopped,
    /// It was killed, because the job is another server's.
    Lost,
}

impl JobRunner {
    /// Runs jobs with `program`.
    pub fn new(ports: RunnerPorts, program: Box<dyn ImportProgram>, holder: JobId) -> Self {
        Self { ports, program, holder, is_committing: Arc::default(), knows_others: AtomicBool::default() }
    }

    /// Runs jobs on a thread of its own.
    ///
    /// # Errors
    /// When the operating system cannot start a thread.
    pub fn start(self) -> std::io::Result<RunningJobs> {
        let (thread, work) = ("import runner", "running an import");
        let period = Period { thread, work, first: Duration::ZERO, pause: INTERVAL, has_last_turn: false };
        let is_committing = Arc::clone(&self.is_committing);
        let thread = PeriodicThread::start(period, move |turn| self.take_turn(turn))?;
        Ok(RunningJobs { thread, is_committing })
    }

    fn take_turn(&self, turn: &Turn) {
        match self.claim() {
            Ok(Some(job)) => {
                turn.repeat_after(Duration::ZERO);
                self.run(&job, turn);
            }
            Ok(None) => {}
            Err(error) => tracing::debug!(cause = causes(&error), "no import could be claimed"),
        }
    }

    fn claim(&self) -> Result<Option<ImportJob>, StoreError> {
        self.ports.bytes.check()?;
        let now = self.ports.clock.store_time()?;
        let queue = self.ports.jobs.queue(now)?;
        for job in &queue {
            if self.can_run(job, now)? {
                let claim = |jobs: &mut Jobs, now| jobs.claim(self.holder, now, |queued| queued.id == job.id);
                return self.change_jobs(JobScope::Growing(None), claim);
            }
        }
        // Most of the time there is nothing to do, and nothing is locked then.
        count_waiting(&queue);
        if let Some(job) = queue.first().filter(|_| !self.knows_others.swap(true, Ordering::Relaxed)) {
            tracing::warn!(job = %job.id, "an import waits for the server that has its bytes, for a day at most");
        }
        Ok(None)
    }

    /// Whether the bytes of a job are here, or none are needed to end it.
    fn can_run(&self, job: &ImportJob, now: Timestamp) -> Result<bool, StoreError> {
        let has = |part: &JobPart| self.ports.bytes.has_part(job.id, part);
        Ok(job.may_end_without_bytes(now) || self.ports.jobs.parts_of(job.id)?.iter().all(has))
    }

    fn change_jobs<R>(&self, scope: JobScope, change: impl Fn(&mut Jobs, Timestamp) -> R) -> Result<R, StoreError> {
        let now = self.ports.clock.store_time()?;
        self.ports.jobs.change_jobs(scope, |jobs| {
            let result = change(jobs, now);
            count_waiting(jobs.iter().map(|stored| &stored.job));
            result
        })
    }

    fn run(&self, job: &ImportJob, turn: &Turn) {
        tracing::info!(job = %job.id, kind = job.options.kind.name(), attempt = job.attempts, "an import begins");
        let mut followed = Followed::new(job.id);
        // Another server may have been at it before.
        let may_be_committed = job.attempts > 1;
        if job.is_cancelling && may_be_committed {
            followed.progress.phase = Some(JobPhase::Committing);
            return self.end(followed, Ending::Cancelled, job.attempts, turn);
        }
        if job.attempts > MOST_JOB_ATTEMPTS {
            followed.progress.phase = Some(JobPhase::Committing);
            return self.end(followed, Ending::Exited(None), job.attempts, turn);
        }
        let ending = match self.program.start(job.id) {
            Ok(mut program) => {
                let ending = self.follow(&mut *program, &mut followed, turn);
                self.is_committing.store(false, Ordering::Relaxed);
                ending
            }
            Err(error) => {
                tracing::error!(%error, "the import cannot be started");
                Ending::Exited(None)
            }
        };
        self.end(followed, ending, job.attempts, turn);
    }

    /// Listens to the program until it has ended.
    fn follow(&self, program: &mut dyn RunningImport, followed: &mut Followed, turn: &Turn) -> Ending {
        let mut killed = None;
        loop {
            match program.next(RENEWAL_INTERVAL / 4) {
                JobSignal::Ended(status) => return killed.unwrap_or(Ending::Exited(status)),
                signal => followed.note(signal),
            }
            if killed.is_some() {
                continue;
            }
            let can_be_stopped = followed.progress.phase != Some(JobPhase::Committing);
            self.is_committing.store(!can_be_stopped, Ordering::Relaxed);
            let stops = can_be_stopped && !turn.pause(Duration::ZERO);
            killed = if stops { Some(Ending::Stopped) } else { self.renew(followed, can_be_stopped) };
            if killed.is_some() {
                program.kill();
            }
        }
    }

    /// Renews the lease when it is time, and finds out why the program is to be killed, if it is.
    fn renew(&self, followed: &mut Followed, can_be_stopped: bool) -> Option<Ending> {
        if followed.renewed.elapsed() < RENEWAL_INTERVAL {
            return None;
        }
        match self.renew_lease(followed) {
            Ok(JobHold::Held) => followed.renewed = Instant::now(),
            Ok(JobHold::Cancelling) => {
                followed.renewed = Instant::now();
                return can_be_stopped.then_some(Ending::Cancelled);
            }
            Ok(JobHold::Lost) => return Some(Ending::Lost),
            Err(error) => {
                tracing::debug!(cause = causes(&error), "the lease of an import was not renewed");
                let is_too_long = followed.renewed.elapsed() > LONGEST_WITHOUT_RENEWAL;
                return (can_be_stopped && is_too_long).then_some(Ending::Lost);
            }
        }
        None
    }

    fn renew_lease(&self, followed: &Followed) -> Result<JobHold, StoreError> {
        let (job, progress) = (followed.job, followed.progress());
        self.change_jobs(JobScope::Present, |jobs, now| jobs.renew(job, self.holder, progress, now))
    }

    /// Says how the job ended, or puts it back.
    fn end(&self, mut followed: Followed, ending: Ending, attempts: u32, turn: &Turn) {
        if matches!(ending, Ending::Lost) {
            tracing::warn!(job = %followed.job, "an import was left to another server");
            return;
        }
        if let (Ending::Exited(Some(0)), Some(report)) = (ending, followed.report.take()) {
            let end = JobEnd { report: Some(report), ..followed.end(JobState::Done) };
            return self.finish(&followed, &end, turn);
        }
        let said_nothing = matches!(ending, Ending::Exited(Some(0)));
        if followed.progress.phase == Some(JobPhase::Committing) || said_nothing {
            match self.was_committed(&mut followed, turn) {
                Some(true) => return self.finish(&followed, &followed.end(JobState::Done), turn),
                Some(false) => {}
                // The lease ends, and whoever takes over finds out.
                None => return,
            }
        }
        let Some(attempt) = ending.of_attempt() else { return };
        match attempt.state_after(attempts) {
            JobState::Waiting => {
                if attempt == AttemptEnd::Interrupted {
                    let _ = turn.pause(PAUSE_AFTER_FAILURE);
                }
                self.release(&followed, turn);
            }
            state => {
                let mut end = followed.end(state);
                if state == JobState::Failed {
                    end.problems.push(JobProblem::of_input(failure_text(ending)));
                }
                self.finish(&followed, &end, turn);
            }
        }
    }

    /// Whether the store has the job; `None` when this server stops before that is known.
    fn was_committed(&self, followed: &mut Followed, turn: &Turn) -> Option<bool> {
        loop {
            let found = self.ports.imports.begin().and_then(|lock| {
                let found = self.ports.history.find_import_of_job(followed.job)?;
                drop(lock);
                Ok(found.is_some())
            });
            match found {
                Ok(found) => return Some(found),
                Err(error) => {
                    tracing::debug!(cause = causes(&error), "whether an import was committed is not known yet");
                }
            }
            if matches!(self.renew_lease(followed), Ok(JobHold::Lost)) || !turn.pause(INTERVAL) {
                return None;
            }
        }
    }

    fn finish(&self, followed: &Followed, end: &JobEnd, turn: &Turn) {
        tracing::info!(job = %followed.job, state = end.state.name(), records = end.records, "an import ended");
        loop {
            let job = followed.job;
            match self.change_jobs(JobScope::Present, |jobs, now| jobs.finish(job, self.holder, end, now)) {
                Ok(true) => return count_ended(end.state, followed.began.elapsed()),
                Ok(false) => {
                    tracing::warn!(job = %followed.job, "an import was left to another server");
                    return;
                }
                Err(error) => tracing::warn!(cause = causes(&error), "the end of an import could not be noted yet"),
            }
            if !turn.pause(INTERVAL) {
                return;
            }
        }
    }

    fn release(&self, followed: &Followed, turn: &Turn) {
        tracing::info!(job = %followed.job, "an import waits again");
        let job = followed.job;
        while let Err(error) = self.ports.jobs.change_jobs(JobScope::Present, |jobs| jobs.release(job, self.holder)) {
            // The store may be what failed: it is back soon, or the lease ends.
            tracing::debug!(cause = causes(&error), "an import could not be put back yet");
            if !turn.pause(INTERVAL) {
                return;
            }
        }
    }
}

impl Ending {
    /// How the attempt ended; `None` when it is another server's.
    fn of_attempt(self) -> Option<AttemptEnd> {
        Some(match self {
            Self::Exited(Some(REJECTED)) => AttemptEnd::Rejected,
            Self::Exited(Some(TRY_AGAIN) | None) => AttemptEnd::Interrupted,
            Self::Exited(Some(_)) => AttemptEnd::Failed,
            Self::Cancelled => AttemptEnd::Cancelled,
            Self::Stopped => AttemptEnd::Released,
            Self::Lost => return None,
        })
    }
}

/// What callers see of a failure. Its cause is in the log of the server.
fn failure_text(ending: Ending) -> String {
    match ending {
        Ending::Exited(Some(TRY_AGAIN)) => "the store could not be used in several attempts".to_owned(),
        Ending::Exited(Some(status)) => {
            format!("the import ended with status {status}; the log of the server has the reason")
        }
        _ => "the import ended unexpectedly in several attempts; the log of the server may have the reason".to_owned(),
    }
}
