//! Which errors each kind of endpoint documents.

use serde_json::json;
use std::collections::BTreeMap;
use utoipa::IntoResponses;
use utoipa::openapi::{Content, Ref, RefOr, Response, ResponseBuilder};

/// One documented error: status, name, and when it happens.
type ErrorCase = (u16, &'static str, &'static str);

const INVALID: ErrorCase =
    (400, "ValidationError", "A parameter is unknown, repeated or wrong; `error.details` names it.");
const UNAUTHORIZED: ErrorCase = (401, "AuthorizationError", "The access token is missing, expired or invalid.");
const WRONG_LOGIN: ErrorCase = (401, "AuthorizationError", "Wrong login or password.");
const FORBIDDEN: ErrorCase = (403, "ForbiddenError", "The account is not approved or was disabled.");
const NO_CONFIGURATOR: ErrorCase =
    (403, "ConfiguratorAccessError", "No access to configurators; or `ForbiddenError`: the account is not active.");
const NO_ADMINISTRATOR: ErrorCase =
    (403, "ForbiddenError", "The caller is no administrator, or the account was disabled.");
const NO_USER: ErrorCase = (404, "NotFoundError", "There is no user with that id.");
const TOO_MANY: ErrorCase =
    (429, "TooManyRequestsError", "Too many attempts from this address; `Retry-After` tells when to try again.");
const NO_SECTION: ErrorCase = (404, "CatalogSectionNotFoundError", "The section is not in the public catalog.");
const EXPIRED: ErrorCase = (
    410,
    "ProductChangesCursorExpiredError",
    "The cursor or moment is older than the retention, or of another store: read the list anew.",
);
const NO_PRODUCT: ErrorCase = (404, "ProductNotFoundError", "The product is not in the public catalog.");
const TOO_LARGE: ErrorCase = (413, "PayloadTooLargeError", "The body has more than 64 KiB.");
const NOT_JSON: ErrorCase = (415, "UnsupportedMediaTypeError", "The body is not declared as JSON.");
const INTERNAL: ErrorCase = (500, "InternalServerError", "Something is wrong with the service itself.");
const UNAVAILABLE: ErrorCase =
    (503, "ServiceUnavailableError", "The service is busy; `Retry-After` tells when to try again.");

/// Declares a set of documented errors.
macro_rules! error_set {
    ($(#[$meta:meta])* $name:ident: $($case:ident),+) => {
        $(#[$meta])*
        pub(crate) struct $name;

        impl IntoResponses for $name {
            fn responses() -> BTreeMap<String, RefOr<Response>> {
                document(&[$($case),+])
            }
        }
    };
}

error_set! {
    /// Errors of reading lists of sections.
    ReadErrors: INVALID, UNAUTHORIZED, FORBIDDEN, INTERNAL, UNAVAILABLE
}
error_set! {
    /// Errors of reading something of a section.
    SectionErrors: INVALID, UNAUTHORIZED, FORBIDDEN, NO_SECTION, INTERNAL, UNAVAILABLE
}
error_set! {
    /// Errors of reading changes.
    FeedErrors: INVALID, UNAUTHORIZED, FORBIDDEN, NO_SECTION, EXPIRED, INTERNAL, UNAVAILABLE
}
error_set! {
    /// Errors of reading several products.
    BatchErrors: INVALID, UNAUTHORIZED, NO_CONFIGURATOR, INTERNAL, UNAVAILABLE
}
error_set! {
    /// Errors of reading a product.
    ProductErrors: INVALID, UNAUTHORIZED, NO_CONFIGURATOR, NO_PRODUCT, INTERNAL, UNAVAILABLE
}
error_set! {
    /// Errors of reading what is not from the catalog.
    UncatalogedErrors: INVALID, UNAUTHORIZED, FORBIDDEN, INTERNAL, UNAVAILABLE
}
error_set! {
    /// Errors of logging in.
    LoginErrors: INVALID, WRONG_LOGIN, FORBIDDEN, TOO_LARGE, NOT_JSON, TOO_MANY, INTERNAL, UNAVAILABLE
}
error_set! {
    /// Errors of asking for access.
    RegistrationErrors: INVALID, TOO_LARGE, NOT_JSON, TOO_MANY, INTERNAL, UNAVAILABLE
}
error_set! {
    /// Errors of what only administrators may read.
    AdministratorErrors: INVALID, UNAUTHORIZED, NO_ADMINISTRATOR, INTERNAL, UNAVAILABLE
}
error_set! {
    /// Errors of changing a user.
    UserChangeErrors: INVALID, UNAUTHORIZED, NO_ADMINISTRATOR, NO_USER, TOO_LARGE, NOT_JSON, INTERNAL, UNAVAILABLE
}

fn document(cases: &[ErrorCase]) -> BTreeMap<String, RefOr<Response>> {
    cases.iter().map(|case| (case.0.to_string(), RefOr::T(response(case)))).collect()
}

fn response((code, name, text): &ErrorCase) -> Response {
    let error = json!({"code": code, "name": name, "message": text});
    let mut content = Content::new(Some(Ref::from_schema_name("ErrorEnvelope")));
    content.example = Some(json!({"status": false, "data": {}, "error": error, "message": ""}));
    ResponseBuilder::new().description(format!("`{name}`: {text}")).content("application/json", content).build()
}
