//! Numbers in the languages.

use catalog_domain::values::Language;

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
