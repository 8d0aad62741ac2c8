//! `catalog prune`: deletes change events older than the retention.

use crate::output::print_line;
use crate::settings::{DatabaseConfig, FeedConfig};
use crate::store::open_existing_store;
use anyhow::Context;
use catalog_app::pruning::{Pruned, Pruner};
use clap::Args;
use serde_json::json;
use std::sync::Arc;

/// The arguments of `catalog prune`.
#[derive(Args)]
pub struct PruneArguments {
    #[command(flatten)]
    database: DatabaseConfig,
    #[command(flatten)]
    feed: FeedConfig,
}

/// Deletes and prints how many events were deleted.
///
/// # Errors
/// Bad settings, or a failing store; what was deleted until then stays deleted.
pub fn run(arguments: &PruneArguments) -> anyhow::Result<()> {
    let store = open_existing_store(&arguments.database)?;
    let store = Arc::new(store);
    let pruner = Pruner::new(store.clone(), store, arguments.feed.retention_days);
    let pruned = pruner.prune(|pause| {
        std::thread::sleep(pause);
        true
    });
    let (Pruned::Whole(events) | Pruned::Stopped(events)) = pruned.context("cannot delete old change events")?;
    Ok(print_line(&json!({"deletedEvents": events}).to_string())?)
}
