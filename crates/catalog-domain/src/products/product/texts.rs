//! The texts of one product, in one allocation: a large catalog holds millions of them, and the overhead of an
//! allocation exceeds the length of many texts.

use crate::values::url_group::PageUrlRef;
use std::fmt;

/// The unit in which a processor reads memory, in bytes.
const CACHE_LINE: usize = 64;

/// Precedes a preview, so that an empty one differs from none.
const PREVIEW_MARK: &str = "\n";

/// The texts that every product has.
#[derive(Clone, PartialEq, Eq)]
pub struct ProductTexts {
    /// Concatenated. Stock number and name come first: products are found and sorted by them.
    all: Box<str>,
    /// Where the stock number ends, the name, the full name, and the URL. An absent URL is empty: no URL is. An absent
    /// preview adds nothing.
    ends: [u32; 4],
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
    /// The product's page, if it has one.
    pub url: Option<PageUrlRef<'a>>,
    /// The preview picture.
    pub preview: Option<&'a str>,
}

impl ProductTexts {
    /// The texts as [`NamedTexts`] has them.
    #[must_use]
    pub fn named(&self) -> NamedTexts<'_> {
        NamedTexts {
            stock_number: self.stock_number(),
            name: self.name(),
            full_name: self.full_name(),
            url: self.url(),
            preview: self.preview(),
        }
    }

    /// Their length in bytes.
    pub(super) fn length(&self) -> usize {
        self.all.len()
    }

    /// A value that depends on every cache line of the texts.
    pub(super) fn sample(&self) -> i64 {
        let bytes = self.all.as_bytes();
        bytes.iter().step_by(CACHE_LINE).chain(bytes.last()).map(|byte| i64::from(*byte)).sum()
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

    pub(super) fn url(&self) -> Option<PageUrlRef<'_>> {
        let url = self.part(self.ends[2], self.ends[3]);
        (!url.is_empty()).then(|| PageUrlRef::from_checked(url))
    }

    pub(super) fn preview(&self) -> Option<&str> {
        self.all.get(self.ends[3] as usize + PREVIEW_MARK.len()..)
    }

    /// The bounds are those of texts that were stored.
    fn part(&self, start: u32, end: u32) -> &str {
        self.all.get(start as usize..end as usize).unwrap_or_default()
    }
}

impl From<NamedTexts<'_>> for ProductTexts {
    fn from(texts: NamedTexts<'_>) -> Self {
        let NamedTexts { stock_number, name, full_name, url, preview } = texts;
        let parts = [stock_number, name, full_name, url.map_or("", PageUrlRef::as_str)];
        let (mark, preview) = preview.map_or(("", ""), |preview| (PREVIEW_MARK, preview));
        let [first, second, third, fourth] = parts;
        let all = [first, second, third, fourth, mark, preview].concat();
        let mut end = 0;
        // Texts of a product are far shorter than 4 GB.
        let ends = parts.map(|text| {
            end += text.len();
            u32::try_from(end).unwrap_or(u32::MAX)
        });
        Self { all: all.into(), ends }
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
        fn texts_come_out_as_they_went_in(
            parts: [String; 3],
            path in proptest::option::of("/[a-zа-я/?]{0,20}"),
            preview: Option<String>,
        ) {
            let [stock_number, name, full_name] = parts.each_ref().map(String::as_str);
            let url = path.map(|path| format!("https://h.example{path}"));
            let url = url.as_deref().map(|url| PageUrlRef::parse(url).unwrap());
            let texts = NamedTexts { stock_number, name, full_name, url, preview: preview.as_deref() };
            let stored = ProductTexts::from(texts);
            prop_assert_eq!(stored.named(), texts);
        }
    }

    #[test]
    fn an_empty_preview_differs_from_none_with_and_without_a_url() {
        let url = Some(PageUrlRef::parse("https://h.example/").unwrap());
        for url in [None, url] {
            let texts = |preview| NamedTexts { stock_number: "A", name: "b", full_name: "c", url, preview };
            let stored = [None, Some(""), Some("\n")].map(|preview| ProductTexts::from(texts(preview)));
            assert_eq!(stored.each_ref().map(ProductTexts::preview), [None, Some(""), Some("\n")]);
            assert_ne!(stored[0], stored[1]);
        }
    }
}
