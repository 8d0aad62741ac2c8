//! JSON in narrow lines, for two columns: what fits is written on one line. Left out is what differs between runs, and
//! what every success has.

use serde_yaml_ng::{Mapping, Value};

/// The longest line in characters, unless a single value is longer.
const WIDTH: usize = 58;

/// What a product of v2 has whatever is requested, except what belongs to prices and stock.
const BASE: [&str; 10] = [
    "id",
    "name",
    "fullName",
    "url",
    "vendor",
    "media",
    "primarySectionId",
    "contentUpdatedAt",
    "commercialUpdatedAt",
    "hasConfigurator",
];

/// `body` in narrow lines, whole products of lists by their ids alone: the page shows one by itself.
pub(super) fn written(body: &str) -> String {
    let mut success = success(body);
    shorten_lists(&mut success);
    lines_of(&success, 0, 0)
}

/// `body` in narrow lines, its products without what does not belong to the one part that was requested.
pub(super) fn written_without_base(body: &str) -> String {
    let mut success = success(body);
    leave_out_base(&mut success);
    lines_of(&success, 0, 0)
}

/// The body of a success, of its envelope only what differs from response to response. A mapping of YAML has its fields
/// in their order.
fn success(body: &str) -> Value {
    let mut body: Value = serde_json::from_str(body).unwrap();
    body.as_mapping_mut().unwrap().retain(|name, value| name == "data" || name == "message" && value != "");
    stabilise("", &mut body);
    body
}

/// Replaces the values of which every run has others.
fn stabilise(name: &str, value: &mut Value) {
    let placeholder = match (name, &mut *value) {
        (_, Value::Mapping(fields)) => {
            return fields.iter_mut().for_each(|(name, value)| stabilise(name.as_str().unwrap(), value));
        }
        (_, Value::Sequence(items)) => return items.iter_mut().for_each(|item| stabilise("", item)),
        ("token", Value::String(_)) => "<TOKEN>".into(),
        ("changesCursor", _) => "<CURSOR>".into(),
        ("expiresIn", _) => 86_400.into(),
        ("message", Value::String(text)) if text.starts_with("The token is valid until ") => {
            "The token is valid until <TIME>.".into()
        }
        (_, Value::String(_)) if name.ends_with("At") => "<TIME>".into(),
        _ => return,
    };
    *value = placeholder;
}

/// Says that fields are left out.
fn add_rest(fields: &mut Mapping) {
    fields.insert("...".into(), "...".into());
}

fn leave_out_base(value: &mut Value) {
    match value {
        Value::Mapping(fields) => {
            if fields.contains_key("primarySectionId") {
                let has_stock = fields.contains_key("warehouses");
                let is_other = |name: &str| !has_stock && ["pricing", "availability"].contains(&name);
                fields.retain(|name, _| name.as_str().is_some_and(|name| !BASE.contains(&name) && !is_other(name)));
                add_rest(fields);
            }
            fields.values_mut().for_each(leave_out_base);
        }
        Value::Sequence(items) => items.iter_mut().for_each(leave_out_base),
        _ => {}
    }
}

fn shorten_lists(value: &mut Value) {
    match value {
        Value::Mapping(fields) => fields.values_mut().for_each(shorten_lists),
        Value::Sequence(items) => items.iter_mut().for_each(shorten_product),
        _ => {}
    }
}

fn shorten_product(value: &mut Value) {
    match value {
        Value::Mapping(fields) if fields.contains_key("id") && fields.contains_key("description") => {
            fields.retain(|name, _| name == "id");
            add_rest(fields);
        }
        other => shorten_lists(other),
    }
}

fn on_one_line(value: &Value) -> String {
    match value {
        Value::Mapping(fields) => {
            let fields = fields.iter().map(|(name, value)| format!("{}: {}", on_one_line(name), on_one_line(value)));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(", "))
        }
        Value::Sequence(items) => format!("[{}]", items.iter().map(on_one_line).collect::<Vec<_>>().join(", ")),
        single => serde_json::to_string(single).unwrap(),
    }
}

/// On as many lines as necessary, after `indent` blanks and `taken` characters of the first line.
fn lines_of(value: &Value, indent: usize, taken: usize) -> String {
    let line = on_one_line(value);
    if indent + taken + line.chars().count() <= WIDTH {
        return line;
    }
    let inner = indent + 2;
    let (open, close, items): (_, _, Vec<String>) = match value {
        Value::Mapping(fields) => {
            let field = |(name, value): (&Value, &Value)| {
                let name = format!("{}: ", on_one_line(name));
                let value = lines_of(value, inner, name.len() + 1);
                name + &value
            };
            ('{', '}', fields.iter().map(field).collect())
        }
        Value::Sequence(items) => ('[', ']', items.iter().map(|item| lines_of(item, inner, 1)).collect()),
        _ => return line,
    };
    let blanks = " ".repeat(inner);
    let items: Vec<String> = items.into_iter().map(|item| format!("{blanks}{item}")).collect();
    format!("{open}\n{}\n{}{close}", items.join(",\n"), " ".repeat(indent))
}
