//! Threads of low priority, below those that serve requests.

use crate::runtime::background::BackgroundError;
use tokio::sync::oneshot;

/// The niceness of a low-priority thread: about a tenth of the processor time of others when there is not enough for
/// all. It is preempted at once by a thread that wakes up to serve a request, and still progresses while others keep
/// every core busy.
#[cfg(target_os = "linux")]
const LOW_PRIORITY: i32 = 10;

/// Runs `work` that occupies a processor (a password hash) on a new thread of low priority. For work with little
/// concurrency: the caller bounds it. The work continues when its caller is gone.
///
/// # Errors
/// [`BackgroundError`] when the work is lost.
pub(crate) async fn spawn_niced<T, F>(work: F) -> Result<T, BackgroundError>
where
    T: Send + 'static,
    F: FnOnce() -> T + Send + 'static,
{
    let span = tracing::Span::current();
    let (sender, done) = oneshot::channel();
    let run = move || {
        lower_priority();
        // The receiver is gone when the client has disconnected.
        let _ = sender.send(span.in_scope(work));
    };
    std::thread::Builder::new()
        .name("low-priority".into())
        .spawn(run)
        .map_err(|error| BackgroundError::Lost(error.into()))?;
    done.await.map_err(|error| BackgroundError::Lost(error.into()))
}

/// Lowers the priority of this thread permanently; on Linux only, because elsewhere it would apply to the whole
/// process.
pub fn lower_priority() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(LOW_PRIORITY) {
        tracing::debug!(%error, "the priority of a thread could not be lowered");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_of_low_priority_has_its_result_and_its_panic_reported_and_leaves_others_their_priority() {
        let niceness = || rustix::process::getpriority_process(None).unwrap();
        let before = niceness();
        assert_eq!(spawn_niced(niceness).await.unwrap(), (before + LOW_PRIORITY).min(19));
        assert_eq!(niceness(), before);
        assert!(spawn_niced(|| panic!("a defect")).await.is_err());
    }
}
