//! What the comparison of a unit finds.

use crate::compare::{are_equal_numbers, text};
use crate::difference::{Difference, Kind, Label, shortened};
use serde_json::Value;
use std::collections::BTreeMap;

/// The result of a unit.
#[derive(Debug, Default)]
pub(super) struct Findings {
    /// How many products or sections were compared, by the pattern of the route of v2.
    pub(super) compared: BTreeMap<String, u64>,
    pub(super) differences: Vec<Difference>,
    /// The source object id of the section, if the unit is one.
    pub(super) section: Option<i64>,
    /// The source object ids of the products of a section without sections below it.
    pub(super) members: Vec<i64>,
}

impl Findings {
    pub(super) fn refused(target: &str, code: u64) -> Self {
        let path = target.split('?').next().unwrap_or_default();
        let mut subject = Subject::new(path, target.to_owned());
        subject.differ("", Some(&200.into()), Some(&code.into()), Kind::Status, None);
        Self { differences: subject.differences, ..Self::default() }
    }
}

pub(super) struct Subject {
    route: String,
    identity: String,
    pub(super) product: Option<i64>,
    pub(super) label: Option<Label>,
    pub(super) section: Option<i64>,
    pub(super) differences: Vec<Difference>,
}

impl Subject {
    /// A subject; `route` is the pattern of the route of v2.
    pub(super) fn new(route: &str, identity: String) -> Self {
        Self { route: route.to_owned(), identity, product: None, label: None, section: None, differences: Vec::new() }
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
        self.differences.push(Difference {
            route: self.route.clone(),
            identity: self.identity.clone(),
            path: path.to_owned(),
            old,
            new,
            kind,
            allowed: rule.map(str::to_owned),
            product: self.product,
            section: self.section,
            label: self.label.clone(),
        });
    }

    /// Values that must be equal; null, empty texts and empty lists are nothing.
    pub(super) fn same(&mut self, path: &str, v1: Option<&Value>, v2: Option<&Value>) {
        let (v1, v2) = (v1.filter(|value| !is_nothing(value)), v2.filter(|value| !is_nothing(value)));
        if v1 != v2 {
            let kind = if v2.is_none() {
                Kind::Missing
            } else if v1.is_none() {
                Kind::Extra
            } else {
                Kind::Value
            };
            self.differ(path, v1, v2, kind, None);
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
