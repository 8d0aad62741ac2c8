//! The one hop from an async thread to a blocking one.

/// The work ended without a result: it panicked, or the server is shutting down.
#[derive(Debug, thiserror::Error)]
#[error("background work was lost")]
pub struct BackgroundError(#[source] tokio::task::JoinError);

/// Runs blocking `work` (a store, a hash) on a thread made for it.
///
/// # Errors
/// [`BackgroundError`] when the work is lost.
pub async fn in_background<T, F>(work: F) -> Result<T, BackgroundError>
where
    T: Send + 'static,
    F: FnOnce() -> T + Send + 'static,
{
    let span = tracing::Span::current();
    tokio::task::spawn_blocking(move || span.in_scope(work)).await.map_err(BackgroundError)
}
