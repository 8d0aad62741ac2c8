//! How lists of products are written: as objects of `items` and `meta`.

use http_common::{SUCCESS_TAIL, ShownProducts};
use serde::Serialize;

/// What comes before the products.
pub(crate) const LIST_HEAD: &str = r#"{"items":["#;

/// The whole text of an answer with `items`, which were put after [`LIST_HEAD`].
///
/// # Errors
/// Those of `meta`.
pub(super) fn finish_list(items: ShownProducts, meta: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut json = items.into_text();
    json.json(r#"],"meta":"#).value(meta)?.json("}").json(SUCCESS_TAIL);
    Ok(json.into_bytes())
}
