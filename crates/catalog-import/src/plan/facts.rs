//! What the diff must know of a product at one moment.

use crate::gather::{InputEntry, ParsedProduct, ParsedRecord};
use catalog_domain::change::{ProductState, PublicView};
use catalog_domain::identifiers::SectionId;
use catalog_domain::ports::StoredProduct;
use catalog_domain::section_tree::SectionTree;
use catalog_domain::vendor::Vendor;

/// A product at one moment.
#[derive(Debug, Clone)]
pub(super) struct ProductFacts<'a> {
    pub(super) is_active: bool,
    pub(super) sections: &'a [SectionId],
    pub(super) vendor: Option<&'a Vendor>,
    /// The name that clients see of the vendor, where it is another one before or after the run.
    pub(super) vendor_name: Option<&'a str>,
}

impl<'a> ProductFacts<'a> {
    /// The product as the store has it.
    pub(super) fn of_stored(stored: &'a StoredProduct) -> Self {
        Self {
            is_active: stored.is_active,
            sections: &stored.sections,
            vendor: stored.vendor.as_deref(),
            vendor_name: None,
        }
    }

    /// The product as the input leaves it.
    pub(super) fn after(before: Option<&Self>, entry: Option<&'a InputEntry>) -> Option<Self> {
        match entry.map(|entry| &entry.parsed) {
            Some(ParsedRecord::Product(parsed)) => Some(Self::of_draft(parsed)),
            _ => before.cloned(),
        }
    }

    fn of_draft(parsed: &'a ParsedProduct) -> Self {
        Self {
            is_active: parsed.is_active,
            sections: &parsed.sections,
            vendor: parsed.vendor.as_deref(),
            vendor_name: None,
        }
    }

    /// Where clients see the product.
    pub(super) fn view(&self, tree: &SectionTree) -> Option<PublicView> {
        PublicView::of(&self.state(), tree)
    }

    /// The product for the diff.
    pub(super) fn state(&self) -> ProductState<'a> {
        ProductState { is_active: self.is_active, sections: self.sections }
    }
}
