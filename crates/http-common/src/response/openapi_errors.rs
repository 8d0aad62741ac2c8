//! Documentation of errors and headers: the common parts of the OpenAPI documents of all adapters.

use serde_json::{Value, json};
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{Content, Ref, RefOr, Response, ResponseBuilder};

/// An error that an operation documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DocumentedError {
    /// `error.code`.
    pub code: u16,
    /// `error.name`.
    pub name: &'static str,
    /// When it occurs.
    pub text: &'static str,
}

impl DocumentedError {
    /// A refused token.
    pub const UNAUTHORIZED: Self =
        Self::new(401, "AuthorizationError", "The access token is missing, expired or invalid.");
    /// A login that fails.
    pub const WRONG_LOGIN: Self = Self::new(401, "AuthorizationError", "Wrong login or password.");
    /// An account that is not active.
    pub const FORBIDDEN: Self = Self::new(403, "ForbiddenError", "The account is not approved or was disabled.");
    /// A defect.
    pub const INTERNAL: Self = Self::new(500, "InternalServerError", "Something is wrong with the service itself.");
    /// A temporary failure.
    pub const UNAVAILABLE: Self =
        Self::new(503, "ServiceUnavailableError", "The service is busy; `Retry-After` says when to try again.");

    /// An adapter's own error.
    pub const fn new(code: u16, name: &'static str, text: &'static str) -> Self {
        Self { code, name, text }
    }

    /// The body that reports it.
    pub fn example(&self) -> Value {
        let error = json!({"code": self.code, "name": self.name, "message": self.text});
        json!({"status": false, "data": {}, "error": error, "message": ""})
    }

    /// The response that reports it, whose body has the schema of that name.
    pub fn response(&self, schema: &str) -> Response {
        let mut content = Content::new(Some(Ref::from_schema_name(schema)));
        content.example = Some(self.example());
        let description = format!("`{}`: {}", self.name, self.text);
        ResponseBuilder::new().description(description).content("application/json", content).build()
    }
}

/// Documents a header of `response`, with an example when there is one.
pub fn describe_header(response: &mut Response, name: &str, text: &str, example: Option<&str>) {
    let schema = ObjectBuilder::new().schema_type(Type::String).examples(example);
    let header = HeaderBuilder::new().schema(Some(schema)).description(Some(text)).build();
    response.headers.insert(name.into(), RefOr::T(header));
}
