//! The fields of forms. A page with `fields: Vec<Field>` has
//! `{% for field in fields %}{% include "field.html" %}{% endfor %}`.

use catalog_domain::accounts::{AccountRuleError, ApiKeyNameError, MAXIMUM_PASSWORD_BYTES, MINIMUM_PASSWORD_BYTES};
use localization::Message;

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
    pub(crate) hint: Option<Message>,
    /// What is wrong with the value that was sent.
    pub(crate) error: Option<Message>,
}

impl Field {
    pub(crate) fn new(name: &'static str, label: &'static str, kind: &'static str, autocomplete: &'static str) -> Self {
        Self { name, label, kind, autocomplete, is_required: true, ..Self::default() }
    }

    pub(crate) fn new_password() -> Self {
        let hint = Some(Message::new("field-new-password-hint"));
        Self { hint, ..Self::new("password", "field-new-password", "password", "new-password") }
    }

    pub(crate) fn repeated_password() -> Self {
        Self::new("repeated", "field-repeated-password", "password", "new-password")
    }

    /// The same, with nothing required.
    pub(crate) fn optional(self) -> Self {
        Self { is_required: false, ..self }
    }

    pub(crate) fn with(self, value: impl Into<String>) -> Self {
        Self { value: value.into(), ..self }
    }

    pub(crate) fn checked<E: WrongValue>(self, outcome: Result<(), E>) -> Self {
        Self { error: outcome.err().map(|reason| reason.message()), ..self }
    }
}

pub(crate) trait WrongValue {
    fn message(&self) -> Message;
}

impl WrongValue for Message {
    fn message(&self) -> Message {
        self.clone()
    }
}

impl WrongValue for AccountRuleError {
    fn message(&self) -> Message {
        match self {
            Self::Password => Message::new("wrong-password-rule")
                .with("least", MINIMUM_PASSWORD_BYTES)
                .with("most", MAXIMUM_PASSWORD_BYTES),
            Self::Email => Message::new("wrong-email"),
            Self::Text => Message::new("wrong-text"),
            Self::Blank => Message::new("wrong-blank"),
            Self::Comment => Message::new("wrong-comment"),
        }
    }
}

impl WrongValue for ApiKeyNameError {
    fn message(&self) -> Message {
        match self {
            Self::Text(error) => error.message(),
            Self::TooLong => Message::new("wrong-key-name"),
            Self::Key => Message::new("wrong-key-in-name"),
        }
    }
}
