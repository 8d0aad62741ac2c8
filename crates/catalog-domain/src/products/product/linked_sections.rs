//! The sections of one product, stored compactly: a large catalog holds millions of such lists, and most of them name
//! one section.

use crate::values::identifiers::SectionId;
use std::fmt;
use std::ops::Deref;

/// The sections that a product is linked to, in source order, each once, and the source's choice among them.
#[derive(Clone, PartialEq, Eq)]
pub struct LinkedSections {
    ids: Ids,
    /// The position of the source's choice; beyond the end where there is none.
    primary: u32,
}

/// The sections by id.
#[derive(Clone, PartialEq, Eq)]
enum Ids {
    /// A single one needs no allocation.
    One(SectionId),
    /// Several, or none.
    Other(Box<[SectionId]>),
}

impl LinkedSections {
    /// The sections `ids` with the choice `primary`. A choice that is not among them is dropped.
    pub fn new(ids: impl IntoIterator<Item = SectionId>, primary: Option<SectionId>) -> Self {
        let ids: Ids = ids.into_iter().collect();
        let chosen = ids.as_slice().iter().position(|id| Some(*id) == primary);
        // A product has far fewer links.
        Self { primary: chosen.and_then(|at| u32::try_from(at).ok()).unwrap_or(u32::MAX), ids }
    }

    /// The source's choice, if it made one.
    pub fn primary(&self) -> Option<SectionId> {
        self.get(self.primary as usize).copied()
    }
}

impl Deref for LinkedSections {
    type Target = [SectionId];

    fn deref(&self) -> &[SectionId] {
        self.ids.as_slice()
    }
}

impl Ids {
    fn as_slice(&self) -> &[SectionId] {
        match self {
            Self::One(id) => std::slice::from_ref(id),
            Self::Other(ids) => ids,
        }
    }
}

impl FromIterator<SectionId> for Ids {
    fn from_iter<I: IntoIterator<Item = SectionId>>(ids: I) -> Self {
        let mut ids = ids.into_iter();
        let (first, second) = (ids.next(), ids.next());
        match (first, second) {
            (Some(only), None) => Self::One(only),
            _ => Self::Other(first.into_iter().chain(second).chain(ids).collect()),
        }
    }
}

impl fmt::Debug for LinkedSections {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("LinkedSections").field("ids", &&**self).field("primary", &self.primary()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_come_out_as_they_went_in_with_the_choice_among_them() {
        for (ids, primary, expected) in [
            (&[][..], None, None),
            (&[], Some(1), None),
            (&[7], Some(7), Some(7)),
            (&[7], None, None),
            (&[7], Some(8), None),
            (&[7, 5], Some(5), Some(5)),
            (&[7, 5, 9], Some(7), Some(7)),
            (&[7, 5, 9], Some(8), None),
        ] {
            let ids: Vec<SectionId> = ids.iter().copied().map(SectionId).collect();
            let linked = LinkedSections::new(ids.iter().copied(), primary.map(SectionId));
            assert_eq!((&*linked, linked.primary()), (&*ids, expected.map(SectionId)));
        }
    }

    #[test]
    fn lists_differ_in_their_sections_their_order_and_the_choice() {
        let list = |ids: &[i64], primary| LinkedSections::new(ids.iter().copied().map(SectionId), primary);
        let lists = [
            list(&[], None),
            list(&[1], None),
            list(&[1, 2], None),
            list(&[2, 1], None),
            list(&[1, 2], Some(SectionId(2))),
        ];
        for (at, one) in lists.iter().enumerate() {
            assert!(lists.iter().enumerate().all(|(other_at, other)| (one == other) == (at == other_at)), "{one:?}");
        }
    }
}
