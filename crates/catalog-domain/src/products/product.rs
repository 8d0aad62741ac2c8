//! A product as the catalog holds it in memory: base facts, without the heavy parts (`docs/contract.md#product`).

use crate::pricing::offer::Offer;
use crate::products::filter::FilterValueList;
use crate::products::vendor::Vendor;
use crate::values::identifiers::{CatalogRevision, ProductTypeId, SourceId};
use crate::values::timestamp::Timestamp;
use crate::values::url_group::{PageUrlRef, UrlGroup};
use std::sync::Arc;

mod linked_sections;
mod texts;

pub use linked_sections::LinkedSections;
pub use texts::{NamedTexts, ProductTexts};

/// Longest stock number, in characters.
pub const STOCK_NUMBER_MAXIMUM_CHARACTERS: usize = 64;

/// Whether `text` can be a stock number: 1 to 64 characters, none of them a control character, and not `.` or `..`.
pub fn is_stock_number(text: &str) -> bool {
    // No path has a segment `.` or `..`: clients resolve them.
    !["", ".", ".."].contains(&text)
        && text.chars().count() <= STOCK_NUMBER_MAXIMUM_CHARACTERS
        && !text.chars().any(char::is_control)
}

/// One active product. Inactive products never reach the read model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Product {
    /// The stock number, the names, the product's page and the preview picture.
    pub texts: ProductTexts,
    /// The source object id: the id in v1.
    pub source_id: SourceId,
    /// The product's type.
    pub type_id: ProductTypeId,
    /// The vendor; `None` when the source names none or one with a blank name.
    /// Shared: few vendors serve a whole catalog.
    pub vendor: Option<Arc<Vendor>>,
    /// The sections it is linked to.
    pub sections: LinkedSections,
    /// Prices and stock.
    pub offer: Offer,
    /// Values for section filters, in source order.
    pub filter_values: FilterValueList,
    /// Whether the product has a configurator.
    pub has_configurator: bool,
    /// When the content last changed.
    pub content_updated_at: Timestamp,
    /// When prices or stock last changed.
    pub commercial_updated_at: Timestamp,
    /// The revision of its last event (`docs/contract.md#product-version`).
    pub version: CatalogRevision,
}

impl Product {
    /// The identity, case-sensitive and byte for byte; the public id of v2.
    pub fn stock_number(&self) -> &str {
        self.texts.stock_number()
    }

    /// The short name.
    pub fn name(&self) -> &str {
        self.texts.name()
    }

    /// The full name.
    pub fn full_name(&self) -> &str {
        self.texts.full_name()
    }

    /// The product's page, if it has one.
    pub fn url(&self) -> Option<PageUrlRef<'_>> {
        self.texts.url()
    }

    /// The parts of the URL of the product's page; all empty without one.
    pub fn url_group(&self) -> UrlGroup<'_> {
        self.texts.url_group()
    }

    /// The preview picture.
    pub fn preview(&self) -> Option<&str> {
        self.texts.preview()
    }
}

#[cfg(test)]
mod tests;
