//! How the cost of a request and of a refresh depends on the size of the catalog.

use crate::arena::Arena;
use crate::bodies::Side;
use crate::catalog_server::{CatalogServer, Input, Store};
use crate::contest::{Outcome, Pace, compete};
use crate::limits::Limits;
use crate::rows::Row;
use anyhow::Context;
use serde::{Deserialize, Serialize};
use std::thread;
use std::time::{Duration, Instant};

/// Changes that a refresh has to take over.
const REFRESHED: u64 = 100;
/// How long the server is left alone before and after: a few looks at the store.
const QUIET: Duration = Duration::from_secs(2);

/// What it cost to take over an import.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RefreshCost {
    /// Processor time of the server, in milliseconds, without what it uses when nothing happens.
    pub(crate) processor: f64,
    /// From the end of the import until the server showed it, in milliseconds; its interval included.
    pub(crate) shown: f64,
}

/// Measures one row of a large catalog against the same row of a small one.
///
/// # Errors
/// When an answer is wrong, a request fails, or it is time to stop.
pub(crate) fn compare_sizes(
    row: Row,
    large: &mut Arena<'_>,
    small: &mut Arena<'_>,
    pace: Pace,
) -> anyhow::Result<Outcome> {
    large.fetch(row.set)?;
    small.fetch(row.set)?;
    let loads = [&large.load(row, Side::Catalog)?, &small.load(row, Side::Catalog)?];
    compete(large.tool, loads, pace, large.limits, || {
        large.catalog.forget_log()?;
        small.catalog.forget_log()
    })
}

/// What it cost to take over imports of 100 changes.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Refreshes {
    /// Of products: new, gone, with other contents, prices and stock.
    pub(crate) products: RefreshCost,
    /// Of everything: some sections move, and one is switched off.
    pub(crate) with_sections: RefreshCost,
}

/// Measures both imports.
///
/// # Errors
/// When an import fails, or it is time to stop.
pub(crate) fn measure_refreshes(store: &Store, server: &CatalogServer, limits: &Limits) -> anyhow::Result<Refreshes> {
    Ok(Refreshes {
        products: measure_refresh(Input::ProductChanges(REFRESHED), store, server, limits)?,
        with_sections: measure_refresh(Input::Changes(REFRESHED), store, server, limits)?,
    })
}

/// Imports beside an idle server and waits until it shows that.
fn measure_refresh(
    input: Input,
    store: &Store,
    server: &CatalogServer,
    limits: &Limits,
) -> anyhow::Result<RefreshCost> {
    let used = || server.process.processor_microseconds() as f64 / 1e3;
    let (start, used_before) = (Instant::now(), used());
    thread::sleep(QUIET);
    let idle_per_second = (used() - used_before) / start.elapsed().as_secs_f64();
    let revision = revision(server)?;
    let (start, used_before) = (Instant::now(), used());
    store.import(input, limits)?;
    let imported = Instant::now();
    limits.until("the refresh", || Ok((self::revision(server)? != revision).then_some(())))?;
    let shown = imported.elapsed();
    // What a replaced catalog leaves behind is freed after the new one is shown.
    thread::sleep(QUIET);
    let processor = used() - used_before - idle_per_second * start.elapsed().as_secs_f64();
    Ok(RefreshCost { processor, shown: shown.as_secs_f64() * 1e3 })
}

/// The revision that a server answers from.
fn revision(server: &CatalogServer) -> anyhow::Result<String> {
    let answer = server.reader()?.get("/api/v2/catalog/tree?depth=1")?;
    answer.header("catalog-revision").map(str::to_owned).context("no Catalog-Revision")
}
