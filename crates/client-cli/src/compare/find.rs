//! Finds what differs between what two systems responded to the same requests.

use super::difference::{Difference, Kind};
use super::fields::{
    Names, are_equal_numbers, first, is_empty, is_ordered, is_success, key_of, kind_of, text, text_of,
};
use super::requests::{Request, TREE};
use super::rules::Rules;
use super::sorted::{Pair, join};
use anyhow::{Result, bail};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;
use std::path::PathBuf;

/// What was compared: a product or section of a response that has several, or a response without them.
pub(super) struct Compared<'a> {
    pub(super) request: &'a Request,
    /// The number of the request, and the item.
    pub(super) key: (usize, String),
    pub(super) has: [bool; 2],
    pub(super) found: Vec<Difference>,
}

/// Compares two files, and visits all that was compared.
pub(super) fn find(
    requests: &[Request],
    files: &[PathBuf; 2],
    rules: &Rules,
    mut visit: impl FnMut(Compared<'_>) -> Result<()>,
) -> Result<()> {
    let mut is_broken = false;
    for pair in join(files)? {
        let Pair { request: number, item, sides } = pair?;
        let Some(request) = requests.get(number) else { continue };
        let is_response = item.is_empty();
        if is_response {
            if sides.iter().any(Value::is_null) {
                bail!("what was read is not whole; compare without --resume");
            }
            is_broken = !sides.iter().all(is_success);
        } else if is_broken {
            continue;
        }
        let has = sides.each_ref().map(|side| !side.is_null());
        let found = if is_response { responses(request, rules, &sides) } else { items(request, rules, &item, sides) };
        visit(Compared { request, key: (number, item), has, found })?;
    }
    Ok(())
}

/// Compares all of two responses but the items, which have lines of their own.
fn responses(request: &Request, rules: &Rules, sides: &[Value; 2]) -> Vec<Difference> {
    let data = sides.each_ref().map(|response| &response["body"]["data"]);
    let shown = data.into_iter().find(|data| request.product.is_some() && !is_empty(data));
    let mut walk = Walk::new(request, rules, shown.unwrap_or(&Value::Null));
    walk.is_thing = request.is_of_thing();
    if walk.compare_envelopes(sides) {
        walk.compare("", data[0], data[1]);
        walk.compare_items_order(&sides[0]["order"], &sides[1]["order"]);
    }
    walk.found
}

/// Compares a product or section of an array or a tree, which one system may not have.
fn items(request: &Request, rules: &Rules, item: &str, mut sides: [Value; 2]) -> Vec<Difference> {
    let (shown, item) = (first(&sides), item.split('#').next().unwrap_or_default());
    let (id, is_section) = (item.parse().ok(), request.route == TREE);
    let mut walk = Walk::new(request, rules, shown);
    walk.is_thing = true;
    // Of a whole product or section, what it is known by.
    let short = if is_section {
        (walk.subject.identity, walk.subject.section) = (format!("section {item}"), id);
        shown["name"].clone()
    } else {
        let place = request.section.map(|section| format!(" of section {section}")).unwrap_or_default();
        (walk.subject.identity, walk.subject.product) = (format!("item {item}{place}"), id);
        json!({"id": item, "stockNumber": text_of(shown, "stockNumber")})
    };
    match sides.each_ref().map(Value::is_null) {
        [false, true] => walk.differ("", &short, &Value::Null, Kind::Missing),
        [true, false] => walk.differ("", &Value::Null, &short, Kind::Extra),
        _ => {
            if is_section {
                let [old, new] = sides.each_mut().map(|side| side["order"].take());
                walk.compare_items_order(&old, &new);
                // Where it is shows in the order, and in the section above it.
                sides[1]["place"] = sides[0]["place"].clone();
            }
            walk.compare("", &sides[0], &sides[1]);
        }
    }
    walk.found
}

/// Walks two values side by side.
struct Walk<'a> {
    request: &'a Request,
    rules: &'a Rules,
    /// What it is about, as a value says it.
    subject: Difference,
    /// Whether that is a product or a section, which one system may lack as a whole.
    is_thing: bool,
    found: Vec<Difference>,
}

impl<'a> Walk<'a> {
    fn new(request: &'a Request, rules: &'a Rules, shown: &Value) -> Self {
        let [name, stock_number, vendor] = ["name", "stockNumber", "vendor"].map(|name| text_of(shown, name));
        let subject = Difference {
            route: request.route,
            identity: request.identity.clone(),
            name: name.or(stock_number.clone()),
            product: request.product,
            stock_number,
            vendor,
            section: request.section,
            ..Difference::default()
        };
        Self { request, rules, subject, is_thing: false, found: Vec::new() }
    }

    /// Compares everything but `data`. Whether those can be compared as well.
    fn compare_envelopes(&mut self, sides: &[Value; 2]) -> bool {
        for (pointer, path, kind) in [
            ("/status", "", Kind::Status),
            ("/form", "", Kind::Shape),
            ("/body/status", "status", Kind::Status),
            ("/body/error/code", "error.code", Kind::Status),
            ("/body/error/name", "error.name", Kind::Value),
            ("/body/message", "message", Kind::Value),
        ] {
            let [old, new] = sides.each_ref().map(|response| response.pointer(pointer).unwrap_or(&Value::Null));
            // Not every system names its errors.
            if old != new && (path != "error.name" || !old.is_null() && !new.is_null()) {
                self.differ(path, old, new, kind);
                if path.is_empty() {
                    return false;
                }
            }
        }
        is_success(&sides[0]) == is_success(&sides[1])
    }

    fn compare(&mut self, path: &str, old: &Value, new: &Value) {
        match (is_empty(old), is_empty(new), old, new) {
            (true, true, ..) => {}
            (false, true, ..) => self.differ(path, old, new, Kind::Missing),
            (true, false, ..) => self.differ(path, old, new, Kind::Extra),
            (_, _, Value::Object(old_members), Value::Object(new_members)) => {
                for name in old_members.keys().chain(new_members.keys()).collect::<BTreeSet<_>>() {
                    let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                    self.compare(&path, &old[name], &new[name]);
                }
            }
            (_, _, Value::Array(old), Value::Array(new)) => self.compare_arrays(path, old, new),
            _ => self.compare_scalars(path, old, new),
        }
    }

    fn compare_scalars(&mut self, path: &str, old: &Value, new: &Value) {
        let kind = kind_of(path);
        let is_number = old.is_number() && new.is_number() || kind != Kind::Value;
        if old == new || is_number && are_equal_numbers(old, new) {
            return;
        }
        let are_of_one_type = std::mem::discriminant(old) == std::mem::discriminant(new);
        let is_shape = !are_of_one_type && (kind == Kind::Value || text(old).is_none() || text(new).is_none());
        self.differ(path, old, new, if is_shape { Kind::Shape } else { kind });
    }

    /// Elements are matched by their names, so that one more or less is one difference.
    fn compare_arrays(&mut self, path: &str, old: &[Value], new: &[Value]) {
        let (key, mut sides) = (key_of([old, new]), [Names::default(), Names::default()]);
        let orders = [0, 1].map(|side| -> Vec<String> {
            [old, new][side].iter().map(|element| sides[side].of(key(element))).collect()
        });
        let [old, new] = [old, new].map(|elements| elements.iter());
        let old: HashMap<&String, &Value> = orders[0].iter().zip(old).collect();
        let new: HashMap<&String, &Value> = orders[1].iter().zip(new).collect();
        for name in old.keys().chain(new.keys()).collect::<BTreeSet<_>>() {
            let [old, new] = [&old, &new].map(|elements| elements.get(name).copied().unwrap_or(&Value::Null));
            self.compare(&format!("{path}[{name}]"), old, new);
        }
        if is_ordered(self.request.route, path) {
            self.compare_order(path, &orders[0], &orders[1]);
        }
    }

    /// Compares the order of the items of a response, or of the sections below one.
    fn compare_items_order(&mut self, old: &Value, new: &Value) {
        let path = if self.request.route == TREE { "subSections" } else { "data" };
        let [old, new] = [old, new].map(|order| order.as_array().map_or(&[][..], Vec::as_slice));
        self.compare_order(path, old, new);
    }

    /// Finds the first two of those that both have that are the other way round. Lists may have all products.
    fn compare_order<Name: Eq + Hash + Serialize>(&mut self, path: &str, old: &[Name], new: &[Name]) {
        let mut places: HashMap<&Name, usize> = new.iter().zip(0..).collect();
        let mut previous = None;
        for name in old {
            let Some(place) = places.remove(name) else { continue };
            if let Some((last, before)) = previous.replace((place, name))
                && place < last
            {
                return self.differ(path, &json!([before, name]), &json!([name, before]), Kind::Order);
            }
        }
    }

    fn differ(&mut self, path: &str, old: &Value, new: &Value, kind: Kind) {
        let (path, old, new) = (path.to_owned(), old.clone(), new.clone());
        let mut found = Difference { path, old, new, kind, ..self.subject.clone() };
        found.is_whole = self.is_thing && found.path.is_empty() && found.side().is_some();
        found.allowed = self.rules.find(self.request, &found);
        self.found.push(found);
    }
}
