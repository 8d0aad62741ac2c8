//! The errors that operations document. Each has an example of its name in `examples.json`.

use http_common::response::DocumentedError as Case;
use std::collections::BTreeMap;
use utoipa::openapi::{Content, Ref, RefOr, Response, ResponseBuilder};

/// An error with the name of its example.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Failure {
    name: &'static str,
    case: Case,
}

impl Failure {
    pub(crate) fn code(&self) -> u16 {
        self.case.code
    }
}

macro_rules! failures {
    ($($id:ident: $code:literal $error:literal $text:literal;)+) => {
        $(pub(crate) const $id: Failure =
            Failure { name: stringify!($id), case: Case::new($code, $error, $text) };)+
    };
    ($($of_every_interface:ident)+) => {
        $(pub(crate) const $of_every_interface: Failure =
            Failure { name: stringify!($of_every_interface), case: Case::$of_every_interface };)+
    };
}

failures! { UNAUTHORIZED WRONG_LOGIN FORBIDDEN INTERNAL UNAVAILABLE }

failures! {
    INVALID: 400 "ValidationError" "A parameter is unknown, repeated or wrong; `error.details` names it.";
    NO_CONFIGURATOR: 403 "ConfiguratorAccessError" "The account has no access to configurators.";
    NO_ADMINISTRATOR: 403 "ForbiddenError" "The caller is not an administrator.";
    NOT_WITH_KEY: 403 "ForbiddenError" "The caller used a key that may not do this.";
    NO_RIGHT: 403 "ForbiddenError" "Only administrators may have keys with this right.";
    NO_KEY: 404 "NotFoundError" "The account has no key with that id.";
    TOO_MANY_KEYS: 409 "ConflictError" "The account has 10 keys already that have not ended.";
    NOT_ERASABLE: 409 "ConflictError"
        "It is the caller's own account or the last administrator, or an import of it is running.";
    NO_USER: 404 "NotFoundError" "There is no user with that id.";
    TOO_MANY: 429 "TooManyRequestsError" "Too many attempts from this address; `Retry-After` says when to try again.";
    TOO_MUCH: 429 "TooManyRequestsError"
        "The account has too many expensive requests in progress; `Retry-After` says when to try again.";
    NO_SECTION: 404 "CatalogSectionNotFoundError" "The section is not in the public catalog.";
    BAD_PASSWORD: 400 "ValidationError"
        "A field is wrong, or the invitation is unknown, was used, or has expired; `error.details` names it.";
    NOT_ACTIVE: 400 "ValidationError" "The user waits for approval or was disabled; or a parameter is wrong.";
    EXPIRED: 410 "ProductChangesCursorExpiredError"
        "The cursor was issued, or the moment lies, before the retention period (90 days unless the service says otherwise), or \
        the cursor is of another store: read the list again from the start.";
    NO_PRODUCT: 404 "ProductNotFoundError" "The product is not in the public catalog.";
    TOO_LARGE: 413 "PayloadTooLargeError" "The body has more than 64 KiB.";
    NOT_JSON: 415 "UnsupportedMediaTypeError" "The body is not declared as JSON.";
    NO_IMPORT: 404 "NotFoundError" "There is no import with that id.";
    NO_IMPORT_REPORT: 404 "NotFoundError" "The import has no report, or there is no such import.";
    IMPORT_CONFLICT: 409 "ConflictError"
        "The import is in a state in which this is not possible, or the Idempotency-Key belongs to another request.";
    IMPORT_TOO_LARGE: 413 "PayloadTooLargeError"
        "The input has more bytes than an import may have (4,096 MiB unless the service says otherwise).";
    NO_RECORDS: 415 "UnsupportedMediaTypeError"
        "The body is declared as neither records nor JSON, or packed otherwise.";
    TOO_MANY_IMPORTS: 503 "ServiceUnavailableError"
        "100 imports are being received or wait already; `Retry-After` says when to try again.";
}

/// The responses that report these errors. Those with the same status share one.
pub(crate) fn describe_failures(failures: &[Failure]) -> BTreeMap<String, RefOr<Response>> {
    let mut responses = BTreeMap::new();
    for code in failures.iter().map(Failure::code) {
        let shared: Vec<_> = failures.iter().filter(|failure| failure.code() == code).collect();
        let lines: Vec<_> =
            shared.iter().map(|failure| format!("`{}`: {}", failure.case.name, failure.case.text)).collect();
        let mut content = Content::new(Some(Ref::from_schema_name("ErrorEnvelope")));
        for Failure { name, .. } in shared {
            let example = RefOr::Ref(Ref::new(format!("#/components/examples/{name}")));
            content.examples.insert((*name).to_owned(), example);
        }
        let response = ResponseBuilder::new().description(lines.join("\n\n")).content("application/json", content);
        responses.insert(code.to_string(), RefOr::T(response.build()));
    }
    responses
}
