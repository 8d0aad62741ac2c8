//! The JSON Schema of the records.

/// A JSON Schema (draft 2020-12) of every record of both imports, for whoever writes exports. It holds what can be said of one
/// record alone, and every record that an import takes fits it.
#[must_use]
pub fn record_schema() -> &'static str {
    include_str!("records.schema.json").trim_ascii_end()
}
