//! The documented errors of each kind of endpoint: those with HTTP 200 as examples beside its success, the others as
//! separate responses.

use crate::v1_error::V1Error;
use catalog_app::ServiceFailure;
use catalog_domain::ports::Cause;
use http_common::RequestError;
use http_common::response::DocumentedError as Case;
use serde_json::Value;
use std::sync::Arc;
use utoipa::openapi::{RefOr, Response};

/// The name of the schema of every failure.
pub(crate) const FAILURE: &str = "Failure";

const INVALID: Case = Case::new(400, "ValidationError", "A parameter is missing or wrong; the message names it.");
const NO_CONFIGURATOR: Case = Case::new(403, "ConfiguratorAccessError", "The account has no access to configurators.");
const TOO_MUCH: Case =
    Case::new(429, "TooManyRequestsError", "The account has too many expensive requests in progress.");
const TOO_MANY: Case = Case::new(429, "TooManyRequestsError", "Too many attempts to log in.");

const SWITCHED_OFF: Case = Case::new(410, "GoneError", "v1 is switched off; the message names the successor.");

const UNAUTHORIZED: Case = Case::UNAUTHORIZED;
const WRONG_LOGIN: Case = Case::WRONG_LOGIN;
const FORBIDDEN: Case = Case::FORBIDDEN;

pub(crate) fn errors_with_status_200(operation_id: &str) -> &'static [Case] {
    match operation_id {
        "issue_legacy_token" => &[INVALID, WRONG_LOGIN, FORBIDDEN, TOO_MANY],
        "check_legacy_token" => &[UNAUTHORIZED, FORBIDDEN],
        "get_catalog" => &[UNAUTHORIZED, FORBIDDEN, TOO_MUCH],
        "get_item_configurator" => &[INVALID, UNAUTHORIZED, NO_CONFIGURATOR],
        _ => &[INVALID, UNAUTHORIZED, FORBIDDEN, TOO_MUCH],
    }
}

/// Failures of the service itself, and the end of v1: the only ones with their own status.
pub(crate) fn service_errors() -> impl Iterator<Item = (String, RefOr<Response>)> {
    [SWITCHED_OFF, Case::INTERNAL, Case::UNAVAILABLE].into_iter().map(|case| {
        let mut response = case.response(FAILURE);
        for content in response.content.values_mut() {
            if let RefOr::T(content) = content {
                content.example = Some(example(&case));
            }
        }
        (case.code.to_string(), RefOr::T(response))
    })
}

/// The body of an error that no golden pair has, made by the code that reports it.
pub(crate) fn example(case: &Case) -> Value {
    let error = match *case {
        SWITCHED_OFF => V1Error::SwitchedOff { successor: "/api/v2/products" },
        TOO_MANY => RequestError::TooManyAttempts { retry_after_seconds: 60 }.into(),
        TOO_MUCH => ServiceFailure::TooMuchAtOnce(Arc::from(Cause::from(""))).into(),
        Case::INTERNAL => V1Error::internal(""),
        Case::UNAVAILABLE => ServiceFailure::unavailable("").into(),
        _ => return case.example(),
    };
    error.example()
}
