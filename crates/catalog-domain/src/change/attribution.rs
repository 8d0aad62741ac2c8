//! The cause of a change of content: the product's own record, or its context, such as its sections.

/// The side of a run on which something is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// Before the run.
    Before,
    /// After it.
    After,
}

/// What changed the content of a product. Both may be true, and neither when nothing changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ContentChange {
    /// The product's own record did.
    pub by_record: bool,
    /// Something else did.
    pub otherwise: bool,
}

impl ContentChange {
    /// No change.
    pub const NONE: Self = Self { by_record: false, otherwise: false };

    /// Whether anything changed.
    pub fn is_any(self) -> bool {
        self.by_record || self.otherwise
    }

    /// Both changes together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { by_record: self.by_record || other.by_record, otherwise: self.otherwise || other.otherwise }
    }
}

/// What changed of a value that depends on the product's record and on its context. `shown` gives it for the record of
/// one moment in the context of the other or the same.
///
/// The context changed it if it does so for the old record and for the new one. Otherwise the record left what the
/// context changed, or joined it only now: then the change is the record's.
///
/// ```
/// use catalog_domain::change::{ContentChange, Moment, attribute};
///
/// // A product moves from a section to a new one: the section is new, but the move is the record's doing.
/// let section = |record, sections| match (record, sections) {
///     (Moment::Before, _) => Some("old"),
///     (Moment::After, Moment::After) => Some("new"),
///     (Moment::After, Moment::Before) => None,
/// };
/// assert_eq!(attribute(section), ContentChange { by_record: true, otherwise: false });
/// ```
pub fn attribute<T: PartialEq>(shown: impl Fn(Moment, Moment) -> T) -> ContentChange {
    use Moment::{After, Before};
    let (before, after) = (shown(Before, Before), shown(After, After));
    if before == after {
        return ContentChange::NONE;
    }
    let (old_now, new_then) = (shown(Before, After), shown(After, Before));
    ContentChange {
        by_record: old_now != after || before != new_then,
        otherwise: before != old_now && new_then != after,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_change_has_an_author_and_what_has_none_is_no_change(shown in proptest::array::uniform4(0_u8..3)) {
            let bit = |moment| usize::from(moment == Moment::After);
            let at = |record, around| shown[bit(record) * 2 + bit(around)];
            let change = attribute(at);
            prop_assert_eq!(change.is_any(), shown[0] != shown[3]);
        }

        #[test]
        fn an_unchanged_record_in_an_unchanged_context_is_no_change(one in 0_u8..3, other in 0_u8..3) {
            let by_context = attribute(|_, around| if around == Moment::Before { one } else { other });
            prop_assert_eq!(by_context, ContentChange { by_record: false, otherwise: one != other });
            let by_record = attribute(|record, _| if record == Moment::Before { one } else { other });
            prop_assert_eq!(by_record, ContentChange { by_record: one != other, otherwise: false });
        }
    }
}
