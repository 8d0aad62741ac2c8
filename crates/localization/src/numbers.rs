//! Numbers in the languages.

use catalog_domain::values::Language;
use std::fmt;

/// What stands between thousands. The space does not break, and is narrow.
fn separator(language: Language) -> char {
    match language {
        Language::English => ',',
        Language::Russian => '\u{202f}',
    }
}

/// A whole number as text, with its thousands apart.
pub(crate) fn grouped(number: &str, language: Language) -> String {
    let digits = number.trim_start_matches('-');
    let mut grouped = String::with_capacity(number.len() + number.len() / 2);
    grouped.push_str(&number[..number.len() - digits.len()]);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(separator(language));
        }
        grouped.push(digit);
    }
    grouped
}

/// An exact decimal in two parts, so that a column can align it on the point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decimal {
    /// The whole part, with its thousands apart.
    pub whole: String,
    /// The point and the decimals; empty without any.
    pub fraction: String,
}

impl Decimal {
    /// `shortest` is as JSON has it. At least so many decimals are written.
    pub(crate) fn new(shortest: &str, least: usize, language: Language) -> Self {
        let (whole, decimals) = shortest.split_once('.').unwrap_or((shortest, ""));
        let point = match language {
            Language::English => '.',
            Language::Russian => ',',
        };
        let has_none = decimals.is_empty() && least == 0;
        let fraction = if has_none { String::new() } else { format!("{point}{decimals:0<least$}") };
        Self { whole: grouped(whole, language), fraction }
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}{}", self.whole, self.fraction)
    }
}
