//! What one product becomes.

use super::facts::ProductFacts;
use super::shown_vendors::ShownVendors;
use super::{Plan, PlannedWrite, PublicTrees, Times};
use crate::gather::{Draft, ProductDraft, ProductKey, ProductMention, ProductTable};
use crate::identity_change::{IdentityChange, event_names};
use crate::observer::ImportObserver;
use crate::resolve::ProductOutcome;
use catalog_domain::change::{ProductTransition, classify};
use catalog_domain::ports::StoredProduct;
use catalog_domain::timestamp::Timestamp;

/// What is needed to plan any product.
pub(super) struct ProductPlanner<'a> {
    pub(super) products: &'a ProductTable,
    pub(super) outcome: &'a ProductOutcome,
    pub(super) trees: &'a PublicTrees,
    pub(super) vendors: ShownVendors<'a>,
    /// The time of the run.
    pub(super) at: Timestamp,
    pub(super) observer: &'a dyn ImportObserver,
}

impl ProductPlanner<'_> {
    /// Adds to `plan` what becomes of the product.
    pub(super) fn plan(&self, key: ProductKey, plan: &mut Plan) {
        let mention = self.products.mention_of(key);
        let is_switched_off = self.outcome.deactivated.contains(&key);
        let says_something = mention.is_some_and(|mention| mention.slot.is_some());
        let stored = self.products.stored(key);
        let is_renamed = self.vendors.concern(stored.and_then(|stored| stored.vendor.as_deref()));
        if !says_something && !is_switched_off && !is_renamed && !self.trees.differ {
            plan.tally.unchanged += u64::from(mention.is_some());
            return;
        }
        let mut before = stored.map(ProductFacts::of_stored);
        let Some(mut after) = ProductFacts::after(before.as_ref(), mention, self.at) else { return };
        after.is_active &= !is_switched_off;
        self.vendors.note(before.as_mut(), &mut after);
        after.times = self.times_after(before.as_ref(), &after, mention);

        let written_before = plan.writes.len();
        if is_switched_off {
            plan.writes.push(PlannedWrite::Deactivate(key));
        } else {
            plan_writes(key, stored, mention, after.times, plan);
        }
        let is_written = plan.writes.len() > written_before;
        let action = match stored {
            None => "created",
            Some(stored) if stored.is_active && !after.is_active => "deactivated",
            Some(_) if is_written => "updated",
            Some(_) => "unchanged",
        };
        plan.tally.count(action, mention.is_some());
        let transition = ProductTransition {
            stock_number: self.products.stock_number(key),
            before: before.as_ref().map(ProductFacts::state),
            after: Some(after.state()),
        };
        let event = classify(&transition, self.trees.change());
        if self.observer.wants_changes() && (action != "unchanged" || event.is_some()) {
            self.observer.plans(&IdentityChange {
                kind: "product",
                id: transition.stock_number,
                action,
                fields: self.changed_fields(before.as_ref(), &after, mention, stored),
                events: event_names(event.as_ref()),
            });
        }
        plan.events.extend(event);
    }

    /// What differs, in terms of a product's record; the texts themselves are not at hand.
    fn changed_fields(
        &self,
        before: Option<&ProductFacts<'_>>,
        after: &ProductFacts<'_>,
        mention: Option<&ProductMention>,
        stored: Option<&StoredProduct>,
    ) -> Vec<&'static str> {
        let (Some(before), Some(stored)) = (before, stored) else { return Vec::new() };
        let draft = mention.and_then(|mention| match &mention.draft {
            Draft::Product(draft) => Some(draft),
            _ => None,
        });
        let trees = self.trees.change();
        let is_moved = before.sections != after.sections;
        let differs = [
            ("isActive", before.is_active != after.is_active),
            ("sourceId", draft.is_some_and(|draft| stored.source_id != Some(draft.source_id))),
            ("sections", is_moved),
            ("publicSections", !is_moved && before.view(trees.before) != after.view(trees.after)),
            ("vendorName", before.vendor_name != after.vendor_name && after.view(trees.after).is_some()),
            ("content", before.content != after.content),
            ("internal", is_internal_change(draft, stored, before, after)),
            ("configuratorPrices", before.option_prices != after.option_prices),
            ("offer", before.offer != after.offer),
            ("contentUpdatedAt", before.times.content != after.times.content),
            ("commercialUpdatedAt", before.times.commercial != after.times.commercial),
        ];
        differs.into_iter().filter(|(_, differs)| *differs).map(|(name, _)| name).collect()
    }

    /// The times after the run: stated ones, else that of the run for a side that changed, else those there were.
    fn times_after(
        &self,
        before: Option<&ProductFacts<'_>>,
        after: &ProductFacts<'_>,
        mention: Option<&ProductMention>,
    ) -> Times {
        let Some(before) = before else { return self.stated_times(mention, after.times) };
        let trees = self.trees.change();
        let view_after = after.view(trees.after);
        let is_shown_otherwise = view_after.is_some()
            && (before.vendor_name != after.vendor_name || view_after != before.view(trees.before));
        let mut times = before.times;
        if before.content != after.content || is_shown_otherwise {
            times.content = self.at;
        }
        if before.offer != after.offer || before.option_prices != after.option_prices {
            times.commercial = self.at;
        }
        self.stated_times(mention, times)
    }

    fn stated_times(&self, mention: Option<&ProductMention>, otherwise: Times) -> Times {
        let (content, commercial) = match mention.map(|mention| &mention.draft) {
            Some(Draft::Product(draft)) => (draft.content_updated_at, draft.commercial_updated_at),
            Some(Draft::Offer(draft)) => (None, draft.commercial_updated_at),
            Some(Draft::Deleted) | None => (None, None),
        };
        Times { content: content.unwrap_or(otherwise.content), commercial: commercial.unwrap_or(otherwise.commercial) }
    }
}

/// Whether a record changed in nothing that has a name of its own: values of service fields, the type, raw price data.
fn is_internal_change(
    draft: Option<&ProductDraft>,
    stored: &StoredProduct,
    before: &ProductFacts<'_>,
    after: &ProductFacts<'_>,
) -> bool {
    let is_named = before.sections != after.sections
        || before.is_active != after.is_active
        || before.content != after.content
        || before.option_prices != after.option_prices;
    !is_named && draft.is_some_and(|draft| draft.record_differs(stored) && stored.source_id == Some(draft.source_id))
}

/// Plans the writes of a product that is not switched off.
fn plan_writes(
    key: ProductKey,
    stored: Option<&StoredProduct>,
    mention: Option<&ProductMention>,
    times: Times,
    plan: &mut Plan,
) {
    let slot_and_draft = mention.and_then(|mention| Some((mention.slot?, &mention.draft)));
    match (slot_and_draft, stored) {
        (Some((slot, Draft::Product(draft))), stored) => {
            let is_offer_all = draft.offer.is_some()
                && stored
                    .is_some_and(|stored| !draft.record_differs(stored) && times.content == stored.content_updated_at);
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
            if times.content != stored.content_updated_at {
                plan.writes.push(PlannedWrite::TouchContent(key));
            }
        }
        // The input was rejected if it says something else than a product about a product that nobody knows.
        (_, None) => {}
    }
}
