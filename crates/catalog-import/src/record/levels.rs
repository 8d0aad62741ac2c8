//! Prices by level: a JSON object whose order counts.

use super::values::{Identifier, Price};
use crate::diagnostic::{RecordDiagnostic, pointer_step};
use catalog_domain::pricing::{LevelPrice, LevelPrices, PriceLevel, RETAIL_LEVEL};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use std::fmt;

/// The most levels that one price list may have. Searching for duplicates takes quadratic time.
const MAXIMUM_LEVELS: usize = 1_000;

/// The levels as written.
#[derive(Debug, Default)]
pub(super) struct LevelsDocument(Vec<(Identifier, Price)>);

impl<'de> Deserialize<'de> for LevelsDocument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(LevelsVisitor)
    }
}

impl LevelsDocument {
    /// The prices by level. `pointer` locates the object.
    pub(super) fn check(self, pointer: &str, diagnostics: &mut Vec<RecordDiagnostic>) -> LevelPrices {
        if self.0.len() > MAXIMUM_LEVELS {
            diagnostics.push(RecordDiagnostic::new(pointer, format!("has more than {MAXIMUM_LEVELS} levels")));
            return LevelPrices::default();
        }
        let mut levels: Vec<LevelPrice> = Vec::with_capacity(self.0.len());
        for (Identifier(name), Price(price)) in self.0 {
            let at = || format!("{pointer}{}", pointer_step(&name));
            if &*name == RETAIL_LEVEL {
                diagnostics.push(RecordDiagnostic::new(at(), "is the retail price, which belongs into `retail`"));
            } else if levels.iter().any(|known| known.level.name() == &*name) {
                diagnostics.push(RecordDiagnostic::new(at(), "is given twice"));
            } else {
                levels.push(LevelPrice { level: PriceLevel::new(&name), price });
            }
        }
        levels.into_iter().collect()
    }
}

struct LevelsVisitor;

impl<'de> Visitor<'de> for LevelsVisitor {
    type Value = LevelsDocument;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object of prices by level")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<LevelsDocument, A::Error> {
        let mut levels = Vec::new();
        while let Some(entry) = map.next_entry()? {
            levels.push(entry);
        }
        Ok(LevelsDocument(levels))
    }
}
