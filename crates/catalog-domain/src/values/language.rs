//! The languages in which people can be addressed.

/// A language of portal and mail. The data of the catalog has its own.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English, where nothing else is known.
    #[default]
    English,
    /// Russian.
    Russian,
}

impl Language {
    /// Every language.
    pub const ALL: [Self; 2] = [Self::English, Self::Russian];

    /// The tag by which browsers and the store know it (BCP 47).
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Russian => "ru",
        }
    }

    /// What its speakers call it.
    pub const fn own_name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Russian => "Русский",
        }
    }

    /// What is between the cells of a CSV file (RFC 4180) that its spreadsheets open.
    pub const fn csv_delimiter(self) -> char {
        match self {
            Self::English => ',',
            Self::Russian => ';',
        }
    }

    /// What such a file begins with, so that they read it as UTF-8.
    pub const fn csv_start(self) -> &'static str {
        match self {
            Self::English => "",
            Self::Russian => "\u{feff}",
        }
    }

    /// What is before the decimals of an amount there.
    pub const fn decimal_mark(self) -> u8 {
        match self {
            Self::English => b'.',
            Self::Russian => b',',
        }
    }

    /// The language of that tag; `None` for any other text. What follows the language in a tag, such as the region in
    /// `ru-RU`, is ignored, and so is the case.
    pub fn from_tag(tag: &str) -> Option<Self> {
        let language = tag.split('-').next().unwrap_or_default().trim();
        Self::ALL.into_iter().find(|known| known.tag().eq_ignore_ascii_case(language))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_names_its_language_in_any_case_and_of_any_region() {
        for (tag, language) in [
            ("en", Some(Language::English)),
            ("RU", Some(Language::Russian)),
            ("ru-RU", Some(Language::Russian)),
            ("rus", None),
            ("", None),
            ("*", None),
        ] {
            assert_eq!(Language::from_tag(tag), language, "{tag:?}");
        }
    }
}
