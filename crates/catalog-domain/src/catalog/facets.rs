//! The facets of a list: how many products it would have with another choice (`docs/contract.md#facets`).

use crate::products::UNKNOWN_VENDOR;
use crate::values::NameOrder;
use std::cmp::Reverse;

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
    pub fn of_vendors(mut vendors: Vec<ValueFacet>) -> Self {
        fn order(vendor: &ValueFacet) -> (bool, NameOrder<'_, &str>) {
            (vendor.key == UNKNOWN_VENDOR, NameOrder::new(&vendor.text, &vendor.key))
        }
        vendors.sort_by(|a, b| order(a).cmp(&order(b)));
        Self::of_sorted(vendors.into_iter().map(counted), ValueFacet::into_texts)
    }

    /// The values of a filter that are listed: the most frequent first, then by value and key.
    pub fn of_filter(mut values: Vec<ValueFacet>) -> Self {
        values.sort_by(|a, b| (&a.text, &a.key).cmp(&(&b.text, &b.key)));
        Self::of_sorted(values.into_iter().map(counted), ValueFacet::into_texts)
    }

    /// The same of values that come as equals are listed, each with its count and whether it is selected. Only of those
    /// that are listed `texts` are made: the text and the key.
    pub fn of_sorted<T>(values: impl Iterator<Item = (T, u64, bool)>, texts: impl Fn(T) -> (String, String)) -> Self {
        // Values without products are left out unless they are selected. Selected ones beyond the most are at the end.
        let mut values: Vec<_> = values.filter(|(_, count, is_selected)| *count > 0 || *is_selected).collect();
        values.sort_by_key(|(_, count, _)| Reverse(*count));
        let (all, mut at) = (values.len(), 0);
        values.retain(|(_, _, is_selected)| {
            at += 1;
            *is_selected || at <= Self::MOST
        });
        let omitted = (all - values.len()) as u64;
        let facet = |(value, count, is_selected)| {
            let (text, key) = texts(value);
            ValueFacet { text, key, count, is_selected }
        };
        Self { omitted, values: values.into_iter().map(facet).collect() }
    }
}

impl ValueFacet {
    fn into_texts(self) -> (String, String) {
        (self.text, self.key)
    }
}

fn counted(value: ValueFacet) -> (ValueFacet, u64, bool) {
    let (count, is_selected) = (value.count, value.is_selected);
    (value, count, is_selected)
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
