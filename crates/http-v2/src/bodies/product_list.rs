//! How lists are written: as objects of `items` and `meta`.

use catalog_documents::Facets;
use http_common::json::{JsonWriter, SUCCESS_TAIL};
use serde::Serialize;

/// The JSON before the items.
pub(crate) const LIST_HEAD: &str = r#"{"items":["#;

/// The whole text of a page; `json` is the part up to its items, and `facets` are those of the list, if it has any.
///
/// # Errors
/// Those of `meta` and `facets`.
pub(super) fn finish_page(
    mut json: JsonWriter,
    meta: &impl Serialize,
    facets: Option<&Facets>,
) -> serde_json::Result<Vec<u8>> {
    json.raw(r#"],"meta":"#).value(meta)?.optional(r#","facets":"#, facets)?;
    json.raw("}").raw(SUCCESS_TAIL);
    Ok(json.into_bytes())
}

/// The whole text of a response; `json` is the part up to its items, which follow [`LIST_HEAD`].
///
/// # Errors
/// Those of `meta`.
pub(crate) fn finish_list(json: JsonWriter, meta: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    finish_page(json, meta, None)
}
