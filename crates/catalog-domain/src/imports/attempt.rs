//! What follows an attempt at a job that was not committed.

use super::MOST_JOB_ATTEMPTS;
use super::job::JobState;

/// How an attempt at a job ended. Nothing was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttemptEnd {
    /// The input is wrong, or a guard stopped it.
    Rejected,
    /// A caller stopped it.
    Cancelled,
    /// Its server stops.
    Released,
    /// The store failed, whatever it said, or something ended the import from outside: neither is the input's fault.
    Interrupted,
    /// It failed by itself, and would again.
    Failed,
}

impl AttemptEnd {
    /// The state of the job after its `attempts`-th attempt has ended so.
    pub fn state_after(self, attempts: u32) -> JobState {
        match self {
            Self::Rejected => JobState::Rejected,
            Self::Cancelled => JobState::Cancelled,
            Self::Released => JobState::Waiting,
            Self::Interrupted if attempts < MOST_JOB_ATTEMPTS => JobState::Waiting,
            Self::Interrupted | Self::Failed => JobState::Failed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_wrong_input_is_rejected_and_an_interrupted_job_waits_again_a_bounded_number_of_times() {
        for (end, attempts, state) in [
            (AttemptEnd::Rejected, 1, JobState::Rejected),
            (AttemptEnd::Cancelled, 1, JobState::Cancelled),
            (AttemptEnd::Failed, 1, JobState::Failed),
            (AttemptEnd::Interrupted, 1, JobState::Waiting),
            (AttemptEnd::Interrupted, MOST_JOB_ATTEMPTS - 1, JobState::Waiting),
            (AttemptEnd::Interrupted, MOST_JOB_ATTEMPTS, JobState::Failed),
            (AttemptEnd::Interrupted, MOST_JOB_ATTEMPTS + 1, JobState::Failed),
            (AttemptEnd::Released, MOST_JOB_ATTEMPTS, JobState::Waiting),
        ] {
            assert_eq!(end.state_after(attempts), state, "{end:?} {attempts}");
        }
    }
}
