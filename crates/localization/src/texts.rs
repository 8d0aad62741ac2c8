//! The files of messages, and one message of them.

use crate::Locale;
use crate::message::{Argument, Message};
use crate::numbers::grouped;
use catalog_domain::values::Language;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use std::borrow::Cow;
use std::sync::LazyLock;
use unic_langid::LanguageIdentifier;

type Bundle = FluentBundle<FluentResource>;

macro_rules! files {
    ($language:literal: $($file:literal)*) => {
        [$(include_str!(concat!("../messages/", $language, "/", $file, ".ftl"))),*]
    };
}

static ENGLISH: LazyLock<Bundle> = LazyLock::new(|| {
    bundle(
        Language::English,
        &files!("en": "account" "admin" "catalog" "imports" "mail" "portal" "price_list" "public"),
    )
});
static RUSSIAN: LazyLock<Bundle> = LazyLock::new(|| {
    bundle(
        Language::Russian,
        &files!("ru": "account" "admin" "catalog" "imports" "mail" "portal" "price_list" "public"),
    )
});

/// Whether arguments are escaped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Text,
    Html,
}

/// Writes `message`. One that is not in the files is its key: tests find it.
pub(crate) fn write(message: &Message, locale: Locale, form: Form) -> Cow<'static, str> {
    let bundle: &'static Bundle = match locale.language {
        Language::English => &ENGLISH,
        Language::Russian => &RUSSIAN,
    };
    let pattern = bundle.get_message(message.key).and_then(|found| found.value());
    debug_assert!(pattern.is_some(), "no text has the key {}", message.key);
    let Some(pattern) = pattern else { return Cow::Borrowed(message.key) };
    let arguments = (!message.arguments.is_empty()).then(|| {
        let values = message.arguments.iter().map(|(name, argument)| (*name, value(argument, locale, form)));
        values.collect::<FluentArgs<'_>>()
    });
    let mut errors = Vec::new();
    let text = bundle.format_pattern(pattern, arguments.as_ref(), &mut errors);
    debug_assert!(errors.is_empty(), "{}: {errors:?}", message.key);
    match text {
        Cow::Borrowed(text) if arguments.is_none() => Cow::Borrowed(text),
        text => Cow::Owned(text.into_owned()),
    }
}

fn value(argument: &Argument, locale: Locale, form: Form) -> FluentValue<'static> {
    let text = |text: Cow<'static, str>| FluentValue::String(text);
    match argument {
        Argument::Number(number) => FluentValue::from(*number),
        Argument::Amount(amount) => text(format!("{}\u{a0}USD", locale.amount(*amount)).into()),
        Argument::Text(given) if form == Form::Html => text(escaped(given).into()),
        Argument::Text(given) => text(given.clone().into()),
        Argument::Moment(moment) if form == Form::Html => {
            text(format!(r#"<time datetime="{}">{}</time>"#, locale.iso(*moment), locale.moment(*moment)).into())
        }
        Argument::Moment(moment) => text(locale.moment(*moment).into()),
        Argument::Message(message) => text(write(message, locale, form)),
    }
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

fn bundle(language: Language, files: &[&str]) -> Bundle {
    let tag: LanguageIdentifier = language.tag().parse().unwrap_or_default();
    let mut bundle = Bundle::new_concurrent(vec![tag]);
    // Pages isolate names of unknown origin by elements.
    bundle.set_use_isolating(false);
    bundle.set_formatter(Some(match language {
        Language::English => |value, _| formatted(value, Language::English),
        Language::Russian => |value, _| formatted(value, Language::Russian),
    }));
    for file in files {
        let resource = FluentResource::try_new((*file).to_owned()).unwrap_or_else(|(resource, errors)| {
            debug_assert!(errors.is_empty(), "{language:?}: {errors:?}");
            resource
        });
        let added = bundle.add_resource(resource);
        debug_assert!(added.is_ok(), "{language:?}: {added:?}");
    }
    bundle
}

fn formatted(value: &FluentValue<'_>, language: Language) -> Option<String> {
    match value {
        FluentValue::Number(number) => Some(grouped(&number.as_string(), language)),
        _ => None,
    }
}
