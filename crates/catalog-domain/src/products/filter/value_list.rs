//! The filter values of one product, stored compactly: a large catalog holds millions.

use super::{FilterText, SharedFilterValue};
use crate::values::identifiers::SectionId;
use std::sync::Arc;

/// The values that a product has for filters, in source order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilterValueList(Values);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Values {
    /// All of them, at least one, apply in the same sections, as in most products.
    Together { texts: Box<[Arc<FilterText>]>, sections: Arc<Box<[SectionId]>> },
    /// They do not, or there are none.
    Each(Box<[SharedFilterValue]>),
}

/// One of the values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListedFilterValue<'a> {
    /// What the value is.
    pub text: &'a Arc<FilterText>,
    /// The sections in which it applies, in source order.
    pub sections: &'a Arc<Box<[SectionId]>>,
}

impl FilterValueList {
    /// The values `texts`, which all apply in the same sections.
    pub fn together(texts: Box<[Arc<FilterText>]>, sections: Arc<Box<[SectionId]>>) -> Self {
        if texts.is_empty() { Self::default() } else { Self(Values::Together { texts, sections }) }
    }

    /// The number of values.
    pub fn len(&self) -> usize {
        match &self.0 {
            Values::Together { texts, .. } => texts.len(),
            Values::Each(values) => values.len(),
        }
    }

    /// Whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The values, in source order.
    pub fn iter(&self) -> impl Iterator<Item = ListedFilterValue<'_>> {
        (0..self.len()).filter_map(|at| self.get(at))
    }

    fn get(&self, at: usize) -> Option<ListedFilterValue<'_>> {
        match &self.0 {
            Values::Together { texts, sections } => texts.get(at).map(|text| ListedFilterValue { text, sections }),
            Values::Each(values) => {
                values.get(at).map(|SharedFilterValue { text, sections }| ListedFilterValue { text, sections })
            }
        }
    }
}

impl Default for FilterValueList {
    fn default() -> Self {
        Self(Values::Each(Box::default()))
    }
}

impl<const COUNT: usize> From<[SharedFilterValue; COUNT]> for FilterValueList {
    fn from(values: [SharedFilterValue; COUNT]) -> Self {
        values.into_iter().collect()
    }
}

impl FromIterator<SharedFilterValue> for FilterValueList {
    fn from_iter<I: IntoIterator<Item = SharedFilterValue>>(values: I) -> Self {
        let values: Vec<SharedFilterValue> = values.into_iter().collect();
        let are_together = values.windows(2).all(|pair| pair[0].sections == pair[1].sections);
        Self(match values.first().filter(|_| are_together).map(|first| Arc::clone(&first.sections)) {
            Some(sections) => {
                Values::Together { texts: values.into_iter().map(|value| value.text).collect(), sections }
            }
            None => Values::Each(values.into()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::products::filter::FilterValue;
    use crate::values::identifiers::FieldId;

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
            if let Some(SharedFilterValue { sections, .. }) = values.first()
                && values.iter().all(|value| value.sections == *sections)
            {
                let texts = values.iter().map(|value| Arc::clone(&value.text)).collect();
                assert_eq!(FilterValueList::together(texts, Arc::clone(sections)), list);
            }
            let listed = list.iter().map(|ListedFilterValue { text, sections }| SharedFilterValue {
                text: Arc::clone(text),
                sections: Arc::clone(sections),
            });
            assert_eq!(listed.collect::<Vec<_>>(), values);
        }
    }
}
