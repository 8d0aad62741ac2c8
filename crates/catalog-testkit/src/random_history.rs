//! Random histories of a small catalog, and the log that they make.

use crate::builders::{section, storefront};
use catalog_domain::change::{
    ChangeEvent, ChangeKind, ChangeTally, LogEpoch, ProductState, ProductTransition, PublicView, TreeChange, classify,
    expired_before,
};
use catalog_domain::ports::{ChangeLog, ChangeLogBounds, EventRange, FeedEnd, LogBounds, LoggedEvent, StoreError};
use catalog_domain::sections::{Section, SectionTree, SectionTrees};
use catalog_domain::values::{CatalogRevision, EventNumber, SectionId, Timestamp};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// How long the log is retained.
pub const RETENTION_DAYS: u32 = 90;

/// The beginning of a day.
pub fn day(day: usize) -> Timestamp {
    Timestamp::from_unix_microseconds(0).plus_seconds(i64::try_from(day).unwrap() * 86_400)
}

/// How many sections there are, numbered from zero.
pub const SECTIONS: i64 = 5;

/// One moment of the catalog. Products are numbered; each has (active, links, content, commercial).
#[derive(Debug, Clone)]
pub struct Moment {
    /// By section: its parent (a smaller number) and whether it is active.
    pub sections: Vec<(Option<i64>, bool)>,
    /// By number.
    pub products: Vec<(bool, Vec<SectionId>, u8, u8)>,
}

impl Moment {
    /// The moment before any import.
    pub fn empty() -> Self {
        Self { sections: Vec::new(), products: Vec::new() }
    }

    fn tree(&self) -> SectionTree {
        let section = |(id, (parent, is_active)): (i64, &(Option<i64>, bool))| Section {
            is_active: *is_active,
            parent: parent.filter(|parent| *parent < id).map(SectionId),
            ..section(id)
        };
        let sections: Vec<Arc<Section>> = (0..).zip(&self.sections).map(section).map(Arc::new).collect();
        SectionTrees::build(&sections, &storefront()).public
    }

    fn state(&self, product: usize) -> Option<ProductState<'_>> {
        let (is_active, sections, ..) = self.products.get(product)?;
        Some(ProductState { is_active: *is_active, sections })
    }

    /// Values that represent the content and the commercial data of a product.
    fn marks(&self, product: usize) -> Option<(u8, u8)> {
        self.products.get(product).map(|(_, _, content, commercial)| (*content, *commercial))
    }

    /// What a client can read of a product: where it is public, and its two sides.
    pub fn shown(&self, product: usize) -> Option<Shown> {
        let view = PublicView::decide(&self.state(product)?, &self.tree()).ok()?;
        let (_, _, content, commercial) = self.products[product];
        Some((view, content, commercial))
    }

    /// The true list of a section.
    pub fn list(&self, section: SectionId) -> BTreeMap<String, Shown> {
        let shown = (0..self.products.len()).filter_map(|product| Some((name(product), self.shown(product)?)));
        shown.filter(|(_, (view, _, _))| view.holders.contains(&section)).collect()
    }
}

/// What a client can read of a product: where it is public, its content, and its commercial data.
pub type Shown = (PublicView, u8, u8);

fn name(product: usize) -> String {
    format!("SN-{product}")
}

/// A log in memory, filled by diffing consecutive moments.
pub struct Log {
    /// The history that it belongs to.
    pub epoch: LogEpoch,
    /// All of them, each with its time; the first has the number 1.
    pub events: Vec<(Timestamp, ChangeEvent)>,
    /// Events up to here were deleted.
    pub pruned: usize,
}

impl Log {
    /// The log of a store without imports.
    #[expect(clippy::new_without_default, reason = "a test begins a log in so many words")]
    pub fn new() -> Self {
        Self { epoch: LogEpoch("one".into()), events: Vec::new(), pruned: 0 }
    }

    /// Adds the events of an import that leads from one moment to the next.
    pub fn append(&mut self, before: &Moment, after: &Moment, at: Timestamp) {
        let (old_tree, new_tree) = (before.tree(), after.tree());
        for product in 0..before.products.len().max(after.products.len()) {
            let name = name(product);
            let (old, new) = (before.marks(product), after.marks(product));
            let transition = ProductTransition {
                stock_number: &name,
                before: before.state(product),
                after: after.state(product),
                content_differs: old.map(|old| old.0) != new.map(|new| new.0),
                commercial_differs: old.map(|old| old.1) != new.map(|new| new.1),
            };
            let event = classify(&transition, TreeChange { before: &old_tree, after: &new_tree });
            self.events.extend(event.map(|event| (at, event)));
        }
    }

    /// The number of the last event.
    pub fn last(&self) -> EventNumber {
        EventNumber(i64::try_from(self.events.len()).unwrap())
    }

    /// The floor at `today`, by the events that are not pruned.
    pub fn floor(&self, today: usize) -> i64 {
        self.bounds(expired_before(day(today), RETENTION_DAYS)).map_or(0, |bounds| bounds.floor.0)
    }

    /// The events that are not pruned, by number.
    pub fn numbered(&self) -> impl Iterator<Item = (EventNumber, &(Timestamp, ChangeEvent))> {
        (1..).map(EventNumber).zip(&self.events).skip(self.pruned)
    }
}

impl ChangeLog for Log {
    fn events_of_section(
        &self,
        section: SectionId,
        range: EventRange,
        end: FeedEnd,
    ) -> Result<Vec<LoggedEvent>, StoreError> {
        let in_range = self.numbered().filter(|(number, _)| *number > range.after && *number <= range.up_to);
        let logged = in_range.filter_map(|(number, (at, event))| {
            let membership = event.memberships.iter().find(|membership| membership.section == section)?;
            Some(LoggedEvent {
                number,
                revision: CatalogRevision(1),
                at: *at,
                stock_number: event.stock_number.clone(),
                kind: event.kind,
                section_ids: event.section_ids.clone(),
                in_section: membership.in_section,
            })
        });
        let events: Vec<LoggedEvent> = logged.collect();
        Ok(match end {
            FeedEnd::First(limit) => events.into_iter().take(limit as usize).collect(),
            FeedEnd::Last(limit) => events.into_iter().rev().take(limit as usize).collect(),
        })
    }
}

impl ChangeLogBounds for Log {
    fn bounds(&self, expired_before: Timestamp) -> Result<LogBounds, StoreError> {
        let expired = self.events.iter().filter(|(at, _)| *at < expired_before).count();
        let floor = EventNumber(i64::try_from(expired).unwrap());
        Ok(LogBounds { epoch: self.epoch.clone(), floor, last: self.last() })
    }

    fn time_of(&self, number: EventNumber) -> Result<Option<Timestamp>, StoreError> {
        Ok(self.numbered().find(|(at, _)| *at == number).map(|(_, (at, _))| *at))
    }

    fn number_before(&self, at: Timestamp) -> Result<EventNumber, StoreError> {
        let first = self.numbered().find(|(_, (time, _))| *time >= at).map(|(number, _)| EventNumber(number.0 - 1));
        Ok(first.unwrap_or_else(|| self.last()))
    }

    fn tally(&self, section: SectionId, range: EventRange) -> Result<ChangeTally, StoreError> {
        Ok(tally(&self.events_of_section(section, range, FeedEnd::First(u32::MAX))?))
    }
}

/// Counts distinct products naively.
pub fn tally(events: &[LoggedEvent]) -> ChangeTally {
    let count = |wanted: fn(ChangeKind) -> bool| {
        let products: BTreeSet<&str> =
            events.iter().filter(|event| wanted(event.kind)).map(|event| &*event.stock_number).collect();
        products.len() as u64
    };
    ChangeTally {
        content: count(|kind| matches!(kind, ChangeKind::Upsert { content: true, .. })),
        commercial: count(|kind| matches!(kind, ChangeKind::Upsert { commercial: true, .. })),
        removed: count(|kind| kind == ChangeKind::Removed),
        total: count(|_| true),
    }
}

fn moment() -> impl Strategy<Value = Moment> {
    let section = (option::of(0..SECTIONS), prop_oneof![4 => Just(true), 1 => Just(false)]);
    let product = (any::<bool>(), vec((0..SECTIONS).prop_map(SectionId), 0..3), 0..2_u8, 0..2_u8);
    (vec(section, SECTIONS as usize), vec(product, 0..5)).prop_map(|(sections, products)| Moment { sections, products })
}

/// The moments of a history, and for each what its client does then: the size of its pages, how many it reads before it
/// is interrupted, and whether it then stored the checkpoint or the next cursor.
pub fn epoch() -> impl Strategy<Value = Vec<(Moment, u32, usize, bool)>> {
    vec((moment(), 1..4_u32, 0..4_usize, any::<bool>()), 1..7)
}
