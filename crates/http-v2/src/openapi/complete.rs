//! What the macros cannot express: envelopes, headers, examples, conditional requests and the routes of other crates.

use crate::endpoint::Endpoint;
use crate::routes::endpoints;
use http_common::params::MIN_REVISION;
use serde_json::{Map, Value, json};

/// The routes of the server itself, the headers, and the schemas that no body has.
const ADDITIONS: &str = include_str!("additions.json");

/// Responses of the real routes by name: `<operation>` or `<operation>.<variant>` for a success, and the name of the
/// error's constant, after `<operation>.` where the operation has one of its own. A test records them.
const EXAMPLES: &str = include_str!("examples.json");

type Fields = Map<String, Value>;

/// Completes what the macros made.
///
/// # Errors
/// When a file is not JSON, which a test rules out.
pub(super) fn complete(document: &mut Value) -> serde_json::Result<()> {
    let examples: Fields = serde_json::from_str(EXAMPLES)?;
    let mut envelopes = Fields::new();
    for endpoint in endpoints() {
        let Some(item) = document["paths"].get_mut(&endpoint.path) else { continue };
        let operation = &mut item[endpoint.method.as_str().to_ascii_lowercase()];
        complete_operation(operation, endpoint, &mut envelopes);
        show_examples(operation, &examples);
    }
    document["components"]["examples"] = examples.into();
    merge(&mut document["components"]["schemas"], envelopes.into());
    merge(document, serde_json::from_str(ADDITIONS)?);
    Ok(())
}

fn complete_operation(operation: &mut Value, endpoint: &Endpoint, envelopes: &mut Fields) {
    if endpoint.takes_min_revision() {
        add_parameter(
            operation,
            json!({"name": MIN_REVISION, "in": "query", "required": false,
                "description": "The response is of this catalog revision or a later one, whichever server makes it: a \
                    server that is behind waits up to 2 seconds, then responds with 503.",
                "schema": {"type": "integer", "format": "int64", "minimum": 1}}),
        );
    }
    if endpoint.has_tag {
        let condition = |name: &str, description: &str| {
            json!({"name": name, "in": "header", "required": false, "description": description,
                "schema": {"type": "string"}})
        };
        let description = "Entity tags of responses that the client has; one that is still valid gives a 304.";
        add_parameter(operation, condition("If-None-Match", description));
        if endpoint.is_file {
            let description =
                "The `Last-Modified` of the file that the client has. A change of the account does not change it.";
            add_parameter(operation, condition("If-Modified-Since", description));
        }
        operation["responses"]["304"] = json!({"description": "The client has this response already."});
    }
    for (status, response) in operation["responses"].as_object_mut().into_iter().flatten() {
        for name in endpoint.headers(status) {
            response["headers"][name] = json!({"$ref": format!("#/components/headers/{name}")});
        }
        if status.starts_with('2') && !endpoint.is_bare {
            // Lines have no envelope.
            if let Some(content) = response.pointer_mut("/content/application~1json/schema") {
                wrap(content, envelopes);
            }
        }
    }
}

fn add_parameter(operation: &mut Value, parameter: Value) {
    match operation.get_mut("parameters").and_then(Value::as_array_mut) {
        Some(parameters) => parameters.push(parameter),
        None => operation["parameters"] = json!([parameter]),
    }
}

/// Wraps a declared payload in its envelope, which is a named schema of its own: clients tell success and error apart
/// by the type of `status`.
fn wrap(schema: &mut Value, envelopes: &mut Fields) {
    let Some(payload) = schema["$ref"].as_str() else { return };
    let reference = format!("{payload}Envelope");
    let name = reference.rsplit('/').next().unwrap_or_default().to_owned();
    let envelope = json!({
        "type": "object",
        "description": "A success with its payload.",
        "properties": {
            "status": {"type": "boolean", "enum": [true]},
            "data": {"$ref": payload},
            "error": {"$ref": "#/components/schemas/Empty"},
            "message": {"type": "string", "description": "Empty in v2."},
        },
        "required": ["status", "data", "error", "message"],
    });
    envelopes.insert(name, envelope);
    *schema = json!({"$ref": reference});
}

fn show_examples(operation: &mut Value, known: &Fields) {
    let id = operation["operationId"].as_str().unwrap_or_default().to_owned();
    let own = |name: &str| format!("{id}.{name}");
    let reference = |name: &str| json!({"$ref": format!("#/components/examples/{name}")});
    for (status, response) in operation["responses"].as_object_mut().into_iter().flatten() {
        let Some(content) = response.get_mut("content") else { continue };
        let Some(content) = content.get_mut("application/json") else { continue };
        if status.starts_with('2') {
            let is_variant = |name: &str| name.chars().all(char::is_lowercase);
            let names = known.keys().filter(|name| **name == id || name.strip_prefix(&own("")).is_some_and(is_variant));
            let examples: Fields = names.map(|name| (name.clone(), reference(name))).collect();
            if !examples.is_empty() {
                content["examples"] = examples.into();
            }
        } else if let Some(errors) = content.get_mut("examples").and_then(Value::as_object_mut) {
            let replaced = errors.iter_mut().filter(|(name, _)| known.contains_key(&own(name)));
            replaced.for_each(|(name, example)| *example = reference(&own(name)));
        }
    }
}

/// Adds what `from` has to `into`, object by object.
pub(super) fn merge(into: &mut Value, from: Value) {
    match (into, from) {
        (Value::Object(into), Value::Object(from)) => {
            from.into_iter().for_each(|(name, value)| merge(into.entry(name).or_insert(Value::Null), value));
        }
        (into, from) => *into = from,
    }
}
