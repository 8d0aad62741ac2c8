//! `catalog demo --alive`: a catalog whose prices and stock go on changing, and now and then its content.

use super::catalog;
use catalog_app::causes;
use catalog_domain::values::StorefrontHost;
use long_work::{Period, PeriodicThread};
use std::time::Duration;
use store_diesel::Store;

/// The pause between two imports.
pub(super) const PAUSE: Duration = Duration::from_secs(5);
pub(super) const PRODUCTS: u64 = 20;
/// The most days that changes are retained: at some 300,000 events a day the log would grow for the usual 90 days.
pub const RETENTION_DAYS: u32 = 1;

/// Starts to change the catalog of `store`, from that round on.
///
/// # Errors
/// When the operating system cannot start a thread.
pub(super) fn start(store: Store, storefront: StorefrontHost, first_round: u64) -> std::io::Result<PeriodicThread> {
    let (thread, work) = ("alive", "changing the demo's catalog");
    let period = Period { thread, work, first: Duration::ZERO, pause: PAUSE, has_last_turn: false };
    let mut rounds = first_round..;
    PeriodicThread::start(period, move |_| {
        let changed = rounds.next().map(|round| catalog::change(&store, &storefront, round, PRODUCTS));
        // Another import may have put another catalog in the place of the demo's.
        if let Some(Err(error)) = changed {
            tracing::warn!(cause = causes(error.as_ref()), "the demo's catalog could not be changed");
        }
    })
}
