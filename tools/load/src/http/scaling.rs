//! How the cost of a request and of a refresh depends on the size of the catalog.

use super::bodies::Side;
use super::comparison::{Outcome, compare};
use super::fixture::{Fixture, REFRESH};
use super::harness::Harness;
use super::rows::Row;
use crate::server::wait_until;
use crate::workdir::Changes;
use anyhow::Context;
use catalog_testkit::process_info::family_processor_seconds;
use serde::{Deserialize, Serialize};
use std::thread;
use std::time::{Duration, Instant};

const REFRESHED: u64 = 100;
/// How long the server is left alone before and after: a few looks at the store.
const QUIET: Duration = Duration::from_secs(2);

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RefreshCost {
    /// Processor time of the server, in milliseconds, without what it uses when nothing happens.
    pub(crate) processor: f64,
    /// From the end of the import until the server showed it, in milliseconds; its interval included.
    pub(crate) shown: f64,
}

/// Measures one row of a large catalog against the same row of a small one.
pub(crate) fn compare_sizes(
    row: Row,
    large: &mut Harness<'_>,
    small: &mut Harness<'_>,
    rounds: u32,
) -> anyhow::Result<Outcome> {
    let loads = [large.load(row, Side::Catalog)?, small.load(row, Side::Catalog)?];
    compare(loads.each_ref(), rounds, || {
        large.fixture.server.forget_log()?;
        small.fixture.server.forget_log()
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

pub(crate) fn measure_refreshes(fixture: &Fixture) -> anyhow::Result<Refreshes> {
    Ok(Refreshes {
        products: measure_refresh(Changes::OfProducts(REFRESHED), fixture)?,
        with_sections: measure_refresh(Changes::Of(REFRESHED), fixture)?,
    })
}

/// Imports beside an idle server and waits until it shows that.
fn measure_refresh(changes: Changes, fixture: &Fixture) -> anyhow::Result<RefreshCost> {
    let used = || family_processor_seconds(fixture.server.id()) * 1e3;
    let (start, used_before) = (Instant::now(), used());
    thread::sleep(QUIET);
    let idle_per_second = (used() - used_before) / start.elapsed().as_secs_f64();
    let before = revision(fixture)?;
    let (start, used_before) = (Instant::now(), used());
    fixture.workdir.change(changes, 0)?;
    let imported = Instant::now();
    wait_until("the refresh", REFRESH, || Ok(revision(fixture)? != before))?;
    let shown = imported.elapsed();
    // What a replaced catalog leaves behind is freed after the new one is shown.
    thread::sleep(QUIET);
    let processor = used() - used_before - idle_per_second * start.elapsed().as_secs_f64();
    Ok(RefreshCost { processor, shown: shown.as_secs_f64() * 1e3 })
}

fn revision(fixture: &Fixture) -> anyhow::Result<String> {
    let response = fixture.client().get("/api/v2/catalog/tree?depth=1", &[])?;
    response.header("catalog-revision").map(str::to_owned).context("no Catalog-Revision")
}
