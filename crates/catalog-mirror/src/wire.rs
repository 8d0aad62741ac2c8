//! The parts of the service's responses that a copy needs. Everything else is ignored, so that additions do no harm.

use serde::Deserialize;
use serde_json::Value;

/// `{status, data, error, message}`: the success.
#[derive(Debug, Deserialize)]
pub(crate) struct Success<T> {
    pub(crate) data: T,
}

/// The same: the failure.
#[derive(Debug, Deserialize)]
pub(crate) struct Failure {
    pub(crate) error: FailureDetail,
}

/// What went wrong.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct FailureDetail {
    pub(crate) name: String,
    pub(crate) message: String,
}

/// An access token.
#[derive(Deserialize)]
pub(crate) struct IssuedToken {
    pub(crate) token: String,
}

/// A page of a section's products.
#[derive(Debug, Deserialize)]
pub(crate) struct ProductPage {
    pub(crate) items: Vec<Value>,
    pub(crate) meta: ProductPageMeta,
}

/// About such a page.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProductPageMeta {
    pub(crate) pagination: Pagination,
    pub(crate) changes_cursor: String,
}

/// The position of a page in its list.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Pagination {
    pub(crate) page_count: u64,
    pub(crate) total: u64,
}

/// Products requested by stock number. Those that are not public are missing.
#[derive(Debug, Deserialize)]
pub(crate) struct ProductBatch {
    pub(crate) items: Vec<Value>,
}

/// A page of changes.
#[derive(Debug, Deserialize)]
pub(crate) struct ChangePage {
    pub(crate) items: Vec<ChangeEvent>,
    pub(crate) meta: ChangePageMeta,
}

/// About such a page.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangePageMeta {
    pub(crate) has_more: bool,
    pub(crate) next_cursor: String,
}

/// The fact that a product changed.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangeEvent {
    pub(crate) stock_number: String,
    pub(crate) operation: String,
    pub(crate) in_section: bool,
}

/// A product as stored: its key and its whole JSON text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StoredProduct {
    pub(crate) stock_number: String,
    pub(crate) body: String,
}

impl StoredProduct {
    /// The product of a response; `None` when it has no stock number.
    pub(crate) fn of(item: &Value) -> Option<Self> {
        let stock_number = item.get("stockNumber")?.as_str()?.to_owned();
        Some(Self { stock_number, body: item.to_string() })
    }
}
