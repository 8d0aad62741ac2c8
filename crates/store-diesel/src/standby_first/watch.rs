//! Looks at a standby at an interval, on a thread of its own: one that hangs holds up nobody.

use super::StandbyFirst;
use super::standing::Standing;
use crate::open_error::{OpenError, one_line};
use crate::store::Store;
use catalog_domain::ports::StoreError;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Weak};
use std::time::Duration;

/// The time between two looks.
const LOOK_INTERVAL: Duration = Duration::from_millis(250);

/// The thread that looks. It ends soon after this is dropped; nobody waits for it.
pub struct StandbyWatch {
    _stop_when_dropped: mpsc::Sender<()>,
}

impl StandbyWatch {
    /// Starts to watch the standby of `pair`.
    ///
    /// # Errors
    /// When the operating system has no thread to give.
    pub fn start(pair: &Arc<StandbyFirst>) -> std::io::Result<Self> {
        let (sender, stopped) = mpsc::channel();
        let watched = Arc::downgrade(pair);
        std::thread::Builder::new().name("standby".into()).spawn(move || watch_until_stopped(&watched, &stopped))?;
        Ok(Self { _stop_when_dropped: sender })
    }
}

impl std::fmt::Debug for StandbyWatch {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("StandbyWatch").finish_non_exhaustive()
    }
}

fn watch_until_stopped(watched: &Weak<StandbyFirst>, stopped: &mpsc::Receiver<()>) {
    while stopped.recv_timeout(LOOK_INTERVAL) == Err(RecvTimeoutError::Timeout) {
        let Some(pair) = watched.upgrade() else { return };
        match pair.look() {
            Ok(standing) => pair.standing.set(standing, &""),
            Err(error) => pair.standing.set(Standing::Unreachable, &error),
        }
    }
}

impl StandbyFirst {
    /// Finds out how the standby stands. Blocks, for as long as a connection may take.
    pub(super) fn look(&self) -> Result<Standing, OpenError> {
        let standby = self.opened()?;
        let mark = standby.mark().map_err(|cause| self.unreadable(cause))?;
        // The primary is asked afterwards: a copy is never ahead of it.
        let of_primary = self.primary.mark().ok();
        Ok(Standing::of(&mark, of_primary.as_ref(), self.served.load(Ordering::Acquire)))
    }

    /// The standby, opened if it was not.
    fn opened(&self) -> Result<&Store, OpenError> {
        if let Some(standby) = self.standby.get() {
            return Ok(standby);
        }
        let standby = Store::open_for_reading(&self.url, &self.options)?;
        Ok(self.standby.get_or_init(|| standby))
    }

    fn unreadable(&self, cause: StoreError) -> OpenError {
        let reason = std::error::Error::source(&cause).map_or_else(|| cause.to_string(), ToString::to_string);
        OpenError::Read { url: self.url.to_string(), reason: one_line(&reason), cause }
    }
}
