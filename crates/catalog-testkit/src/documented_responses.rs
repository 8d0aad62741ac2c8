//! Checks the responses of an HTTP interface against its OpenAPI document, so that no test accepts an undocumented one.

use crate::TestResponse;
use jsonschema::Validator;
use parking_lot::Mutex;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::Arc;

/// The type of a body of lines, each of which is checked.
const LINES: &str = "application/x-ndjson";

/// An OpenAPI document, with every object closed: an unknown field is a failure, too.
pub struct DocumentedResponses {
    document: Value,
    /// The schema of responses where the document has no operation.
    elsewhere: Value,
    /// Making a validator costs far more than using it, and a document has few schemas.
    validators: Mutex<HashMap<String, Arc<Validator>>>,
}

impl DocumentedResponses {
    /// `elsewhere` names the schema of responses to requests that the document has no operation for.
    pub fn of(mut document: Value, elsewhere: &str) -> Self {
        close_objects(&mut document);
        let elsewhere = json!({"$ref": format!("#/components/schemas/{elsewhere}")});
        Self { document, elsewhere, validators: Mutex::default() }
    }

    /// Checks the response to a request by its method, such as `GET`, and its path, with or without a query.
    pub fn check(&self, method: &str, path: &str, received: &TestResponse) {
        let (status, request) = (received.status, format!("{method} {path}"));
        let Some(operation) = self.operation(method, path) else {
            return assert_valid(&self.validator_of(&self.elsewhere), received, &request);
        };
        let response = &operation["responses"][status.to_string()];
        assert!(response.is_object(), "{request}: {status} is not documented");
        for (name, _) in response["headers"].as_object().into_iter().flatten() {
            let is_optional = self.document["components"]["headers"][name]["required"] == false;
            assert!(is_optional || received.find_header(name).is_some(), "{request}: {name} is missing");
        }
        if let Some(schema) = response["content"].get(LINES).map(|content| &content["schema"]) {
            assert_eq!(received.header("Content-Type"), LINES, "{request}");
            let lines = received.body.lines().map(|line| serde_json::from_str(line).unwrap());
            return lines.for_each(|line| assert_valid_value(&self.validator_of(schema), &line, &request));
        }
        let media_types = response["content"].as_object().into_iter().flatten().map(|(media_type, _)| &**media_type);
        let files: Vec<&str> = media_types.filter(|media_type| *media_type != "application/json").collect();
        if !files.is_empty() {
            let media_type = received.header("Content-Type").split(';').next().unwrap();
            return assert!(files.contains(&media_type), "{request}: {media_type}");
        }
        match &response["content"]["application/json"]["schema"] {
            Value::Null => assert_eq!(received.body, "", "{request}"),
            schema => assert_valid(&self.validator_of(schema), received, &request),
        }
    }

    fn operation(&self, method: &str, path: &str) -> Option<&Value> {
        let method = if method == "HEAD" { "get".to_owned() } else { method.to_lowercase() };
        let path = path.split('?').next().unwrap_or_default();
        let fits = |template: &str| {
            let (template, path) = (template.split('/'), path.split('/'));
            template.clone().count() == path.clone().count()
                && template.zip(path).all(|(wanted, given)| {
                    let is_parameter = wanted.starts_with('{') && !given.is_empty();
                    wanted == given || is_parameter
                })
        };
        let paths = self.document["paths"].as_object().unwrap();
        paths.iter().find(|(template, _)| fits(template)).and_then(|(_, item)| item.get(&method))
    }

    fn validator_of(&self, schema: &Value) -> Arc<Validator> {
        let mut validators = self.validators.lock();
        let validator = validators.entry(schema.to_string()).or_insert_with(|| {
            let mut schema = schema.clone();
            schema["components"] = self.document["components"].clone();
            let options = jsonschema::draft202012::options().should_validate_formats(true);
            Arc::new(options.build(&schema).unwrap())
        });
        Arc::clone(validator)
    }
}

fn assert_valid(validator: &Validator, received: &TestResponse, request: &str) {
    assert_eq!(received.header("Content-Type"), "application/json", "{request}");
    assert_valid_value(validator, &received.json(), request);
}

fn assert_valid_value(validator: &Validator, value: &Value, request: &str) {
    let problems: Vec<String> =
        validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(problems.is_empty(), "{request}: {problems:#?}\n{:.2000}", value.to_string());
}

fn close_objects(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            if fields.contains_key("properties") && fields.get("type") == Some(&json!("object")) {
                fields.insert("additionalProperties".into(), json!(false));
            }
            fields.values_mut().for_each(close_objects);
        }
        Value::Array(items) => items.iter_mut().for_each(close_objects),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    fn documented() -> DocumentedResponses {
        let named = json!({"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]});
        let pump = json!({"$ref": "#/components/schemas/Pump"});
        let found = json!({"headers": {"ETag": {}, "Link": {}}, "content": {"application/json": {"schema": pump}}});
        let operation = json!({"responses": {"200": found, "304": {}}});
        let document = json!({
            "paths": {"/pumps/{id}": {"get": operation}},
            "components": {
                "headers": {"Link": {"required": false}},
                "schemas": {"Pump": named, "Failure": {"type": "object", "required": ["error"]}},
            },
        });
        DocumentedResponses::of(document, "Failure")
    }

    #[test]
    fn a_response_passes_only_if_it_is_documented() {
        let documented = documented();
        for (method, path, status, headers, body, passes) in [
            ("GET", "/pumps/1?x=y", 200, &["ETag", "Content-Type"][..], r#"{"name": "a"}"#, true),
            ("HEAD", "/pumps/1", 200, &["ETag", "Content-Type"], r#"{"name": "a"}"#, true),
            ("GET", "/pumps/1", 304, &[], "", true),
            ("GET", "/nowhere", 404, &["Content-Type"], r#"{"error": 1}"#, true),
            ("POST", "/pumps/1", 405, &["Content-Type"], r#"{"error": 1}"#, true),
            ("GET", "/pumps/1", 200, &["Content-Type"], r#"{"name": "a"}"#, false),
            ("GET", "/pumps/1", 200, &["ETag"], r#"{"name": "a"}"#, false),
            ("GET", "/pumps/1", 200, &["ETag", "Content-Type"], r#"{"name": 1}"#, false),
            ("GET", "/pumps/1", 200, &["ETag", "Content-Type"], r#"{"name": "a", "secret": 1}"#, false),
            ("GET", "/pumps/1", 200, &["ETag", "Content-Type"], "no JSON", false),
            ("GET", "/pumps/1", 304, &[], "a body", false),
            ("GET", "/pumps/1", 500, &["Content-Type"], r#"{"error": 1}"#, false),
            ("GET", "/nowhere", 404, &["Content-Type"], "{}", false),
        ] {
            let headers: Vec<_> =
                headers.iter().map(|name| (name.to_string(), "application/json".to_owned())).collect();
            let response = TestResponse { status, headers, body: body.to_owned(), bytes: body.into() };
            let outcome = catch_unwind(AssertUnwindSafe(|| documented.check(method, path, &response)));
            assert_eq!(outcome.is_ok(), passes, "{method} {path}: {response:?}");
        }
    }
}
