//! The texts of one product, in one allocation: a large catalog holds millions of them, and each allocation takes more than
//! many a text is long.

use std::fmt;

/// What a processor reads from memory at once, in bytes.
const CACHE_LINE: usize = 64;

/// The texts that every product has.
#[derive(Clone, PartialEq, Eq)]
pub struct ProductTexts {
    /// One after the other.
    all: Box<str>,
    /// Where the stock number ends, the name, and the full name.
    ends: [u32; 3],
    has_preview: bool,
}

/// The same texts by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NamedTexts<'a> {
    /// The identity, case-sensitive and byte for byte; the public id of v2.
    pub stock_number: &'a str,
    /// The short name.
    pub name: &'a str,
    /// The full name.
    pub full_name: &'a str,
    /// The preview picture.
    pub preview: Option<&'a str>,
}

impl ProductTexts {
    /// The texts as [`NamedTexts`] has them.
    #[must_use]
    pub fn named(&self) -> NamedTexts<'_> {
        let preview = self.has_preview.then(|| self.part(self.ends[2], u32::MAX));
        NamedTexts { stock_number: self.stock_number(), name: self.name(), full_name: self.full_name(), preview }
    }

    /// Something that depends on all of the memory that the texts take.
    pub(super) fn sample(&self) -> i64 {
        self.all.as_bytes().iter().step_by(CACHE_LINE).map(|byte| i64::from(*byte)).sum()
    }

    pub(super) fn stock_number(&self) -> &str {
        self.part(0, self.ends[0])
    }

    pub(super) fn name(&self) -> &str {
        self.part(self.ends[0], self.ends[1])
    }

    pub(super) fn full_name(&self) -> &str {
        self.part(self.ends[1], self.ends[2])
    }

    /// The bounds are those of texts that were put in.
    fn part(&self, start: u32, end: u32) -> &str {
        self.all.get(start as usize..self.all.len().min(end as usize)).unwrap_or_default()
    }
}

impl From<NamedTexts<'_>> for ProductTexts {
    fn from(texts: NamedTexts<'_>) -> Self {
        let NamedTexts { stock_number, name, full_name, preview } = texts;
        let all = [stock_number, name, full_name, preview.unwrap_or_default()].concat();
        let mut end = 0;
        // Texts of a product are far shorter than 4 GB.
        let ends = [stock_number, name, full_name].map(|text| {
            end += text.len();
            u32::try_from(end).unwrap_or(u32::MAX)
        });
        Self { all: all.into(), ends, has_preview: preview.is_some() }
    }
}

impl fmt::Debug for ProductTexts {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.named().fmt(formatter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn texts_come_out_as_they_went_in(parts: [String; 4], has_preview: bool) {
            let [stock_number, name, full_name, preview] = parts.each_ref().map(String::as_str);
            let texts = NamedTexts { stock_number, name, full_name, preview: has_preview.then_some(preview) };
            let kept = ProductTexts::from(texts);
            prop_assert_eq!(kept.named(), texts);
        }
    }
}
