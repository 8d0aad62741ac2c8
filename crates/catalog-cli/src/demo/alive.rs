//! `catalog demo --alive`: a catalog whose prices and stock go on changing, and now and then its content.

use super::catalog;
use catalog_app::causes;
use catalog_domain::values::StorefrontHost;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::Duration;
use store_diesel::Store;

/// The pause between two imports.
pub(super) const PAUSE: Duration = Duration::from_secs(5);
pub(super) const PRODUCTS: u64 = 20;
/// The most days that changes are retained: at some 300,000 events a day the log would grow for the usual 90 days.
pub const RETENTION_DAYS: u32 = 1;

/// The thread that changes the catalog. It ends when this is dropped, after the import that is running.
pub struct AliveThread {
    stop: Option<mpsc::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl AliveThread {
    /// Starts to change the catalog of `store`, from that round on.
    ///
    /// # Errors
    /// When the operating system cannot start a thread.
    pub(super) fn start(store: Store, storefront: StorefrontHost, first_round: u64) -> std::io::Result<Self> {
        let (stop, stopped) = mpsc::channel();
        let thread = std::thread::Builder::new().name("alive".into()).spawn(move || {
            for round in first_round.. {
                // Another import may have put another catalog in the place of the demo's.
                if let Err(error) = catalog::change(&store, &storefront, round, PRODUCTS) {
                    tracing::warn!(cause = causes(error.as_ref()), "the demo's catalog could not be changed");
                }
                if stopped.recv_timeout(PAUSE) != Err(RecvTimeoutError::Timeout) {
                    return;
                }
            }
        })?;
        Ok(Self { stop: Some(stop), thread: Some(thread) })
    }
}

impl Drop for AliveThread {
    fn drop(&mut self) {
        drop(self.stop.take());
        if self.thread.take().is_some_and(|thread| thread.join().is_err()) {
            tracing::error!("changing the demo's catalog panicked");
        }
    }
}
