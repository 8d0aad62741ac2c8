//! The record of `import-resources`: fragments of HTML with the links of one product.

use super::values::{StockNumber, nullable};
use super::{RecordDiagnostic, document};
use serde::Deserialize;

/// Longest fragment, in bytes. It bounds the time of reading one.
pub(crate) const MAXIMUM_FRAGMENT_BYTES: usize = 1 << 20;

/// A checked record.
#[derive(Debug)]
pub(crate) struct ResourcesRecord {
    pub(crate) stock_number: Box<str>,
    /// HTML with links to documentation; empty when there is none.
    pub(crate) documentation: String,
    /// HTML with links to software; empty when there is none.
    pub(crate) software: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ResourcesDocument {
    stock_number: StockNumber,
    #[serde(deserialize_with = "nullable")]
    documentation_html: Option<String>,
    #[serde(deserialize_with = "nullable")]
    software_html: Option<String>,
}

/// Reads the record on `line`.
pub(crate) fn read_resources(line: &str) -> Result<ResourcesRecord, Vec<RecordDiagnostic>> {
    let document = document::<ResourcesDocument>(line)?;
    let mut diagnostics = Vec::new();
    let mut fragment = |field: &str, html: Option<String>| {
        let html = html.unwrap_or_default();
        if html.len() > MAXIMUM_FRAGMENT_BYTES {
            diagnostics.push(RecordDiagnostic::new(field, format!("is longer than {MAXIMUM_FRAGMENT_BYTES} bytes")));
        }
        html
    };
    let record = ResourcesRecord {
        documentation: fragment("/documentationHtml", document.documentation_html),
        software: fragment("/softwareHtml", document.software_html),
        stock_number: document.stock_number.0,
    };
    if diagnostics.is_empty() { Ok(record) } else { Err(diagnostics) }
}
