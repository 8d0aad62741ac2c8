//! What the values of an import are called on pages.

use catalog_domain::imports::{ImportJob, JobAuthor, JobPhase, JobState};
use catalog_domain::ports::ImportKind;
use localization::Message;

pub(super) fn kind(kind: &ImportKind) -> &'static str {
    match kind {
        ImportKind::Delta => "import-kind-delta",
        ImportKind::Full => "import-kind-full",
        ImportKind::Resources => "import-kind-resources",
    }
}

pub(super) fn state(state: &JobState) -> &'static str {
    match state {
        JobState::Receiving => "import-state-receiving",
        JobState::Waiting => "import-state-waiting",
        JobState::Running => "import-state-running",
        JobState::Done => "import-state-done",
        JobState::Rejected => "import-state-rejected",
        JobState::Failed => "import-state-failed",
        JobState::Cancelled => "import-state-cancelled",
    }
}

pub(super) fn phase(phase: JobPhase) -> &'static str {
    match phase {
        JobPhase::Reading => "import-phase-reading",
        JobPhase::Checking => "import-phase-checking",
        JobPhase::Committing => "import-phase-committing",
    }
}

pub(super) fn author(author: &JobAuthor) -> Message {
    match &author.key {
        Some(key) => Message::new("import-by-key").with("email", &author.email).with("key", key),
        None => Message::new("import-by").with("email", &author.email),
    }
}

/// How long it took: `1.9 s`.
pub(super) fn duration(microseconds: i64) -> Message {
    let tenths = microseconds / 100_000;
    Message::new("import-seconds").with("whole", tenths / 10).with("tenth", tenths % 10)
}

/// The state, and how far it is.
pub(super) fn progress(job: &ImportJob) -> Message {
    let progress = &job.progress;
    let state = Message::new(state(&job.state));
    let state = match progress.phase {
        Some(present) => {
            Message::new("import-state-phase").with("state", state).with("phase", Message::new(phase(present)))
        }
        None => state,
    };
    let read = match progress.rate {
        Some(rate) => Message::new("import-read-at").with("rate", rate),
        None => Message::new("import-read"),
    };
    read.with("state", state).with("count", progress.records)
}

pub(super) fn problem_count(job: &ImportJob) -> Message {
    let tally = job.problem_tally;
    let text = if tally.is_incomplete { "import-problem-count-at-least" } else { "import-problem-count" };
    Message::new(text).with("count", tally.count.max(job.problems.len() as u64))
}
