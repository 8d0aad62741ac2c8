//! Waiting for the first change of a section, before its page is read (`docs/contract.md#waiting`).

use crate::api_error::{ApiError, feed_error, feed_request_error};
use crate::params::ListProductChanges;
use catalog_app::feed::ChangeWait;
use catalog_domain::accounts::CallerAccount;
use catalog_domain::change::feed_page;
use catalog_domain::values::SectionId;
use http_common::HttpState;
use std::time::Duration;
use tokio::time::{Instant, sleep_until};

/// Returns when the page that `account` asks for has an event, its time is up, its access ends, or the server stops.
/// The page is to be read while the result is held, in its turn; there is none when the server stops.
///
/// # Errors
/// Those of reading the page, and when too many requests wait.
pub(super) async fn wait_for_change(
    state: &HttpState,
    account: &CallerAccount,
    section: SectionId,
    request: &ListProductChanges,
) -> Result<Option<ChangeWait>, ApiError> {
    let deadline = Instant::now() + Duration::from_secs(u64::from(request.wait));
    let Some(wait) = state.app.feed.waits().begin(account.id, section)? else { return Ok(None) };
    loop {
        let woken = wait.woken();
        if wait.is_over() || has_event(state, &wait, request).await? {
            return Ok(Some(wait));
        }
        tokio::select! {
            () = woken => {}
            () = state.app.callers.access_ended(account) => return Ok(Some(wait)),
            () = sleep_until(deadline) => return Ok(Some(wait)),
        }
    }
}

/// Whether the page has an event now.
async fn has_event(state: &HttpState, wait: &ChangeWait, request: &ListProductChanges) -> Result<bool, ApiError> {
    let _turn = wait.turn().await;
    let catalog = state.app.catalog.current();
    let feed = state
        .app
        .feed
        .request(&catalog, request.section, &request.start)
        .map_err(|error| feed_request_error(error, &catalog))?;
    let page = feed.read(|request, log| feed_page(request, 1, log)).await?.map_err(feed_error)?;
    Ok(!page.events.is_empty())
}
