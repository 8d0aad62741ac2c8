//! The facets of a list: how many products it would have with another choice (`docs/contract.md#facets`).

use crate::products::UNKNOWN_VENDOR;
use crate::values::NameOrder;
use std::cmp::{Ordering, Reverse};

/// The facets of a list. Each count is the total of the list with that choice in place of all choices of its facet.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Facets {
    /// The vendors, by name; the key is the public id.
    pub vendors: ListedValues,
    /// Those with stock, and those without.
    pub available: FlagFacet,
    /// Those on sale, and the others.
    pub sale: FlagFacet,
    /// Those with a price for the viewer, and the others.
    pub has_price: FlagFacet,
    /// The values of each filter of the section, in stored order; none without a section.
    pub filters: Vec<ListedValues>,
}

/// The counts of a choice between yes and no.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FlagFacet {
    /// Of `true`.
    pub yes: u64,
    /// Of `false`.
    pub no: u64,
}

/// The listed values of a facet.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ListedValues {
    /// The most frequent first.
    pub values: Vec<ValueFacet>,
    /// How many more there are.
    pub omitted: u64,
}

/// A value of a facet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueFacet {
    /// The text that is shown.
    pub text: String,
    /// What a request chooses it by.
    pub key: String,
    /// The products of the list with this choice.
    pub count: u64,
    /// Whether the list has this choice.
    pub is_selected: bool,
}

impl ListedValues {
    /// The most values that are listed, besides selected ones.
    pub const MOST: usize = 100;

    /// The vendors that are listed: the most frequent first, then by name, `unknown` last among equals.
    pub fn of_vendors(vendors: Vec<ValueFacet>) -> Self {
        let is_unknown = |vendor: &ValueFacet| vendor.key == UNKNOWN_VENDOR;
        fn name(vendor: &ValueFacet) -> NameOrder<'_, &str> {
            NameOrder::new(&vendor.text, &vendor.key)
        }
        Self::listed(vendors, |a, b| is_unknown(a).cmp(&is_unknown(b)).then_with(|| name(a).cmp(&name(b))))
    }

    /// The values of a filter that are listed: the most frequent first, then by value and key.
    pub fn of_filter(values: Vec<ValueFacet>) -> Self {
        Self::listed(values, |a, b| (&a.text, &a.key).cmp(&(&b.text, &b.key)))
    }

    /// Values without products are left out unless they are selected. Selected ones beyond the most are at the end.
    fn listed(mut values: Vec<ValueFacet>, order: impl Fn(&ValueFacet, &ValueFacet) -> Ordering) -> Self {
        values.retain(|value| value.count > 0 || value.is_selected);
        values.sort_by(|a, b| Reverse(a.count).cmp(&Reverse(b.count)).then_with(|| order(a, b)));
        let all = values.len();
        let mut at = 0;
        values.retain(|value| {
            at += 1;
            value.is_selected || at <= Self::MOST
        });
        Self { omitted: (all - values.len()) as u64, values }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str, count: u64, is_selected: bool) -> ValueFacet {
        ValueFacet { text: text.into(), key: text.into(), count, is_selected }
    }

    fn texts(listed: &ListedValues) -> Vec<&str> {
        listed.values.iter().map(|value| &*value.text).collect()
    }

    #[test]
    fn values_are_listed_by_count_then_name_and_those_without_products_when_selected() {
        let values = vec![value("c", 0, true), value("a", 0, false), value("b", 2, false), value("B", 2, false)];
        let mut vendors = values.clone();
        vendors.push(value("unknown", 2, false));
        vendors.push(value("zeta", 2, false));
        assert_eq!(texts(&ListedValues::of_filter(values)), ["B", "b", "c"]);
        assert_eq!(texts(&ListedValues::of_vendors(vendors)), ["B", "b", "zeta", "unknown", "c"]);
    }

    #[test]
    fn a_hundred_values_are_listed_and_the_selected_ones_after_them() {
        let values = (0..103).map(|at| value(&format!("{at:03}"), 1, at > 101)).collect();
        let listed = ListedValues::of_filter(values);
        assert_eq!((listed.values.len(), listed.omitted), (101, 2));
        assert_eq!(listed.values[100].text, "102");
    }
}
