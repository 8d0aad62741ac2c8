//! Requests that an OpenAPI document describes: what holds for all endpoints is tested on each that is documented.

use serde_json::{Value, json};
use std::path::Path;

/// An operation of a document.
pub struct DocumentedOperation<'a> {
    /// In capitals.
    pub method: String,
    /// With its parameters in braces.
    pub path: &'a str,
    /// What the document says of it.
    pub operation: &'a Value,
}

impl<'a> DocumentedOperation<'a> {
    /// Every operation of `document`.
    pub fn all(document: &'a Value) -> impl Iterator<Item = Self> {
        let items = document["paths"].as_object().unwrap().iter();
        let operations = items.flat_map(|(path, item)| item.as_object().unwrap().iter().map(move |each| (path, each)));
        operations.map(|(path, (method, operation))| Self { method: method.to_uppercase(), path, operation })
    }

    /// Its parameters in the path or the query.
    pub fn parameters(&self, place: &str) -> impl Iterator<Item = (&'a str, &'a Value)> {
        let all = self.operation["parameters"].as_array().into_iter().flatten();
        let these = all.filter(move |parameter| parameter["in"] == place);
        these.map(|parameter| (parameter["name"].as_str().unwrap(), &parameter["schema"]))
    }

    /// Its path and query with those of `values` that are its parameters, and 1 for any other of the path.
    pub fn target(&self, values: &[(&str, &str)]) -> String {
        let value_of = |name: &str| values.iter().find(|(of, _)| *of == name).map(|(_, value)| *value);
        let mut target = self.path.to_owned();
        for (name, _) in self.parameters("path") {
            target = target.replace(&format!("{{{name}}}"), value_of(name).unwrap_or("1"));
        }
        for (name, _) in self.parameters("query") {
            let separator = if target.contains('?') { '&' } else { '?' };
            target.extend(value_of(name).map(|value| format!("{separator}{name}={value}")));
        }
        target
    }

    /// Whether no token is required: nothing is, or one alternative is empty.
    pub fn is_public(&self) -> bool {
        let alternatives = self.operation["security"].as_array().unwrap();
        alternatives.is_empty() || alternatives.contains(&json!({}))
    }

    /// Whether only administrators may: whatever is about accounts of others, or imports.
    pub fn is_for_administrators(&self) -> bool {
        [json!(["Users"]), json!(["Imports"])].contains(&self.operation["tags"])
    }

    /// Whether a 200 has that header.
    pub fn has_header(&self, name: &str) -> bool {
        self.operation["responses"]["200"]["headers"].get(name).is_some()
    }
}

/// Fails unless each list in a parameter of `document` ends after `maximum`, as its description says. Returns how many
/// there are.
pub fn check_listed(document: &Value, maximum: usize) -> usize {
    let operations = DocumentedOperation::all(document);
    let parameters = operations.flat_map(|each| each.operation["parameters"].as_array().into_iter().flatten());
    // Of the names of parts, each counts once, and there are few.
    let is_list = |schema: &Value| schema["type"] == "array" && !schema["items"]["enum"].is_array();
    let lists = parameters.filter(|parameter| is_list(&parameter["schema"])).inspect(|parameter| {
        assert_eq!(parameter["schema"]["maxItems"], maximum, "{parameter}");
        let words = parameter["description"].as_str().unwrap().split(|letter: char| !letter.is_ascii_digit());
        let numbers = words.filter_map(|word| word.parse().ok()).filter(|number: &usize| *number > 1);
        numbers.for_each(|number| assert_eq!(number, maximum, "{parameter}"));
    });
    lists.count()
}

/// Fails unless the file in the repository is `text`. With `UPDATE_OPENAPI` it is written first.
pub fn check_stored(path: impl AsRef<Path>, text: &str, tests: &str) {
    let path = path.as_ref();
    if std::env::var_os("UPDATE_OPENAPI").is_some() {
        std::fs::write(path, text).unwrap();
    }
    let stored = std::fs::read_to_string(path).unwrap_or_default();
    assert!(stored == text, "{} is out of date: run UPDATE_OPENAPI=1 cargo test {tests}", path.display());
}
