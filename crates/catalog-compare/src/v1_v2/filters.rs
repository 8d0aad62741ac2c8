//! The filters of a section by both interfaces.

use super::subject::{ComparedSubject, STOREFRONT};
use crate::difference::Kind;
use serde_json::Value;
use std::collections::BTreeMap;

/// The fields of a filter that both interfaces show.
const FIELDS: [&str; 6] = ["name", "groupName", "dataType", "isMultiple", "mainFilter", "hidden"];

/// Compares filters by their uid, and their values by key. `has_hidden` says that v1 counts products that v2 does not
/// show: then v1 may have more.
pub(super) fn compare_filters(subject: &mut ComparedSubject, v1: &Value, v2: &Value, has_hidden: bool) {
    let (v1, v2) = (by(v1, "uid"), by(v2, "uid"));
    for (uid, filter) in &v2 {
        let Some(same) = v1.get(uid) else {
            subject.differ(&format!("filters[{uid}]"), None, Some(filter), Kind::Extra, None);
            continue;
        };
        for field in FIELDS {
            subject.same(&format!("filters[{uid}].{field}"), same.get(field), filter.get(field));
        }
        compare_values(subject, uid, (&same["values"], &filter["values"]), has_hidden);
    }
    for (uid, filter) in v1.iter().filter(|(uid, _)| !v2.contains_key(*uid)) {
        let rule = has_hidden.then_some(STOREFRONT);
        subject.differ(&format!("filters[{uid}]"), Some(filter), None, Kind::Missing, rule);
    }
}

fn compare_values(subject: &mut ComparedSubject, uid: &str, (v1, v2): (&Value, &Value), has_hidden: bool) {
    if v1 == v2 {
        return;
    }
    let (of_v1, of_v2) = (by(v1, "key"), by(v2, "key"));
    let before = subject.differences.len();
    for (key, value) in &of_v2 {
        let path = format!("filters[{uid}].values[{key}]");
        let Some(same) = of_v1.get(key) else {
            subject.differ(&path, None, Some(value), Kind::Extra, None);
            continue;
        };
        if same != value {
            // Another product of v1 may give the key its text.
            let has_more = same["count"].as_u64() > value["count"].as_u64();
            subject.differ(&path, Some(same), Some(value), Kind::Value, (has_hidden && has_more).then_some(STOREFRONT));
        }
    }
    for (key, value) in of_v1.iter().filter(|(key, _)| !of_v2.contains_key(*key)) {
        let rule = has_hidden.then_some(STOREFRONT);
        subject.differ(&format!("filters[{uid}].values[{key}]"), Some(value), None, Kind::Missing, rule);
    }
    if subject.differences.len() == before {
        subject.differ(&format!("filters[{uid}].values"), Some(v1), Some(v2), Kind::Order, None);
    }
}

fn by<'a>(elements: &'a Value, key: &str) -> BTreeMap<&'a str, &'a Value> {
    let elements = elements.as_array().map(Vec::as_slice).unwrap_or_default();
    elements.iter().filter_map(|element| Some((element[key].as_str()?, element))).collect()
}
