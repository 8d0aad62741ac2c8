//! JSON in narrow lines, for two columns: what fits is written on one line. Left out is what differs between runs, and
//! what every success has.

use serde::Deserialize;
use serde::de::{MapAccess, Visitor};
use serde_json::Value;
use std::fmt;

/// The longest line in characters, unless a single value is longer.
const WIDTH: usize = 58;

/// Any JSON, with the fields of objects in their order.
#[derive(Deserialize)]
#[serde(untagged)]
enum Node {
    Object(Fields),
    Array(Vec<Node>),
    Single(Value),
}

struct Fields(Vec<(String, Node)>);

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;

        impl<'de> Visitor<'de> for InOrder {
            type Value = Fields;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
                let mut fields = Vec::new();
                while let Some((name, value)) = map.next_entry::<String, Node>()? {
                    let value = stable(&name, value);
                    fields.push((name, value));
                }
                Ok(Fields(fields))
            }
        }

        deserializer.deserialize_map(InOrder)
    }
}

/// The value of a field, or what stands for it because every run has another.
fn stable(name: &str, value: Node) -> Node {
    let Node::Single(single) = &value else { return value };
    let placeholder: Value = match (name, single) {
        ("token", Value::String(_)) => "<TOKEN>".into(),
        ("changesCursor", _) => "<CURSOR>".into(),
        ("expiresIn", _) => 86_400.into(),
        ("message", Value::String(text)) if text.starts_with("The token is valid until ") => {
            "The token is valid until <TIME>.".into()
        }
        (_, Value::String(_)) if name.ends_with("At") => "<TIME>".into(),
        _ => return value,
    };
    Node::Single(placeholder)
}

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
    let mut node = success(body);
    node.shorten_lists();
    node.written(0, 0)
}

/// `body` in narrow lines, its products without what does not belong to the one part that was requested.
pub(super) fn written_without_base(body: &str) -> String {
    let mut node = success(body);
    node.leave_out_base();
    node.written(0, 0)
}

/// The body of a success, of its envelope only what differs from response to response.
fn success(body: &str) -> Node {
    let mut node = serde_json::from_str::<Node>(body).unwrap();
    if let Node::Object(Fields(fields)) = &mut node {
        let is_shown = |name: &str, value: &Node| match value {
            Node::Single(value) => name == "message" && value != "",
            _ => name == "data",
        };
        fields.retain(|(name, value)| is_shown(name, value));
    }
    node
}

fn has(fields: &[(String, Node)], wanted: &str) -> bool {
    fields.iter().any(|(name, _)| name == wanted)
}

/// In place of the fields that are left out.
fn rest() -> (String, Node) {
    ("...".to_owned(), Node::Single("...".into()))
}

impl Node {
    fn leave_out_base(&mut self) {
        match self {
            Self::Object(Fields(fields)) => {
                if has(fields, "primarySectionId") {
                    let has_stock = has(fields, "warehouses");
                    let is_other = |name: &str| !has_stock && ["pricing", "availability"].contains(&name);
                    fields.retain(|(name, _)| !BASE.contains(&&**name) && !is_other(name));
                    fields.push(rest());
                }
                fields.iter_mut().for_each(|(_, value)| value.leave_out_base());
            }
            Self::Array(items) => items.iter_mut().for_each(Self::leave_out_base),
            Self::Single(_) => {}
        }
    }

    fn shorten_lists(&mut self) {
        match self {
            Self::Object(Fields(fields)) => fields.iter_mut().for_each(|(_, value)| value.shorten_lists()),
            Self::Array(items) => items.iter_mut().for_each(Self::shorten_product),
            Self::Single(_) => {}
        }
    }

    fn shorten_product(&mut self) {
        match self {
            Self::Object(Fields(fields)) if ["id", "description"].iter().all(|name| has(fields, name)) => {
                fields.retain(|(name, _)| name == "id");
                fields.push(rest());
            }
            other => other.shorten_lists(),
        }
    }

    fn on_one_line(&self) -> String {
        match self {
            Self::Object(Fields(fields)) => {
                let fields = fields.iter().map(|(name, value)| format!("\"{name}\": {}", value.on_one_line()));
                format!("{{{}}}", fields.collect::<Vec<_>>().join(", "))
            }
            Self::Array(items) => {
                format!("[{}]", items.iter().map(Self::on_one_line).collect::<Vec<_>>().join(", "))
            }
            Self::Single(value) => value.to_string(),
        }
    }

    /// On as many lines as necessary, after `indent` blanks and `taken` characters of the first line.
    fn written(&self, indent: usize, taken: usize) -> String {
        let line = self.on_one_line();
        if indent + taken + line.chars().count() <= WIDTH {
            return line;
        }
        let inner = indent + 2;
        let (open, close, items): (_, _, Vec<String>) = match self {
            Self::Object(Fields(fields)) => {
                let field = |(name, value): &(String, Self)| {
                    let name = format!("\"{name}\": ");
                    let value = value.written(inner, name.len() + 1);
                    name + &value
                };
                ('{', '}', fields.iter().map(field).collect())
            }
            Self::Array(items) => ('[', ']', items.iter().map(|item| item.written(inner, 1)).collect()),
            Self::Single(_) => return line,
        };
        let blanks = " ".repeat(inner);
        let items: Vec<String> = items.into_iter().map(|item| format!("{blanks}{item}")).collect();
        format!("{open}\n{}\n{}{close}", items.join(",\n"), " ".repeat(indent))
    }
}
