//! Checks a standby at an interval, on its own thread: one that hangs blocks no request.

use super::ReplicaRouter;
use super::status::ReplicaStatus;
use crate::open_error::{OpenError, one_line};
use crate::store::Store;
use catalog_domain::ports::StoreError;
use long_work::{Period, PeriodicThread};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The time between two checks.
const CHECK_INTERVAL: Duration = Duration::from_millis(250);

impl ReplicaRouter {
    /// Checks the standby at an interval, on a thread that ends soon after the result is dropped.
    ///
    /// # Errors
    /// When the operating system cannot start a thread.
    pub fn monitor(self: &Arc<Self>) -> std::io::Result<PeriodicThread> {
        let (pause, work) = (CHECK_INTERVAL, "checking the standby");
        let period = Period { thread: "standby", work, first: pause, pause, has_last_turn: false };
        let monitored = Arc::downgrade(self);
        PeriodicThread::start(period, move |_| {
            let Some(pair) = monitored.upgrade() else { return };
            match pair.check() {
                Ok(status) => pair.status.set(status, &""),
                Err(error) => pair.status.set(ReplicaStatus::Unreachable, &error),
            }
        })
    }

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
