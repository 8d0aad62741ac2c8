//! How lists are written: as objects of `items` and `meta`.

use http_common::json::{JsonWriter, SUCCESS_TAIL};
use serde::Serialize;

/// The JSON before the items.
pub(crate) const LIST_HEAD: &str = r#"{"items":["#;

/// The whole text of a response; `json` is the part up to its items, which follow [`LIST_HEAD`].
///
/// # Errors
/// Those of `meta`.
pub(super) fn finish_list(mut json: JsonWriter, meta: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    json.raw(r#"],"meta":"#).value(meta)?.raw("}").raw(SUCCESS_TAIL);
    Ok(json.into_bytes())
}
