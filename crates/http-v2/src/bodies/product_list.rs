//! How lists are written: as objects of `items` and `meta`.

use catalog_documents::{Facets, MatchingSection};
use http_common::json::{JsonWriter, SUCCESS_TAIL};
use serde::Serialize;

/// The JSON before the items.
pub(crate) const LIST_HEAD: &str = r#"{"items":["#;

/// The whole text of a page; `json` is the part up to its items, which `facets` and sections follow if they are wanted.
pub(super) fn finish_page(
    mut json: JsonWriter,
    meta: &impl Serialize,
    facets: Option<&Facets>,
    sections: Option<&Vec<MatchingSection<'_>>>,
) -> serde_json::Result<Vec<u8>> {
    json.raw(r#"],"meta":"#).value(meta)?.optional(r#","facets":"#, facets)?;
    json.optional(r#","matchingSections":"#, sections)?;
    json.raw("}").raw(SUCCESS_TAIL);
    Ok(json.into_bytes())
}

/// The whole text of a response; `json` is the part up to its items, which follow [`LIST_HEAD`].
pub(crate) fn finish_list(json: JsonWriter, meta: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    finish_page(json, meta, None, None)
}
