//! The rules of jobs one by one, and in random interleavings.

mod interleavings;

use super::*;
use crate::imports::{
    FileName, JOB_LEASE_SECONDS, JobAuthor, JobHold, JobOptions, KEPT_INPUT_SECONDS, KEPT_INPUTS,
    LONGEST_SILENCE_SECONDS, MOST_WAITING_JOBS, MOST_WAITING_JOBS_OF_ONE_ACCOUNT, PartEncoding, PartFormat,
    RECORDED_CHANGES_FILES, RECORDED_JOBS,
};
use crate::ports::ImportKind;
use crate::test_support::NOW;
use crate::values::identifiers::CatalogRevision;

const MOST_BYTES: u64 = 1_000;

fn id(number: u16) -> JobId {
    let [high, low] = number.to_be_bytes();
    JobId::new([high, low, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
}

fn at(seconds: i64) -> Timestamp {
    NOW.plus_seconds(seconds)
}

fn new_job(number: u16, account: i64) -> NewJob {
    NewJob {
        id: id(number),
        options: JobOptions { is_in_parts: true, ..JobOptions::new(ImportKind::Delta) },
        author: JobAuthor { account: AccountId(account), email: "ann@example.com".into(), key: None },
        name: None,
        idempotency_key: None,
        tried: None,
    }
}

fn part(number: u32, bytes: u64) -> JobPart {
    let blob = id(u16::try_from(bytes).unwrap());
    let encoding = PartEncoding::Identity;
    JobPart {
        number,
        blob,
        source: None,
        encoding,
        format: PartFormat::Records,
        sent_bytes: bytes,
        content_bytes: bytes + 1,
    }
}

fn end(state: JobState) -> JobEnd {
    JobEnd { changes: Some(id(999)), ..JobEnd::without_report(state, None) }
}

/// Jobs, the time, and how many jobs there ever were.
#[derive(Default)]
struct World {
    jobs: Jobs,
    seconds: i64,
    made: u16,
}

impl World {
    fn now(&self) -> Timestamp {
        at(self.seconds)
    }

    fn add(&mut self, edit: impl FnOnce(NewJob) -> NewJob) -> JobAdded {
        self.made += 1;
        self.jobs.add(&edit(new_job(self.made, 1)), self.now())
    }

    fn waiting(&mut self, edit: impl FnOnce(NewJob) -> NewJob) -> JobId {
        let added = self.add(edit);
        let JobAdded::Added(job) = added else { panic!("{added:?}") };
        self.put(job, 1, u64::from(self.made) % 250 + 1);
        assert!(matches!(self.jobs.submit(job, None, self.now()), JobChange::Made(_)));
        job
    }

    fn put(&mut self, job: JobId, number: u32, bytes: u64) -> JobChange<PartStored> {
        self.jobs.put_part(job, &part(number, bytes), MOST_BYTES, self.now())
    }

    /// Runs the next job to that end.
    fn run(&mut self, state: JobState) -> JobId {
        let job = self.jobs.claim(id(1), self.now(), |_| true).unwrap().id;
        assert!(self.jobs.finish(job, id(1), &end(state), self.now()));
        job
    }

    fn job(&self, job: JobId) -> &ImportJob {
        &self.jobs.get(job).unwrap().job
    }

    fn has_input(&self, job: JobId) -> bool {
        self.jobs.get(job).is_some_and(|stored| stored.input.is_some())
    }
}

/// A request that is repeated finds its job until a day after its end; that of another account does not.
#[test]
fn a_repeated_request_finds_its_job() {
    let mut world = World::default();
    let keyed = |new| NewJob { idempotency_key: Some("same".into()), ..new };
    let known = |world: &mut World| match world.add(keyed) {
        JobAdded::Known(job) => Some(job.id),
        _ => None,
    };
    assert_eq!(world.add(keyed), JobAdded::Added(id(1)));
    assert_eq!(known(&mut world), Some(id(1)));
    let other =
        |new: NewJob| NewJob { author: JobAuthor { account: AccountId(8), ..new.author.clone() }, ..keyed(new) };
    assert_eq!(world.add(other), JobAdded::Added(id(3)));
    world.jobs.cancel(id(1), at(2));
    world.seconds = 1 + IDEMPOTENCY_SECONDS;
    assert_eq!(known(&mut world), Some(id(1)));
    world.seconds = 2 + IDEMPOTENCY_SECONDS;
    assert_eq!(known(&mut world), None);
    assert_eq!(known(&mut world), Some(id(5)), "the new job has the key now");
}

#[test]
fn a_body_that_was_cut_off_is_replaced() {
    let mut world = World::default();
    let whole = |new: NewJob| {
        let options = JobOptions { is_in_parts: false, ..new.options };
        NewJob { idempotency_key: Some("same".into()), options, ..new }
    };
    world.add(whole);
    assert!(world.jobs.touch(id(1), at(10)));
    world.seconds = 10 + LONGEST_BODY_SILENCE_SECONDS;
    assert!(matches!(world.add(whole), JobAdded::Known(_)));
    world.seconds += 1;
    assert_eq!(world.add(whole), JobAdded::Added(id(3)));
    assert!(!world.jobs.touch(id(1), at(20)));
    world.seconds += 1 + LONGEST_BODY_SILENCE_SECONDS;
    assert!(world.jobs.clean(world.now()));
    assert_eq!(world.jobs, Jobs::default());
}

/// So many receive or wait at once, and no more; so many of one account.
#[test]
fn only_so_many_jobs_wait() {
    let mut world = World::default();
    let of = |account: usize| {
        move |new: NewJob| {
            let account = AccountId(i64::try_from(account).unwrap());
            NewJob { author: JobAuthor { account, ..new.author.clone() }, ..new }
        }
    };
    for number in 0..MOST_WAITING_JOBS {
        let account = number / MOST_WAITING_JOBS_OF_ONE_ACCOUNT;
        if number > 0 && number % MOST_WAITING_JOBS_OF_ONE_ACCOUNT == 0 {
            assert_eq!(world.add(of(account - 1)), JobAdded::TooMany(TooManyJobs::OfAccount));
        }
        world.waiting(of(account));
    }
    assert_eq!(world.add(of(99)), JobAdded::TooMany(TooManyJobs::OfAll));
    let first = world.jobs.claim(id(1), at(1), |_| true).unwrap();
    assert!(matches!(world.add(of(99)), JobAdded::Added(_)), "what runs waits no more");
    assert_eq!(first.author.account, AccountId(0));
}

/// Parts come in any order and are replaced; all together are bounded; none is missing at the start.
#[test]
fn parts_are_replaced_bounded_and_complete() {
    let mut world = World::default();
    world.add(|new| new);
    let stored = |replaced| JobChange::Made(PartStored::Stored { replaced });
    assert!(matches!(world.jobs.submit(id(1), None, at(1)), JobChange::Impossible(_)));
    assert_eq!(world.put(id(1), 2, 500), stored(None));
    assert!(matches!(world.jobs.submit(id(1), None, at(1)), JobChange::Impossible(_)), "a gap");
    assert_eq!(world.put(id(1), 1, 499), JobChange::Made(PartStored::TooLarge), "unpacked it is one byte too many");
    assert_eq!(world.put(id(1), 1, 498), stored(None));
    assert_eq!(world.put(id(1), 2, 501), JobChange::Made(PartStored::TooLarge));
    assert_eq!(world.put(id(1), 2, 300), stored(Some(part(2, 500).blob)));
    assert!(matches!(world.jobs.submit(id(1), None, at(2)), JobChange::Made(job) if job.state == JobState::Waiting));
    assert!(matches!(world.jobs.submit(id(1), None, at(3)), JobChange::Made(_)), "it waits already");
    assert!(matches!(world.put(id(1), 3, 1), JobChange::Impossible(_)));
    world.run(JobState::Rejected);
    let ended = world.jobs.clone();
    assert!(matches!(world.jobs.submit(id(1), None, at(5)), JobChange::Made(job) if job.state == JobState::Rejected));
    assert_eq!(world.jobs, ended, "it has ended");
    world.add(|new| new);
    world.jobs.cancel(id(2), at(5));
    assert!(matches!(world.jobs.submit(id(2), None, at(6)), JobChange::Impossible(_)), "it never was started");
    assert_eq!(world.put(id(9), 1, 1), JobChange::NoJob);
    assert_eq!(world.jobs.submit(id(9), None, at(1)), JobChange::NoJob);
}

/// Each runs as long as its lease is renewed, and is in its old place when its server leaves it.
#[test]
fn one_server_at_a_time_runs_the_oldest_job() {
    let mut world = World::default();
    let (first, second) = (world.waiting(|new| NewJob { id: id(99), ..new }), world.waiting(|new| new));
    let claim =
        |world: &mut World, holder, seconds| world.jobs.claim(id(holder), at(seconds), |_| true).map(|job| job.id);
    assert_eq!(claim(&mut world, 50, 0), Some(first));
    assert_eq!(claim(&mut world, 51, 1), None);
    let progress = JobProgress::default();
    assert_eq!(world.jobs.renew(first, id(51), progress, at(1)), JobHold::Lost);
    assert_eq!(world.jobs.renew(first, id(50), progress, at(20)), JobHold::Held);
    assert_eq!(claim(&mut world, 51, 19 + JOB_LEASE_SECONDS), None);
    assert_eq!(claim(&mut world, 51, 20 + JOB_LEASE_SECONDS), Some(first), "another server takes over");
    assert_eq!(world.jobs.renew(first, id(50), progress, at(51)), JobHold::Lost);
    assert!(!world.jobs.finish(first, id(50), &end(JobState::Done), at(51)));
    world.jobs.release(first, id(50));
    let job = world.job(first);
    assert_eq!((job.state, job.attempts, job.started_at), (JobState::Running, 2, Some(at(0))));
    world.jobs.release(first, id(51));
    assert_eq!(world.job(first).state, JobState::Waiting);
    assert_eq!(claim(&mut world, 50, 52), Some(first), "in its old place");
    assert!(world.jobs.finish(first, id(50), &end(JobState::Done), at(53)));
    assert_eq!(claim(&mut world, 50, 54), Some(second));
}

/// What does not run is cancelled at once; what runs is by its server; what has ended is not.
#[test]
fn a_job_is_cancelled_before_its_end() {
    let mut world = World::default();
    let waiting = world.waiting(|new| new);
    world.add(|new| new);
    for job in [waiting, id(2)] {
        let cancelled = world.jobs.cancel(job, at(1));
        let JobChange::Made(cancelled) = cancelled else { panic!("{cancelled:?}") };
        assert_eq!((cancelled.state, cancelled.finished_at), (JobState::Cancelled, Some(at(1))));
        assert!(matches!(world.jobs.cancel(job, at(2)), JobChange::Impossible(_)));
        assert!(matches!(world.jobs.submit(job, None, at(2)), JobChange::Impossible(_)));
    }
    let running = world.waiting(|new| new);
    world.jobs.claim(id(50), at(3), |_| true).unwrap();
    let asked = world.jobs.cancel(running, at(4));
    assert!(matches!(asked, JobChange::Made(job) if job.state == JobState::Running && job.is_cancelling));
    assert_eq!(world.jobs.renew(running, id(50), JobProgress::default(), at(5)), JobHold::Cancelling);
    assert_eq!(world.jobs.cancel(id(9), at(7)), JobChange::NoJob);
}

/// The input of a try is another job's as well: until it was imported, is too old, or behind too many others.
#[test]
fn the_input_of_a_try_is_stored_for_the_import_of_it() {
    let (mut world, name) = (World::default(), FileName::parse("a.csv").ok());
    let dry_run = |new: NewJob| NewJob {
        name: name.clone(),
        options: JobOptions { is_dry_run: true, keeps_input: true, ..new.options },
        ..new
    };
    let repeat = |world: &mut World, number, tried| {
        let new = NewJob { tried: Some(tried), ..new_job(number, 1) };
        world.jobs.repeat(&if number == 105 { dry_run(new) } else { new }, world.now())
    };
    let tried = world.waiting(dry_run);
    assert_eq!(repeat(&mut world, 103, tried), JobRepeated::NoInput, "it has not ended");
    world.run(JobState::Done);
    // Refused, tried again, and imported: always the same bytes.
    assert_eq!(repeat(&mut world, 103, tried), JobRepeated::Added(id(103)));
    assert_eq!((world.job(id(103)).tried, &world.job(id(103)).name), (Some(tried), &name));
    assert_eq!(world.run(JobState::Rejected), id(103));
    assert!(world.has_input(tried) && !world.has_input(id(103)));
    assert_eq!(repeat(&mut world, 105, tried), JobRepeated::Added(id(105)));
    world.run(JobState::Rejected);
    assert_eq!(repeat(&mut world, 107, id(105)), JobRepeated::Added(id(107)));
    let repeated = world.jobs.get(id(107)).unwrap();
    assert_eq!((repeated.input, repeated.parts[&1].blob_of(id(107)).job), (Some(tried), tried));
    world.run(JobState::Done);
    assert!(![tried, id(105), id(107)].into_iter().any(|job| world.has_input(job)), "they were imported");
    assert_eq!(repeat(&mut world, 109, tried), JobRepeated::NoInput);
    // The oldest and the outdated are forgotten.
    let tries: Vec<JobId> = (0..=KEPT_INPUTS)
        .map(|_| {
            world.seconds += 1;
            let tried = world.waiting(dry_run);
            assert_eq!(world.run(JobState::Done), tried);
            tried
        })
        .collect();
    assert!(world.jobs.clean(world.now()));
    assert!(!world.has_input(tries[0]) && world.has_input(tries[1]));
    world.seconds += 1 + KEPT_INPUT_SECONDS;
    assert!(world.jobs.clean(world.now()));
    assert!(!tries.iter().any(|tried| world.has_input(*tried)));
    // A failed one has no input to repeat.
    let failed = world.waiting(dry_run);
    world.run(JobState::Failed);
    assert!(!world.has_input(failed));
}

/// Only the latest jobs are recorded, and the latest of them with reports of changes; one that was forgotten fails.
#[test]
fn the_oldest_jobs_and_reports_of_changes_are_forgotten() {
    let mut world = World::default();
    world.add(|new| new);
    for _ in 0..=RECORDED_JOBS {
        world.seconds += 1;
        world.waiting(|new| new);
        world.run(JobState::Done);
    }
    assert!(world.jobs.clean(world.now()));
    assert_eq!(world.jobs.get(id(2)), None);
    let files = world.jobs.iter().filter(|stored| stored.job.changes.is_some());
    assert_eq!((world.jobs.iter().count(), files.count()), (1 + RECORDED_JOBS, RECORDED_CHANGES_FILES));
    assert_eq!(world.job(id(3)).changes, None);
    assert_eq!(world.job(id(1)).state, JobState::Receiving);
    assert!(!world.jobs.clean(at(LONGEST_SILENCE_SECONDS)));
    assert!(world.jobs.clean(at(1 + LONGEST_SILENCE_SECONDS)));
    let silent = world.job(id(1));
    assert_eq!((silent.state, silent.finished_at), (JobState::Failed, Some(at(1 + LONGEST_SILENCE_SECONDS))));
    assert_eq!(&*silent.problems[0].message, "nothing was received for 24 hours");
}

/// What was committed before its server died is done; anything else that does not run is cancelled.
#[test]
fn open_jobs_end_with_a_move() {
    let mut world = World::default();
    let (committed, waiting) = (world.waiting(|new| new), world.waiting(|new| new));
    world.jobs.claim(id(1), at(0), |_| true).unwrap();
    assert_eq!(world.jobs.end_for_move(|job| job == committed, at(1)), [waiting]);
    assert_eq!((world.job(committed).state, world.job(waiting).state), (JobState::Done, JobState::Cancelled));
    assert_eq!(world.jobs.open().count(), 0);
}

/// Nothing is sent for it: it waits from its beginning, and what was tried is imported without any parts.
#[test]
fn a_job_that_undoes_a_run_waits_at_once() {
    let mut world = World::default();
    let undoes = Some(CatalogRevision(7));
    let options = JobOptions { undoes, is_dry_run: true, keeps_input: true, ..JobOptions::new(ImportKind::Delta) };
    let added = world.add(|new| NewJob { options, ..new });
    assert_eq!((added, world.job(id(1)).state), (JobAdded::Added(id(1)), JobState::Waiting));
    assert!(!world.jobs.touch(id(1), world.now()), "it receives nothing");
    assert_eq!(world.run(JobState::Done), id(1));
    let import = NewJob { tried: Some(id(1)), ..new_job(2, 1) };
    assert_eq!(world.jobs.repeat(&import, world.now()), JobRepeated::Added(id(2)));
    assert_eq!(world.job(id(2)).options.undoes, undoes);
    assert_eq!(world.run(JobState::Done), id(2));
}
