//! The new state of one product.

use super::facts::ProductFacts;
use super::indirect_changes::IndirectChanges;
use super::public_trees::PublicTrees;
use super::times::{self, VisibleChange};
use super::vendor_names::VendorNameChanges;
use super::{Plan, PlannedWrite, Times};
use crate::gather::{InputEntry, ParsedProduct, ParsedRecord, ProductKey, ProductTable};
use crate::identity_change::event_names;
use crate::observer::ImportObserver;
use crate::resolve::ProductOutcome;
use catalog_documents::ImportChange;
use catalog_domain::change::{ChangeEvent, ChangeKind, ContentChange, Moment, ProductTransition, attribute, classify};
use catalog_domain::ports::{ContentTouch, StoredProduct, TimeSources};
use catalog_domain::products::Vendor;
use catalog_domain::values::Timestamp;

pub(super) struct ProductPlanner<'a> {
    pub(super) products: &'a ProductTable,
    pub(super) outcome: &'a ProductOutcome,
    pub(super) trees: &'a PublicTrees,
    pub(super) vendors: VendorNameChanges<'a>,
    pub(super) indirect_changes: &'a IndirectChanges,
    pub(super) at: Timestamp,
    pub(super) observer: &'a dyn ImportObserver,
}

/// A product before and after a run.
struct Subject<'a> {
    key: ProductKey,
    stored: Option<&'a StoredProduct>,
    entry: Option<&'a InputEntry>,
    before: Option<ProductFacts<'a>>,
    after: ProductFacts<'a>,
}

impl<'a> Subject<'a> {
    fn parsed(&self) -> Option<&'a ParsedProduct> {
        match &self.entry?.parsed {
            ParsedRecord::Product(parsed) => Some(parsed),
            _ => None,
        }
    }
}

impl<'a> ProductPlanner<'a> {
    pub(super) fn plan(&self, key: ProductKey, plan: &mut Plan) {
        let entry = self.products.entry_of(key);
        let is_switched_off = self.outcome.deactivated.contains(&key);
        let stored = self.products.stored(key);
        if !self.is_affected(key, stored, entry, is_switched_off) {
            plan.tally.unchanged += u64::from(entry.is_some());
            return;
        }
        let Some(subject) = self.subject(key, stored, entry, is_switched_off) else { return };
        let change = self.visible_change(&subject);
        let times = self.times(&subject, change);
        let written_before = plan.writes.len();
        if is_switched_off {
            plan.writes.push(PlannedWrite::Deactivate(key));
        } else {
            plan_writes(&subject, times, plan);
        }
        let is_written = plan.writes.len() > written_before;
        let action = match stored {
            None => "created",
            Some(stored) if stored.is_active && !subject.after.is_active => "deactivated",
            Some(_) if is_written => "updated",
            Some(_) => "unchanged",
        };
        match action {
            "created" => plan.tally.created += 1,
            "updated" => plan.tally.updated += 1,
            "deactivated" => plan.tally.deactivated += 1,
            // An unchanged one only counts if the input names it.
            _ => plan.tally.unchanged += u64::from(entry.is_some()),
        }
        let transition = ProductTransition {
            stock_number: self.products.stock_number(key),
            before: subject.before.as_ref().map(ProductFacts::state),
            after: Some(subject.after.state()),
            content_differs: change.content.is_any()
                || stored.is_some_and(|stored| stored.content_updated_at != times.content),
            commercial_differs: change.commercial
                || stored.is_some_and(|stored| stored.commercial_updated_at != times.commercial)
                || self.indirect_changes.warehouses.contains(&key),
        };
        let event = classify(&transition, self.trees.change());
        if self.observer.wants_changes() && (action != "unchanged" || event.is_some()) {
            self.observer.plans(&ImportChange {
                kind: "product",
                id: transition.stock_number,
                action,
                fields: self.changed_fields(&subject, times),
                events: event_names(event.as_ref()),
            });
        }
        self.count_public(&subject, event.as_ref(), plan);
        plan.events.extend(event);
    }

    /// Counts the product if it becomes public, or stops being so although it is active.
    fn count_public(&self, subject: &Subject<'_>, event: Option<&ChangeEvent>, plan: &mut Plan) {
        match event.map(|event| event.kind) {
            Some(ChangeKind::Removed) if subject.after.is_active => {
                let stock_number = self.products.stock_number(subject.key);
                plan.stranded.add_product(stock_number, || stock_number.to_owned());
            }
            Some(ChangeKind::Upsert { .. }) => {
                let was_public =
                    subject.before.as_ref().is_some_and(|facts| facts.state().is_public(self.trees.change().before));
                plan.published += u64::from(!was_public);
            }
            _ => {}
        }
    }

    fn is_affected(
        &self,
        key: ProductKey,
        stored: Option<&StoredProduct>,
        entry: Option<&InputEntry>,
        is_switched_off: bool,
    ) -> bool {
        entry.is_some_and(|entry| entry.slot.is_some())
            || is_switched_off
            || self.trees.differ
            || self.vendors.affects(stored.and_then(|stored| stored.vendor.as_deref()))
            || self.indirect_changes.affects(key)
    }

    fn subject(
        &self,
        key: ProductKey,
        stored: Option<&'a StoredProduct>,
        entry: Option<&'a InputEntry>,
        is_switched_off: bool,
    ) -> Option<Subject<'a>> {
        let mut before = stored.map(ProductFacts::of_stored);
        let mut after = ProductFacts::after(before.as_ref(), entry)?;
        after.is_active &= !is_switched_off;
        self.vendors.set(before.as_mut(), &mut after);
        Some(Subject { key, stored, entry, before, after })
    }

    fn visible_change(&self, subject: &Subject<'_>) -> VisibleChange {
        let (Some(stored), Some(before)) = (subject.stored, &subject.before) else {
            return VisibleChange { content: ContentChange::NONE, commercial: false };
        };
        let trees = self.trees.change();
        let offer = match subject.entry.map(|entry| &entry.parsed) {
            Some(ParsedRecord::Offer(parsed)) => Some(parsed),
            _ => subject.parsed().and_then(|parsed| parsed.offer.as_ref()),
        };
        let record = subject.parsed().map(|parsed| parsed.change).unwrap_or_default();
        let commercial =
            record.option_prices || offer.is_some_and(|offer| offer.fingerprint != stored.fingerprints.offer);
        let is_public_after = subject.after.view(trees.after).is_some();
        // Indirect changes of a hidden product are ignored; its own record's are not.
        let otherwise = is_public_after && before.view(trees.before).is_some();
        let mut content = ContentChange { otherwise: record.content.otherwise && otherwise, ..record.content };
        let is_compared = subject.parsed().is_some_and(|parsed| parsed.record != stored.fingerprints.record);
        content.otherwise |= otherwise && !is_compared && self.indirect_changes.filter_values.contains(&subject.key);
        if is_public_after {
            content =
                content.and(self.visibility_change(before, &subject.after)).and(vendor_change(before, &subject.after));
        }
        VisibleChange { content, commercial }
    }

    fn visibility_change(&self, before: &ProductFacts<'_>, after: &ProductFacts<'_>) -> ContentChange {
        if !self.trees.differ && before.state() == after.state() {
            return ContentChange::NONE;
        }
        let trees = self.trees.change();
        attribute(|record, around| {
            let facts = if record == Moment::Before { before } else { after };
            facts.view(if around == Moment::Before { trees.before } else { trees.after })
        })
    }

    fn times(&self, subject: &Subject<'_>, change: VisibleChange) -> Times {
        match (subject.stored, subject.parsed()) {
            (Some(stored), _) => times::of_stored(stored, subject.entry, change, self.at),
            (None, Some(parsed)) => times::of_new(parsed, self.at),
            // The input was rejected if it has anything but a product record for an unknown product.
            (None, None) => {
                let sources = TimeSources { record_content: self.at, other_content: None, record_commercial: None };
                Times { content: self.at, commercial: self.at, sources }
            }
        }
    }

    /// The differences in terms of a product's record; the texts themselves are not loaded here.
    fn changed_fields(&self, subject: &Subject<'_>, times: Times) -> Vec<&'static str> {
        let (Some(before), Some(stored)) = (&subject.before, subject.stored) else { return Vec::new() };
        let Subject { after, .. } = subject;
        let parsed = subject.parsed();
        let trees = self.trees.change();
        let is_moved = before.sections != after.sections;
        let change = self.visible_change(subject);
        let record = parsed.map(|parsed| parsed.change).unwrap_or_default();
        let has_new_offer = change.commercial && !record.option_prices;
        let is_named =
            is_moved || before.is_active != after.is_active || record.content.by_record || record.option_prices;
        let differs = [
            ("isActive", before.is_active != after.is_active),
            ("sourceId", parsed.is_some_and(|parsed| stored.source_id != Some(parsed.source_id))),
            ("sections", is_moved),
            ("publicSections", !is_moved && before.view(trees.before) != after.view(trees.after)),
            ("vendorName", before.vendor_name != after.vendor_name && after.view(trees.after).is_some()),
            ("content", record.content.by_record),
            (
                "filterValueSections",
                change.content.otherwise && self.indirect_changes.filter_values.contains(&subject.key),
            ),
            ("internal", !is_named && parsed.is_some_and(|parsed| is_internal_change(parsed, stored))),
            ("configuratorPrices", record.option_prices),
            ("offer", has_new_offer),
            ("warehouseName", self.indirect_changes.warehouses.contains(&subject.key)),
            ("contentUpdatedAt", stored.content_updated_at != times.content),
            ("commercialUpdatedAt", stored.commercial_updated_at != times.commercial),
        ];
        differs.into_iter().filter(|(_, differs)| *differs).map(|(name, _)| name).collect()
    }
}

/// The change of the visible vendor name: by the product's record where the new name is the record's.
fn vendor_change(before: &ProductFacts<'_>, after: &ProductFacts<'_>) -> ContentChange {
    let id = |facts: &ProductFacts<'_>| facts.vendor.map(|vendor| vendor.id.clone());
    // Another vendor is another record.
    if before.vendor_name == after.vendor_name || id(before) != id(after) {
        return ContentChange::NONE;
    }
    let own = [before, after].map(|facts| facts.vendor.map(Vendor::trimmed_name));
    let by_record = own[0] != own[1] && own[1] == after.vendor_name;
    ContentChange { by_record, otherwise: !by_record }
}

/// Whether a record without visible changes still differs: values of service fields, the type, raw price data.
fn is_internal_change(parsed: &ParsedProduct, stored: &StoredProduct) -> bool {
    parsed.record_differs(stored) && stored.source_id == Some(parsed.source_id)
}

/// Plans the writes of a product that is not deactivated.
fn plan_writes(subject: &Subject<'_>, times: Times, plan: &mut Plan) {
    let key = subject.key;
    let slot_and_draft = subject.entry.and_then(|entry| Some((entry.slot?, &entry.parsed)));
    match (slot_and_draft, subject.stored) {
        (Some((slot, ParsedRecord::Product(parsed))), stored) => {
            let is_offer_all = parsed.offer.is_some()
                && stored.is_some_and(|stored| !parsed.record_differs(stored) && times.sources == stored.time_sources);
            plan.writes.push(if is_offer_all {
                PlannedWrite::Offer { key, slot, times }
            } else {
                PlannedWrite::Record { key, slot, times }
            });
        }
        (offer, Some(stored)) => {
            if let Some((slot, _)) = offer {
                plan.writes.push(PlannedWrite::Offer { key, slot, times });
            }
            let other = times.sources.other_content.filter(|_| times.sources != stored.time_sources);
            if let Some(at) = other {
                let touch = ContentTouch { at, content_updated_at: times.content };
                plan.writes.push(PlannedWrite::TouchContent(key, touch));
            }
        }
        // The input was rejected if it has anything but a product record for an unknown product.
        (_, None) => {}
    }
}
