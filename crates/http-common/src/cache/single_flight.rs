//! Builds the same thing once for all concurrent requests.

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared, WeakShared};
use parking_lot::Mutex;
use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

/// The running builds, by key.
pub(crate) struct SingleFlight<K>(Mutex<Flights<K>>);

struct Flights<K> {
    /// A flight is owned by the tasks that wait for it.
    by_key: HashMap<(K, TypeId), WeakShared<Flight>>,
    /// The number of entries at which the finished ones are removed.
    sweep_at: usize,
}

type Flight = BoxFuture<'static, Outcome>;
type Outcome = Arc<dyn Any + Send + Sync>;

/// Fewer entries are not worth a sweep.
const FEWEST_SWEPT: usize = 64;

impl<K: Hash + Eq> SingleFlight<K> {
    pub(crate) fn new() -> Self {
        Self(Mutex::new(Flights { by_key: HashMap::new(), sweep_at: FEWEST_SWEPT }))
    }

    /// The result of `make`, or of the build already running under `key`. It continues as long as any task waits for
    /// it, whoever began it, and is cancelled with the last of them.
    pub(crate) async fn share<T, F>(&self, key: K, make: impl Fn() -> F) -> T
    where
        T: Clone + Send + Sync + 'static,
        F: Future<Output = T> + Send + 'static,
    {
        let flight = self.join((key, TypeId::of::<T>()), || {
            let made = make();
            async move { Arc::new(made.await) as Outcome }.boxed().shared()
        });
        match flight.await.downcast_ref::<T>() {
            Some(made) => made.clone(),
            // The key includes the type, so the downcast succeeds.
            None => make().await,
        }
    }

    fn join(&self, key: (K, TypeId), begin: impl FnOnce() -> Shared<Flight>) -> Shared<Flight> {
        // A panic under this lock leaves nothing inconsistent.
        let mut flights = self.0.lock();
        let present = flights.by_key.get(&key).and_then(WeakShared::upgrade);
        // A finished one may have failed, or its result may be obsolete.
        if let Some(flight) = present.filter(|flight| flight.peek().is_none()) {
            return flight;
        }
        if flights.by_key.len() >= flights.sweep_at {
            flights.by_key.retain(|_, flight| flight.upgrade().is_some());
            flights.sweep_at = FEWEST_SWEPT.max(2 * flights.by_key.len());
        }
        let flight = begin();
        if let Some(weak) = flight.downgrade() {
            flights.by_key.insert(key, weak);
        }
        flight
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::future::join_all;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use tokio::sync::Semaphore;

    #[actix_web::test]
    async fn concurrent_callers_share_one_build() {
        let (flights, begun, gate) = (SingleFlight::new(), Arc::new(AtomicUsize::new(0)), Arc::new(Semaphore::new(0)));
        let share = |key: u32| {
            flights.share(key, || {
                let (begun, gate) = (Arc::clone(&begun), Arc::clone(&gate));
                async move {
                    let number = begun.fetch_add(1, Ordering::Relaxed);
                    gate.acquire().await.unwrap().forget();
                    number
                }
            })
        };
        let requested = join_all([1, 1, 1, 2, 1].map(share));
        let (made, ()) = tokio::join!(requested, async { gate.add_permits(2) });
        assert_eq!(made, [0, 0, 0, 1, 0]);
        gate.add_permits(1);
        assert_eq!(share(1).await, 2, "what was made before is not shared later");
    }

    #[actix_web::test]
    async fn it_goes_on_for_the_others_when_the_first_goes_away_and_ends_with_the_last() {
        let (flights, gate) = (SingleFlight::new(), Arc::new(Semaphore::new(0)));
        let (held, begun) = (Arc::new(()), Arc::new(AtomicUsize::new(0)));
        let share = || {
            flights.share("key", || {
                let (gate, held, begun) = (Arc::clone(&gate), Arc::clone(&held), Arc::clone(&begun));
                async move {
                    begun.fetch_add(1, Ordering::Relaxed);
                    gate.acquire().await.unwrap().forget();
                    drop(held);
                }
            })
        };
        let mut first = Box::pin(share());
        let mut second = Box::pin(share());
        assert!((&mut first).now_or_never().is_none());
        assert!((&mut second).now_or_never().is_none());
        drop(first);
        assert!((&mut second).now_or_never().is_none());
        assert_eq!((begun.load(Ordering::Relaxed), Arc::strong_count(&held)), (1, 2));
        drop(second);
        assert_eq!(Arc::strong_count(&held), 1, "nobody waits for it any more");
        gate.add_permits(1);
        share().await;
        assert_eq!(begun.load(Ordering::Relaxed), 2);
    }

    #[actix_web::test]
    async fn finished_flights_are_removed() {
        let flights = SingleFlight::new();
        for key in 0..10_000 {
            flights.share(key, || async {}).await;
        }
        assert!(flights.0.lock().by_key.len() <= FEWEST_SWEPT);
    }
}
