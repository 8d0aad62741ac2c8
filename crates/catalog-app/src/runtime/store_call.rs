//! Store calls of requests, each with a bound on how long its request waits.
//!
//! A store bounds its own waits while it works: for a connection, for a lock, for a statement. One that froze in the
//! middle of a response (a frozen process or machine) does none of that, and its kernel still acknowledges packets. The
//! thread that waits for it cannot be interrupted, so the request gives up and abandons the thread.

use crate::runtime::background::{BackgroundError, in_background};
use crate::runtime::erased_work::{ErasedWork, erase};
use crate::service_failure::ServiceFailure;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// The longest that a request waits for one store call: PostgreSQL's statement timeout for requests.
pub const STORE_CALL_LIMIT: Duration = Duration::from_secs(10);

/// The longest that a request waits for what it can respond without.
const BRIEF_LIMIT: Duration = Duration::from_millis(500);

/// Calls the store on a thread made for the call, and waits for it for at most [`STORE_CALL_LIMIT`]. A started call
/// continues after that and counts until it ends, so an abandoned change may still take place. A call that has not
/// started when its caller is gone never starts.
///
/// # Errors
/// [`BackgroundError::TimedOut`] after the limit, [`BackgroundError::Full`] at once when too many calls run, and
/// [`BackgroundError::Lost`] when the call panicked.
pub async fn call_store<T, F>(call: F) -> Result<T, BackgroundError>
where
    T: Send + 'static,
    F: FnOnce() -> T + Send + 'static,
{
    call_within(STORE_CALL_LIMIT, call).await
}

/// Makes a fallible store call, as [`call_store`] does.
///
/// # Errors
/// [`ServiceFailure`] when the call fails, takes too long or is lost.
pub async fn try_call_store<T, E, F>(call: F) -> Result<T, ServiceFailure>
where
    T: Send + 'static,
    E: Into<ServiceFailure> + Send + 'static,
    F: FnOnce() -> Result<T, E> + Send + 'static,
{
    try_call_store_within(STORE_CALL_LIMIT, call).await
}

/// The same for what a response can do without: it waits for half a second at most, so that a frozen store delays no
/// page that needs nothing else of it.
///
/// # Errors
/// [`ServiceFailure`] when the call fails, takes too long or is lost.
pub(crate) async fn try_call_store_briefly<T, E, F>(call: F) -> Result<T, ServiceFailure>
where
    T: Send + 'static,
    E: Into<ServiceFailure> + Send + 'static,
    F: FnOnce() -> Result<T, E> + Send + 'static,
{
    try_call_store_within(BRIEF_LIMIT, call).await
}

/// The same for what may take another time.
///
/// # Errors
/// [`ServiceFailure`] when the call fails, takes too long or is lost.
pub(crate) async fn try_call_store_within<T, E, F>(limit: Duration, call: F) -> Result<T, ServiceFailure>
where
    T: Send + 'static,
    E: Into<ServiceFailure> + Send + 'static,
    F: FnOnce() -> Result<T, E> + Send + 'static,
{
    call_within(limit, call).await?.map_err(Into::into)
}

async fn call_within<T, F>(limit: Duration, call: F) -> Result<T, BackgroundError>
where
    T: Send + 'static,
    F: FnOnce() -> T + Send + 'static,
{
    let (call, result) = erase(call);
    wait_for(call, limit).await?;
    // A call is skipped only when this function has returned already.
    result.take().ok_or(BackgroundError::TimedOut)
}

async fn wait_for(call: ErasedWork, limit: Duration) -> Result<(), BackgroundError> {
    let caller = Arc::new(());
    let waiting = Arc::downgrade(&caller);
    let run = move || {
        if waiting.strong_count() > 0 {
            call();
        }
    };
    let outcome = timeout(limit, in_background(Box::new(run))).await;
    drop(caller);
    outcome.map_err(|_| BackgroundError::TimedOut)?
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[tokio::test(start_paused = true)]
    async fn a_call_that_never_ends_is_given_up_and_counts_until_it_ends() {
        let (release, blocked) = mpsc::channel::<()>();
        let (begun, has_begun) = tokio::sync::oneshot::channel();
        let (ended, has_ended) = tokio::sync::oneshot::channel();
        let call = move || {
            begun.send(()).unwrap();
            let _ = blocked.recv();
            ended.send(crate::runtime::background::background_work().present).unwrap();
        };
        let pass_time = async {
            has_begun.await.unwrap();
            tokio::time::advance(STORE_CALL_LIMIT * 2).await;
        };
        let (outcome, ()) = tokio::join!(call_store(call), pass_time);
        assert!(matches!(outcome, Err(BackgroundError::TimedOut)), "{outcome:?}");
        release.send(()).unwrap();
        assert!(has_ended.await.unwrap() >= 1, "it holds its permit until it ends");
    }

    #[tokio::test]
    async fn a_call_that_has_not_begun_when_its_caller_leaves_never_does() {
        let runtime =
            tokio::runtime::Builder::new_current_thread().max_blocking_threads(1).enable_time().build().unwrap();
        let (made, call_made) = mpsc::channel();
        let block = std::thread::spawn(move || {
            runtime.block_on(async {
                let (release, blocked) = mpsc::channel::<()>();
                // It holds the only thread.
                let busy = tokio::task::spawn_blocking(move || blocked.recv());
                let outcome = call_within(Duration::from_millis(1), move || made.send(())).await;
                assert!(matches!(outcome, Err(BackgroundError::TimedOut)), "{outcome:?}");
                release.send(()).unwrap();
                busy.await.unwrap().unwrap();
                // The next call gets that thread only when it is done.
                tokio::task::spawn_blocking(|| ()).await.unwrap();
            });
        });
        block.join().unwrap();
        assert!(call_made.recv().is_err(), "the call was dropped unmade");
    }

    #[tokio::test]
    async fn a_call_has_its_result_and_its_failure_reported() {
        assert_eq!(call_store(|| 7).await.unwrap(), 7);
        let outcome = try_call_store(|| Err::<(), _>(ServiceFailure::unavailable("gone"))).await;
        assert!(matches!(outcome, Err(ServiceFailure::Unavailable(_))), "{outcome:?}");
        assert!(matches!(call_store(|| panic!("a defect")).await, Err::<(), _>(BackgroundError::Lost(_))));
    }
}
