//! Whether reads may go to a standby.

use crate::open_error::one_line;
use crate::queries::store_version::StoreVersion;
use std::fmt::Display;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

/// How long a status is valid. A monitor that hangs on an unresponsive standby must not send others there.
const TRUST: Duration = Duration::from_secs(2);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReplicaStatus {
    /// It has everything that was served.
    InUse,
    /// It lacks something that was served.
    Behind,
    /// It cannot be read.
    Unreachable,
    /// It has something that the primary does not: one of them was restored, or it is a standby of another store.
    NotAReplica,
}

impl ReplicaStatus {
    /// The status of a standby with version `standby` against a primary that had version `primary` afterwards (`None`:
    /// it could not be read), when the revision `served` was loaded last.
    pub(super) fn of(standby: &StoreVersion, primary: Option<&StoreVersion>, served: i64) -> Self {
        if primary.is_some_and(|primary| !standby.is_reached_by(primary)) {
            Self::NotAReplica
        } else if standby.revision < served {
            Self::Behind
        } else {
            Self::InUse
        }
    }
}

impl StoreVersion {
    /// Whether a store that is later at `primary` may be the one that this is a replica of.
    pub(super) fn is_reached_by(&self, primary: &Self) -> bool {
        self == primary || (self.epoch == primary.epoch && self.revision < primary.revision)
    }
}

/// The last status.
#[derive(Debug, Default)]
pub(super) struct StatusCell(Mutex<Option<(ReplicaStatus, Instant)>>);

impl StatusCell {
    /// Whether reads may go to the standby, as of `now`.
    pub(super) fn is_in_use(&self, now: Instant) -> bool {
        matches!(*self.0.lock(), Some((ReplicaStatus::InUse, at)) if now.saturating_duration_since(at) < TRUST)
    }

    /// Stores the status of the standby, and logs changes. `cause` is why it cannot be read.
    pub(super) fn set(&self, status: ReplicaStatus, cause: &dyn Display) {
        let before = self.0.lock().replace((status, Instant::now()));
        if before.map(|(before, _)| before) != Some(status) {
            log(status, cause);
        }
    }
}

fn log(status: ReplicaStatus, cause: &dyn Display) {
    match status {
        ReplicaStatus::InUse => tracing::info!("reads go to the standby"),
        ReplicaStatus::Behind => tracing::warn!("the standby is behind: reads go to the primary"),
        ReplicaStatus::Unreachable => {
            let cause = one_line(&cause.to_string());
            tracing::warn!(cause, "the standby cannot be read: reads go to the primary");
        }
        ReplicaStatus::NotAReplica => tracing::error!(
            "the standby holds what the primary does not: reads go to the primary; rebuild the standby from it"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(epoch: &str, revision: i64, committed_at: i64) -> StoreVersion {
        StoreVersion { epoch: epoch.into(), revision, last_event: revision * 10, committed_at: Some(committed_at) }
    }

    #[test]
    fn a_standby_is_used_when_it_has_what_was_served_and_nothing_that_the_primary_lacks() {
        let standby = version("a", 5, 100);
        for (case, primary, served, expected) in [
            ("equal", Some(version("a", 5, 100)), 5, ReplicaStatus::InUse),
            (
                "the primary has moved on, and that was not served yet",
                Some(version("a", 6, 200)),
                5,
                ReplicaStatus::InUse,
            ),
            ("somebody was", Some(version("a", 6, 200)), 6, ReplicaStatus::Behind),
            ("the primary is down", None, 5, ReplicaStatus::InUse),
            ("the primary is down, and newer was served", None, 6, ReplicaStatus::Behind),
            ("another store", Some(version("b", 5, 100)), 5, ReplicaStatus::NotAReplica),
            ("another store that is far ahead", Some(version("b", 9, 100)), 5, ReplicaStatus::NotAReplica),
            ("the primary was restored", Some(version("a", 4, 90)), 4, ReplicaStatus::NotAReplica),
            ("and has gone another way since", Some(version("a", 5, 101)), 5, ReplicaStatus::NotAReplica),
        ] {
            assert_eq!(ReplicaStatus::of(&standby, primary.as_ref(), served), expected, "{case}");
        }
    }

    #[test]
    fn a_status_expires() {
        let cell = StatusCell::default();
        let now = Instant::now();
        assert!(!cell.is_in_use(now), "nothing was found yet");
        cell.set(ReplicaStatus::InUse, &"");
        assert!(cell.is_in_use(now));
        assert!(!cell.is_in_use(Instant::now() + TRUST));
        cell.set(ReplicaStatus::Unreachable, &"gone");
        assert!(!cell.is_in_use(now));
    }
}
