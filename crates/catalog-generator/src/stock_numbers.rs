//! The stock numbers of generated products.

use crate::linking::category;
use crate::plan::Plan;
use crate::vocabulary::CATEGORIES;

pub(crate) fn stock_number(plan: &Plan<'_>, index: u64) -> String {
    stock_number_in(category(plan, index), index)
}

/// Mostly plain; some need care in paths and comparisons. Each holds the index, so no two are the same.
pub(crate) fn stock_number_in(category: usize, index: u64) -> String {
    let code = CATEGORIES[category].code;
    match index % 61 {
        7 => format!("{code}/{index:06}+A"),
        23 => format!("{code} {index:06} Б%2F"),
        41 => format!("{}-{index:06}", code.to_lowercase()),
        _ => format!("{code}-{index:06}"),
    }
}
