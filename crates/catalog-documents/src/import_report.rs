//! What an import changed.

use crate::import_preview::ImportPreview;
#[cfg(feature = "schemas")]
use crate::schemas::ToSchema;
use serde::{Deserialize, Serialize};

/// What an import changed.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct ImportReport {
    /// The catalog revision after it; the present one where it changed nothing.
    pub revision: i64,
    pub changed: bool,
    pub sections: ImportedSections,
    pub products: ImportedProducts,
    pub events: ImportedEvents,
    pub public: PublicChange,
    /// What is probably not meant.
    pub warnings: Vec<String>,
    pub seconds: f64,
    /// What it would change, by examples; absent but after a dry run of `kind=catalog`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    pub preview: Option<ImportPreview>,
}

/// Sections, each once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct ImportedSections {
    pub created: u64,
    pub updated: u64,
    pub deactivated: u64,
    pub unchanged: u64,
}

/// Products, each stock number once; a renamed product is two of them, and renamed besides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct ImportedProducts {
    pub created: u64,
    pub updated: u64,
    pub deactivated: u64,
    pub renamed: u64,
    pub unchanged: u64,
}

/// Change events by type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct ImportedEvents {
    pub content: u64,
    pub commercial: u64,
    pub removed: u64,
}

/// What is public before and after an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct PublicChange {
    pub before: PublicCounts,
    pub after: PublicCounts,
}

/// How much is public.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct PublicCounts {
    pub sections: u64,
    pub products: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn a_report_that_was_stored_as_the_command_prints_it_is_read_and_written_whole() {
        let stored = r#"{"revision": 7, "changed": true, "sections": {"created": 1, "updated": 0, "deactivated": 0,
            "unchanged": 40}, "products": {"created": 3, "updated": 2, "deactivated": 1, "renamed": 1,
            "unchanged": 994}, "events": {"content": 4, "commercial": 1, "removed": 1}, "public": {"before": {"sections": 40,
            "products": 998}, "after": {"sections": 41, "products": 1000}}, "warnings": ["w", "and 2 more"],
            "seconds": 1.9, "preview": {"newPriceLevels":["A"],"priceChanges":{"count":1,"items":[{"stockNumber":"P",
            "level":"A","before":"10","after":"0"}]},"samples":[{"stockNumber":"P","before":null,
            "after":{"isActive":true,"name":"Pump","vendor":null,"retail":"5","levels":[{"level":"A","price":"4.5"}]}}]}}"#;
        let report: ImportReport = serde_json::from_str(stored).unwrap();
        let stored: Value = serde_json::from_str(stored).unwrap();
        assert_eq!(serde_json::to_value(report).unwrap(), stored);
    }
}
