//! The filter values of one product, in little room: a large catalog holds millions.

use super::{FilterText, SharedFilterValue};
use crate::identifiers::SectionId;
use std::sync::Arc;

/// The values that a product has for filters, in source order. Mostly all of them apply in the same sections, and these are
/// kept once then.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FilterValueList {
    texts: Box<[Arc<FilterText>]>,
    sections: Sections,
}

/// Where values apply.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Sections {
    /// All of them here; `None` when there are none.
    Same(Option<SharedSections>),
    /// Each one elsewhere, in their order.
    Each(Box<[SharedSections]>),
}

type SharedSections = Arc<Box<[SectionId]>>;

/// One of the values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListedFilterValue<'a> {
    /// What the value is.
    pub text: &'a Arc<FilterText>,
    /// The sections in which it applies, in source order.
    pub sections: &'a Arc<Box<[SectionId]>>,
}

impl FilterValueList {
    /// The number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Whether there is no value.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// The values, in source order.
    pub fn iter(&self) -> impl Iterator<Item = ListedFilterValue<'_>> {
        let listed = |(at, text)| Some(ListedFilterValue { text, sections: self.sections.of(at)? });
        self.texts.iter().enumerate().filter_map(listed)
    }
}

impl Sections {
    fn of(&self, at: usize) -> Option<&SharedSections> {
        match self {
            Self::Same(sections) => sections.as_ref(),
            Self::Each(sections) => sections.get(at),
        }
    }
}

impl Default for Sections {
    fn default() -> Self {
        Self::Same(None)
    }
}

impl<const COUNT: usize> From<[SharedFilterValue; COUNT]> for FilterValueList {
    fn from(values: [SharedFilterValue; COUNT]) -> Self {
        values.into_iter().collect()
    }
}

impl FromIterator<SharedFilterValue> for FilterValueList {
    fn from_iter<I: IntoIterator<Item = SharedFilterValue>>(values: I) -> Self {
        let parts = values.into_iter().map(|value| (value.text, value.sections));
        let (texts, sections): (Vec<_>, Vec<SharedSections>) = parts.unzip();
        let are_same = sections.windows(2).all(|pair| pair[0] == pair[1]);
        let sections = match are_same {
            true => Sections::Same(sections.into_iter().next()),
            false => Sections::Each(sections.into()),
        };
        Self { texts: texts.into(), sections }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::FilterValue;
    use crate::identifiers::FieldId;

    #[test]
    fn values_come_out_as_they_went_in_whether_or_not_their_sections_are_the_same() {
        let value = |key: &str, sections: &[i64]| {
            SharedFilterValue::from(FilterValue {
                field_id: FieldId(1),
                uid: "power".into(),
                value: key.into(),
                key: key.into(),
                sections: sections.iter().copied().map(SectionId).collect(),
            })
        };
        for values in [
            vec![],
            vec![value("a", &[])],
            vec![value("a", &[1, 2]), value("b", &[1, 2]), value("a", &[1, 2])],
            vec![value("a", &[1, 2]), value("b", &[2, 1])],
            vec![value("a", &[1]), value("b", &[1]), value("c", &[])],
        ] {
            let list: FilterValueList = values.iter().cloned().collect();
            let listed = list.iter().map(|ListedFilterValue { text, sections }| SharedFilterValue {
                text: Arc::clone(text),
                sections: Arc::clone(sections),
            });
            assert_eq!(listed.collect::<Vec<_>>(), values);
        }
    }
}
