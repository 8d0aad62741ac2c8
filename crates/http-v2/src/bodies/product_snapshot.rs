//! The lines of a snapshot (`docs/contract.md#product-snapshot`).

use crate::schemas::SnapshotLineName;
use catalog_documents::Product;
use catalog_domain::values::CatalogRevision;
use http_common::json::{ErrorBody, JsonWriter};
use utoipa::ToSchema;

/// One line of a snapshot.
#[derive(ToSchema)]
#[schema(as = SnapshotLine)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "it is for the document: lines are written by hand")]
pub(crate) struct SnapshotLineBody<'a> {
    /// `start` is the first line. The last one is `end`: nothing is missing; or `error`: something is.
    #[schema(value_type = SnapshotLineName, inline)]
    r#type: &'static str,
    /// The catalog revision (`start`).
    #[schema(nullable = false)]
    revision: Option<i64>,
    /// The section's sync point at that revision: where to follow the feed from when the copy is whole (`start`).
    #[schema(nullable = false)]
    changes_cursor: Option<String>,
    /// Products of the section, whatever `after` is (`start`).
    #[schema(nullable = false)]
    total: Option<u64>,
    /// The product, as in the list of the section with the same `include` (`product`).
    #[schema(nullable = false)]
    data: Option<Product<'a>>,
    /// The products of this response (`end`).
    #[schema(nullable = false)]
    count: Option<u64>,
    /// What went wrong, as in the response of an error (`error`).
    #[schema(value_type = Option<Object>, nullable = false)]
    error: Option<ErrorBody>,
}

/// The first line.
pub(crate) fn write_start(revision: CatalogRevision, changes_cursor: &str, total: u64) -> Vec<u8> {
    let mut json = JsonWriter::default();
    json.raw(r#"{"type":"start","revision":"#).integer(revision.0);
    json.raw(r#","changesCursor":"#).string(changes_cursor).raw(r#","total":"#).count(total).raw("}\n");
    json.into_bytes()
}

/// The last line of a snapshot of `count` products.
pub(crate) fn write_end(count: u64) -> Vec<u8> {
    let mut json = JsonWriter::default();
    json.raw(r#"{"type":"end","count":"#).count(count).raw("}\n");
    json.into_bytes()
}

/// The last line of one that failed.
pub(crate) fn write_error(error: &ErrorBody) -> Vec<u8> {
    let mut line = br#"{"type":"error","error":"#.to_vec();
    line.extend(serde_json::to_vec(error).unwrap_or_else(|_| b"{}".to_vec()));
    line.extend(b"}\n");
    line
}
