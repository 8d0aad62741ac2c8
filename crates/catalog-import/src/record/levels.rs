//! Prices by level.

use crate::diagnostic::{RecordDiagnostic, pointer_step};
use catalog_domain::pricing::{LevelPrice, LevelPrices, PriceLevel, RETAIL_LEVEL};
use catalog_records::{Checked, Identifier, LevelsDocument, Price};

/// The most levels that one price list may have. Searching for duplicates takes quadratic time.
const MAXIMUM_LEVELS: usize = 1_000;

/// The prices by level. `pointer` locates the object.
pub(super) fn check_levels(
    document: LevelsDocument<Checked>,
    pointer: &str,
    diagnostics: &mut Vec<RecordDiagnostic>,
) -> LevelPrices {
    if document.0.len() > MAXIMUM_LEVELS {
        diagnostics.push(RecordDiagnostic::new(pointer, format!("has more than {MAXIMUM_LEVELS} levels")));
        return LevelPrices::default();
    }
    let mut levels: Vec<LevelPrice> = Vec::with_capacity(document.0.len());
    for (Identifier(name), Price(price)) in document.0 {
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
