//! Threads that give way to those that answer requests.

use crate::background::BackgroundError;
use tokio::sync::oneshot;

/// How much less than others a thread of low priority gets when there is not enough processor for all: about a tenth.
/// It gives way at once to whoever wakes up to answer a request, and still goes on while others keep every core busy.
#[cfg(target_os = "linux")]
const LOW_PRIORITY: i32 = 10;

/// Runs `work` that keeps a processor busy (a password hash) on a new thread of low priority. For work of which little
/// goes on at once: the caller bounds it. The work goes on when nobody waits for it any more.
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
        // Nobody receives when the client has gone away.
        let _ = sender.send(span.in_scope(work));
    };
    std::thread::Builder::new()
        .name("low-priority".into())
        .spawn(run)
        .map_err(|error| BackgroundError::Lost(error.into()))?;
    done.await.map_err(|error| BackgroundError::Lost(error.into()))
}

/// Lowers the priority of this thread for good; on Linux only, for elsewhere it would be the whole process's.
pub(super) fn lower_priority() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(LOW_PRIORITY) {
        tracing::debug!(%error, "the priority of a thread could not be lowered");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[actix_web::test]
    async fn work_of_low_priority_has_its_result_and_its_panic_reported_and_leaves_others_their_priority() {
        let niceness = || rustix::process::getpriority_process(None).unwrap();
        let before = niceness();
        assert_eq!(spawn_niced(niceness).await.unwrap(), (before + LOW_PRIORITY).min(19));
        assert_eq!(niceness(), before);
        assert!(spawn_niced(|| panic!("a defect")).await.is_err());
    }
}
