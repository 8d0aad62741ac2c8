//! Records events of accounts in the store, for administrators. The audit log has them in any case, so a store that
//! cannot be written loses them without failing what they are about.

use crate::services::Services;
use actix_web::web::Data;
use catalog_app::runtime::try_call_store;
use catalog_domain::ports::AccountEvent;

/// Records `events`. Blocks.
pub(crate) fn record(services: &Services, events: &[AccountEvent]) {
    if let Err(error) = services.account_services.history.record_events(events) {
        tracing::warn!(%error, "events of accounts were not recorded");
    }
}

/// Records `events` on a blocking thread.
pub(crate) async fn record_in_background(services: &Data<Services>, events: Vec<AccountEvent>) {
    let history = services.account_services.history.clone();
    if let Err(error) = try_call_store(move || history.record_events(&events)).await {
        tracing::warn!(%error, "events of accounts were not recorded");
    }
}
