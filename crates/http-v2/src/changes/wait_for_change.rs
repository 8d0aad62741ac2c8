//! Waiting for the first change of a section, before its page is read (`docs/contract.md#waiting`).

use crate::api_error::{ApiError, feed_error, feed_request_error};
use crate::params::ListProductChanges;
use crate::response::{Authenticated, V2};
use catalog_app::App;
use catalog_app::feed::{ChangeWait, ReadPermit};
use catalog_domain::change::feed_page;
use catalog_domain::values::SectionId;
use http_common::pipeline::authenticate;
use std::time::Duration;
use tokio::time::{Instant, sleep_until};

/// Returns when the page that `waiting` asks for has an event, its time is up, the access of the caller ends, or the
/// server stops. The page is to be read while the result is held; there is none for a request that does not wait, and
/// when the server stops.
///
/// # Errors
/// Those of reading the page, when too many requests wait, and when access has ended.
pub(super) async fn wait_for_change(
    waiting: &Authenticated<ListProductChanges>,
) -> Result<Option<ReadPermit>, ApiError> {
    let Some(section) = waiting.parameters.section.filter(|_| waiting.parameters.wait > 0) else { return Ok(None) };
    let waited = wait(waiting, section).await?;
    // Access may have ended meanwhile.
    authenticate::<V2>(&waiting.http).await?;
    Ok(match waited {
        Some(wait) => wait.into_read().await,
        None => None,
    })
}

async fn wait(waiting: &Authenticated<ListProductChanges>, section: SectionId) -> Result<Option<ChangeWait>, ApiError> {
    let app = &waiting.state.app;
    let deadline = Instant::now() + Duration::from_secs(u64::from(waiting.parameters.wait));
    let Some(wait) = app.feed.waits().begin(waiting.caller.account.id, section)? else { return Ok(None) };
    loop {
        let woken = wait.woken();
        if wait.is_over() || has_event(app, &wait, &waiting.parameters).await? {
            return Ok(Some(wait));
        }
        tokio::select! {
            () = woken => {}
            () = app.callers.access_ended(&waiting.caller) => return Ok(Some(wait)),
            () = sleep_until(deadline) => return Ok(Some(wait)),
        }
    }
}

async fn has_event(app: &App, wait: &ChangeWait, request: &ListProductChanges) -> Result<bool, ApiError> {
    let _permit = wait.read_permit().await;
    let catalog = app.catalog.current();
    let feed = app.feed.request(&catalog, request.section, &request.start);
    let feed = feed.map_err(|error| feed_request_error(error, &catalog))?;
    let page = feed.read(|request, log| feed_page(request, 1, log)).await?.map_err(feed_error)?;
    Ok(!page.events.is_empty())
}
