//! The fields of forms. A page with `fields: Vec<Field>` has
//! `{% for field in fields %}{% include "field.html" %}{% endfor %}`.

use std::borrow::Cow;
use std::fmt::Display;

/// A labelled text field.
#[derive(Debug, Clone, Default)]
pub(crate) struct Field {
    /// Its name in the form, and its id on the page.
    pub(crate) name: &'static str,
    /// The label.
    pub(crate) label: &'static str,
    /// The `type` of the input, or `textarea`.
    pub(crate) kind: &'static str,
    /// What browsers may fill in.
    pub(crate) autocomplete: &'static str,
    /// The text in it.
    pub(crate) value: String,
    /// Whether it must be filled in.
    pub(crate) is_required: bool,
    /// What is expected, below the field.
    pub(crate) hint: Cow<'static, str>,
    /// What is wrong with the value that was sent.
    pub(crate) error: Option<String>,
}

impl Field {
    /// A required field.
    pub(crate) fn new(name: &'static str, label: &'static str, kind: &'static str, autocomplete: &'static str) -> Self {
        Self { name, label, kind, autocomplete, is_required: true, ..Self::default() }
    }

    /// The field for a new password.
    pub(crate) fn new_password() -> Self {
        let hint = "10 to 72 bytes; a few words are easier to remember than signs.".into();
        Self { hint, ..Self::new("password", "New password", "password", "new-password") }
    }

    /// The field that repeats it.
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
