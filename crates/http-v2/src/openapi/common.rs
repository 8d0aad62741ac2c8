//! The common parts of all operations that no macro can express: the token, conditional requests, headers of responses.

use http_common::json::{Empty, Envelope, ErrorBody};
use http_common::response::describe_header;
use std::collections::BTreeMap;
use utoipa::openapi::path::{Operation, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{OpenApi, Ref, RefOr, Required, Response, ResponseBuilder};
use utoipa::{Modify, PartialSchema};

/// Adds the common parts to the document.
pub(super) struct CommonParts;

impl Modify for CommonParts {
    fn modify(&self, document: &mut OpenApi) {
        let components = document.components.get_or_insert_default();
        let bearer = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .bearer_format("JWT")
            .description(Some("The token from `POST /auth/token`."));
        components.add_security_scheme("accessToken", SecurityScheme::Http(bearer.build()));
        components.schemas.insert("ErrorEnvelope".into(), Envelope::<Empty, ErrorBody>::schema());
        for (path, item) in &mut document.paths.paths {
            let is_catalog = path.starts_with("/api/");
            if let Some(operation) = &mut item.get {
                // A client's position in the change feed moves without the catalog: there is no entity tag.
                if !path.contains("/product-changes") {
                    make_conditional(operation);
                }
                if is_catalog {
                    show_revision(operation);
                }
            }
            for operation in item.get.iter_mut().chain(&mut item.post).chain(&mut item.patch) {
                describe_headers(operation);
                open_to_all(operation);
                name_payload(operation, &components.schemas);
            }
        }
    }
}

/// Replaces schemas that were expanded into a success envelope by their names: a client generated from the document
/// then has one type for a product, wherever it comes from.
fn name_payload(operation: &mut Operation, known: &BTreeMap<String, RefOr<Schema>>) {
    let responses = operation.responses.responses.iter_mut().filter(|(status, _)| status.starts_with('2'));
    for (_, response) in responses {
        let RefOr::T(response) = response else { continue };
        for content in response.content.values_mut() {
            let RefOr::T(content) = content else { continue };
            let Some(RefOr::T(Schema::Object(envelope))) = &mut content.schema else { continue };
            for field in envelope.properties.values_mut() {
                if let Some((name, _)) = known.iter().find(|(_, schema)| *schema == field) {
                    *field = Ref::from_schema_name(name).into();
                }
            }
        }
    }
}

/// Conditional reads: the request header, the 304 response, and the headers of both responses.
fn make_conditional(operation: &mut Operation) {
    let if_none_match = ParameterBuilder::new()
        .name("If-None-Match")
        .parameter_in(ParameterIn::Header)
        .required(Required::False)
        .description(Some("Entity tags of responses that the client has; one that is still valid gives a 304."))
        .schema(Some(ObjectBuilder::new().schema_type(Type::String)))
        .build();
    operation.parameters.get_or_insert_default().push(RefOr::T(if_none_match));
    let not_modified = ResponseBuilder::new().description("The client has this response already.").build();
    operation.responses.responses.insert("304".into(), RefOr::T(not_modified));
    for status in ["200", "304"] {
        if let Some(response) = response(operation, status) {
            describe_header(response, "ETag", "A weak entity tag of this response for this caller.", None);
        }
    }
}

/// The header of every response from the catalog.
fn show_revision(operation: &mut Operation) {
    for status in ["200", "304"] {
        if let Some(response) = response(operation, status) {
            describe_header(response, "Catalog-Revision", "The revision of the catalog in the response.", None);
        }
    }
}

/// Operations without a token have an empty list; generators read an empty requirement as a requirement.
fn open_to_all(operation: &mut Operation) {
    if let Some(security) = &mut operation.security {
        security.retain(|requirement| *requirement != SecurityRequirement::default());
    }
}

/// Headers required by the statuses.
fn describe_headers(operation: &mut Operation) {
    const RETRY_AFTER: &str = "Seconds after which to try again.";
    for (status, name, text) in [
        ("401", "WWW-Authenticate", "`Bearer`."),
        ("429", "Retry-After", RETRY_AFTER),
        ("503", "Retry-After", RETRY_AFTER),
    ] {
        if let Some(response) = response(operation, status) {
            describe_header(response, name, text, None);
        }
    }
}

fn response<'a>(operation: &'a mut Operation, status: &str) -> Option<&'a mut Response> {
    match operation.responses.responses.get_mut(status) {
        Some(RefOr::T(response)) => Some(response),
        _ => None,
    }
}
