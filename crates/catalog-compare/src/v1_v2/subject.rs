//! Compares what both interfaces say about a product or a section.

use crate::compare::{are_equal_numbers, text};
use crate::difference::{Difference, Found, Kind, Label, Subject, shortened};
use crate::walk::Findings;
use serde_json::Value;

/// Differences between v1 and v2 that the contract explains, each with the name under which the report counts it.
pub(crate) const V1_V2_RULES: &[(&str, &str)] = &[
    (
        STOREFRONT,
        "v2 shows sections of the storefront's host only, their products, and counts of those \
         (docs/contract.md#public-sections).",
    ),
    (
        VENDOR_NAMES,
        "v2 shows one name for each vendor, that of the public product with the smallest stock number; v1 shows each \
         product's own (docs/contract.md#vendor-names).",
    ),
];

/// What is not on the storefront's host.
pub(super) const STOREFRONT: &str = "contract: storefront host";
/// Names of one vendor.
pub(super) const VENDOR_NAMES: &str = "contract: one name per vendor";

/// A unit that cannot be compared, because a request is refused.
pub(super) fn refused(target: &str, code: u64) -> Findings {
    let path = target.split('?').next().unwrap_or_default();
    let mut compared = ComparedSubject::new(path, target.to_owned());
    compared.differ("", Some(&200.into()), Some(&code.into()), Kind::Status, None);
    Findings { differences: compared.differences, ..Findings::default() }
}

pub(super) struct ComparedSubject {
    pub(super) subject: Subject,
    pub(super) differences: Vec<Difference>,
}

impl ComparedSubject {
    /// A subject; `route` is the pattern of the route of v2.
    pub(super) fn new(route: &str, identity: String) -> Self {
        let subject = Subject { route: route.to_owned(), identity, product: None, section: None, label: None };
        Self { subject, differences: Vec::new() }
    }

    /// Does `compare` for a product in a list of the subject.
    pub(super) fn of_product(&mut self, id: Option<i64>, stock_number: &str, compare: impl FnOnce(&mut Self)) {
        (self.subject.product, self.subject.label) = (id, Some(Label::of_number(stock_number)));
        compare(self);
        (self.subject.product, self.subject.label) = (None, None);
    }

    /// A difference: `v1` and `v2` are the values of the interfaces.
    pub(super) fn differ(
        &mut self,
        path: &str,
        v1: Option<&Value>,
        v2: Option<&Value>,
        kind: Kind,
        rule: Option<&'static str>,
    ) {
        let (old, new) = shortened(v1, v2);
        self.differences.push(self.subject.difference(Found { path: path.to_owned(), old, new, kind, rule }));
    }

    /// Values that must be equal; null, empty texts and empty lists are nothing.
    pub(super) fn same(&mut self, path: &str, v1: Option<&Value>, v2: Option<&Value>) {
        match (v1.filter(|value| !is_nothing(value)), v2.filter(|value| !is_nothing(value))) {
            (v1, v2) if v1 == v2 => {}
            (v1, None) => self.differ(path, v1, None, Kind::Missing, None),
            (None, v2) => self.differ(path, None, v2, Kind::Extra, None),
            (v1, v2) => self.differ(path, v1, v2, Kind::Value, None),
        }
    }

    /// Numbers that must be equal however they are written; nothing is zero.
    pub(super) fn same_number(&mut self, path: &str, kind: Kind, v1: Option<&Value>, v2: Option<&Value>) {
        let zero = Value::from(0);
        let number = |value: Option<&Value>| value.filter(|value| !is_nothing(value)).unwrap_or(&zero).clone();
        let (v1, v2) = (number(v1), number(v2));
        if text(&v1) != text(&v2) && !are_equal_numbers(&v1, &v2) {
            self.differ(path, Some(&v1), Some(&v2), kind, None);
        }
    }

    pub(super) fn same_count(&mut self, path: &str, counted: usize, shown: Option<&Value>) {
        self.same_number(path, Kind::Value, Some(&counted.into()), shown);
    }
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(elements) => elements.is_empty(),
        Value::Object(members) => members.is_empty(),
        _ => false,
    }
}
