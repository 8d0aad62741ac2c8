//! Whether requests of a connection are in flight: set by its requests, read by its stream.

use std::cell::Cell;
use std::rc::Rc;

/// The requests in flight of one connection. A connection lives on one thread.
#[derive(Debug, Default)]
pub(super) struct InFlight {
    in_progress: Cell<usize>,
}

#[derive(Debug)]
pub(super) struct RequestInFlight(Rc<InFlight>);

impl InFlight {
    pub(super) fn begin(self: &Rc<Self>) -> RequestInFlight {
        self.in_progress.set(self.in_progress.get() + 1);
        RequestInFlight(Rc::clone(self))
    }

    pub(super) fn is_busy(&self) -> bool {
        self.in_progress.get() > 0
    }
}

impl Drop for RequestInFlight {
    fn drop(&mut self) {
        self.0.in_progress.set(self.0.in_progress.get() - 1);
    }
}
