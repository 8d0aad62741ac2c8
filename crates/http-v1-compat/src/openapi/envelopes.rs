//! Completions that the macros cannot express: an operation declares its `data`, and this adds the envelope, the
//! failures that share its status, the headers of every response, and the ways of authentication.

use super::recorded_examples::recorded_examples;
use crate::schemas::{FAILURE, errors_with_status_200, example, service_errors};
use crate::v1_error::V1ErrorBody;
use http_common::response::{DocumentedError, describe_header};
use serde_json::json;
use utoipa::openapi::example::ExampleBuilder;
use utoipa::openapi::path::Operation;
use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Schema, Type};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{Content, OpenApi, Ref, RefOr, Response};
use utoipa::{Modify, PartialSchema};

/// Operations whose `data` is `{}` when there is nothing to show.
const MAY_BE_EMPTY: [&str; 4] = ["get_section_meta", "get_item", "get_item_configurator", "get_item_availability"];

pub(super) struct Envelopes;

impl Modify for Envelopes {
    fn modify(&self, document: &mut OpenApi) {
        let components = document.components.get_or_insert_default();
        for (name, text) in [
            ("accessToken", "The token from `GET /auth/token/{login}`. v1 also takes it without `Bearer`."),
            ("password", "The password itself, as `Bearer <PASSWORD>`."),
        ] {
            let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).description(Some(text));
            components.add_security_scheme(name, SecurityScheme::Http(bearer.build()));
        }
        components.schemas.insert("Error".into(), V1ErrorBody::schema());
        components.schemas.insert(FAILURE.into(), failure().into());
        let operations = document.paths.paths.values_mut().filter_map(|item| item.get.as_mut());
        operations.for_each(complete);
    }
}

fn complete(operation: &mut Operation) {
    operation.deprecated = Some(utoipa::openapi::Deprecated::True);
    // Only the login says what else it takes.
    operation.security.get_or_insert_with(|| vec![SecurityRequirement::new("accessToken", [""; 0])]);
    operation.responses.responses.extend(service_errors());
    let id = operation.operation_id.clone().unwrap_or_default();
    for (status, response) in &mut operation.responses.responses {
        let RefOr::T(response) = response else { continue };
        add_headers(response, status);
        for content in response.content.values_mut().filter(|_| status == "200") {
            if let RefOr::T(content) = content {
                wrap(content, &id);
            }
        }
    }
}

fn wrap(content: &mut Content, id: &str) {
    let Some(data) = content.schema.take() else { return };
    let data = if MAY_BE_EMPTY.contains(&id) {
        OneOfBuilder::new().item(data).item(empty("Nothing was found; `message` says so.")).into()
    } else {
        data
    };
    let success = envelope(true, data, empty("Empty on success.").into());
    content.schema = Some(OneOfBuilder::new().item(success).item(Ref::from_schema_name(FAILURE)).into());
    for (name, value) in recorded_examples(id) {
        content.examples.insert(name, RefOr::T(ExampleBuilder::new().value(Some(value)).build()));
    }
    for case in errors_with_status_200(id) {
        let DocumentedError { code, name, text } = *case;
        let shown = ExampleBuilder::new().summary(text).value(Some(example(case))).build();
        content.examples.entry(format!("{code} {name}")).or_insert(RefOr::T(shown));
    }
}

fn failure() -> ObjectBuilder {
    envelope(false, empty("Empty on failure.").into(), Ref::from_schema_name("Error").into())
        .description(Some("Any failure. Unless the service itself failed, its HTTP status is 200."))
        .examples([json!({
            "status": false,
            "data": {},
            "error": {"code": 401, "name": "AuthorizationError", "message": "The access token is missing, expired or invalid."},
            "message": "",
        })])
}

fn envelope(status: bool, data: RefOr<Schema>, error: RefOr<Schema>) -> ObjectBuilder {
    let flag = ObjectBuilder::new().schema_type(Type::Boolean).enum_values(Some([status]));
    let message = ObjectBuilder::new().schema_type(Type::String).description(Some("Text for people."));
    ObjectBuilder::new()
        .property("status", flag)
        .required("status")
        .property("data", data)
        .required("data")
        .property("error", error)
        .required("error")
        .property("message", message)
        .required("message")
}

fn empty(description: &str) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::Object).max_properties(Some(0)).description(Some(description))
}

fn add_headers(response: &mut Response, status: &str) {
    let mut add = |name, text, example| describe_header(response, name, text, Some(example));
    add("Deprecation", "Since when v1 is deprecated (RFC 9745).", "@1793491200");
    add("Link", "What succeeds the route.", "</api/v2/products>; rel=\"successor-version\"");
    if status == "503" {
        add("Retry-After", "Seconds after which to try again.", "2");
    }
}
