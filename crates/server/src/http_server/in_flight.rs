//! Whether requests of a connection are in progress: its requests say so, its stream asks.

use std::cell::Cell;
use std::rc::Rc;

/// The requests in progress of one connection. A connection lives on one thread.
#[derive(Debug, Default)]
pub(super) struct InFlight {
    in_progress: Cell<usize>,
}

/// A request in progress; dropping it ends it.
#[derive(Debug)]
pub(super) struct RequestInFlight(Rc<InFlight>);

impl InFlight {
    /// Notes that a request begins.
    pub(super) fn begin(self: &Rc<Self>) -> RequestInFlight {
        self.in_progress.set(self.in_progress.get() + 1);
        RequestInFlight(Rc::clone(self))
    }

    /// Whether a request is in progress.
    pub(super) fn is_busy(&self) -> bool {
        self.in_progress.get() > 0
    }
}

impl Drop for RequestInFlight {
    fn drop(&mut self) {
        self.0.in_progress.set(self.0.in_progress.get() - 1);
    }
}
