//! Plans a run: the new state of each product, its event, and the writes.

mod content;
mod events;
mod facts;
mod indirect_changes;
mod product;
mod public_trees;
mod times;
mod vendor_names;

pub(crate) use content::ContentComparison;
pub(crate) use events::tally as tally_events;
pub(crate) use indirect_changes::IndirectChanges;
pub(crate) use public_trees::PublicTrees;

use crate::examples::Examples;
use crate::gather::{Gathered, ProductKey};
use crate::observer::ImportObserver;
use crate::resolve::ProductOutcome;
use crate::spool::SpoolSlot;
use catalog_domain::change::ChangeEvent;
use catalog_domain::ports::{ContentTouch, EventTally, ProductTally, TimeSources};
use catalog_domain::values::Timestamp;
use vendor_names::VendorNameChanges;

#[derive(Debug, Default)]
pub(crate) struct Plan {
    /// In execution order.
    pub(crate) writes: Vec<PlannedWrite>,
    /// In the order of their numbers.
    pub(crate) events: Vec<ChangeEvent>,
    pub(crate) tally: ProductTally,
    pub(crate) event_tally: EventTally,
    /// Products that are public after the run and were not before.
    pub(crate) published: u64,
    /// Active products that are no longer public because of their sections.
    pub(crate) stranded: Examples,
}

/// A write of one product whose texts are still in the spool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PlannedWrite {
    Deactivate(ProductKey),
    Record {
        key: ProductKey,
        slot: SpoolSlot,
        times: Times,
    },
    /// Writes the product's offer only.
    Offer {
        key: ProductKey,
        slot: SpoolSlot,
        times: Times,
    },
    /// Moves the time of the last content change.
    TouchContent(ProductKey, ContentTouch),
}

/// The times that a product has after the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Times {
    pub(crate) content: Timestamp,
    pub(crate) commercial: Timestamp,
    pub(crate) sources: TimeSources,
}

/// Plans the run of time `at`.
pub(crate) fn plan(
    gathered: &Gathered,
    outcome: &ProductOutcome,
    trees: &PublicTrees,
    indirect_changes: &IndirectChanges,
    at: Timestamp,
    observer: &dyn ImportObserver,
) -> Plan {
    let mut plan = Plan::default();
    let products = &gathered.products;
    let vendors = VendorNameChanges::of(products, outcome, trees);
    let planner = product::ProductPlanner { products, outcome, trees, vendors, indirect_changes, at, observer };
    for key in gathered.products.keys() {
        planner.plan(key, &mut plan);
    }
    plan.writes.sort_by_key(|write| order(*write));
    events::put_in_order(&mut plan.events, &gathered.products, &outcome.renamed);
    plan.event_tally = events::tally(&plan.events);
    plan
}

/// Products are deactivated first, then the spool is read sequentially.
fn order(write: PlannedWrite) -> (u8, Option<SpoolSlot>) {
    match write {
        PlannedWrite::Deactivate(_) => (0, None),
        PlannedWrite::Record { slot, .. } | PlannedWrite::Offer { slot, .. } => (1, Some(slot)),
        PlannedWrite::TouchContent(..) => (2, None),
    }
}
