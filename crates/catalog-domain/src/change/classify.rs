//! Compares two states of a product under two section trees (`docs/contract.md#change-types`).

use super::event::{ChangeEvent, ChangeKind, Membership};
use crate::named::worded;
use crate::sections::tree::SectionTree;
use crate::values::identifiers::SectionId;

/// What determines where a product is public at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProductState<'a> {
    /// The source's switch.
    pub is_active: bool,
    /// The linked sections in source order.
    pub sections: &'a [SectionId],
}

impl ProductState<'_> {
    /// Whether the product is public in `tree`: active, and linked to one of its sections.
    pub fn is_public(&self, tree: &SectionTree) -> bool {
        self.is_active && self.sections.iter().any(|section| tree.find(*section).is_some())
    }
}

/// A product before and after a run; `None` where it does not exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProductTransition<'a> {
    /// The identity.
    pub stock_number: &'a str,
    /// Before the run.
    pub before: Option<ProductState<'a>>,
    /// After the run.
    pub after: Option<ProductState<'a>>,
    /// Whether anything differs that a product response can show, except commercial data and the public sections.
    pub content_differs: bool,
    /// Whether any commercial data differs.
    pub commercial_differs: bool,
}

/// Where a product is public in one tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicView {
    /// The public sections directly linked, in source order; never empty.
    pub direct: Vec<SectionId>,
    /// Those and all their public ancestors, ascending.
    pub holders: Vec<SectionId>,
}

worded! {
    /// Why a product is not public.
    pub enum HiddenProduct {
        /// The source's switch is off.
        Inactive = "it is inactive (isActive is false, or it was deleted or left out of a full import)",
        /// It is linked to no section.
        NoSection = "it is linked to no section",
        /// It is linked to sections, none of which is public.
        NoPublicSection = "none of its sections is public",
    }
}

impl PublicView {
    /// Where a product is public.
    ///
    /// # Errors
    /// Why it is not.
    pub fn decide(state: &ProductState<'_>, tree: &SectionTree) -> Result<Self, HiddenProduct> {
        if !state.is_active {
            return Err(HiddenProduct::Inactive);
        }
        let direct: Vec<SectionId> = tree.among(state.sections).into_iter().map(|index| tree.id(index)).collect();
        match direct.is_empty() {
            false => Ok(Self { direct, holders: tree.holders(state.sections) }),
            true if state.sections.is_empty() => Err(HiddenProduct::NoSection),
            true => Err(HiddenProduct::NoPublicSection),
        }
    }
}

/// The public section trees before and after a run.
#[derive(Debug, Clone, Copy)]
pub struct TreeChange<'a> {
    /// The public tree before the run.
    pub before: &'a SectionTree,
    /// The public tree after it.
    pub after: &'a SectionTree,
}

/// The event that `transition` makes; `None` when clients can see no difference.
pub fn classify(transition: &ProductTransition<'_>, trees: TreeChange<'_>) -> Option<ChangeEvent> {
    let view_of = |state: &Option<ProductState<'_>>, tree| PublicView::decide(state.as_ref()?, tree).ok();
    let before = view_of(&transition.before, trees.before);
    let after = view_of(&transition.after, trees.after);
    let kind = match (&before, &after) {
        (None, None) => return None,
        (Some(_), None) => ChangeKind::Removed,
        // New or restored: content, and nothing else beside it.
        (None, Some(_)) => ChangeKind::Upsert { content: true, commercial: false },
        (Some(view_before), Some(view_after)) => {
            let content = view_before != view_after || transition.content_differs;
            let commercial = transition.commercial_differs;
            if !content && !commercial {
                return None;
            }
            ChangeKind::Upsert { content, commercial }
        }
    };
    let holders = |view: &Option<PublicView>| view.as_ref().map_or_else(Vec::new, |view| view.holders.clone());
    let memberships = memberships(&holders(&before), &holders(&after));
    let section_ids = after.or(before).map(|view| view.direct).unwrap_or_default();
    Some(ChangeEvent { stock_number: transition.stock_number.into(), kind, section_ids, memberships })
}

/// The union of two ascending lists, each section with whether it is in the second.
fn memberships(before: &[SectionId], after: &[SectionId]) -> Vec<Membership> {
    let mut sections: Vec<SectionId> = [before, after].concat();
    sections.sort_unstable();
    sections.dedup();
    let is_after = |section: &SectionId| after.binary_search(section).is_ok();
    sections.into_iter().map(|section| Membership { section, in_section: is_after(&section) }).collect()
}

#[cfg(test)]
mod tests;
