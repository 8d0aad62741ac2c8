//! Checks a standby at an interval, on its own thread: one that hangs blocks no request.

use super::ReplicaRouter;
use super::status::ReplicaStatus;
use crate::open_error::{OpenError, one_line};
use crate::store::Store;
use catalog_domain::ports::StoreError;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Weak};
use std::time::Duration;

/// The time between two checks.
const CHECK_INTERVAL: Duration = Duration::from_millis(250);

/// The thread that checks. It ends soon after this is dropped, in the background.
pub struct ReplicaMonitor {
    _stop_when_dropped: mpsc::Sender<()>,
}

impl ReplicaMonitor {
    /// Starts to monitor the standby of `pair`.
    ///
    /// # Errors
    /// When the operating system cannot start a thread.
    pub fn start(pair: &Arc<ReplicaRouter>) -> std::io::Result<Self> {
        let (sender, stopped) = mpsc::channel();
        let monitored = Arc::downgrade(pair);
        std::thread::Builder::new()
            .name("standby".into())
            .spawn(move || monitor_until_stopped(&monitored, &stopped))?;
        Ok(Self { _stop_when_dropped: sender })
    }
}

impl std::fmt::Debug for ReplicaMonitor {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("ReplicaMonitor").finish_non_exhaustive()
    }
}

fn monitor_until_stopped(monitored: &Weak<ReplicaRouter>, stopped: &mpsc::Receiver<()>) {
    while stopped.recv_timeout(CHECK_INTERVAL) == Err(RecvTimeoutError::Timeout) {
        let Some(pair) = monitored.upgrade() else { return };
        match pair.check() {
            Ok(status) => pair.status.set(status, &""),
            Err(error) => pair.status.set(ReplicaStatus::Unreachable, &error),
        }
    }
}

impl ReplicaRouter {
    /// Determines the status of the standby. Blocks, for as long as a connection may take.
    pub(super) fn check(&self) -> Result<ReplicaStatus, OpenError> {
        let standby = self.opened()?;
        let version = standby.version().map_err(|cause| self.unreadable(cause))?;
        // The primary is read afterwards: a replica is never ahead of it.
        let of_primary = self.primary.version().ok();
        Ok(ReplicaStatus::of(&version, of_primary.as_ref(), self.served.load(Ordering::Acquire)))
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
