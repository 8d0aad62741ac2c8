//! The fields of a JSON object, taken one by one so that an error can name the field.

use crate::api_error::ApiError;
use http_common::request::{LimitError, MAXIMUM_BODY_FIELDS, Problems, quoted};
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, Visitor};
use serde_json::error::Category;
use serde_json::{Map, Value};
use std::fmt;
use std::ops::RangeInclusive;

pub(crate) trait JsonDocument: Sized {
    /// Takes the fields it needs. Problems are recorded in `fields`; the result is then dropped.
    fn read(fields: &mut BodyFields) -> Self;
}

/// The fields of a JSON object that are left, and the problems so far. A method that finds a field wrong records the
/// problem and returns a placeholder.
#[derive(Debug, Default)]
pub(crate) struct BodyFields {
    fields: Map<String, Value>,
    problems: Problems,
}

impl BodyFields {
    /// Reads a document from the bytes of a body.
    ///
    /// # Errors
    /// [`ApiError::Validation`] with the problems.
    pub(crate) fn parse<T: JsonDocument>(body: &[u8]) -> Result<T, ApiError> {
        let mut fields = Self::of(body)?;
        let document = T::read(&mut fields);
        if fields.problems.is_empty() {
            Ok(document)
        } else {
            Err(ApiError::Validation(fields.problems.into_details()))
        }
    }

    fn of(body: &[u8]) -> Result<Self, ApiError> {
        let mut reading = Reading::default();
        let mut deserializer = serde_json::Deserializer::from_slice(body);
        let read = reading.deserialize(&mut deserializer).and_then(|()| deserializer.end());
        match read {
            Ok(()) => Ok(reading.fields),
            Err(error) => Err(reading.explain(&error)),
        }
    }

    pub(crate) fn required_text(&mut self, name: &str) -> String {
        let reason = match self.fields.remove(name) {
            Some(Value::String(text)) => return text,
            Some(_) => "must be a string",
            None => "is required",
        };
        self.note(name, reason);
        String::new()
    }

    pub(crate) fn checked_text<E: fmt::Display>(&mut self, name: &str, check: fn(&str) -> Result<(), E>) -> String {
        let known_problems = self.problems.len();
        let text = self.required_text(name);
        if self.problems.len() == known_problems
            && let Err(reason) = check(&text)
        {
            self.note(name, reason);
        }
        text
    }

    /// The text in a field that may be absent or null, which `check` accepts.
    pub(crate) fn optional_text<E: fmt::Display>(
        &mut self,
        name: &str,
        check: fn(&str) -> Result<(), E>,
    ) -> Option<String> {
        if self.fields.get(name).is_some_and(Value::is_null) {
            self.fields.remove(name);
        }
        self.present_text(name, check)
    }

    /// The text in a field that may be absent, but not null, which `check` accepts.
    pub(crate) fn present_text<E: fmt::Display>(
        &mut self,
        name: &str,
        check: fn(&str) -> Result<(), E>,
    ) -> Option<String> {
        self.fields.contains_key(name).then(|| self.checked_text(name, check))
    }

    /// The flag in a required field, which must be set.
    pub(crate) fn required_true(&mut self, name: &str) -> bool {
        let is_set = self.fields.remove(name) == Some(Value::Bool(true));
        if !is_set {
            self.note(name, "must be true");
        }
        is_set
    }

    /// The flag in a field that may be absent.
    pub(crate) fn optional_flag(&mut self, name: &str) -> Option<bool> {
        match self.fields.remove(name)? {
            Value::Bool(flag) => Some(flag),
            _ => {
                self.note(name, "must be true or false");
                None
            }
        }
    }

    /// What a field that may be absent holds, by its name.
    pub(crate) fn optional_named<T>(
        &mut self,
        name: &str,
        find: impl FnOnce(&str) -> Option<T>,
        expected: &str,
    ) -> Option<T> {
        let found = self.fields.remove(name)?.as_str().and_then(find);
        if found.is_none() {
            self.note(name, expected);
        }
        found
    }

    /// The whole number in a field that may be absent (`None`) or null (`Some(None)`).
    pub(crate) fn nullable_number(&mut self, name: &str, range: RangeInclusive<u32>) -> Option<Option<u32>> {
        let value = self.fields.remove(name)?;
        if value.is_null() {
            return Some(None);
        }
        let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
        let number = number.filter(|number| range.contains(number));
        if number.is_none() {
            self.note(name, format!("must be a whole number from {} to {}, or null", range.start(), range.end()));
        }
        Some(number)
    }

    pub(crate) fn refuse_rest(&mut self) {
        for name in std::mem::take(&mut self.fields).keys() {
            self.note(name, "is not a field of this document");
        }
    }

    fn note(&mut self, name: &str, reason: impl fmt::Display) {
        self.problems.note(name, reason);
    }
}

/// Reads the fields of one JSON object and tracks the present field, so that an error in the middle can name it.
#[derive(Default)]
struct Reading {
    fields: BodyFields,
    current: Option<String>,
    has_too_many: bool,
}

impl Reading {
    fn explain(self, error: &serde_json::Error) -> ApiError {
        if self.has_too_many {
            return ApiError::parameter("body", LimitError::BodyFields.to_string());
        }
        let place = format!("(line {}, column {})", error.line(), error.column());
        match (error.classify(), self.current) {
            (Category::Data, _) => ApiError::parameter("body", "must be a JSON object"),
            (Category::Syntax, Some(field)) => {
                ApiError::parameter(&quoted(&field), format!("is not JSON, or nested too deeply {place}"))
            }
            _ => ApiError::parameter("body", format!("is not JSON {place}")),
        }
    }
}

impl<'de> DeserializeSeed<'de> for &mut Reading {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for &mut Reading {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<(), A::Error> {
        let mut count = 0;
        while let Some(name) = object.next_key::<String>()? {
            count += 1;
            if count > MAXIMUM_BODY_FIELDS {
                self.has_too_many = true;
                return Err(A::Error::custom(LimitError::BodyFields));
            }
            let value = object.next_value_seed(InField { name: &name, current: &mut self.current })?;
            // Which of the two counts would be a guess, and another parser might guess otherwise.
            if self.fields.fields.contains_key(&name) {
                self.fields.note(&name, "is given more than once");
            } else {
                self.fields.fields.insert(name, value);
            }
        }
        Ok(())
    }
}

/// The value of one field. The name stays set when reading the value fails.
struct InField<'a> {
    name: &'a str,
    current: &'a mut Option<String>,
}

impl<'de> DeserializeSeed<'de> for InField<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        *self.current = Some(self.name.to_owned());
        let value = serde::Deserialize::deserialize(deserializer)?;
        *self.current = None;
        Ok(value)
    }
}
