//! What the macros cannot express: envelopes, headers, examples, conditional requests and the routes of other crates.

use crate::response::reads_catalog;
use http_common::params::MIN_REVISION;
use serde_json::{Map, Value, json};

/// The routes of the server itself, the headers, and the schemas that no body has.
const ADDITIONS: &str = include_str!("additions.json");

/// Responses of the real routes by name: `<operation>` or `<operation>.<variant>` for a success, and the name of the
/// error's constant, after `<operation>.` where the operation has one of its own. A test records them.
const EXAMPLES: &str = include_str!("examples.json");

/// The route whose bodies are those of OAuth 2.0, without an envelope.
const OAUTH: &str = "/auth/oauth/token";

/// The routes of imports, which are no part of the catalog.
const IMPORTS: &str = "/api/v2/imports";

const PRICE_LISTS: [(&str, &str); 2] = [
    ("/api/v2/catalog/sections/{id}/price-list", "/api/v2/catalog/sections/{id}/products"),
    ("/api/v2/products/search/price-list", "/api/v2/products/search"),
];

/// The route of download links.
const LINK: &str = "/price-lists/{link}";

const WORKBOOK: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// What is about a page, so that price lists do not take it.
const PAGE_PARAMETERS: [&str; 3] = ["page", "pageSize", "include"];

const PAGED: [&str; 3] = ["/api/v2/catalog/sections/{id}/products", "/api/v2/products/search", "/auth/admin/users"];

type Fields = Map<String, Value>;

/// Completes what the macros made.
///
/// # Errors
/// When a file is not JSON, which a test rules out.
pub(super) fn complete(document: &mut Value) -> serde_json::Result<()> {
    let examples: Fields = serde_json::from_str(EXAMPLES)?;
    describe_price_lists(&mut document["paths"]);
    let mut envelopes = Fields::new();
    for (path, item) in document["paths"].as_object_mut().into_iter().flatten() {
        for (method, operation) in item.as_object_mut().into_iter().flatten() {
            complete_operation(operation, &Kind::of(method, path), &mut envelopes);
            show_examples(operation, &examples);
        }
    }
    document["components"]["examples"] = examples.into();
    merge(&mut document["components"]["schemas"], envelopes.into());
    merge(document, serde_json::from_str(ADDITIONS)?);
    Ok(())
}

/// Gives the price lists as CSV the parameters of their lists, and each a twin that is a workbook.
fn describe_price_lists(paths: &mut Value) {
    for (price_list, list) in PRICE_LISTS {
        let is_taken = |parameter: &&Value| !PAGE_PARAMETERS.iter().any(|name| parameter["name"] == *name);
        let of_list = paths[list]["get"]["parameters"].as_array().into_iter().flatten().filter(is_taken).cloned();
        let mut parameters: Vec<Value> = of_list.collect();
        let path = format!("{price_list}.csv");
        parameters.extend(paths[&path]["get"]["parameters"].as_array().into_iter().flatten().cloned());
        paths[&path]["get"]["parameters"] = parameters.into();
        let mut workbook = paths[&path].clone();
        let name = workbook["get"]["operationId"].as_str().unwrap_or_default();
        workbook["get"]["operationId"] = json!(format!("{name}_xlsx"));
        workbook["get"]["summary"] =
            json!(format!("{} as a workbook", workbook["get"]["summary"].as_str().unwrap_or_default()));
        workbook["get"]["description"] = json!("The same as in CSV: texts are text cells, amounts are numbers.");
        let content = json!({"schema": {"$ref": "#/components/schemas/Workbook"}, "example": "PK..."});
        // A link is of either format.
        paths[LINK]["get"]["responses"]["200"]["content"][WORKBOOK] = content.clone();
        workbook["get"]["responses"]["200"]["content"] = json!({WORKBOOK: content});
        paths[format!("{price_list}.xlsx")] = workbook;
    }
}

/// What decides about the headers of an operation's responses.
struct Kind {
    is_catalog: bool,
    /// Its requests may demand a revision.
    has_min_revision: bool,
    /// It has an entity tag. A client's position in the change feed moves without the catalog, so the feed has none.
    /// Nor has a snapshot: nobody asks for one that they have already.
    /// Nor has what is about keys or imports: nobody may store it.
    is_conditional: bool,
    /// Its bodies have no envelope.
    is_bare: bool,
    /// It reads a page of a list, and links the others.
    is_page: bool,
    /// It has a date beside its entity tag.
    is_dated: bool,
}

impl Kind {
    fn of(method: &str, path: &str) -> Self {
        let is_read = method == "get";
        let is_price_list = path.contains("/price-list.") || path == LINK;
        Self {
            is_bare: path == OAUTH,
            is_catalog: is_read && (reads_catalog(path) || path == LINK),
            has_min_revision: is_read && reads_catalog(path),
            is_conditional: is_read
                && !path.contains("/product-changes")
                && !path.contains("/keys")
                && !path.starts_with(IMPORTS)
                && !path.ends_with("/product-snapshot"),
            is_dated: is_price_list,
            is_page: is_read && PAGED.contains(&path),
        }
    }

    fn headers(&self, status: &str) -> impl Iterator<Item = &'static str> {
        let is_read = ["200", "304"].contains(&status);
        let headers = [
            ("X-Request-Id", true),
            ("ETag", self.is_conditional && is_read),
            ("Catalog-Revision", self.is_catalog && (is_read || status == "404")),
            ("Last-Modified", self.is_dated && is_read),
            ("Content-Disposition", self.is_dated && status == "200"),
            ("Link", self.is_page && status == "200"),
            ("WWW-Authenticate", status == "401" && !self.is_bare),
            ("Retry-After", ["429", "503"].contains(&status)),
        ];
        headers.into_iter().filter_map(|(name, is_sent)| is_sent.then_some(name))
    }
}

fn complete_operation(operation: &mut Value, kind: &Kind, envelopes: &mut Fields) {
    // Operations without a token have an empty list; generators read an empty requirement as a requirement.
    if let Some(security) = operation["security"].as_array_mut() {
        security.retain(|requirement| *requirement != json!({}));
    }
    if kind.has_min_revision {
        add_parameter(
            operation,
            json!({"name": MIN_REVISION, "in": "query", "required": false,
                "description": "The response is of this catalog revision or a later one, whichever server makes it: a \
                    server that is behind waits up to 2 seconds, then responds with 503.",
                "schema": {"type": "integer", "format": "int64", "minimum": 1}}),
        );
    }
    if kind.is_conditional {
        let condition = |name: &str, description: &str| {
            json!({"name": name, "in": "header", "required": false, "description": description,
                "schema": {"type": "string"}})
        };
        let description = "Entity tags of responses that the client has; one that is still valid gives a 304.";
        add_parameter(operation, condition("If-None-Match", description));
        if kind.is_dated {
            let description =
                "The `Last-Modified` of the file that the client has. A change of the account does not change it.";
            add_parameter(operation, condition("If-Modified-Since", description));
        }
        operation["responses"]["304"] = json!({"description": "The client has this response already."});
    }
    for (status, response) in operation["responses"].as_object_mut().into_iter().flatten() {
        for name in kind.headers(status) {
            response["headers"][name] = json!({"$ref": format!("#/components/headers/{name}")});
        }
        if status.starts_with('2') && !kind.is_bare {
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
