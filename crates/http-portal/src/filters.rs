//! How values are written in templates: `{{ value|filter }}`. A module with templates imports it: `use
//! crate::filters;`.
//!
//! Text is escaped by the templates themselves. A name of unknown origin is wrapped in `<bdi>`, so that its direction
//! does not change what is next to it.

#![expect(unreachable_pub, reason = "the macro makes the parts of a filter public")]

use askama::{Result, Values};
use catalog_app::text::iso_time;
use catalog_domain::values::Timestamp;

/// A moment as people read it, in UTC: `2026-01-31 10:00 UTC`. In a template:
/// `<time datetime="{{ at|iso }}">{{ at|moment }}</time>`.
#[askama::filter_fn]
pub(crate) fn moment(at: &Timestamp, _: &dyn Values) -> Result<String> {
    let text = iso_time(*at);
    Ok(format!("{} {} UTC", text.get(..10).unwrap_or(&text), text.get(11..16).unwrap_or_default()))
}

/// A moment as ISO 8601.
#[askama::filter_fn]
pub(crate) fn iso(at: &Timestamp, _: &dyn Values) -> Result<String> {
    Ok(iso_time(*at))
}

/// A whole number with its thousands apart: `1 234 567`, by spaces that do not break.
#[askama::filter_fn]
pub(crate) fn grouped(number: impl std::fmt::Display, _: &dyn Values) -> Result<String> {
    let text = number.to_string();
    let digits = text.trim_start_matches('-');
    let mut grouped = String::with_capacity(text.len() + text.len() / 2);
    grouped.push_str(&text[..text.len() - digits.len()]);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push('\u{202f}');
        }
        grouped.push(digit);
    }
    Ok(grouped)
}

/// An amount of money with its currency, as the interface prints it: `1234.5 USD`.
#[askama::filter_fn]
pub(crate) fn money(amount: &catalog_domain::pricing::Money, _: &dyn Values) -> Result<String> {
    Ok(format!("{amount}\u{a0}USD"))
}
