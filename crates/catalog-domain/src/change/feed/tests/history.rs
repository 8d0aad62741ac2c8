//! Random histories of a small catalog, and the log that they make.

use super::{
    ChangeLog, ChangeLogBounds, ChangeTally, EventNumber, EventRange, LogEpoch, LoggedEvent, RETENTION_DAYS, SectionId,
    StoreError, day, expired_before,
};
use crate::change::classify::{ProductState, ProductTransition, PublicView, TreeChange, classify};
use crate::change::event::{ChangeEvent, ChangeKind};
use crate::ports::change_log_bounds::LogBounds;
use crate::sections::section::Section;
use crate::sections::tree::SectionTree;
use crate::test_support::{section, trees};
use crate::values::identifiers::CatalogRevision;
use crate::values::timestamp::Timestamp;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// How many sections there are, numbered from zero.
pub(in crate::change) const SECTIONS: i64 = 5;

/// One moment of the catalog. Products are numbered; each has (active, links, content, commercial).
#[derive(Debug, Clone)]
pub(in crate::change) struct Moment {
    /// By section: its parent (a smaller number) and whether it is active.
    pub(in crate::change) sections: Vec<(Option<i64>, bool)>,
    pub(in crate::change) products: Vec<(bool, Vec<SectionId>, u8, u8)>,
}

impl Moment {
    pub(in crate::change) fn empty() -> Self {
        Self { sections: Vec::new(), products: Vec::new() }
    }

    fn tree(&self) -> SectionTree {
        let section = |(id, (parent, is_active)): (i64, &(Option<i64>, bool))| Section {
            is_active: *is_active,
            ..section(id, parent.filter(|parent| *parent < id))
        };
        trees((0..).zip(&self.sections).map(section)).public
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
    pub(in crate::change) fn shown(&self, product: usize) -> Option<Shown> {
        let view = PublicView::decide(&self.state(product)?, &self.tree()).ok()?;
        let (_, _, content, commercial) = self.products[product];
        Some((view, content, commercial))
    }

    /// The true list of a section.
    pub(in crate::change) fn list(&self, section: SectionId) -> BTreeMap<String, Shown> {
        let shown = (0..self.products.len()).filter_map(|product| Some((name(product), self.shown(product)?)));
        shown.filter(|(_, (view, _, _))| view.holders.contains(&section)).collect()
    }
}

pub(in crate::change) type Shown = (PublicView, u8, u8);

pub(in crate::change) fn name(product: usize) -> String {
    format!("SN-{product}")
}

/// A log in memory, filled by diffing consecutive moments.
pub(in crate::change) struct Log {
    pub(in crate::change) epoch: LogEpoch,
    pub(in crate::change) events: Vec<(Timestamp, ChangeEvent)>,
    /// Events up to here were deleted.
    pub(in crate::change) pruned: usize,
}

impl Log {
    pub(in crate::change) fn new() -> Self {
        Self { epoch: LogEpoch("one".into()), events: Vec::new(), pruned: 0 }
    }

    pub(in crate::change) fn append(&mut self, before: &Moment, after: &Moment, at: Timestamp) {
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

    pub(in crate::change) fn last(&self) -> EventNumber {
        EventNumber(i64::try_from(self.events.len()).unwrap())
    }

    /// The floor at `today`, by the events that are not pruned.
    pub(in crate::change) fn floor(&self, today: usize) -> i64 {
        self.bounds(expired_before(day(today), RETENTION_DAYS)).map_or(0, |bounds| bounds.floor.0)
    }

    pub(in crate::change) fn numbered(&self) -> impl Iterator<Item = (EventNumber, &(Timestamp, ChangeEvent))> {
        (1..).map(EventNumber).zip(&self.events).skip(self.pruned)
    }
}

impl ChangeLog for Log {
    fn events_of_section(
        &self,
        section: SectionId,
        range: EventRange,
        limit: u32,
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
        Ok(logged.take(limit as usize).collect())
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
        Ok(tally(&self.events_of_section(section, range, u32::MAX)?))
    }
}

/// Counts distinct products naively.
pub(in crate::change) fn tally(events: &[LoggedEvent]) -> ChangeTally {
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

pub(in crate::change) fn moment() -> impl Strategy<Value = Moment> {
    let section = (option::of(0..SECTIONS), prop_oneof![4 => Just(true), 1 => Just(false)]);
    let product = (any::<bool>(), vec((0..SECTIONS).prop_map(SectionId), 0..3), 0..2_u8, 0..2_u8);
    (vec(section, SECTIONS as usize), vec(product, 0..5)).prop_map(|(sections, products)| Moment { sections, products })
}

/// The moments of a history, and for each what its client does then: the size of its pages, how many it reads before it
/// is interrupted, and whether it then stored the checkpoint or the next cursor.
pub(in crate::change) fn epoch() -> impl Strategy<Value = Vec<(Moment, u32, usize, bool)>> {
    vec((moment(), 1..4_u32, 0..4_usize, any::<bool>()), 1..7)
}
