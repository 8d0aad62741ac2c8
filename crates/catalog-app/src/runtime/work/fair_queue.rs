//! A bounded queue in which requesters take turns: however much one of them requests, the others wait for at most one
//! of its jobs on each of its threads.

use super::requester::Requester;
use crate::runtime::shares::{Refusal, Shares};
use std::collections::{HashMap, VecDeque};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct QueueLimits {
    pub(super) waiting: u64,
    pub(super) waiting_per_requester: u64,
    /// Jobs of one requester that may run at once.
    pub(super) running_per_requester: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ticket(u64);

/// Jobs in the order in which they are to run. It runs nothing itself.
#[derive(Debug)]
pub(super) struct FairQueue<J> {
    waiting: Shares<Requester>,
    running: Shares<Requester>,
    jobs: HashMap<Requester, VecDeque<(Ticket, J)>>,
    /// Requesters with waiting jobs, the next one first.
    rotation: VecDeque<Requester>,
    next_ticket: u64,
}

impl<J> FairQueue<J> {
    /// An empty queue.
    pub(super) fn new(limits: QueueLimits) -> Self {
        Self {
            waiting: Shares::new(limits.waiting, limits.waiting_per_requester),
            running: Shares::new(u64::MAX, limits.running_per_requester),
            jobs: HashMap::new(),
            rotation: VecDeque::new(),
            next_ticket: 0,
        }
    }

    pub(super) fn waiting(&self) -> usize {
        usize::try_from(self.waiting.total()).unwrap_or(usize::MAX)
    }

    /// Adds a job of `requester`.
    ///
    /// # Errors
    /// [`Refusal`] when its part of the queue is full.
    pub(super) fn push(&mut self, requester: Requester, job: J) -> Result<Ticket, Refusal> {
        self.waiting.take(requester)?;
        let ticket = Ticket(self.next_ticket);
        self.next_ticket += 1;
        let jobs = self.jobs.entry(requester).or_default();
        if jobs.is_empty() {
            self.rotation.push_back(requester);
        }
        jobs.push_back((ticket, job));
        Ok(ticket)
    }

    /// Takes the next job, which then counts as running until [`Self::finish`]; `None` when no waiting job may run.
    pub(super) fn pop(&mut self) -> Option<(Requester, J)> {
        let at = self.rotation.iter().position(|requester| self.running.is_within_share(*requester))?;
        let requester = self.rotation.remove(at)?;
        let jobs = self.jobs.get_mut(&requester)?;
        let (_, job) = jobs.pop_front()?;
        if jobs.is_empty() {
            self.jobs.remove(&requester);
        } else {
            self.rotation.push_back(requester);
        }
        self.waiting.release(requester);
        self.running.set(requester, 0, 1);
        Some((requester, job))
    }

    /// Records that a job of `requester` has ended.
    pub(super) fn finish(&mut self, requester: Requester) {
        self.running.release(requester);
    }

    /// Removes a job that is no longer wanted; `None` when it is not waiting any more.
    pub(super) fn cancel(&mut self, requester: Requester, ticket: Ticket) -> Option<J> {
        let jobs = self.jobs.get_mut(&requester)?;
        let at = jobs.binary_search_by_key(&ticket, |(ticket, _)| *ticket).ok()?;
        let (_, job) = jobs.remove(at)?;
        if jobs.is_empty() {
            self.jobs.remove(&requester);
            self.rotation.retain(|waiting| *waiting != requester);
        }
        self.waiting.release(requester);
        Some(job)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog_domain::values::AccountId;

    const LIMITS: QueueLimits = QueueLimits { waiting: 8, waiting_per_requester: 4, running_per_requester: 1 };
    const LOUD: Requester = Requester::Account(AccountId(1));
    const QUIET: Requester = Requester::Account(AccountId(2));
    const THIRD: Requester = Requester::Account(AccountId(3));

    fn queue_with(jobs: &[(Requester, u32)]) -> FairQueue<u32> {
        let mut queue = FairQueue::new(LIMITS);
        for (requester, job) in jobs {
            queue.push(*requester, *job).unwrap();
        }
        queue
    }

    #[test]
    fn one_requester_has_half_of_the_queue_and_the_others_have_the_rest() {
        let mut queue = queue_with(&[(LOUD, 1), (LOUD, 2), (LOUD, 3), (LOUD, 4)]);
        assert_eq!(queue.push(LOUD, 5), Err(Refusal::OverQuota));
        for job in 10..14 {
            queue.push(QUIET, job).unwrap();
        }
        assert_eq!(queue.push(THIRD, 20), Err(Refusal::Full));
        assert_eq!(queue.push(LOUD, 5), Err(Refusal::OverQuota), "its own share is reported first");
        assert_eq!(queue.waiting(), 8);
        assert_eq!(queue.pop(), Some((LOUD, 1)));
        queue.push(THIRD, 20).unwrap();
    }

    #[test]
    fn requesters_take_turns_and_each_has_its_jobs_in_order() {
        let mut queue = queue_with(&[(LOUD, 1), (LOUD, 2), (LOUD, 3), (QUIET, 10), (QUIET, 11), (THIRD, 20)]);
        let mut order = Vec::new();
        while let Some((requester, job)) = queue.pop() {
            order.push(job);
            queue.finish(requester);
        }
        assert_eq!(order, [1, 10, 20, 2, 11, 3]);
    }

    #[test]
    fn one_requester_never_runs_on_every_thread() {
        let mut queue = queue_with(&[(LOUD, 1), (LOUD, 2)]);
        assert_eq!(queue.pop(), Some((LOUD, 1)));
        assert_eq!(queue.pop(), None, "the other thread is for others");
        queue.push(QUIET, 10).unwrap();
        assert_eq!(queue.pop(), Some((QUIET, 10)));
        queue.finish(LOUD);
        assert_eq!(queue.pop(), Some((LOUD, 2)));
    }

    #[test]
    fn a_cancelled_job_releases_its_slot_and_does_not_run() {
        let mut queue = FairQueue::new(LIMITS);
        let tickets: Vec<Ticket> = (1..=4).map(|job| queue.push(LOUD, job).unwrap()).collect();
        assert_eq!(queue.cancel(LOUD, tickets[1]), Some(2));
        assert_eq!(queue.cancel(LOUD, tickets[1]), None);
        queue.push(LOUD, 5).unwrap();
        assert_eq!(queue.pop(), Some((LOUD, 1)));
        assert_eq!(queue.cancel(LOUD, tickets[0]), None, "it runs already");
        queue.finish(LOUD);
        assert_eq!(queue.pop(), Some((LOUD, 3)));
        queue.finish(LOUD);
        assert_eq!((queue.pop(), queue.waiting()), (Some((LOUD, 4)), 1));
    }

    #[test]
    fn a_requester_without_jobs_is_removed() {
        let mut queue = FairQueue::new(LIMITS);
        let ticket = queue.push(LOUD, 1).unwrap();
        queue.push(QUIET, 2).unwrap();
        queue.cancel(LOUD, ticket);
        assert_eq!(queue.pop(), Some((QUIET, 2)));
        queue.finish(QUIET);
        assert!(queue.jobs.is_empty());
        assert!(queue.rotation.is_empty());
        assert_eq!((queue.pop(), queue.waiting()), (None, 0));
    }
}
