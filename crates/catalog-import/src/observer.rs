//! Observation of a run, which may stop it.

use catalog_documents::ImportChange;
use long_work::Observer;
use std::fmt;

/// What a run is doing: the steps that its observer gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportPhase {
    /// Reads and checks the input.
    Reading,
    /// Reads changed records again, to find their visible changes.
    Comparing,
    /// Writes to the store. The store's write lock is held from here on.
    Writing,
}

impl ImportPhase {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reading => "reading",
            Self::Comparing => "comparing",
            Self::Writing => "writing",
        }
    }
}

/// Observes a run, whose steps are those of [`ImportPhase`] and whose parts are records. One that is to stop fails with
/// [`crate::ImportError::Stopped`] and has written nothing, unless the commit was under way already.
pub trait ImportObserver: Observer + fmt::Debug {
    /// Whether [`ImportObserver::plans`] is to be called: reporting every change of a large run takes time.
    fn wants_changes(&self) -> bool {
        false
    }

    /// The run will make this change, or would without `dry_run`. Called before anything is written, types and
    /// warehouses first, then sections, then products.
    fn plans(&self, change: &ImportChange<'_>) {
        let _ = change;
    }
}

/// No observer.
impl ImportObserver for () {}
