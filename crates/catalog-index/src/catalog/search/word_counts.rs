//! How many words the full name of each product has: by bit of that number, the products that have it.

use crate::catalog::ordinal_set::OrdinalSet;
use crate::catalog::product_list::ProductList;
use catalog_domain::search::word_count;

/// The lowest bit comes first.
#[derive(Debug, Clone, Default)]
pub(super) struct WordCounts(Vec<OrdinalSet>);

impl WordCounts {
    /// Counts the words of the products at `ordinals`, which are vacant, new, or have other names than before.
    pub(super) fn count(&mut self, list: &ProductList, ordinals: impl Iterator<Item = u32>) {
        for ordinal in ordinals {
            // Beyond 65,535 words, names count as equally long.
            let count = u16::try_from(word_count(list.get(ordinal).full_name())).unwrap_or(u16::MAX);
            while u32::from(count) >> self.0.len() != 0 {
                self.0.push(OrdinalSet::default());
            }
            for (place, bits) in self.0.iter_mut().enumerate() {
                if count >> place & 1 == 1 { bits.insert(ordinal) } else { bits.remove(ordinal) }
            }
        }
        self.0.iter_mut().for_each(OrdinalSet::shrink);
    }

    pub(super) fn bits(&self) -> &[OrdinalSet] {
        &self.0
    }

    pub(super) fn bytes(&self) -> usize {
        self.0.iter().map(OrdinalSet::bytes).sum()
    }
}
