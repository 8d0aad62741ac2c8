//! Where a product's filter value applies (`docs/contract.md#product-filter-values`).

use super::tree::SectionTree;
use crate::named::worded;
use crate::values::identifiers::SectionId;

worded! {
    /// Why a product is shown without one of its filter values.
    pub enum HiddenFilterValue {
        /// It applies in no section.
        NoSection = "it names no section",
        /// It applies in sections, none of which is public.
        NoPublicSection = "it names no public section",
    }
}

/// The sections of `tree` in which a filter value applies that names `sections`: at least one, in that order.
///
/// # Errors
/// Why the value is not shown.
pub fn applies_in<'a>(
    sections: &'a [SectionId],
    tree: &'a SectionTree,
) -> Result<impl Iterator<Item = SectionId> + 'a, HiddenFilterValue> {
    let mut public = sections.iter().copied().filter(|section| tree.find(*section).is_some()).peekable();
    match public.peek() {
        Some(_) => Ok(public),
        None if sections.is_empty() => Err(HiddenFilterValue::NoSection),
        None => Err(HiddenFilterValue::NoPublicSection),
    }
}
