//! The two editions of the document, made from one source that both understand.

use super::complete::merge;
use serde_json::{Value, json};

struct Known(Value);

impl Known {
    fn of(document: &Value) -> Self {
        Self(document["components"]["schemas"].clone())
    }

    fn referenced(&self, schema: &Value) -> Option<&Value> {
        self.0.get(schema["$ref"].as_str()?.rsplit('/').next()?)
    }
}

/// Joins the parts of schemas that the macros made of several ones, which few generators do well.
pub(super) fn join_parts(document: &mut Value) {
    let known = Known::of(document);
    for_each_schema(document, &mut |schema| {
        let Some(Value::Array(parts)) = remove(schema, "allOf") else { return };
        let mut joined = json!({"required": []});
        for part in parts {
            let mut part = known.referenced(&part).cloned().unwrap_or(part);
            // A mere description says that it is an object.
            if part.get("properties").is_none() && part["type"] == "object" {
                remove(&mut part, "type");
            }
            let required = remove(&mut part, "required");
            let all = joined["required"].as_array_mut().into_iter();
            all.for_each(|all| all.extend(required.iter().filter_map(Value::as_array).flatten().cloned()));
            merge(&mut joined, part);
        }
        if joined["required"] == json!([]) {
            remove(&mut joined, "required");
        }
        merge(&mut joined, schema.take());
        *schema = joined;
    });
}

/// Makes OpenAPI 3.1 of it: a closed set of one value is a constant.
pub(super) fn make_3_1(document: &mut Value) {
    for_each_schema(&mut document["components"], &mut |schema| {
        if let [constant] = schema["enum"].as_array().map(Vec::as_slice).unwrap_or_default() {
            schema["const"] = constant.clone();
            remove(schema, "enum");
        }
    });
}

/// Makes OpenAPI 3.0.3 of it, for generators that know no other version.
pub(super) fn make_3_0(document: &mut Value) {
    document["openapi"] = json!("3.0.3");
    // 3.0 has no SPDX expressions.
    document["info"]["license"]["url"] = json!("https://www.apache.org/licenses/LICENSE-2.0");
    remove(&mut document["info"]["license"], "identifier");
    document["paths"].as_object_mut().into_iter().flatten().for_each(|(_, item)| make_lines_bytes(item));
    let known = Known::of(document);
    for_each_schema(document, &mut |schema| {
        make_nullable(schema, &known);
        if let Some(example) = remove(schema, "examples").and_then(|examples| examples.get(0).cloned()) {
            schema["example"] = example;
        }
        // Beside a reference, 3.0 ignores everything.
        if schema.as_object().is_some_and(|fields| fields.len() > 1)
            && let Some(reference) = remove(schema, "$ref")
        {
            schema["allOf"] = json!([{"$ref": reference}]);
        }
    });
    let text = document.to_string();
    if let Some(schemas) = document["components"]["schemas"].as_object_mut() {
        schemas.retain(|name, _| text.contains(&format!("\"#/components/schemas/{name}\"")));
    }
}

/// Makes a file of every body of lines. Generators know no lines, and would take the body for one.
fn make_lines_bytes(item: &mut Value) {
    let operations = item.as_object_mut().into_iter().flatten();
    let responses = operations.filter_map(|(_, operation)| operation["responses"].as_object_mut()).flatten();
    for content in responses.filter_map(|(_, response)| response.pointer_mut("/content/application~1x-ndjson")) {
        content["schema"] = json!({"type": "string", "format": "binary"});
        content["example"] = format!("{}\n", content["example"]).into();
    }
}

fn make_nullable(schema: &mut Value, known: &Known) {
    let is_null = |schema: &Value| schema["type"] == "null";
    if let Some(types) = schema["type"].as_array().filter(|types| types.contains(&json!("null"))) {
        let other = types.iter().find(|name| **name != "null").cloned();
        schema["type"] = other.unwrap_or_default();
        schema["nullable"] = json!(true);
    } else if let Some(choices) = schema["oneOf"].as_array().filter(|choices| choices.iter().any(is_null)) {
        let other = choices.iter().find(|choice| !is_null(choice)).cloned().unwrap_or_default();
        remove(schema, "oneOf");
        // In place of a reference: what is referred to cannot be null.
        let mut joined = known.referenced(&other).cloned().unwrap_or_default();
        merge(&mut joined, other);
        merge(&mut joined, schema.take());
        remove(&mut joined, "$ref");
        *schema = joined;
        schema["nullable"] = json!(true);
    }
    // `nullable` alone adds nothing to a closed set.
    if schema["nullable"] == true
        && let Some(names) = schema.get_mut("enum").and_then(Value::as_array_mut)
    {
        names.push(Value::Null);
    }
}

fn for_each_schema(value: &mut Value, change: &mut impl FnMut(&mut Value)) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                match &**name {
                    "schema" => change_schema(field, change),
                    "schemas" => children(field).for_each(|schema| change_schema(schema, change)),
                    "example" | "examples" => {}
                    _ => for_each_schema(field, change),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| for_each_schema(item, change)),
        _ => {}
    }
}

fn change_schema(schema: &mut Value, change: &mut impl FnMut(&mut Value)) {
    change(schema);
    for (name, field) in schema.as_object_mut().into_iter().flatten() {
        match &**name {
            "properties" | "allOf" | "oneOf" | "anyOf" => {
                children(field).for_each(|schema| change_schema(schema, change));
            }
            "items" | "additionalProperties" if field.is_object() => change_schema(field, change),
            _ => {}
        }
    }
}

fn children(value: &mut Value) -> Box<dyn Iterator<Item = &mut Value> + '_> {
    match value {
        Value::Object(fields) => Box::new(fields.values_mut()),
        Value::Array(items) => Box::new(items.iter_mut()),
        _ => Box::new(std::iter::empty()),
    }
}

fn remove(value: &mut Value, name: &str) -> Option<Value> {
    value.as_object_mut()?.remove(name)
}
