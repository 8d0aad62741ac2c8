//! Checks the responses of an HTTP interface against its OpenAPI document, so that no test accepts an undocumented one.

use jsonschema::Validator;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// An OpenAPI document, with every object closed: an unknown field is a failure, too.
pub struct DocumentedResponses {
    document: Value,
    /// The schema of responses where the document has no operation.
    elsewhere: Value,
    /// Making a validator costs far more than using it, and a document has few schemas.
    validators: Mutex<HashMap<String, Arc<Validator>>>,
}

/// A request and its response.
pub struct Exchange<'a> {
    /// The method, such as `GET`.
    pub method: &'a str,
    /// The path, with or without a query.
    pub path: &'a str,
    /// The status of the response.
    pub status: u16,
    /// The value of each header of the response; `None` for an absent one.
    pub header: &'a dyn Fn(&str) -> Option<String>,
    /// The body of the response.
    pub body: &'a str,
}

impl DocumentedResponses {
    /// `elsewhere` names the schema of responses to requests that the document has no operation for.
    #[must_use]
    pub fn of(mut document: Value, elsewhere: &str) -> Self {
        close_objects(&mut document);
        let elsewhere = json!({"$ref": format!("#/components/schemas/{elsewhere}")});
        Self { document, elsewhere, validators: Mutex::default() }
    }

    /// # Panics
    /// When the document does not allow the response.
    pub fn check(&self, exchange: &Exchange<'_>) {
        let Exchange { method, path, status, header, body } = exchange;
        let request = format!("{method} {path}");
        let Some(operation) = self.operation(method, path) else {
            return self.assert_valid(&self.elsewhere, exchange, &request);
        };
        let response = &operation["responses"][status.to_string()];
        assert!(response.is_object(), "{request}: {status} is not documented");
        for (name, _) in response["headers"].as_object().into_iter().flatten() {
            let is_optional = self.document["components"]["headers"][name]["required"] == false;
            assert!(is_optional || header(name).is_some(), "{request}: {name} is missing");
        }
        match &response["content"]["application/json"]["schema"] {
            Value::Null => assert_eq!(*body, "", "{request}"),
            schema => self.assert_valid(schema, exchange, &request),
        }
    }

    /// The operation of the request. HEAD has the operation of GET.
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

    fn assert_valid(&self, schema: &Value, exchange: &Exchange<'_>, request: &str) {
        assert_eq!((exchange.header)("Content-Type").as_deref(), Some("application/json"), "{request}");
        let body = serde_json::from_str(exchange.body).unwrap_or(Value::Null);
        let validator = self.validator_of(schema);
        let problems: Vec<String> =
            validator.iter_errors(&body).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(problems.is_empty(), "{request}: {problems:#?}\n{:.2000}", exchange.body);
    }

    fn validator_of(&self, schema: &Value) -> Arc<Validator> {
        let mut validators = self.validators.lock().unwrap_or_else(PoisonError::into_inner);
        let validator = validators.entry(schema.to_string()).or_insert_with(|| {
            let mut schema = schema.clone();
            schema["components"] = self.document["components"].clone();
            let options = jsonschema::draft202012::options().should_validate_formats(true);
            Arc::new(options.build(&schema).unwrap())
        });
        Arc::clone(validator)
    }
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
            let header = |name: &str| headers.contains(&name).then(|| "application/json".to_owned());
            let exchange = Exchange { method, path, status, header: &header, body };
            let outcome = catch_unwind(AssertUnwindSafe(|| documented.check(&exchange)));
            assert_eq!(outcome.is_ok(), passes, "{method} {path}: {status} {headers:?} {body}");
        }
    }
}
