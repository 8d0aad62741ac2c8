//! The JSON Schema of the records.

/// A JSON Schema (draft 2020-12) of every record of both imports, for authors of exports. It covers what can be checked
/// of one record alone, and every record that an import accepts conforms to it.
pub fn record_schema() -> &'static str {
    include_str!("records.schema.json").trim_ascii_end()
}
