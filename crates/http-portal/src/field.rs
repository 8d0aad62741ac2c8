//! The fields of forms. A page with `fields: Vec<Field>` has
//! `{% for field in fields %}{% include "field.html" %}{% endfor %}`.

use std::borrow::Cow;
use std::fmt::Display;

#[derive(Debug, Clone, Default)]
pub(crate) struct Field {
    /// Its name in the form, and its id on the page.
    pub(crate) name: &'static str,
    pub(crate) label: &'static str,
    /// The `type` of the input, or `textarea`.
    pub(crate) kind: &'static str,
    pub(crate) autocomplete: &'static str,
    pub(crate) value: String,
    pub(crate) is_required: bool,
    pub(crate) hint: Cow<'static, str>,
    /// What is wrong with the value that was sent.
    pub(crate) error: Option<String>,
}

impl Field {
    pub(crate) fn new(name: &'static str, label: &'static str, kind: &'static str, autocomplete: &'static str) -> Self {
        Self { name, label, kind, autocomplete, is_required: true, ..Self::default() }
    }

    pub(crate) fn new_password() -> Self {
        let hint = "10 to 72 bytes; a few words are easier to remember than signs.".into();
        Self { hint, ..Self::new("password", "New password", "password", "new-password") }
    }

    pub(crate) fn repeated_password() -> Self {
        Self::new("repeated", "Repeat password", "password", "new-password")
    }

    /// The same, with nothing required.
    pub(crate) fn optional(self) -> Self {
        Self { is_required: false, ..self }
    }

    /// The same with a value.
    pub(crate) fn with(self, value: impl Into<String>) -> Self {
        Self { value: value.into(), ..self }
    }

    /// The same, with what is wrong with it; the text continues after the label.
    pub(crate) fn checked<E: Display>(self, outcome: Result<(), E>) -> Self {
        let error = outcome.err().map(|reason| format!("{} {reason}.", self.label));
        Self { error, ..self }
    }
}
