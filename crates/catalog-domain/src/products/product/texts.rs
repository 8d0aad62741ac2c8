//! The texts of one product, in one allocation: a large catalog holds millions of them, and the overhead of an
//! allocation exceeds the length of many texts.

use crate::values::plain_text::is_plain;
use crate::values::url_group::{PageUrlRef, UrlGroup, UrlShape};
use std::fmt;

/// Precedes a preview, so that an empty one differs from none.
const PREVIEW_MARK: &str = " ";

/// The texts that every product has.
#[derive(Clone, PartialEq, Eq)]
pub struct ProductTexts {
    /// Concatenated. Stock number and name come first: products are found and sorted by them.
    all: Box<str>,
    ends: [u32; 2],
    /// The length of the stock number, and of the URL. An absent URL is empty: no URL is. An absent preview adds
    /// nothing.
    lengths: [u16; 2],
    url_shape: UrlShape,
    is_plain: bool,
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
    pub fn named(&self) -> NamedTexts<'_> {
        NamedTexts {
            stock_number: self.stock_number(),
            name: self.name(),
            full_name: self.full_name(),
            url: self.url(),
            preview: self.preview(),
        }
    }

    /// The parts of the URL; all empty without one.
    pub fn url_group(&self) -> UrlGroup<'_> {
        self.url().map(|url| url.group_of_shape(self.url_shape)).unwrap_or_default()
    }

    /// Whether all texts are plain ([`is_plain`](crate::values::is_plain)).
    pub fn is_plain(&self) -> bool {
        self.is_plain
    }

    /// All of them, one after the other, as they are in memory.
    pub fn all(&self) -> &[u8] {
        self.all.as_bytes()
    }

    pub(super) fn stock_number(&self) -> &str {
        self.part(0, self.lengths[0].into())
    }

    pub(super) fn name(&self) -> &str {
        self.part(self.lengths[0].into(), self.ends[0])
    }

    pub(super) fn full_name(&self) -> &str {
        self.part(self.ends[0], self.ends[1])
    }

    pub(super) fn url(&self) -> Option<PageUrlRef<'_>> {
        let url = self.part(self.ends[1], self.url_end());
        (!url.is_empty()).then(|| PageUrlRef::from_checked(url))
    }

    pub(super) fn preview(&self) -> Option<&str> {
        self.all.get(self.url_end() as usize + PREVIEW_MARK.len()..)
    }

    fn url_end(&self) -> u32 {
        self.ends[1].saturating_add(self.lengths[1].into())
    }

    /// The bounds are those of texts that were stored.
    fn part(&self, start: u32, end: u32) -> &str {
        self.all.get(start as usize..end as usize).unwrap_or_default()
    }
}

impl From<NamedTexts<'_>> for ProductTexts {
    fn from(texts: NamedTexts<'_>) -> Self {
        let NamedTexts { stock_number, name, full_name, url, preview } = texts;
        let url_text = url.map_or("", PageUrlRef::as_str);
        let (mark, preview) = preview.map_or(("", ""), |preview| (PREVIEW_MARK, preview));
        let all = [stock_number, name, full_name, url_text, mark, preview].concat();
        let name_end = stock_number.len() + name.len();
        // Texts of a product are far shorter than 4 GB; a stock number has at most 256 bytes, a URL 2,048.
        let end = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let length = |text: &str| u16::try_from(text.len()).unwrap_or(u16::MAX);
        Self {
            ends: [end(name_end), end(name_end + full_name.len())],
            lengths: [length(stock_number), length(url_text)],
            url_shape: url.map(UrlShape::of).unwrap_or_default(),
            is_plain: is_plain(&all),
            all: all.into(),
        }
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
            prop_assert_eq!(stored.url_group(), url.map(PageUrlRef::group).unwrap_or_default());
            let all = [stock_number, name, full_name, preview.as_deref().unwrap_or("")];
            prop_assert_eq!(stored.is_plain(), all.into_iter().all(is_plain));
        }
    }

    #[test]
    fn an_empty_preview_differs_from_none_with_and_without_a_url() {
        let url = Some(PageUrlRef::parse("https://h.example/").unwrap());
        for url in [None, url] {
            let texts = |preview| NamedTexts { stock_number: "A", name: "b", full_name: "c", url, preview };
            let stored = [None, Some(""), Some(" ")].map(|preview| ProductTexts::from(texts(preview)));
            assert_eq!(stored.each_ref().map(ProductTexts::preview), [None, Some(""), Some(" ")]);
            assert_ne!(stored[0], stored[1]);
        }
    }
}
