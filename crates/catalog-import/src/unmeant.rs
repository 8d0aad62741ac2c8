//! What is well formed of a product's record and surely not meant. Only records that differ from the store count: what
//! was accepted once is not told every day.

use crate::examples::Examples;
use crate::gather::ParsedRecord;
use catalog_domain::products::Vendor;
use catalog_domain::values::Timestamp;

/// The beginning of 2000, in microseconds.
const YEAR_2000: i64 = 946_684_800_000_000;
const DAY_SECONDS: i64 = 24 * 60 * 60;

#[derive(Debug, Default)]
pub(crate) struct Unmeant {
    invisible: Examples,
    from_spreadsheet: Examples,
    nameless: Examples,
    unlisted_vendors: Examples,
    odd_times: Examples,
}

impl Unmeant {
    /// Looks at a record that differs from the store; `at` is the time of the run.
    pub(crate) fn note(&mut self, stock_number: &str, parsed: &ParsedRecord, at: Timestamp) {
        if stock_number.trim() != stock_number || stock_number.contains(is_invisible) {
            self.invisible.add_product(stock_number, || format!("`{}`", shown(stock_number)));
        }
        if is_from_spreadsheet(stock_number) {
            self.from_spreadsheet.add_product(stock_number, || stock_number.to_owned());
        }
        let times = match parsed {
            ParsedRecord::Product(parsed) => {
                if parsed.is_nameless {
                    self.nameless.add_product(stock_number, || stock_number.to_owned());
                }
                if let Some(vendor) = parsed.vendor.as_ref().filter(|vendor| !Vendor::can_be_listed(&vendor.id)) {
                    self.unlisted_vendors
                        .add_product(stock_number, || format!("`{}` of {}", shown(&vendor.id), shown(stock_number)));
                }
                let of_offer = parsed.offer.as_ref().and_then(|offer| offer.commercial_updated_at);
                [parsed.content_updated_at, parsed.commercial_updated_at, of_offer]
            }
            ParsedRecord::Offer(parsed) => [parsed.commercial_updated_at, None, None],
            ParsedRecord::Deleted => [None; 3],
        };
        let is_odd = |time: &Timestamp| time.unix_microseconds() < YEAR_2000 || *time > at.plus_seconds(DAY_SECONDS);
        if times.iter().flatten().any(is_odd) {
            self.odd_times.add_product(stock_number, || stock_number.to_owned());
        }
    }

    /// What was found, each with what it is.
    pub(crate) fn found(&self) -> [(&'static str, &Examples); 5] {
        [
            ("stock numbers with blanks at an end or invisible characters", &self.invisible),
            ("stock numbers that a spreadsheet has made of numbers", &self.from_spreadsheet),
            ("products without a name", &self.nameless),
            ("vendor ids to which no list can be narrowed, for a comma or blanks at an end", &self.unlisted_vendors),
            ("products with times before 2000 or more than a day ahead", &self.odd_times),
        ]
    }
}

/// The text with its invisible characters in the form `\u{a0}`.
fn shown(text: &str) -> String {
    let shown = |character: char| -> String {
        if is_invisible(character) { character.escape_unicode().collect() } else { character.into() }
    };
    text.chars().map(shown).collect()
}

/// Blanks that are no space, and characters without a form of their own.
fn is_invisible(character: char) -> bool {
    let is_blank = character.is_whitespace() && character != ' ';
    let is_direction = matches!(character, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}');
    is_blank || is_direction || matches!(character, '\u{ad}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Whether it is a number in the form `4.00621E+12`.
fn is_from_spreadsheet(text: &str) -> bool {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.split_once("E+").is_some_and(|(mantissa, exponent)| {
        let (whole, fraction) = mantissa.split_once(['.', ',']).unwrap_or((mantissa, "0"));
        whole.len() == 1 && is_digits(whole) && is_digits(fraction) && is_digits(exponent)
    })
}
