//! Texts that both engines can store: PostgreSQL has no NUL in a text, so none of our stores has.

use crate::failure::unexpected;
use catalog_domain::ports::StoreError;

/// `text`, refused when it has a NUL; `location` names its location, for the error.
pub(crate) fn storable<'a>(text: &'a str, location: &str) -> Result<&'a str, StoreError> {
    if text.contains('\0') {
        return Err(unexpected(format!("{location} has a NUL character, which no store can hold")));
    }
    Ok(text)
}

pub(crate) fn optional_storable<'a>(text: Option<&'a str>, location: &str) -> Result<Option<&'a str>, StoreError> {
    text.map(|text| storable(text, location)).transpose()
}

/// The same for a text that the row takes over; `location` is called only for an error.
pub(crate) fn into_storable(text: Box<str>, location: impl FnOnce() -> String) -> Result<String, StoreError> {
    if text.contains('\0') { storable(&text, &location()).map(str::to_owned) } else { Ok(text.into()) }
}

/// The same for one that may be missing.
pub(crate) fn optional_into_storable(
    text: Option<Box<str>>,
    location: impl FnOnce() -> String,
) -> Result<Option<String>, StoreError> {
    text.map(|text| into_storable(text, location)).transpose()
}
