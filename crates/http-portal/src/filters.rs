//! How values are written in templates: `{{ value|filter }}`. A module with templates imports it: `use
//! crate::filters;`.
//!
//! Texts come from the files of `localization`, by their keys: `{{ "sign-in"|text }}`, with arguments
//! `{{ "products"|with("count", total)|text }}`. One with markup is written by `|html`.
//!
//! Text is escaped by the templates themselves. A name of unknown origin is wrapped in `<bdi>`, so that its direction
//! does not change what is next to it.

#![expect(unreachable_pub, reason = "the macro makes the parts of a filter public")]

use crate::page::LOCALE;
use askama::filters::Safe;
use askama::{Result, Values, get_value};
use catalog_app::text::iso_time;
use catalog_domain::values::Timestamp;
use localization::{Locale, Message, ToArgument, ToMessage};
use std::borrow::Cow;

/// How the person reads for whom the template is rendered.
fn locale(values: &dyn Values) -> Result<Locale> {
    get_value(values, LOCALE).copied()
}

/// A text of the files.
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

/// A moment as ISO 8601.
#[askama::filter_fn]
pub(crate) fn iso(at: &Timestamp, _: &dyn Values) -> Result<String> {
    Ok(iso_time(*at))
}

/// A whole number with its thousands apart.
#[askama::filter_fn]
pub(crate) fn grouped(number: impl std::fmt::Display, values: &dyn Values) -> Result<String> {
    Ok(locale(values)?.number(number))
}

/// An amount of money with its currency, as the interface prints it: `1234.5 USD`.
#[askama::filter_fn]
pub(crate) fn money(amount: &catalog_domain::pricing::Money, _: &dyn Values) -> Result<String> {
    Ok(format!("{amount}\u{a0}USD"))
}
