//! Holds every answer of every test to the OpenAPI document.

use crate::client::Answer;
use jsonschema::Validator;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// The document, with every object closed: a field that it does not know is a failure too.
static DOCUMENT: LazyLock<Value> = LazyLock::new(|| {
    let mut document = serde_json::to_value(http_v1_compat::openapi()).unwrap();
    close_objects(&mut document);
    document
});

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

/// Fails unless the document says that `GET path` may be answered like this.
pub(crate) fn check(path: &str, answer: &Answer) {
    let Some(operation) = operation(path) else {
        return assert_valid(&json!({"$ref": "#/components/schemas/Failure"}), answer, path);
    };
    let response = &operation["responses"][answer.status.to_string()];
    assert!(response.is_object(), "{path}: {} is not documented", answer.status);
    for (name, _) in response["headers"].as_object().into_iter().flatten() {
        assert!(answer.headers.contains_key(name.as_str()), "{path}: {name} is missing");
    }
    assert_valid(&response["content"]["application/json"]["schema"], answer, path);
}

fn operation(path: &str) -> Option<&'static Value> {
    let fits = |template: &str| {
        let (template, path) = (template.split('/'), path.split('/'));
        template.clone().count() == path.clone().count()
            && template.zip(path).all(|(wanted, given)| wanted == given || wanted.starts_with('{') && !given.is_empty())
    };
    let paths = DOCUMENT["paths"].as_object().unwrap();
    paths.iter().find(|(template, _)| fits(template)).and_then(|(_, item)| item.get("get"))
}

fn assert_valid(schema: &Value, answer: &Answer, path: &str) {
    assert_eq!(answer.header("Content-Type"), "application/json", "{path}");
    let validator = validator_of(schema);
    let body = answer.json();
    let problems: Vec<String> =
        validator.iter_errors(&body).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(problems.is_empty(), "{path}: {problems:#?}\n{:.2000}", answer.body);
}

/// The validator of a schema of the document. Making one costs far more than asking it, and there are few.
fn validator_of(schema: &Value) -> Arc<Validator> {
    static VALIDATORS: LazyLock<Mutex<HashMap<String, Arc<Validator>>>> = LazyLock::new(Mutex::default);
    let mut validators = VALIDATORS.lock().unwrap_or_else(PoisonError::into_inner);
    let validator = validators.entry(schema.to_string()).or_insert_with(|| {
        let mut schema = schema.clone();
        schema["components"] = DOCUMENT["components"].clone();
        Arc::new(jsonschema::draft202012::new(&schema).unwrap())
    });
    Arc::clone(validator)
}
