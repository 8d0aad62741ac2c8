//! What the diff must know of a product at one moment.

use super::Times;
use crate::fingerprints::{offer_fingerprint, side_fingerprint};
use crate::gather::{Draft, ProductDraft, ProductMention};
use catalog_domain::change::{ProductState, PublicView};
use catalog_domain::fingerprint::{Fingerprint, FingerprintBuilder};
use catalog_domain::identifiers::SectionId;
use catalog_domain::offer::Offer;
use catalog_domain::ports::StoredProduct;
use catalog_domain::section_tree::SectionTree;
use catalog_domain::timestamp::Timestamp;
use catalog_domain::vendor::Vendor;

/// A product at one moment.
#[derive(Debug, Clone)]
pub(super) struct ProductFacts<'a> {
    pub(super) is_active: bool,
    pub(super) sections: &'a [SectionId],
    pub(super) vendor: Option<&'a Vendor>,
    /// The name that clients see of the vendor, where it is another one before or after the run.
    pub(super) vendor_name: Option<&'a str>,
    pub(super) content: Fingerprint,
    pub(super) option_prices: Fingerprint,
    pub(super) offer: Fingerprint,
    pub(super) times: Times,
}

impl<'a> ProductFacts<'a> {
    /// The product as the store has it.
    pub(super) fn of_stored(stored: &'a StoredProduct) -> Self {
        Self {
            is_active: stored.is_active,
            sections: &stored.sections,
            vendor: stored.vendor.as_deref(),
            vendor_name: None,
            content: stored.fingerprints.content,
            option_prices: stored.fingerprints.option_prices,
            offer: stored.fingerprints.offer,
            times: Times { content: stored.content_updated_at, commercial: stored.commercial_updated_at },
        }
    }

    /// The product as the input leaves it, with the times that it had, or those of a new one.
    pub(super) fn after(before: Option<&Self>, mention: Option<&'a ProductMention>, at: Timestamp) -> Option<Self> {
        match (mention.map(|mention| &mention.draft), before) {
            (Some(Draft::Product(draft)), before) => Some(Self::of_draft(draft, before, at)),
            (Some(Draft::Offer(draft)), Some(before)) => Some(Self { offer: draft.fingerprint, ..before.clone() }),
            (_, before) => before.cloned(),
        }
    }

    fn of_draft(draft: &'a ProductDraft, before: Option<&Self>, at: Timestamp) -> Self {
        let stored_offer = || before.map_or_else(|| offer_fingerprint(&Offer::default()), |before| before.offer);
        Self {
            is_active: draft.is_active,
            sections: &draft.sections,
            vendor: draft.vendor.as_deref(),
            vendor_name: None,
            // A record that says nothing new has no content of its own: then the store's is its content.
            content: draft.content.or(before.map(|before| before.content)).unwrap_or(draft.record),
            option_prices: draft.option_prices,
            offer: draft.offer.unwrap_or_else(stored_offer),
            times: before.map_or(Times { content: at, commercial: at }, |before| before.times),
        }
    }

    /// Where clients see the product.
    pub(super) fn view(&self, tree: &SectionTree) -> Option<PublicView> {
        PublicView::of(&self.state(), tree)
    }

    /// The product for the diff: times are part of the side that they are about.
    pub(super) fn state(&self) -> ProductState<'a> {
        let vendor_name = self.vendor_name.map(|name| FingerprintBuilder::new().text(name).finish());
        let content: Vec<Fingerprint> = std::iter::once(self.content).chain(vendor_name).collect();
        ProductState {
            is_active: self.is_active,
            sections: self.sections,
            content: side_fingerprint(&content, self.times.content),
            commercial: side_fingerprint(&[self.offer, self.option_prices], self.times.commercial),
        }
    }
}
