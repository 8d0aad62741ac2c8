//! The inputs of the diff for a product at one moment.

use crate::gather::{InputEntry, ParsedProduct, ParsedRecord};
use catalog_domain::change::{ProductState, PublicView};
use catalog_domain::ports::StoredProduct;
use catalog_domain::products::Vendor;
use catalog_domain::sections::SectionTree;
use catalog_domain::values::SectionId;

#[derive(Debug, Clone)]
pub(super) struct ProductFacts<'a> {
    pub(super) is_active: bool,
    pub(super) sections: &'a [SectionId],
    pub(super) vendor: Option<&'a Vendor>,
    /// The vendor name that clients see, where the run changes it.
    pub(super) vendor_name: Option<&'a str>,
}

impl<'a> ProductFacts<'a> {
    pub(super) fn of_stored(stored: &'a StoredProduct) -> Self {
        Self {
            is_active: stored.is_active,
            sections: &stored.sections,
            vendor: stored.vendor.as_deref(),
            vendor_name: None,
        }
    }

    /// The product after the input.
    pub(super) fn after(before: Option<&Self>, entry: Option<&'a InputEntry>) -> Option<Self> {
        match entry.map(|entry| &entry.parsed) {
            Some(ParsedRecord::Product(ParsedProduct { is_active, sections, vendor, .. })) => {
                Some(Self { is_active: *is_active, sections, vendor: vendor.as_deref(), vendor_name: None })
            }
            _ => before.cloned(),
        }
    }

    pub(super) fn view(&self, tree: &SectionTree) -> Option<PublicView> {
        PublicView::decide(&self.state(), tree).ok()
    }

    pub(super) fn state(&self) -> ProductState<'a> {
        ProductState { is_active: self.is_active, sections: self.sections }
    }
}
