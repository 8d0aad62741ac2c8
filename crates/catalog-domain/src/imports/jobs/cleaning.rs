//! What is given up, and what is stored of jobs that have ended.

use super::Jobs;
use crate::imports::{
    JobId, JobState, KEPT_INPUT_SECONDS, KEPT_INPUTS, LONGEST_SILENCE_SECONDS, RECORDED_CHANGES_FILES, RECORDED_JOBS,
};
use crate::values::timestamp::Timestamp;
use std::cmp::Reverse;

impl Jobs {
    /// Ends the jobs that have received nothing for too long, and forgets the oldest ended ones, their inputs and their
    /// reports of changes. Returns whether there was anything to do.
    pub fn clean(&mut self, now: Timestamp) -> bool {
        let before = self.clone();
        self.forget_cut_off(now);
        let reason = format!("nothing was received for {} hours", LONGEST_SILENCE_SECONDS / 3_600);
        let silent = self.0.values_mut().filter(|stored| stored.is_silent(LONGEST_SILENCE_SECONDS, now));
        silent.for_each(|stored| stored.stop(JobState::Failed, Some(&reason), now));
        let oldest_input = now.plus_seconds(-KEPT_INPUT_SECONDS);
        let (mut inputs, mut files) = (0, 0);
        for (rank, (at, id)) in self.ended_newest_first().into_iter().enumerate() {
            let Some(stored) = self.0.get_mut(&id) else { continue };
            inputs += usize::from(stored.input.is_some());
            files += usize::from(stored.job.changes.is_some());
            if inputs > KEPT_INPUTS || at < oldest_input {
                stored.forget_input();
            }
            if files > RECORDED_CHANGES_FILES {
                stored.job.changes = None;
            }
            if rank >= RECORDED_JOBS {
                self.0.remove(&id);
            }
        }
        *self != before
    }

    /// Ends what has not ended and no server runs, because the store is moved: what was committed is done, anything
    /// else is cancelled. Returns the cancelled ones.
    pub fn end_for_move(&mut self, is_committed: impl Fn(JobId) -> bool, now: Timestamp) -> Vec<JobId> {
        let mut cancelled = Vec::new();
        for stored in self.0.values_mut().filter(|stored| !stored.job.state.has_ended()) {
            if is_committed(stored.job.id) {
                stored.stop(JobState::Done, None, now);
            } else {
                cancelled.push(stored.job.id);
                let reason = "the store was moved: send it again, to the new one";
                stored.stop(JobState::Cancelled, Some(reason), now);
            }
        }
        cancelled
    }

    pub(super) fn forget_cut_off(&mut self, now: Timestamp) {
        self.0.retain(|_, stored| !stored.is_cut_off(now));
    }

    fn ended_newest_first(&self) -> Vec<(Timestamp, JobId)> {
        let ended = self.iter().filter_map(|stored| Some((stored.job.finished_at?, stored.job.id)));
        let mut ended: Vec<_> = ended.collect();
        ended.sort_by_key(|(at, id)| (Reverse(*at), *id));
        ended
    }
}
