//! A difference between two responses, with everything that the report says about it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    /// Only the old system has it.
    Missing,
    /// Only the new system has it.
    Extra,
    #[default]
    Value,
    Price,
    Stock,
    /// The same values in another order, where an order is promised.
    Order,
    /// The HTTP status, `status` or the error code differs.
    Status,
    /// Values of different types, or a body that is no JSON.
    Shape,
}

/// A line of `differences.ndjson`.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Difference {
    pub(super) route: &'static str,
    /// What was compared, such as `item 90001`.
    pub(super) identity: String,
    /// Where in it, such as `warehouses[msk].quantity`; empty for the whole.
    pub(super) path: String,
    /// The value of the old system; null when it has none.
    pub(super) old: Value,
    pub(super) new: Value,
    pub(super) kind: Kind,
    /// The rule by which it is no failure.
    pub(super) allowed: Option<String>,
    /// Whether it follows from products or sections that only one system has.
    pub(super) consequence: bool,
    /// Of the product or section, as far as a response says it.
    pub(super) name: Option<String>,
    pub(super) product: Option<i64>,
    pub(super) stock_number: Option<String>,
    pub(super) vendor: Option<String>,
    pub(super) section: Option<i64>,
    /// Whether one system does not have a product or section at all.
    pub(super) is_whole: bool,
}

impl Difference {
    /// Which system has it, if only one: 0 is the old one.
    pub(super) fn side(&self) -> Option<usize> {
        [Kind::Missing, Kind::Extra].iter().position(|kind| *kind == self.kind)
    }

    /// The path without the keys of array elements: `warehouses[].zone`.
    pub(super) fn field(&self) -> String {
        let mut parts = self.path.split('[');
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |path, part| path + "[]" + part.split_once(']').map_or("", |(_, rest)| rest))
    }

    /// The section, or those that were requested together.
    pub(super) fn sections(&self) -> impl Iterator<Item = i64> + '_ {
        let several = self.identity.strip_prefix("sections ").unwrap_or_default().split(',');
        self.section.into_iter().chain(several.filter_map(|id| id.parse().ok()))
    }
}
