//! Observation of a run, which may stop it.

use crate::identity_change::IdentityChange;
use std::fmt;

/// What a run is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportPhase {
    /// Reads and checks the input.
    Reading,
    /// Reads changed records again, to find their visible changes.
    Comparing,
    /// Writes to the store. The store's write lock is held from here on.
    Writing,
}

impl fmt::Display for ImportPhase {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Reading => "reading",
            Self::Comparing => "comparing",
            Self::Writing => "writing",
        })
    }
}

/// Observes a run. Called on the run's own thread, so it must be quick.
pub trait ImportObserver: Sync + fmt::Debug {
    /// A phase begins. `records` is the number of records; `None` when it is not known yet.
    fn begins(&self, phase: ImportPhase, records: Option<u64>) {
        let _ = (phase, records);
    }

    /// One more record of the phase is done.
    fn did_record(&self) {}

    /// Whether [`ImportObserver::plans`] is to be called: reporting every change of a large run takes time.
    fn wants_changes(&self) -> bool {
        false
    }

    /// The run will make this change, or would without `dry_run`. Called before anything is written, types and
    /// warehouses first, then sections, then products.
    fn plans(&self, change: &IdentityChange<'_>) {
        let _ = change;
    }

    /// Whether the run should stop. It then fails with [`crate::ImportError::Stopped`] and has written nothing, unless
    /// the commit was under way already.
    fn wants_stop(&self) -> bool {
        false
    }
}

/// No observer.
impl ImportObserver for () {}
