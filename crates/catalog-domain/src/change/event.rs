//! The change of one product in one run.

use crate::values::identifiers::SectionId;
use std::fmt;

/// What happened to a product in one run; never nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChangeKind {
    /// It stays or becomes public, and its content changed, its commercial data, or both.
    Upsert {
        /// Photos, features, description, name, URL, vendor, sections and the like; also new and restored products.
        content: bool,
        /// Prices, stocks, availability or warehouse data.
        commercial: bool,
    },
    /// It stopped being public.
    Removed,
}

/// Distinct products by type of change. A product changed in both ways counts in both, and once in the total.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ChangeTally {
    /// With a content change.
    pub content: u64,
    /// With a commercial change.
    pub commercial: u64,
    /// That stopped being public.
    pub removed: u64,
    /// With any change.
    pub total: u64,
}

/// The types as the change feed names them.
impl fmt::Display for ChangeKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Upsert { content: true, commercial: true } => "content, commercial",
            Self::Upsert { content: true, .. } => "content",
            Self::Upsert { .. } => "commercial",
            Self::Removed => "removed",
        })
    }
}

/// Whether a product is in the public subtree of a section, as of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Membership {
    /// The section whose feed has the event.
    pub section: SectionId,
    /// Whether the product is in its public subtree after the run.
    pub in_section: bool,
}

/// One product's change in one run. Its number and time are assigned by the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeEvent {
    /// The product.
    pub stock_number: Box<str>,
    /// What happened.
    pub kind: ChangeKind,
    /// The public sections directly linked, after the run; of a removal, those it was last public in. Source order.
    pub section_ids: Vec<SectionId>,
    /// Every section whose public subtree held the product before or after the run, ascending.
    pub memberships: Vec<Membership>,
}
