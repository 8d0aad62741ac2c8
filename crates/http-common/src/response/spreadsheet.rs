//! How a CSV file (RFC 4180) is written for the spreadsheets of a language, and so that they compute nothing in it.

use catalog_domain::values::Language;

/// What a spreadsheet computes a text that begins with, or drops. Such a text gets an apostrophe before it.
pub const COMPUTED: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// What stands between cells.
pub fn csv_delimiter(language: Language) -> u8 {
    match language {
        Language::English => b',',
        Language::Russian => b';',
    }
}

/// What the file begins with, so that spreadsheets read it as UTF-8.
pub fn csv_start(language: Language) -> &'static str {
    match language {
        Language::English => "",
        Language::Russian => "\u{feff}",
    }
}
