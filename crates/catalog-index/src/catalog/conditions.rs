//! Conditions on the products of a list, as bitmaps of an index (`docs/contract.md#product-list`).

use roaring::{MultiOps, RoaringBitmap};
use std::borrow::Cow;

pub(super) enum Condition<'a> {
    In(&'a RoaringBitmap),
    /// Not in this bitmap.
    NotIn(&'a RoaringBitmap),
    /// In at least one of these bitmaps.
    InAny(Vec<&'a RoaringBitmap>),
}

impl Condition<'_> {
    /// An upper bound for the products that satisfy it.
    fn most(&self) -> u64 {
        match self {
            Self::In(set) => set.len(),
            Self::NotIn(_) => u64::MAX,
            Self::InAny(sets) => sets.iter().map(|set| set.len()).sum(),
        }
    }
}

/// The members of `in_scope` that satisfy every condition. Without conditions nothing is copied. Up to `few_sets`
/// bitmaps are united one after the other.
pub(super) fn select<'a>(
    in_scope: Cow<'a, RoaringBitmap>,
    mut conditions: Vec<Condition<'_>>,
    few_sets: usize,
) -> Cow<'a, RoaringBitmap> {
    let mut selected = in_scope;
    // The most selective condition comes first, so that the others have little left to check.
    conditions.sort_by_key(Condition::most);
    for condition in &conditions {
        selected = Cow::Owned(match condition {
            Condition::In(set) => intersect(selected, set),
            Condition::NotIn(set) => selected.into_owned() - *set,
            // One intersection is less work than one per bitmap, but the union must not be larger than the selection.
            Condition::InAny(sets) if condition.most() < selected.len() => {
                intersect(selected, &unite(sets.iter().copied().cloned(), few_sets))
            }
            Condition::InAny(sets) => unite(sets.iter().map(|set| &*selected & *set), few_sets),
        });
    }
    selected
}

/// The members of both, in place if possible.
fn intersect(selected: Cow<'_, RoaringBitmap>, set: &RoaringBitmap) -> RoaringBitmap {
    match selected {
        Cow::Borrowed(selected) => selected & set,
        Cow::Owned(selected) => selected & set,
    }
}

fn unite(sets: impl ExactSizeIterator<Item = RoaringBitmap>, few_sets: usize) -> RoaringBitmap {
    if sets.len() > few_sets { sets.union() } else { sets.reduce(|united, set| united | set).unwrap_or_default() }
}
