//! How values are written in templates: `{{ value|filter }}`. A module with templates imports it: `use
//! crate::filters;`.
//!
//! Texts come from the files of `localization`, by their keys: `{{ "sign-in"|text }}`, with arguments
//! `{{ "products"|with("count", total)|text }}`. One with markup is written by `|html`.
//!
//! Text is escaped by the templates themselves. A name of unknown origin is wrapped in `<bdi>`, so that its direction
//! does not change what is next to it.

#![expect(unreachable_pub, reason = "the macro makes the parts of a filter public")]

use crate::catalog::price_text::{amount_html, price_html};
use crate::page::LOCALE;
use askama::filters::Safe;
use askama::{Result, Values, get_value};
use catalog_app::text::iso_time;
use catalog_domain::pricing::{Money, Percent, ShownPrice};
use catalog_domain::values::Timestamp;
use localization::{Locale, Message, ToArgument, ToMessage};
use std::borrow::{Borrow, Cow};

/// How the person reads for whom the template is rendered.
fn locale(values: &dyn Values) -> Result<Locale> {
    get_value(values, LOCALE).copied()
}

#[askama::filter_fn]
pub(crate) fn text(message: impl ToMessage, values: &dyn Values) -> Result<Cow<'static, str>> {
    Ok(locale(values)?.text(message))
}

/// A text of the files that contains markup; its arguments are escaped.
#[askama::filter_fn]
pub(crate) fn html(message: impl ToMessage, values: &dyn Values) -> Result<Safe<Cow<'static, str>>> {
    Ok(Safe(locale(values)?.html(message)))
}

/// A text with an argument, for the next filter.
#[askama::filter_fn]
pub(crate) fn with<A: ToArgument>(
    message: impl ToMessage,
    _: &dyn Values,
    name: &'static str,
    argument: A,
) -> Result<Message> {
    Ok(message.to_message().with(name, argument))
}

/// A moment as people read it, by the person's clock. In a template:
/// `<time datetime="{{ at|iso }}">{{ at|moment }}</time>`.
#[askama::filter_fn]
pub(crate) fn moment(at: &Timestamp, values: &dyn Values) -> Result<String> {
    Ok(locale(values)?.moment(*at))
}

#[askama::filter_fn]
pub(crate) fn iso(at: &Timestamp, _: &dyn Values) -> Result<String> {
    Ok(iso_time(*at))
}

/// A whole number with its thousands apart.
#[askama::filter_fn]
pub(crate) fn grouped(number: impl std::fmt::Display, values: &dyn Values) -> Result<String> {
    Ok(locale(values)?.number(number))
}

/// The day in UTC of a moment, as people read it.
#[askama::filter_fn]
pub(crate) fn utc_day(at: &Timestamp, values: &dyn Values) -> Result<String> {
    Ok(Locale::in_utc(locale(values)?.language).date(*at))
}

/// The day in UTC of a moment, as forms and programs read it: `2026-01-31`.
#[askama::filter_fn]
pub(crate) fn iso_day(at: &Timestamp, _: &dyn Values) -> Result<String> {
    Ok(iso_time(*at).get(..10).unwrap_or_default().to_owned())
}

/// An amount of money with its currency: `1,234.50 USD`.
#[askama::filter_fn]
pub(crate) fn money(amount: &Money, values: &dyn Values) -> Result<String> {
    Ok(format!("{}\u{a0}USD", locale(values)?.amount(*amount)))
}

/// An amount of money for a column that has its currency in the head, and is aligned on the point.
#[askama::filter_fn]
pub(crate) fn amount(amount: &Money, values: &dyn Values) -> Result<Safe<String>> {
    Ok(Safe(amount_html(*amount, locale(values)?)))
}

/// An amount of a document, in digits, as the portal writes amounts; one of zero is none.
#[askama::filter_fn]
pub(crate) fn digits(digits: impl AsRef<str>, values: &dyn Values) -> Result<String> {
    let (digits, locale) = (digits.as_ref(), locale(values)?);
    Ok(match Money::parse(digits) {
        Ok(amount) if amount.is_positive() => locale.amount(amount).to_string(),
        Ok(_) => locale.text("report-no-price").into_owned(),
        Err(_) => digits.to_owned(),
    })
}

#[askama::filter_fn]
pub(crate) fn price(price: impl Borrow<ShownPrice>, values: &dyn Values) -> Result<Safe<String>> {
    Ok(Safe(price_html(price.borrow(), locale(values)?)))
}

/// A percentage, without its sign.
#[askama::filter_fn]
pub(crate) fn percent(percent: &Percent, values: &dyn Values) -> Result<String> {
    Ok(locale(values)?.percent(*percent).to_string())
}
