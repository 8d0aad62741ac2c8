//! Random interleavings of what callers, servers and time do to the jobs. What must hold is checked after every step.

use super::*;
use proptest::prelude::*;

/// What happens next. A job is named by its place among those that there are.
#[derive(Debug, Clone)]
enum Step {
    Add { account: i64, key: Option<u8>, options: JobOptions },
    Repeat { tried: usize },
    Touch(usize),
    Put { job: usize, number: u32, bytes: u64 },
    Submit(usize),
    Cancel(usize),
    Forget(usize),
    CancelAllOf(i64),
    Claim { holder: u16 },
    Renew { job: usize, holder: u16 },
    Finish { job: usize, holder: u16, state: JobState },
    Release { job: usize, holder: u16 },
    Clean,
    Wait(i64),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let (job, holder) = (0..12_usize, 1..4_u16);
    let options = (any::<bool>(), any::<bool>(), any::<bool>()).prop_map(|(is_in_parts, is_dry_run, keeps_input)| {
        JobOptions { is_in_parts, is_dry_run, keeps_input, ..JobOptions::new(ImportKind::Delta) }
    });
    let ends = prop::sample::select(vec![JobState::Done, JobState::Rejected, JobState::Failed, JobState::Cancelled]);
    let waits = prop::sample::select(vec![1, 20, JOB_LEASE_SECONDS, LONGEST_BODY_SILENCE_SECONDS + 1, 50_000]);
    let step = prop_oneof![
        4 => (1..4_i64, prop::option::of(0..3_u8), options)
            .prop_map(|(account, key, options)| Step::Add { account, key, options }),
        1 => job.clone().prop_map(|tried| Step::Repeat { tried }),
        1 => job.clone().prop_map(Step::Touch),
        4 => (job.clone(), 1..4_u32, 1..600_u64).prop_map(|(job, number, bytes)| Step::Put { job, number, bytes }),
        4 => job.clone().prop_map(Step::Submit),
        1 => job.clone().prop_map(Step::Cancel),
        1 => job.clone().prop_map(Step::Forget),
        1 => (1..4_i64).prop_map(Step::CancelAllOf),
        4 => holder.clone().prop_map(|holder| Step::Claim { holder }),
        2 => (job.clone(), holder.clone()).prop_map(|(job, holder)| Step::Renew { job, holder }),
        4 => (job.clone(), holder.clone(), ends)
            .prop_map(|(job, holder, state)| Step::Finish { job, holder, state }),
        1 => (job, holder).prop_map(|(job, holder)| Step::Release { job, holder }),
        1 => Just(Step::Clean),
        2 => waits.prop_map(Step::Wait),
    ];
    prop::collection::vec(step, 1..120)
}

fn take(world: &mut World, step: &Step) {
    let ids: Vec<JobId> = world.jobs.iter().map(|stored| stored.job.id).collect();
    let named = |place: usize| ids.get(place).copied().unwrap_or(id(9_999));
    let now = world.now();
    match step.clone() {
        Step::Add { account, key, options } => {
            let idempotency_key = key.map(|key| key.to_string().into());
            let author = |new: NewJob| JobAuthor { account: AccountId(account), ..new.author };
            world.add(|new| NewJob { options, idempotency_key, author: author(new.clone()), ..new });
        }
        Step::Repeat { tried } => {
            world.made += 1;
            let new = NewJob { tried: Some(named(tried)), ..new_job(world.made, 1) };
            world.jobs.repeat(&new, now);
        }
        Step::Touch(job) => drop(world.jobs.touch(named(job), now)),
        Step::Put { job, number, bytes } => drop(world.put(named(job), number, bytes)),
        Step::Submit(job) => drop(world.jobs.submit(named(job), None, now)),
        Step::Cancel(job) => drop(world.jobs.cancel(named(job), now)),
        Step::Forget(job) => world.jobs.forget(named(job)),
        Step::CancelAllOf(account) => world.jobs.cancel_all_of(AccountId(account), "disabled", now),
        Step::Claim { holder } => check_claim(world, id(holder)),
        Step::Renew { job, holder } => {
            let was_held = holder_of(&world.jobs, named(job)) == Some(id(holder));
            let hold = world.jobs.renew(named(job), id(holder), JobProgress::default(), now);
            assert_eq!(hold != JobHold::Lost, was_held);
        }
        Step::Finish { job, holder, state } => {
            let was_held = holder_of(&world.jobs, named(job)) == Some(id(holder));
            assert_eq!(world.jobs.finish(named(job), id(holder), &end(state), now), was_held);
        }
        Step::Release { job, holder } => world.jobs.release(named(job), id(holder)),
        Step::Clean => check_clean(world),
        Step::Wait(seconds) => world.seconds += seconds,
    }
}

fn holder_of(jobs: &Jobs, job: JobId) -> Option<JobId> {
    Some(jobs.get(job)?.lease?.holder)
}

/// A server gets the job that has waited longest, unless another server's lease has not ended.
fn check_claim(world: &mut World, holder: JobId) {
    let before = world.jobs.clone();
    let claimed = world.jobs.claim(holder, world.now(), |_| true);
    let is_run = before.iter().any(|stored| stored.lease.is_some_and(|lease| lease.until > world.now()));
    let open = before.iter().filter(|stored| matches!(stored.job.state, JobState::Waiting | JobState::Running));
    let first = open.map(|stored| (stored.arrival.unwrap(), stored.job.id)).min().filter(|_| !is_run);
    assert_eq!(claimed.map(|job| job.id), first.map(|(_, id)| id));
}

fn check_clean(world: &mut World) {
    let (before, now) = (world.jobs.clone(), world.now());
    assert_eq!(world.jobs.clean(now), world.jobs != before);
    let jobs = &world.jobs;
    let ended = jobs.iter().filter(|stored| stored.job.state.has_ended());
    assert!(ended.clone().count() <= RECORDED_JOBS);
    let inputs: Vec<_> = ended.filter(|stored| stored.input.is_some()).collect();
    assert!(inputs.len() <= KEPT_INPUTS);
    let oldest = now.plus_seconds(-KEPT_INPUT_SECONDS);
    assert!(inputs.iter().all(|stored| stored.job.finished_at >= Some(oldest)));
    assert!(jobs.iter().all(|stored| !stored.is_silent(LONGEST_SILENCE_SECONDS, now) && !stored.is_cut_off(now)));
    assert!(!jobs.clone().clean(now), "there is nothing more to do");
}

/// What holds of every job at any time.
fn check(jobs: &Jobs, now: Timestamp) {
    let leases = jobs.iter().filter(|stored| stored.lease.is_some_and(|lease| lease.until > now));
    assert!(leases.count() <= 1, "one runs at a time");
    for account in 1..4 {
        let own = jobs.iter().filter(|stored| stored.is_unstarted() && stored.job.author.account == AccountId(account));
        assert!(own.count() <= MOST_WAITING_JOBS_OF_ONE_ACCOUNT);
    }
    for stored in jobs.iter() {
        let (job, parts) = (&stored.job, &stored.parts);
        assert_eq!(job.finished_at.is_some(), job.state.has_ended(), "{job:?}");
        assert_eq!(stored.lease.is_some(), job.state == JobState::Running, "{job:?}");
        assert_eq!(stored.input.is_some(), !parts.is_empty(), "{job:?}");
        let has_begun = matches!(job.state, JobState::Waiting | JobState::Running);
        assert!(!has_begun || are_complete(parts.keys().copied()), "what waits has its input: {job:?}");
        assert!(parts.is_empty() || !job.state.has_ended() || job.keeps_input_after(job.state), "{job:?}");
        let (sent, content) = bytes_beside(parts.values(), 0);
        assert!(sent.max(content) <= MOST_BYTES, "{job:?}");
        let origins = parts.values().map(|part| Some(part.blob_of(job.id).job));
        assert!(origins.into_iter().all(|origin| origin == stored.input), "{job:?}");
    }
}

/// What a step may have made of the jobs before.
fn check_step(before: &Jobs, after: &Jobs) {
    for stored in before.iter().filter(|stored| stored.job.state.has_ended()) {
        // Only its input and its report of changes end.
        let Some(now) = after.get(stored.job.id) else { continue };
        let job = ImportJob { changes: now.job.changes, ..stored.job.clone() };
        let expected = StoredJob { job, input: now.input, parts: now.parts.clone(), ..stored.clone() };
        assert_eq!(now, &expected, "nothing else of an ended job changes");
    }
    for stored in before.iter().filter(|stored| stored.job.started_at.is_some() || stored.job.options.is_in_parts) {
        let may_go = stored.job.state == JobState::Receiving || stored.job.state.has_ended();
        assert!(may_go || after.get(stored.job.id).is_some(), "what waits or runs is not forgotten");
    }
}

proptest! {
    #[test]
    fn whatever_callers_servers_and_time_do_the_rules_of_jobs_hold(steps in steps()) {
        let mut world = World::default();
        for step in steps {
            let before = world.jobs.clone();
            take(&mut world, &step);
            check_step(&before, &world.jobs);
            check(&world.jobs, world.now());
        }
    }
}
