//! Texts that both engines can keep: PostgreSQL has no NUL in a text, so no store of ours has.

use crate::failure::unexpected;
use catalog_domain::ports::StoreError;

/// `text`, refused when it has a NUL; `place` names where it stands, for the error.
pub(crate) fn storable<'a>(text: &'a str, place: &str) -> Result<&'a str, StoreError> {
    if text.contains('\0') {
        return Err(unexpected(format!("{place} has a NUL character, which no store can keep")));
    }
    Ok(text)
}

/// The same for a text that may be missing.
pub(crate) fn optional_storable<'a>(text: Option<&'a str>, place: &str) -> Result<Option<&'a str>, StoreError> {
    text.map(|text| storable(text, place)).transpose()
}
