//! Which errors each kind of endpoint documents: those that are HTTP 200 as examples beside its success, the others as
//! responses of their own.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use utoipa::IntoResponses;
use utoipa::openapi::{Content, Ref, RefOr, Response, ResponseBuilder};

/// The name of the schema of every failure.
pub(super) const FAILURE: &str = "Failure";

/// One documented error: code, name, and when it happens.
pub(super) type ErrorCase = (u16, &'static str, &'static str);

const INVALID: ErrorCase = (400, "ValidationError", "A parameter is missing or wrong; the message names it.");
const UNAUTHORIZED: ErrorCase = (401, "AuthorizationError", "The access token is missing, expired or invalid.");
const WRONG_LOGIN: ErrorCase = (401, "AuthorizationError", "Wrong login or password.");
const FORBIDDEN: ErrorCase = (403, "ForbiddenError", "The account is not approved or was disabled.");
const NO_CONFIGURATOR: ErrorCase = (403, "ConfiguratorAccessError", "The account has no access to configurators.");
const TOO_MANY: ErrorCase = (429, "TooManyRequestsError", "Too many attempts to log in.");
const INTERNAL: ErrorCase = (500, "InternalServerError", "Something is wrong with the service itself.");
const UNAVAILABLE: ErrorCase =
    (503, "ServiceUnavailableError", "The service is busy; `Retry-After` tells when to try again.");

/// The errors of an operation that come as HTTP 200.
pub(super) fn told_as_success(operation_id: &str) -> &'static [ErrorCase] {
    match operation_id {
        "issue_legacy_token" => &[INVALID, WRONG_LOGIN, FORBIDDEN, TOO_MANY],
        "check_legacy_token" | "get_catalog" => &[UNAUTHORIZED, FORBIDDEN],
        "get_item_configurator" => &[INVALID, UNAUTHORIZED, NO_CONFIGURATOR],
        _ => &[INVALID, UNAUTHORIZED, FORBIDDEN],
    }
}

/// The body that tells of an error.
pub(super) fn example((code, name, text): &ErrorCase) -> Value {
    let error = json!({"code": code, "name": name, "message": text});
    json!({"status": false, "data": {}, "error": error, "message": ""})
}

/// Failures of the service itself: the only ones with a status of their own.
pub(crate) struct ServiceErrors;

impl IntoResponses for ServiceErrors {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        [INTERNAL, UNAVAILABLE].iter().map(|case| (case.0.to_string(), RefOr::T(response(case)))).collect()
    }
}

fn response(case: &ErrorCase) -> Response {
    let mut content = Content::new(Some(Ref::from_schema_name(FAILURE)));
    content.example = Some(example(case));
    let (_, name, text) = case;
    ResponseBuilder::new().description(format!("`{name}`: {text}")).content("application/json", content).build()
}
